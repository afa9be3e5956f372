/* MuseumPiece: say in a sentence what it is for.
 *
 * In C with berth's headers alone. Each function's rules (thread, owner, null, what it returns)
 * stand in <berth/ext/….h>. */
#include <stdlib.h>
#include <string.h>

#include <berth/berth.h>

#ifndef BERTH_VERSION
#define BERTH_VERSION ""
#endif

/* Texts are pointer and length. */

static int equal(berth_str a, berth_str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static int has_label(berth_array labels, const char *name) {
    const berth_str wanted = {name, strlen(name)};
    for (uint32_t i = 0; i < labels.count; ++i) {
        if (equal(BERTH_AT(berth_label, labels, i)->name, wanted)) {
            return 1;
        }
    }
    return 0;
}

/* The instance: its berth_plugin first, so that one pointer is both. */

typedef struct instance {
    berth_plugin plugin;
    const berth_host *host;
    const berth_reasons_v1 *reasons;
    int64_t max_pods;
    berth_reasons busy;
    berth_reasons held;
    const berth_completion_v1 *completion;
} instance;

static int32_t pre_enqueue(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                           berth_reasons *reasons) {
    (void)call;
    if (!has_label(pod->annotations, "example.com/hold")) {
        return BERTH_SUCCESS;
    }
    *reasons = ((const instance *)self)->held;
    return BERTH_UNSCHEDULABLE;
}

static const berth_pre_enqueue_v1 kPreEnqueue = {
    .struct_size = sizeof(berth_pre_enqueue_v1), .pre_enqueue = pre_enqueue};

/* The higher priority first, then the one that waits longer. */
static int32_t less(berth_plugin *self, const berth_queued *a, const berth_queued *b) {
    (void)self;
    return a->priority != b->priority ? a->priority > b->priority
                                      : a->timestamp_ns < b->timestamp_ns;
}

static const berth_queue_sort_v1 kQueueSort = {.struct_size = sizeof(berth_queue_sort_v1),
                                               .less = less};

static int32_t pre_filter(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                          const berth_nodes *nodes, berth_narrowing *narrowing,
                          berth_reasons *reasons) {
    (void)self, (void)call, (void)nodes, (void)narrowing, (void)reasons;
    return has_label(pod->annotations, "example.com/ignore") ? BERTH_SKIP : BERTH_SUCCESS;
}

static const berth_pre_filter_v1 kPreFilter = {.struct_size = sizeof(berth_pre_filter_v1),
                                               .pre_filter = pre_filter};

static int32_t filter(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                      const berth_nodes *nodes, berth_verdicts *verdicts) {
    const instance *me = (const instance *)self;
    (void)call, (void)pod;
    for (uint32_t i = 0; i < nodes->count; ++i) {
        if (nodes->columns->pod_count[BERTH_ROW(nodes, i)] >= me->max_pods) {
            verdicts->code[i] = BERTH_UNSCHEDULABLE;
            verdicts->reasons[i] = me->busy;
        }
    }
    return BERTH_SUCCESS;
}

static const berth_filter_v1 kFilter = {.struct_size = sizeof(berth_filter_v1), .filter = filter};

static int32_t pre_score(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                         const berth_nodes *nodes, berth_reasons *reasons) {
    (void)self, (void)call, (void)nodes, (void)reasons;
    return has_label(pod->annotations, "example.com/ignore") ? BERTH_SKIP : BERTH_SUCCESS;
}

static const berth_pre_score_v1 kPreScore = {.struct_size = sizeof(berth_pre_score_v1),
                                             .pre_score = pre_score};

static int32_t score(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                     const berth_nodes *nodes, int64_t *scores, berth_reasons *reasons) {
    (void)self, (void)call, (void)pod, (void)reasons;
    for (uint32_t i = 0; i < nodes->count; ++i) {
        const int64_t pods = nodes->columns->pod_count[BERTH_ROW(nodes, i)];
        scores[i] = pods >= 100 ? 0 : 100 - pods;
    }
    return BERTH_SUCCESS;
}

/* All raw scores of the nodes that fit, to 0 … 100, in place. */
static int32_t normalize(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                         const berth_nodes *nodes, int64_t *scores, berth_reasons *reasons) {
    int64_t most = 0;
    (void)self, (void)call, (void)pod, (void)reasons;
    for (uint32_t i = 0; i < nodes->count; ++i) {
        most = scores[i] > most ? scores[i] : most;
    }
    for (uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = most == 0 ? 0 : scores[i] * 100 / most;
    }
    return BERTH_SUCCESS;
}

static const berth_score_v1 kScore = {.struct_size = sizeof(berth_score_v1),
                                      .normalize_kind = BERTH_NORMALIZE_CUSTOM,
                                      .normalize = normalize,
                                      .score = score};

/* The host sends the request and completes the call with the answer. */
static int32_t bind_pod(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                        const berth_node_ref *node, berth_reasons *reasons) {
    const instance *me = (const instance *)self;
    (void)reasons;
    return me->completion->bind(me->host, call, pod, node);
}

static const berth_bind_v1 kBind = {.struct_size = sizeof(berth_bind_v1), .bind = bind_pod};

static const berth_event_registration kRegistrations[] = {
    {.struct_size = sizeof(berth_event_registration),
     .resource = BERTH_RESOURCE_ASSIGNED_POD,
     .actions = BERTH_ACTION_DELETE},
    {.struct_size = sizeof(berth_event_registration),
     .resource = BERTH_RESOURCE_NODE,
     .actions = BERTH_ACTION_ADD},
};

static berth_array registrations(berth_plugin *self) {
    const berth_array all = {kRegistrations, 2, sizeof(berth_event_registration)};
    (void)self;
    return all;
}

static const berth_events_v1 kEvents = {.struct_size = sizeof(berth_events_v1),
                                        .registrations = registrations};

/* Which table serves which extension point. */

static const struct {
    berth_str id;
    const void *table;
} kTables[] = {
    {BERTH_STR(BERTH_PRE_ENQUEUE_V1), &kPreEnqueue},
    {BERTH_STR(BERTH_QUEUE_SORT_V1), &kQueueSort},
    {BERTH_STR(BERTH_PRE_FILTER_V1), &kPreFilter},
    {BERTH_STR(BERTH_FILTER_V1), &kFilter},
    {BERTH_STR(BERTH_PRE_SCORE_V1), &kPreScore},
    {BERTH_STR(BERTH_SCORE_V1), &kScore},
    {BERTH_STR(BERTH_BIND_V1), &kBind},
    {BERTH_STR(BERTH_EVENTS_V1), &kEvents},
};

enum { kTableCount = sizeof kTables / sizeof kTables[0] };

static const void *table(berth_plugin *self, berth_str id) {
    (void)self;
    for (int i = 0; i < kTableCount; ++i) {
        if (equal(kTables[i].id, id)) {
            return kTables[i].table;
        }
    }
    return NULL;
}

static void destroy(berth_plugin *self) {
    free(self);
}

static int32_t refuse(instance *me, const berth_errors *errors, berth_str why) {
    const berth_str whole = {NULL, 0};
    errors->add(errors, whole, why);
    free(me);
    return BERTH_ERROR;
}

static const void *service(const berth_host *host, const char *id) {
    const berth_str wanted = {id, strlen(id)};
    return host->service(host, wanted);
}

static const berth_value *member(const berth_value *object, const char *name) {
    const berth_str wanted = {name, strlen(name)};
    for (uint32_t i = 0; i < object->members.count; ++i) {
        const berth_member *one = BERTH_AT(berth_member, object->members, i);
        if (equal(one->name, wanted) && one->value->kind != BERTH_KIND_NULL) {
            return one->value;
        }
    }
    return NULL;
}

static int32_t create(const berth_host *host, const berth_args *args, berth_plugin **out,
                      const berth_errors *errors) {
    const berth_str no_services = BERTH_STR("the host lacks a service that the plugin needs");
    const berth_str no_memory = BERTH_STR("out of memory");
    instance *me = calloc(1, sizeof *me);
    if (me == NULL) {
        return refuse(me, errors, no_memory);
    }
    (void)args;
    me->plugin.struct_size = sizeof me->plugin;
    me->plugin.table = table;
    me->plugin.destroy = destroy;
    me->host = host;
    me->reasons = service(host, BERTH_HOST_REASONS_V1);
    if (me->reasons == NULL) {
        return refuse(me, errors, no_services);
    }
    const berth_str busy = BERTH_STR("node(s) were too busy");
    const berth_value *max_pods = member(args->root, "maxPods");
    me->max_pods = max_pods == NULL ? 50 : max_pods->integer;
    me->busy = me->reasons->intern(host, &busy, 1);
    const berth_str held = BERTH_STR("the pod is held by its annotation example.com/hold");
    me->held = me->reasons->intern(host, &held, 1);
    me->completion = service(host, BERTH_HOST_COMPLETION_V1);
    if (me->completion == NULL) {
        return refuse(me, errors, no_services);
    }
    *out = &me->plugin;
    return BERTH_SUCCESS;
}

/* The library. */

static const berth_str kPoints[] = {
    BERTH_STR(BERTH_PRE_ENQUEUE_V1),
    BERTH_STR(BERTH_QUEUE_SORT_V1),
    BERTH_STR(BERTH_PRE_FILTER_V1),
    BERTH_STR(BERTH_FILTER_V1),
    BERTH_STR(BERTH_PRE_SCORE_V1),
    BERTH_STR(BERTH_SCORE_V1),
    BERTH_STR(BERTH_BIND_V1),
    BERTH_STR(BERTH_EVENTS_V1),
};

static const berth_field kFields[] = {
    {.struct_size = sizeof(berth_field),
     .kind = BERTH_KIND_INT,
     .flags = BERTH_FIELD_HAS_MIN | BERTH_FIELD_HAS_MAX,
     .versions = BERTH_CONFIG_ALL,
     .name = BERTH_STR("maxPods"),
     .summary = BERTH_STR("pods that a node may hold"),
     .default_json = BERTH_STR("50"),
     .minimum = 0,
     .maximum = 500},
};

static const berth_args_schema kSchema = {
    sizeof(berth_args_schema), BERTH_CONFIG_ALL, {kFields, 1, sizeof(berth_field)}};

static const berth_factory kFactory = {
    .struct_size = sizeof(berth_factory),
    .name = BERTH_STR("MuseumPiece"),
    .summary = BERTH_STR("say in a sentence what it is for"),
    .args = &kSchema,
    .create = create,
    .points = {kPoints, sizeof kPoints / sizeof kPoints[0], sizeof(berth_str)},
};

static uint32_t factory_count(void) {
    return 1;
}

static const berth_factory *factory(uint32_t number) {
    return number == 0 ? &kFactory : NULL;
}

static const berth_entry kEntry = {
    .struct_size = sizeof(berth_entry),
    .abi_built = BERTH_ABI,
    .abi_needed = BERTH_ABI,
    .version = BERTH_STR(BERTH_VERSION),
    .factory_count = factory_count,
    .factory = factory,
};

const berth_entry *berth_plugin_entry_v1(void) {
    return &kEntry;
}
