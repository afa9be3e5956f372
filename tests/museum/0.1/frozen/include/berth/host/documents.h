/* Files of a plugin's own (a policy), decoded strictly like args and followed while they change. */
#ifndef BERTH_HOST_DOCUMENTS_H
#define BERTH_HOST_DOCUMENTS_H

#include <berth/args.h>
#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_DOCUMENTS_V1 "berth.host.documents/1"

/* Which file, and what it must say. view, made by the plugin. */
typedef struct berth_document {
    uint32_t struct_size;
    uint32_t reserved;
    berth_str path;        /* as written; a relative one begins where the scheduler was started */
    berth_str api_version; /* "example.com/v1"; empty: not looked at */
    berth_str kind;        /* the same */
    const berth_args_schema *schema; /* of everything else; lives as long as the instance */
} berth_document;

/* What a plugin does with a file. table; static in the plugin. */
typedef struct berth_document_handler {
    uint32_t struct_size;
    uint32_t reserved;

    /* Turns the decoded file into what the plugin keeps, and says what a schema cannot.
     * Thread: [loader] for the first state, [any] for a later one.
     * Owner: document and errors until return; the result belongs to the host until it gives it
     *   to apply or drop.
     * Null: returned after at least one errors->add: the state is refused, the last good one stays
     *   (the first one: create fails).
     * Returns: the plugin's own. */
    void *(*decode)(void *context, const berth_args *document, const berth_errors *errors);

    /* Puts a state in force; refill of ext/column.h brings columns up to date with it.
     * Thread: [loader] in open, [sched] between cycles afterwards.
     * Owner: decoded is the plugin's from here on.
     * Null: never null.
     * Returns: nothing. */
    void (*apply)(void *context, void *decoded);

    /* Ends what decode made and apply will not get.
     * Thread: [any].
     * Owner: the plugin frees it.
     * Null: never null.
     * Returns: nothing. */
    void (*drop)(void *context, void *decoded);
} berth_document_handler;

/* table */
typedef struct berth_documents_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Opens a YAML or JSON file, decodes its first document strictly (unknown fields, keys given
     * twice and wrong types are errors) and gives it to the handler before it returns; follows the
     * file from then on until the instance ends. A later state that is refused, or a file that is
     * gone, is logged once and leaves the last good state in force. Errors name file, line and
     * field. A simulation reads once.
     * Thread: [loader], in create only.
     * Owner: the host copies texts; schema, handler and context live as long as the instance.
     * Null: context may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: no such file, or refused; errors has been told. */
    int32_t (*open)(const berth_host *host, const berth_document *document,
                    const berth_document_handler *handler, void *context,
                    const berth_errors *errors);
} berth_documents_v1;

#ifdef __cplusplus
}
#endif
#endif
