/* How a plugin library is entered: entry -> factory -> instance -> tables by id.
 *
 * A shared object exports exactly one dynamic symbol, berth_plugin_entry_v1. A built-in plugin is
 * the same entry under the name berth_entry_<folder>, listed in plugins/intree/catalog.cpp. */
#ifndef BERTH_ENTRY_H
#define BERTH_ENTRY_H

#include <berth/args.h>
#include <berth/base.h>
#include <berth/host.h>
#include <berth/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An instance of a plugin as the host sees it. table; made by create, owned by the plugin. */
typedef struct berth_plugin berth_plugin;
struct berth_plugin {
    uint32_t struct_size;
    uint32_t flags; /* none yet: 0 */

    /* The instance's functions for one extension point.
     * Thread: [loader], right after create.
     * Owner: the plugin; the table lives as long as the instance.
     * Null: returned where the plugin is not at that extension point.
     * Returns: a table of the type of the id, such as berth_filter_v1 for "berth.filter/1". */
    const void *(*table)(berth_plugin *self, berth_str id);

    /* Ends the instance, after the last call of its generation.
     * Thread: [loader].
     * Owner: the plugin frees what it made; self is dead afterwards.
     * Null: never null.
     * Returns: nothing. */
    void (*destroy)(berth_plugin *self);
};

#define BERTH_FACTORY_NO_ARGS_KIND 0x1u /* args of this plugin are accepted and ignored */
#define BERTH_FACTORY_BUILT_IN 0x2u     /* part of kube-scheduler's default set */

/* One plugin that the library offers. table; static in the library. */
typedef struct berth_factory {
    uint32_t struct_size;
    uint32_t flags;
    berth_str name;                /* the registry key: "NodeResourcesFit" */
    berth_str summary;             /* one sentence for `berth plugin list` */
    const berth_args_schema *args; /* null: takes no args */

    /* Says what the schema cannot: rules between fields.
     * Thread: [loader]; no instance exists, no service may be called.
     * Owner: args and errors are the host's, valid until return.
     * Null: may be null: the schema says it all.
     * Returns: BERTH_SUCCESS, or BERTH_ERROR after at least one errors->add. */
    int32_t (*validate)(const berth_args *args, const berth_errors *errors);

    /* Makes an instance.
     * Thread: [loader].
     * Owner: host lives until destroy has returned; args and errors until create returns. *out is
     *   the plugin's.
     * Null: a null create is a plugin whose name and args are known but which is not built in;
     *   args is null where the schema is.
     * Returns: BERTH_SUCCESS with *out set, or BERTH_ERROR after errors->add. */
    int32_t (*create)(const berth_host *host, const berth_args *args, berth_plugin **out,
                      const berth_errors *errors);

    /* Ids of the tables that instances serve, known before one is made; of berth_str. */
    berth_array points;
} berth_factory;

#define BERTH_ENTRY_NEVER_UNLOAD 0x1u /* keep the image mapped: it holds a runtime or own threads */
#define BERTH_ENTRY_OWNS_THREADS 0x2u /* starts threads of its own, joined in destroy or deinit */

/* table; static in the library. */
typedef struct berth_entry {
    uint32_t struct_size;
    uint32_t abi_built;  /* BERTH_ABI of the headers it was compiled with */
    uint32_t abi_needed; /* the lowest BERTH_ABI of a host that can run it */
    uint32_t flags;
    uint64_t draft_hash; /* BERTH_DRAFT_HASH where a draft table or service is used, else 0 */
    berth_str vendor;
    berth_str version;
    berth_str build; /* free text: a commit, a date */

    /* Called once per image, before any factory.
     * Thread: [loader].
     * Owner: host is the image's own (log and clock only), valid until deinit has returned.
     * Null: may be null: nothing to do.
     * Returns: BERTH_SUCCESS, or BERTH_ERROR: the library is refused. */
    int32_t (*init)(const berth_host *host);

    /* Called once, after the last instance is destroyed; nothing of the image runs afterwards.
     * Thread: [loader].
     * Owner: nothing crosses.
     * Null: may be null: nothing to do.
     * Returns: nothing. */
    void (*deinit)(void);

    /* How many plugins the library offers.
     * Thread: [loader].
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: the number of factories, the same at each call. */
    uint32_t (*factory_count)(void);

    /* The factory of that number.
     * Thread: [loader].
     * Owner: the library; valid while the image is mapped.
     * Null: returned only for a number out of range.
     * Returns: the factory. */
    const berth_factory *(*factory)(uint32_t number);
} berth_entry;

#if defined(_WIN32)
#error "berth plugins are ELF shared objects"
#endif
#define BERTH_EXPORT __attribute__((visibility("default")))

/* The only dynamic symbol of a plugin library. Thread: [loader]. */
BERTH_EXPORT const berth_entry *berth_plugin_entry_v1(void);

#ifdef __cplusplus
}
#endif
#endif
