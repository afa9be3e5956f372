#include "core/settings/args/args.hpp"

#include <cstring>

namespace berth::settings {

berth_str Args::keep(std::string_view text) {
    if (text.empty()) {
        return {nullptr, 0};
    }
    auto* copy = static_cast<char*>(memory_.allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
}

}  // namespace berth::settings
