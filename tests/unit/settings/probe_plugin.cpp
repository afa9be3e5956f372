// Probe: a plugin that is nothing but args of every kind.
#include <berth/draft/ext/permit.h>
#include <berth/sdk.h>

namespace {

enum class Mode : std::uint8_t { kFast, kExact };
constexpr auto berth_names(Mode) {
    return berth::names<Mode>({{Mode::kFast, "Fast"}, {Mode::kExact, "Exact"}});
}

struct Inner {
    std::string name;
    std::int64_t weight = 1;

    static constexpr auto describe() {
        return berth::fields(berth::field<&Inner::name>.required(),
                             berth::field<&Inner::weight>.zero_is_unset());
    }
};

struct ProbeArgs {
    std::int64_t count = 5;
    double share = 0.5;
    bool enabled = true;
    std::string text = "x";
    std::optional<std::string> label;
    Mode mode = Mode::kFast;
    std::chrono::nanoseconds wait = std::chrono::seconds(90);
    berth::Quantity size;
    std::vector<std::string> words = {"a"};
    std::vector<Inner> parts;
    Inner inner = {"n", 2};
    std::map<std::string, std::string> map;
    berth::Json any;
    berth::NodeAffinity affinity;
    berth::LabelSelector selector;
    std::int64_t late = 1;

    static constexpr auto describe() {
        using Args = ProbeArgs;
        return berth::fields(
            berth::field<&Args::count>.range(1, 10), berth::field<&Args::share>.above(0.0).max(1.0),
            berth::field<&Args::enabled>, berth::field<&Args::text>.one_of({"x", "y"}),
            berth::field<&Args::label>, berth::field<&Args::mode>,
            berth::field<&Args::wait>.min(std::chrono::seconds(1)).range_text("must be patient"),
            berth::field<&Args::size>, berth::field<&Args::words>.zero_is_unset(),
            berth::field<&Args::parts>, berth::field<&Args::inner>.default_json(R"({"name":"n"})"),
            berth::field<&Args::map>, berth::field<&Args::any>, berth::field<&Args::affinity>,
            berth::field<&Args::selector>,
            berth::field<&Args::late>.since("v1").default_for("v1", "7"));
    }

    void validate(berth::Errors& errors) const {
        if (count == 4) {
            errors.add("count", "Invalid value: 4: is unlucky");
        }
        if (count == 13) {
            errors.add("count", "a second error of the same field");
        }
    }
};

struct Probe : berth::SchemaOnly<ProbeArgs> {
    static constexpr auto name = "Probe";
    static constexpr auto points =
        berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1, BERTH_SCORE_V1, BERTH_PERMIT_V1);
};

}  // namespace

BERTH_EXPORT_PLUGINS(Probe)
