/* The ids that are drafts: the host serves and asks for them only where the plugin's entry has its
 * own BERTH_DRAFT_HASH. Each macro is a list of string literals, for an array. A promoted header
 * takes its ids out of here. */
#ifndef BERTH_DRAFT_IDS_H
#define BERTH_DRAFT_IDS_H

/* clang-format off */
#define BERTH_DRAFT_TABLE_IDS            \
    "berth.epoch/1",                     \
    "berth.permit/1",                    \
    "berth.placement-feasible/1",        \
    "berth.placement-generate/1",        \
    "berth.placement-score/1",           \
    "berth.pod-group-post-filter/1",     \
    "berth.post-bind/1",                 \
    "berth.post-filter/1",               \
    "berth.pre-bind/1",                  \
    "berth.reserve/1",                   \
    "berth.sign/1",                      \
    "berth.state/1"

#define BERTH_DRAFT_SERVICE_IDS          \
    "berth.host.client/1",               \
    "berth.host.executor/1",             \
    "berth.host.extenders/1",            \
    "berth.host.nominator/1",            \
    "berth.host.parallel/1",             \
    "berth.host.queue/1",                \
    "berth.host.random/1",               \
    "berth.host.thread-check/1",         \
    "berth.host.touch/1",                \
    "berth.host.waiting/1",              \
    "berth.host.whatif/1"
/* clang-format on */

#endif
