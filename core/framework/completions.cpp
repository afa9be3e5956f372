#include "core/framework/completions.hpp"

#include <optional>
#include <utility>

#include <berth/base.h>

namespace berth::framework {

std::uint64_t Completions::create(std::uint64_t cycle) {
    return tokens_.with([&](Tokens& tokens) {
        const std::uint64_t token = ++tokens.last;
        tokens.entries[token].cycle = cycle;
        return token;
    });
}

void Completions::arm(std::uint64_t token) {
    std::optional<Completion> ready;
    tokens_.with([&](Tokens& tokens) {
        auto it = tokens.entries.find(token);
        if (it == tokens.entries.end()) {
            return;
        }
        Entry& entry = it->second;
        entry.armed = true;
        if (entry.completed) {
            ready = Completion{token, entry.cycle, entry.code, std::move(entry.text)};
            tokens.entries.erase(it);
        }
    });
    if (ready) {
        post_(std::move(*ready));
    }
}

void Completions::discard(std::uint64_t token) {
    tokens_.with([&](Tokens& tokens) { tokens.entries.erase(token); });
}

void Completions::abandon(std::uint64_t token) {
    tokens_.with([&](Tokens& tokens) {
        auto it = tokens.entries.find(token);
        if (it == tokens.entries.end() || it->second.abandoned) {
            return;
        }
        if (it->second.completed) {
            tokens.entries.erase(it);
            return;
        }
        it->second.abandoned = true;
        ++tokens.abandoned;
    });
}

std::int32_t Completions::complete(std::uint64_t token, std::int32_t code, std::string_view text) {
    std::optional<Completion> ready;
    const bool found = tokens_.with([&](Tokens& tokens) {
        auto it = tokens.entries.find(token);
        if (it == tokens.entries.end() || it->second.completed) {
            ++tokens.unknown;
            return false;
        }
        Entry& entry = it->second;
        if (entry.abandoned) {
            --tokens.abandoned;
            tokens.entries.erase(it);
        } else if (entry.armed) {
            ready = Completion{token, entry.cycle, code, std::string(text)};
            tokens.entries.erase(it);
        } else {
            entry.completed = true;
            entry.code = code;
            entry.text = text;
        }
        return true;
    });
    if (ready) {
        post_(std::move(*ready));
    }
    return found ? BERTH_SUCCESS : BERTH_ERROR;
}

std::size_t Completions::open() const {
    return tokens_.with(
        [](const Tokens& tokens) { return tokens.entries.size() - tokens.abandoned; });
}

std::uint64_t Completions::unknown() const {
    return tokens_.with([](const Tokens& tokens) { return tokens.unknown; });
}

}  // namespace berth::framework
