// Sign and Epoch: when two answers of a node-local plugin are the same. Scheduling thread; quick.
//
//   void sign(const Pod&, Signature&);  // or a Verdict; unschedulable: cannot be signed
//   std::uint64_t epoch(const Pod&) const;  // differs whenever extra inputs differ
#pragma once

#include <berth/draft/ext/epoch.h>
#include <berth/draft/ext/sign.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/draft_names.h>

namespace berth {

class Signature {
public:
    explicit Signature(const berth_signature* raw) noexcept : raw_(raw) {}
    // BERTH_PART_…, combined with |.
    void parts(std::uint32_t bits) noexcept { raw_->parts(raw_, bits); }
    void fragment(std::string_view key, std::string_view value) noexcept {
        raw_->fragment(raw_, str(key), str(value));
    }

private:
    const berth_signature* raw_;
};

namespace detail {

struct SignPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_SIGN_V1);

    template <class T>
    using One = Accepts<Member_sign, T, Fixed<const Pod&, Signature&>, CallArg>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_sign::exists<T>) {
            static_assert(One<T>::value,
                          "berth: sign must be public and take (const Pod&, Signature&), then "
                          "optionally Call&");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            const berth_signature* raw_signature) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        Signature signature(raw_signature);
        return answer<One<T>>(self.host, self.plugin, context, nullptr, Pod(pod), signature);
    }

    template <class T>
    static constexpr berth_sign_v1 kTable = {sizeof(berth_sign_v1), 0, &run<T>};
};

struct EpochPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_EPOCH_V1);

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_epoch::exists<T>) {
            static_assert(
                requires(const T& self, const Pod& pod) {
                    { self.epoch(pod) } -> std::same_as<std::uint64_t>;
                }, "berth: epoch must be public and const: std::uint64_t epoch(const Pod&) const");
            return true;
        }
        return false;
    }

    // One that throws has an epoch that never repeats: nothing is kept.
    template <class T>
    static std::uint64_t run(berth_plugin* table, const berth_call* raw,
                             const berth_pod* pod) noexcept {
        try {
            return std::as_const(instance<T>(table).plugin).epoch(Pod(pod));
        } catch (...) {
            return ~raw->cycle;
        }
    }

    template <class T>
    static constexpr berth_epoch_v1 kTable = {sizeof(berth_epoch_v1), 0, &run<T>};
};

}  // namespace detail
}  // namespace berth
