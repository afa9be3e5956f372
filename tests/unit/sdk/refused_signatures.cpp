// Classes that do not compile: check_refused.py builds each CASE and looks for the sentence
// beside it.
#define BERTH_BUILTIN refused
#include <berth/sdk.h>

using namespace berth;  // NOLINT(google-build-using-namespace)

// clang-format off
#if CASE == 0  // OK
#define BODY Verdict filter(const Pod&, const Node&) const { return {}; }
#elif CASE == 1  // filter must be public, const, and take
#define BODY Verdict filter(const Node&, const Pod&) const { return {}; }
#elif CASE == 2  // filter must be public, const, and take
#define BODY Verdict filter(const Pod&, const Node&) { return {}; }
#elif CASE == 3  // filter must be public, const, and take
#define BODY private: Verdict filter(const Pod&, const Node&) const { return {}; }
#elif CASE == 4  // filter takes one node or the batch, not both
#define BODY \
    Verdict filter(const Pod&, const Node&) const { return {}; } \
    void filter(const Pod&, const Nodes&, Verdicts&) const {}
#elif CASE == 5  // filter of one node returns a Verdict
#define BODY bool filter(const Pod&, const Node&) const { return true; }
#elif CASE == 6  // score of one node returns a std::int64_t
#define BODY int score(const Pod&, const Node&) const { return 1; }
#elif CASE == 7  // normalize and normalize_kind need a score
#define BODY void normalize(Scores) {}
#elif CASE == 8  // normalize or normalize_kind, not both
#define BODY \
    std::int64_t score(const Pod&, const Node&) const { return 1; } \
    void normalize(Scores) {} \
    static constexpr auto normalize_kind = Normalize::max;
#elif CASE == 9  // pre_filter must be public and take
#define BODY Verdict pre_filter(int) { return {}; }
#elif CASE == 10  // add_pod and remove_pod come together
#define BODY void pre_filter(const Pod&) {} void add_pod(const Pod&, const Pod&, const Node&) {}
#elif CASE == 11  // less must be public and const
#define BODY int less(const Queued&, const Queued&) const { return 1; }
#elif CASE == 12  // are drafts: include
#define BODY void reserve(const Pod&, const NodeRef&) {}
#elif CASE == 13  // events must be public and const
#define BODY int events() const { return 1; }
#elif CASE == 14  // this member returns a Verdict or nothing
#define BODY bool pre_score(const Pod&) { return true; }
#elif CASE == 15  // bind must be public and take
#define BODY Verdict bind(const Pod&, const Node&) { return {}; }
#elif CASE == 16  // a plugin has a public constructor
#define BODY explicit Refused(int) {}
#elif CASE == 17  // a plugin class may not be final
#define FINAL final
#define BODY Verdict filter(const Pod&, const Node&) const { return {}; }
#elif CASE == 18  // an enum in args needs constexpr auto berth_names
enum class Nameless { a };
#define ARGS Nameless member{};
#elif CASE == 19  // a struct in args needs static constexpr auto describe
struct Opaque {};
#define ARGS Opaque member{};
#elif CASE == 20  // validate of args must be
#define ARGS int member = 0; bool validate(int) const { return true; }
#endif

#ifndef BODY
#define BODY explicit Refused(const RefusedArgs&) {}
#endif
#ifndef ARGS
#define ARGS int member = 0;
#endif
#ifndef FINAL
#define FINAL
#endif

struct RefusedArgs {
    ARGS
    static constexpr auto describe() { return fields(field<&RefusedArgs::member>); }
};

class Refused FINAL : public Plugin<Refused, RefusedArgs> {
 public:
    static constexpr auto name = "Refused";
    BODY
};
// clang-format on

BERTH_EXPORT_PLUGINS(Refused)
