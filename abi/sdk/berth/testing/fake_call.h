// What a call carries, and where errors are reported, for tests.
#pragma once

#include <berth/args.h>
#include <berth/call.h>
#include <berth/testing/text.h>

namespace berth::test {

// Errors that a library reports about args, as "path: text".
class FakeErrors : public berth_errors {
public:
    FakeErrors()
        : berth_errors{sizeof(berth_errors), 0, this,
                       [](const berth_errors* self, berth_str field, berth_str text) {
                           static_cast<FakeErrors*>(self->sink)
                               ->lines.push_back(copy(field) + ": " + copy(text));
                       }} {}
    FakeErrors(const FakeErrors&) = delete;
    FakeErrors& operator=(const FakeErrors&) = delete;
    std::vector<std::string> lines;
};

// A call of one cycle; ends the state as a host does.
class FakeCall : public berth_call {
public:
    FakeCall() : berth_call{} {
        struct_size = sizeof(berth_call);
        cycle = 1;
        state = &slot;
        cancel = &cancelled;
        token = 7;
    }
    FakeCall(const FakeCall&) = delete;
    FakeCall& operator=(const FakeCall&) = delete;
    ~FakeCall() { end_cycle(); }

    void end_cycle() {
        if (slot.data != nullptr && slot.ops->destroy != nullptr) {
            slot.ops->destroy(slot.data);
        }
        slot = {};
    }

    berth_state slot{};
    std::uint32_t cancelled = 0;
};

}  // namespace berth::test
