/* Selectors as a plugin sees them: of labels and of nodes. All are views. */
#ifndef BERTH_SELECTOR_H
#define BERTH_SELECTOR_H

#include <berth/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_OP_IN 1
#define BERTH_OP_NOT_IN 2
#define BERTH_OP_EXISTS 3
#define BERTH_OP_DOES_NOT_EXIST 4
#define BERTH_OP_GT 5 /* node selectors only */
#define BERTH_OP_LT 6 /* node selectors only */

/* key op values. */
typedef struct berth_requirement {
    uint32_t struct_size;
    uint32_t op;
    berth_symbol key;
    uint32_t reserved;
    berth_str name;     /* the key's text */
    berth_array values; /* of berth_str */
    int64_t number;     /* of GT and LT: the parsed value */
} berth_requirement;

/* All requirements together. Upstream's rules: a nil selector matches nothing, an empty one
 * matches everything. */
typedef struct berth_selector {
    uint32_t struct_size;
    uint32_t matches_nothing; /* 1: nil, or it cannot be parsed */
    berth_array requirements; /* of berth_requirement; none: matches everything */
} berth_selector;

/* One term of a node selector: expressions and fields, all of them. */
typedef struct berth_node_term {
    uint32_t struct_size;
    uint32_t matches_nothing; /* 1: empty, or it cannot be parsed */
    berth_array expressions;  /* of berth_requirement, on labels */
    berth_array fields;       /* of berth_requirement; the only key is metadata.name */
} berth_node_term;

/* Any of the terms. */
typedef struct berth_node_selector {
    uint32_t struct_size;
    uint32_t reserved;
    berth_array terms; /* of berth_node_term; none: matches nothing */
} berth_node_selector;

typedef struct berth_preferred_node_term {
    uint32_t struct_size;
    int32_t weight;
    const berth_node_term *term;
} berth_preferred_node_term;

typedef struct berth_node_affinity {
    uint32_t struct_size;
    uint32_t reserved;
    const berth_node_selector *required; /* null: none */
    berth_array preferred;               /* of berth_preferred_node_term */
} berth_node_affinity;

#ifdef __cplusplus
}
#endif
#endif
