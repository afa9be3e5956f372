/* An example of a plugin in C with only the headers: nodes that opt out, and a favourite.
 *
 *   pluginConfig:
 *   - name: CExample
 *     args: {optOut: example.com/no-pods, favourite: {key: disk, value: ssd}, points: 80}
 *
 * Filter refuses nodes with the opt-out annotation, unless the pod has the same one. Score gives
 * `points` to nodes whose label `favourite.key` has the value `favourite.value`, else 0. */
#include <stdlib.h>
#include <string.h>

#include <berth/berth.h>

/* Texts. */

static int equal(berth_str a, berth_str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* A zero byte more than its length, so that an empty one is not null. */
static int copy_text(berth_str from, berth_str* to) {
    char* made = malloc(from.len + 1);
    if (made == NULL) {
        return 0;
    }
    if (from.len != 0) {
        memcpy(made, from.ptr, from.len);
    }
    made[from.len] = '\0';
    to->ptr = made;
    to->len = from.len;
    return 1;
}

static const berth_label* find_label(berth_array labels, berth_str name) {
    for (uint32_t i = 0; i < labels.count; ++i) {
        const berth_label* label = BERTH_AT(berth_label, labels, i);
        if (equal(label->name, name)) {
            return label;
        }
    }
    return NULL;
}

/* Args: a schema, and how to read the value tree. */

static const berth_field kFavouriteFields[] = {
    {.struct_size = sizeof(berth_field),
     .kind = BERTH_KIND_STRING,
     .versions = BERTH_CONFIG_ALL,
     .flags = BERTH_FIELD_REQUIRED,
     .name = BERTH_STR("key"),
     .summary = BERTH_STR("a label key")},
    {.struct_size = sizeof(berth_field),
     .kind = BERTH_KIND_STRING,
     .versions = BERTH_CONFIG_ALL,
     .name = BERTH_STR("value"),
     .summary = BERTH_STR("the value that scores")},
};

static const berth_args_schema kFavouriteSchema = {
    sizeof(berth_args_schema), BERTH_CONFIG_ALL, {kFavouriteFields, 2, sizeof(berth_field)}};

static const berth_field kFields[] = {
    {.struct_size = sizeof(berth_field),
     .kind = BERTH_KIND_STRING,
     .versions = BERTH_CONFIG_ALL,
     .name = BERTH_STR("optOut"),
     .summary = BERTH_STR("an annotation of nodes that take no pods"),
     .default_json = BERTH_STR("\"example.com/no-pods\"")},
    {.struct_size = sizeof(berth_field),
     .kind = BERTH_KIND_OBJECT,
     .versions = BERTH_CONFIG_ALL,
     .flags = BERTH_FIELD_OPTIONAL,
     .name = BERTH_STR("favourite"),
     .summary = BERTH_STR("the label of favourite nodes"),
     .object = &kFavouriteSchema},
    {.struct_size = sizeof(berth_field),
     .kind = BERTH_KIND_INT,
     .versions = BERTH_CONFIG_ALL,
     .flags = BERTH_FIELD_HAS_MIN | BERTH_FIELD_HAS_MAX,
     .name = BERTH_STR("points"),
     .summary = BERTH_STR("what a favourite node scores"),
     .default_json = BERTH_STR("100"),
     .minimum = BERTH_SCORE_MINIMUM,
     .maximum = BERTH_SCORE_MAXIMUM},
};

static const berth_args_schema kSchema = {
    sizeof(berth_args_schema), BERTH_CONFIG_ALL, {kFields, 3, sizeof(berth_field)}};

/* Never null: the host passes every field of the schema. A guard costs little, though. */
static const berth_value* member(const berth_value* object, const char* name) {
    const berth_str wanted = {name, strlen(name)};
    for (uint32_t i = 0; i < object->members.count; ++i) {
        const berth_member* one = BERTH_AT(berth_member, object->members, i);
        if (equal(one->name, wanted)) {
            return one->value->kind == BERTH_KIND_NULL ? NULL : one->value;
        }
    }
    return NULL;
}

/* The instance. */

typedef struct example {
    berth_plugin plugin; /* first: a berth_plugin * is an example * */
    berth_str opt_out;
    berth_str key; /* empty: no favourites */
    berth_str value;
    int64_t points;
    berth_reasons refused;
} example;

static int32_t filter(berth_plugin* self, const berth_call* call, const berth_pod* pod,
                      const berth_nodes* nodes, berth_verdicts* verdicts) {
    const example* me = (const example*)self;
    (void)call;
    if (find_label(pod->annotations, me->opt_out) != NULL) {
        return BERTH_SUCCESS;
    }
    for (uint32_t i = 0; i < nodes->count; ++i) {
        const berth_node* node = nodes->node(nodes, BERTH_ROW(nodes, i));
        if (node != NULL && find_label(node->annotations, me->opt_out) != NULL) {
            verdicts->code[i] = BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE;
            verdicts->reasons[i] = me->refused;
        }
    }
    return BERTH_SUCCESS;
}

static int32_t score(berth_plugin* self, const berth_call* call, const berth_pod* pod,
                     const berth_nodes* nodes, int64_t* scores, berth_reasons* reasons) {
    const example* me = (const example*)self;
    (void)call;
    (void)pod;
    (void)reasons;
    for (uint32_t i = 0; i < nodes->count; ++i) {
        const berth_node* node = nodes->node(nodes, BERTH_ROW(nodes, i));
        const berth_label* label =
            node == NULL || me->key.len == 0 ? NULL : find_label(node->labels, me->key);
        scores[i] = label != NULL && equal(label->value, me->value) ? me->points : 0;
    }
    return BERTH_SUCCESS;
}

static const berth_filter_v1 kFilter = {sizeof(berth_filter_v1), BERTH_TRAIT_NODE_LOCAL, filter};
static const berth_score_v1 kScore = {.struct_size = sizeof(berth_score_v1),
                                      .traits = BERTH_TRAIT_NODE_LOCAL,
                                      .normalize_kind = BERTH_NORMALIZE_NONE,
                                      .score = score};

static const berth_str kFilterId = BERTH_STR(BERTH_FILTER_V1);
static const berth_str kScoreId = BERTH_STR(BERTH_SCORE_V1);

static const void* table(berth_plugin* self, berth_str id) {
    (void)self;
    if (equal(id, kFilterId)) {
        return &kFilter;
    }
    return equal(id, kScoreId) ? &kScore : NULL;
}

static void destroy(berth_plugin* self) {
    example* me = (example*)self;
    free((void*)(uintptr_t)me->opt_out.ptr);
    free((void*)(uintptr_t)me->key.ptr);
    free((void*)(uintptr_t)me->value.ptr);
    free(me);
}

static int read_args(example* me, const berth_args* args) {
    const berth_value* opt_out = member(args->root, "optOut");
    const berth_value* favourite = member(args->root, "favourite");
    const berth_value* points = member(args->root, "points");
    me->points = points == NULL ? BERTH_SCORE_MAXIMUM : points->integer;
    if (opt_out != NULL && !copy_text(opt_out->text, &me->opt_out)) {
        return 0;
    }
    if (favourite != NULL) {
        const berth_value* key = member(favourite, "key");
        const berth_value* value = member(favourite, "value");
        if (key != NULL && !copy_text(key->text, &me->key)) {
            return 0;
        }
        if (value != NULL && !copy_text(value->text, &me->value)) {
            return 0;
        }
    }
    return 1;
}

static int32_t create(const berth_host* host, const berth_args* args, berth_plugin** out,
                      const berth_errors* errors) {
    const berth_str service = BERTH_STR(BERTH_HOST_REASONS_V1);
    const berth_str text = BERTH_STR("node(s) had opted out");
    const berth_reasons_v1* reasons = host->service(host, service);
    example* me = calloc(1, sizeof *me);
    if (reasons == NULL || me == NULL || !read_args(me, args)) {
        const berth_str what = BERTH_STR("out of memory, or a host without reasons");
        const berth_str whole = BERTH_STR("");
        errors->add(errors, whole, what);
        if (me != NULL) {
            destroy(&me->plugin);
        }
        return BERTH_ERROR;
    }
    me->plugin.struct_size = sizeof me->plugin;
    me->plugin.table = table;
    me->plugin.destroy = destroy;
    me->refused = reasons->intern(host, &text, 1);
    *out = &me->plugin;
    return BERTH_SUCCESS;
}

/* The library. */

static const berth_str kPoints[] = {BERTH_STR(BERTH_FILTER_V1), BERTH_STR(BERTH_SCORE_V1)};

static const berth_factory kFactory = {
    .struct_size = sizeof(berth_factory),
    .name = BERTH_STR("CExample"),
    .summary = BERTH_STR("leaves out nodes that opt out and prefers favourites"),
    .args = &kSchema,
    .create = create,
    .points = {kPoints, 2, sizeof(berth_str)},
};

static uint32_t factory_count(void) {
    return 1;
}

static const berth_factory* factory(uint32_t number) {
    return number == 0 ? &kFactory : NULL;
}

static const berth_entry kEntry = {
    .struct_size = sizeof(berth_entry),
    .abi_built = BERTH_ABI,
    .abi_needed = BERTH_ABI,
    .vendor = BERTH_STR("berth"),
    .version = BERTH_STR("1.0"),
    .factory_count = factory_count,
    .factory = factory,
};

const berth_entry* berth_plugin_entry_v1(void) {
    return &kEntry;
}
