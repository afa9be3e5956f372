// Instances are made or ended wrongly.
#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

[[maybe_unused]] void take_args() {
    static berth_field number{};
    number.struct_size = sizeof(number);
    number.kind = BERTH_KIND_STRING;
    number.versions = BERTH_CONFIG_ALL;
    number.name = str("word");
    number.default_json = str("\"a word that is rather long, so that it is kept on the heap\"");
    static berth_args_schema schema{sizeof(berth_args_schema),
                                    BERTH_CONFIG_ALL,
                                    {static_cast<const void*>(&number), 1, sizeof(berth_field)}};
    factory.args = &schema;
}

[[maybe_unused]] std::int32_t keep_args(const berth_host* given, const berth_args* args,
                                        berth_plugin** out, const berth_errors* errors) {
    good_create(given, args, out, errors);
    reinterpret_cast<Instance*>(*out)->kept = args->root;
    return BERTH_SUCCESS;
}

[[maybe_unused]] std::int32_t score_by_kept_args(berth_plugin* self, const berth_call*,
                                                 const berth_pod*, const berth_nodes* nodes,
                                                 std::int64_t* scores, berth_reasons*) {
    const auto* root =
        static_cast<const berth_value*>(reinterpret_cast<const Instance*>(self)->kept);
    const auto* word = static_cast<const berth_member*>(root->members.items);
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = word->value->text.ptr[0];
    }
    return BERTH_SUCCESS;
}

[[maybe_unused]] std::int32_t* shared = nullptr;

void make_faulty() {
#if defined(FAULT_CREATE_FAILS)
    factory.create = [](const berth_host*, const berth_args*, berth_plugin**,
                        const berth_errors*) -> std::int32_t { return BERTH_ERROR; };
#elif defined(FAULT_ONLY_V1)
    take_args();
    factory.create = [](const berth_host* given, const berth_args* args, berth_plugin** out,
                        const berth_errors* errors) -> std::int32_t {
        if (args->version != BERTH_CONFIG_V1) {
            errors->add(errors, berth_str{}, str("v1 only"));
            return BERTH_ERROR;
        }
        return good_create(given, args, out, errors);
    };
#elif defined(FAULT_VALIDATE_REFUSES)
    take_args();
    factory.validate = [](const berth_args*, const berth_errors* errors) -> std::int32_t {
        static unsigned calls = 0;
        if (++calls < 2) {
            return BERTH_SUCCESS;
        }
        errors->add(errors, str("word"), str("not again"));
        return BERTH_ERROR;
    };
#elif defined(FAULT_TRUSTS_SERVICES)
    factory.create = [](const berth_host* given, const berth_args* args, berth_plugin** out,
                        const berth_errors* errors) -> std::int32_t {
        const berth_str text = BERTH_STR("odd");
        service<berth_reasons_v1>(given, BERTH_HOST_REASONS_V1)->intern(given, &text, 1);
        return good_create(given, args, out, errors);
    };
#elif defined(FAULT_TRUSTS_ONE_SERVICE)
    factory.create = [](const berth_host* given, const berth_args* args, berth_plugin** out,
                        const berth_errors* errors) -> std::int32_t {
        if (service<berth_reasons_v1>(given, BERTH_HOST_REASONS_V1) == nullptr) {
            errors->add(errors, berth_str{}, str("a host without reasons"));
            return BERTH_ERROR;
        }
        service<berth_clock_v1>(given, BERTH_HOST_CLOCK_V1)->now_ns(given);
        return good_create(given, args, out, errors);
    };
#elif defined(FAULT_ONE_INSTANCE)
    factory.create = [](const berth_host* given, const berth_args*, berth_plugin** out,
                        const berth_errors*) -> std::int32_t {
        static Instance only;
        host = given;
        only.plugin = {sizeof(berth_plugin), 0, table, [](berth_plugin*) {}};
        *out = &only.plugin;
        return BERTH_SUCCESS;
    };
#elif defined(FAULT_SHARES_STATE)
    factory.create = [](const berth_host* given, const berth_args* args, berth_plugin** out,
                        const berth_errors* errors) -> std::int32_t {
        if (shared == nullptr) {
            shared = new std::int32_t(0);
        }
        return good_create(given, args, out, errors);
    };
    destroy = [](berth_plugin* self) {
        delete shared;
        shared = nullptr;
        std::free(self);
    };
    filter_table.filter = [](berth_plugin*, const berth_call*, const berth_pod*, const berth_nodes*,
                             berth_verdicts*) -> std::int32_t {
        return *static_cast<volatile std::int32_t*>(shared);
    };
#elif defined(FAULT_KEEPS_ARGS)
    take_args();
    factory.create = keep_args;
    score_table.score = score_by_kept_args;
#endif
}

}  // namespace
}  // namespace odd
