// What comes after the choice of a node is wrong.
#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

[[maybe_unused]] void* held = nullptr;
[[maybe_unused]] int reservations = 0;

std::int32_t reserve(berth_plugin*, const berth_call*, const berth_pod*, const berth_node_ref*,
                     berth_reasons*) {
#if defined(FAULT_RESERVE_CODE)
    return BERTH_WAIT;
#else
    if (held == nullptr) {
        held = std::calloc(1, 64);
    }
    ++reservations;
    return BERTH_SUCCESS;
#endif
}

void unreserve(berth_plugin*, const berth_call*, const berth_pod*, const berth_node_ref*) {
#if defined(FAULT_FREES_TWICE)
    std::free(held);
#elif defined(FAULT_UNRESERVE_TRUSTS)
    static_cast<volatile char*>(held)[0] = 1;
#endif
}

[[maybe_unused]] berth_reserve_v1 reserve_table{sizeof(berth_reserve_v1), 0, reserve, unreserve,
                                                nullptr};

[[maybe_unused]] std::int32_t permit(berth_plugin*, const berth_call*, const berth_pod*,
                                     const berth_node_ref*, std::int64_t* timeout_ns,
                                     berth_reasons*) {
    *timeout_ns = -5;
    return BERTH_WAIT;
}
[[maybe_unused]] berth_permit_v1 permit_table{sizeof(berth_permit_v1), 0, permit};

[[maybe_unused]] std::int32_t never_ends(berth_plugin*, const berth_call*, const berth_pod*,
                                         const berth_node_ref*, berth_reasons*) {
    return BERTH_STARTED;
}
[[maybe_unused]] berth_pre_bind_v1 pre_bind_table{sizeof(berth_pre_bind_v1), 0, nullptr,
                                                  never_ends};
[[maybe_unused]] berth_bind_v1 bind_table{sizeof(berth_bind_v1), 0, never_ends};

[[maybe_unused]] void post_bind(berth_plugin*, const berth_call* call, const berth_pod*,
                                const berth_node_ref*) {
    static_cast<volatile char*>(call->state->data)[0] = 1;
}
[[maybe_unused]] berth_post_bind_v1 post_bind_table{sizeof(berth_post_bind_v1), 0, post_bind};

[[maybe_unused]] std::int32_t sign(berth_plugin*, const berth_call*, const berth_pod*,
                                   const berth_signature* signature) {
    static unsigned calls = 0;
    signature->parts(signature, ++calls);
    return BERTH_SUCCESS;
}
[[maybe_unused]] berth_sign_v1 sign_table{sizeof(berth_sign_v1), 0, sign};

void make_faulty() {
    entry.draft_hash = BERTH_DRAFT_HASH;
#if defined(FAULT_PERMIT_TIME)
    serve(BERTH_PERMIT_V1, &permit_table);
#elif defined(FAULT_PRE_BIND_NEVER_ENDS)
    serve(BERTH_PRE_BIND_V1, &pre_bind_table);
#elif defined(FAULT_BIND_NEVER_ENDS)
    serve(BERTH_BIND_V1, &bind_table);
#elif defined(FAULT_POST_BIND_TRUSTS_STATE)
    serve(BERTH_POST_BIND_V1, &post_bind_table);
#elif defined(FAULT_SIGN_ALTERNATES)
    serve(BERTH_SIGN_V1, &sign_table);
#else
    serve(BERTH_RESERVE_V1, &reserve_table);
#endif
#if defined(FAULT_KEEPS_RESERVATION)
    filter_table.filter = [](berth_plugin*, const berth_call*, const berth_pod*,
                             const berth_nodes* nodes, berth_verdicts* verdicts) -> std::int32_t {
        if (reservations > 0 && nodes->count != 0) {
            refuse(verdicts, 0);
        }
        return BERTH_SUCCESS;
    };
#endif
}

}  // namespace
}  // namespace odd
