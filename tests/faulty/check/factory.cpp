// The factory and its tables are not what they say.
#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

[[maybe_unused]] berth_field field(const char* name, const char* default_json) {
    berth_field made{};
    made.struct_size = sizeof(made);
    made.kind = BERTH_KIND_INT;
    made.flags = BERTH_FIELD_HAS_MIN | BERTH_FIELD_HAS_MAX;
    made.versions = BERTH_CONFIG_ALL;
    made.name = str(name);
    made.default_json = str(default_json);
    made.minimum = 0;
    made.maximum = 10;
    return made;
}

[[maybe_unused]] void take_args(const char* second, const char* default_json) {
    static berth_field fields[2] = {field("number", default_json), field(second, "1")};
    static berth_args_schema schema{sizeof(berth_args_schema),
                                    BERTH_CONFIG_ALL,
                                    {static_cast<const void*>(fields), 2, sizeof(berth_field)}};
    factory.args = &schema;
}

void make_faulty() {
#if defined(FAULT_UNKNOWN_POINT)
    serve("berth.coffee/1", &filter_table);
#elif defined(FAULT_LISTS_MORE)
    serve(BERTH_BIND_V1, nullptr);
#elif defined(FAULT_NO_FILTER_FUNCTION)
    filter_table.filter = nullptr;
#elif defined(FAULT_TABLE_MOVES)
    table = [](berth_plugin*, berth_str id) -> const void* {
        static berth_filter_v1 copies[2] = {filter_table, filter_table};
        static unsigned calls = 0;
        if (view(id) == BERTH_FILTER_V1) {
            return &copies[calls++ % 2];
        }
        return good_table(nullptr, id);
    };
#elif defined(FAULT_TABLE_FOR_ALL)
    table = [](berth_plugin*, berth_str id) -> const void* {
        return view(id).substr(0, 12) == "berth.filter" ? &filter_table : good_table(nullptr, id);
    };
#elif defined(FAULT_UNKNOWN_TRAITS)
    filter_table.traits = 0x80;
#elif defined(FAULT_FIELD_TWICE)
    take_args("number", "1");
#elif defined(FAULT_DEFAULT_OUT_OF_RANGE)
    take_args("other", "11");
#endif
}

}  // namespace
}  // namespace odd
