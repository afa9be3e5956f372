#include "core/scaffold/points.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include <berth/berth.h>
#include <berth/draft/draft.h>
#include <fmt/format.h>

namespace berth::scaffold {
namespace {

#define BERTH_POINT(word, config, macro) \
    Point {                              \
        word, config, macro, #macro      \
    }

constexpr std::array kPoints{
    BERTH_POINT("pre_enqueue", "preEnqueue", BERTH_PRE_ENQUEUE_V1),
    BERTH_POINT("queue_sort", "queueSort", BERTH_QUEUE_SORT_V1),
    BERTH_POINT("pre_filter", "preFilter", BERTH_PRE_FILTER_V1),
    BERTH_POINT("filter", "filter", BERTH_FILTER_V1),
    BERTH_POINT("post_filter", "postFilter", BERTH_POST_FILTER_V1),
    BERTH_POINT("pre_score", "preScore", BERTH_PRE_SCORE_V1),
    BERTH_POINT("score", "score", BERTH_SCORE_V1),
    Point{"normalize", "normalizeScore", "", ""},
    BERTH_POINT("reserve", "reserve", BERTH_RESERVE_V1),
    BERTH_POINT("permit", "permit", BERTH_PERMIT_V1),
    BERTH_POINT("pre_bind", "preBind", BERTH_PRE_BIND_V1),
    BERTH_POINT("bind", "bind", BERTH_BIND_V1),
    BERTH_POINT("post_bind", "postBind", BERTH_POST_BIND_V1),
    BERTH_POINT("events", "events", BERTH_EVENTS_V1),
    BERTH_POINT("sign", "sign", BERTH_SIGN_V1),
};
#undef BERTH_POINT

constexpr std::string_view kDrafts[] = {BERTH_DRAFT_TABLE_IDS};

std::string plain(std::string_view word) {
    std::string out;
    for (const char c : word) {
        if (c != '-' && c != '_' && c != ' ') {
            out.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
        }
    }
    return out;
}

const Point* find(std::string_view word) {
    const std::string wanted = plain(word);
    const auto* found = std::find_if(kPoints.begin(), kPoints.end(), [&](const Point& point) {
        return plain(point.config) == wanted || plain(point.word) == wanted;
    });
    return found == kPoints.end() ? nullptr : found;
}

std::string all_words() {
    std::string out;
    for (const Point& point : kPoints) {
        out += fmt::format("{}{}", out.empty() ? "" : ", ", point.config);
    }
    return out;
}

}  // namespace

std::span<const Point> all_points() {
    return kPoints;
}

base::Result<std::vector<Point>> parse_points(std::string_view list) {
    std::array<bool, kPoints.size()> wanted{};
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view word = list.substr(0, comma);
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
        if (plain(word).empty()) {
            continue;
        }
        const Point* const point = find(word);
        if (point == nullptr) {
            return base::fail(
                base::ErrorCode::kInvalid,
                fmt::format("there is no extension point {}; there are {}", word, all_words()));
        }
        wanted[static_cast<std::size_t>(point - kPoints.data())] = true;
    }
    for (std::size_t i = 0; i < kPoints.size(); ++i) {
        if (wanted[i] && kPoints[i].id.empty()) {
            wanted[i - 1] = true;  // normalizeScore stands right after score
        }
    }
    std::vector<Point> out;
    for (std::size_t i = 0; i < kPoints.size(); ++i) {
        if (wanted[i]) {
            out.push_back(kPoints[i]);
        }
    }
    if (out.empty()) {
        return base::fail(base::ErrorCode::kInvalid,
                          fmt::format("a plugin needs an extension point: {}", all_words()));
    }
    return out;
}

bool is_draft(const Point& point) {
    return std::find(std::begin(kDrafts), std::end(kDrafts), point.id) != std::end(kDrafts);
}

}  // namespace berth::scaffold
