// Takes struct_size for something else than "at least".
#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

#if defined(FAULT_EXACT_SIZES)
template <typename T>
bool wrong(const T& value) {
    return value.struct_size != sizeof(T);
}
#else  // as if compiled with newer headers, without asking whether the host has the new member
template <typename T>
bool wrong(const T& value) {
    return reinterpret_cast<const volatile unsigned char*>(&value + 1)[0] == 0x77 &&
           value.struct_size == 0;
}
#endif

std::int32_t filter(berth_plugin*, const berth_call* call, const berth_pod* pod,
                    const berth_nodes* nodes, berth_verdicts* verdicts) {
    bool refused =
        wrong(*pod) || wrong(*nodes) || wrong(*nodes->columns) || wrong(*call) || wrong(*verdicts);
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        const berth_node* node = nodes->node(nodes, BERTH_ROW(nodes, i));
        refused = refused || wrong(*node);
        if (refused) {
            refuse(verdicts, i);
        }
    }
    return BERTH_SUCCESS;
}

void make_faulty() {
    static berth_args_schema schema{sizeof(berth_args_schema), BERTH_CONFIG_ALL, {}};
    filter_table.filter = filter;
    factory.args = &schema;
    factory.create = [](const berth_host* given, const berth_args* args, berth_plugin** out,
                        const berth_errors* errors) -> std::int32_t {
        if (wrong(*args)) {
            errors->add(errors, berth_str{}, str("args of another size"));
            return BERTH_ERROR;
        }
        return good_create(given, args, out, errors);
    };
}

}  // namespace
}  // namespace odd
