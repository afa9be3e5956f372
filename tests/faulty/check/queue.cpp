// PreEnqueue, QueueSort, events and hints are wrong.
#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

[[maybe_unused]] std::int32_t pre_enqueue(berth_plugin*, const berth_call*, const berth_pod*,
                                          berth_reasons*) {
#if defined(FAULT_PRE_ENQUEUE_ALTERNATES)
    static unsigned calls = 0;
    return calls++ % 2 == 0 ? BERTH_SUCCESS : BERTH_UNSCHEDULABLE;
#else
    return BERTH_SKIP;
#endif
}
[[maybe_unused]] berth_pre_enqueue_v1 pre_enqueue_table{sizeof(berth_pre_enqueue_v1), 0,
                                                        pre_enqueue};

[[maybe_unused]] std::int32_t less(berth_plugin*, const berth_queued* a, const berth_queued* b) {
#if defined(FAULT_LESS_IN_CIRCLES)
    return (a->timestamp_ns + 1) % 3 == b->timestamp_ns % 3 ? 1 : 0;
#else
    return a->timestamp_ns <= b->timestamp_ns ? 1 : 0;
#endif
}
[[maybe_unused]] berth_queue_sort_v1 queue_sort_table{sizeof(berth_queue_sort_v1), 0, less};

[[maybe_unused]] berth_event_registration registration{
    sizeof(berth_event_registration), BERTH_RESOURCE_NODE, BERTH_ACTION_ALL, 1, 0, {}};
[[maybe_unused]] berth_array registrations(berth_plugin*) {
    return {&registration, 1, sizeof(registration)};
}
[[maybe_unused]] std::int32_t hint(berth_plugin*, std::uint32_t, const berth_event*,
                                   const berth_pod* const*, std::uint32_t count,
                                   std::uint8_t* verdicts) {
    for (std::uint32_t i = 0; i < count; ++i) {
        verdicts[i] = 2;
    }
    return BERTH_SUCCESS;
}
[[maybe_unused]] berth_events_v1 events_table{sizeof(berth_events_v1), 0, registrations, hint};

void make_faulty() {
#if defined(FAULT_PRE_ENQUEUE_CODE) || defined(FAULT_PRE_ENQUEUE_ALTERNATES)
    serve(BERTH_PRE_ENQUEUE_V1, &pre_enqueue_table);
#elif defined(FAULT_LESS_OR_EQUAL) || defined(FAULT_LESS_IN_CIRCLES)
    serve(BERTH_QUEUE_SORT_V1, &queue_sort_table);
#elif defined(FAULT_UNKNOWN_EVENT)
    registration.resource = 50;
    serve(BERTH_EVENTS_V1, &events_table);
#elif defined(FAULT_HINT_WRITES_TWO)
    serve(BERTH_EVENTS_V1, &events_table);
#endif
}

}  // namespace
}  // namespace odd
