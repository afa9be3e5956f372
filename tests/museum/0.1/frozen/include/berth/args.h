/* The args of a plugin: what it takes (a schema) and what it is given (a value tree).
 *
 * The host decodes a profile's pluginConfig strictly against the schema: an unknown field, a wrong
 * type or a value out of range is an error with file, line and field path. Defaults are applied
 * first, then validate of the factory says what a schema cannot. */
#ifndef BERTH_ARGS_H
#define BERTH_ARGS_H

#include <berth/base.h>
#include <berth/selector.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions of kubescheduler.config.k8s.io, as bits. */
#define BERTH_CONFIG_V1BETA2 0x1u
#define BERTH_CONFIG_V1BETA3 0x2u
#define BERTH_CONFIG_V1 0x4u
#define BERTH_CONFIG_ALL 0x7u

/* Kinds of field and value. */
#define BERTH_KIND_NULL 0
#define BERTH_KIND_BOOL 1            /* integer: 0 or 1 */
#define BERTH_KIND_INT 2             /* integer */
#define BERTH_KIND_DOUBLE 3          /* number */
#define BERTH_KIND_STRING 4          /* text */
#define BERTH_KIND_DURATION 5        /* integer: nanoseconds; text: as written, "1m30s" */
#define BERTH_KIND_QUANTITY 6        /* integer: value rounded up, text: canonical form */
#define BERTH_KIND_LIST 7            /* items */
#define BERTH_KIND_OBJECT 8          /* members */
#define BERTH_KIND_STRING_MAP 9      /* members of kind string, any names */
#define BERTH_KIND_NODE_AFFINITY 10  /* members, and typed: const berth_node_affinity * */
#define BERTH_KIND_LABEL_SELECTOR 11 /* members, and typed: const berth_selector * */
#define BERTH_KIND_ANY 12            /* whatever is written, as it is */

#define BERTH_FIELD_REQUIRED 0x1u      /* absent is an error */
#define BERTH_FIELD_OPTIONAL 0x2u      /* absent stays absent: a null value, no default */
#define BERTH_FIELD_ZERO_IS_UNSET 0x4u /* 0, "" and an empty list take the default as well */
#define BERTH_FIELD_HAS_MIN 0x8u
#define BERTH_FIELD_HAS_MAX 0x10u
#define BERTH_FIELD_ABOVE_MIN 0x20u /* minimum itself is out of range */

typedef struct berth_args_schema berth_args_schema;

/* A default that holds for some versions only. view of the plugin's; frozen. */
typedef struct berth_versioned_default {
    uint32_t versions; /* bits */
    uint32_t reserved;
    berth_str json;
} berth_versioned_default;

/* One field. Static in the plugin; grows at the end. */
typedef struct berth_field {
    uint32_t struct_size;
    uint32_t kind;
    uint32_t flags;
    uint32_t versions;      /* bits: in which versions of the configuration the field exists */
    berth_str name;         /* as written: "maxPods" */
    berth_str summary;      /* one line for people */
    berth_str default_json; /* empty: the zero (false, 0, "", []), of objects their defaults */
    berth_array default_by_version; /* of berth_versioned_default; wins over default_json */
    int64_t minimum, maximum;       /* with HAS_MIN, HAS_MAX; for INT and DURATION (nanoseconds) */
    double number_minimum, number_maximum; /* for DOUBLE */
    berth_array allowed;                   /* of berth_str: the only texts allowed; empty: any */
    uint32_t element_kind;                 /* of LIST: the kind of its items */
    uint32_t reserved;
    const berth_args_schema *object; /* of OBJECT and of LIST of OBJECT; else null */
    /* The text of a range error, empty for the usual "not in valid range [a, b]". */
    berth_str range_text;
} berth_field;

/* Static in the plugin; grows at the end. */
struct berth_args_schema {
    uint32_t struct_size;
    uint32_t versions;  /* bits: versions that know this args kind */
    berth_array fields; /* of berth_field */
};

typedef struct berth_value berth_value;

/* frozen */
typedef struct berth_member {
    berth_str name;
    const berth_value *value;
} berth_member;

/* A decoded value. view. */
struct berth_value {
    uint32_t struct_size;
    uint32_t kind; /* BERTH_KIND_NULL: absent */
    int64_t integer;
    double number;
    berth_str text;
    berth_array items;     /* of berth_value */
    berth_array members;   /* of berth_member, all fields of the schema in its order */
    const void *typed;     /* see the kinds; else null */
    uint32_t line, column; /* in the configuration file, from 1; 0: a default */
};

/* The args of one plugin in one profile. view; valid for the call it is passed to. */
typedef struct berth_args {
    uint32_t struct_size;
    uint32_t version;        /* one bit: the version of the file */
    const berth_value *root; /* of kind OBJECT */
    berth_str json;          /* canonical: defaults filled in, members in schema order, no blanks */
    berth_str file;          /* where it was written; empty: defaults only */
    berth_str profile;       /* schedulerName */
} berth_args;

/* Where errors are reported. table, made by the host. */
typedef struct berth_errors berth_errors;
struct berth_errors {
    uint32_t struct_size;
    uint32_t reserved;
    void *sink; /* the host's */

    /* Reports one error. field is a path below the args, such as "resources[1].weight"; empty: the
     * args as a whole. text says what was found and what was expected.
     * Thread: that of the call which got the berth_errors.
     * Owner: the host copies field and text.
     * Null: never null.
     * Returns: nothing. */
    void (*add)(const berth_errors *self, berth_str field, berth_str text);
};

#ifdef __cplusplus
}
#endif
#endif
