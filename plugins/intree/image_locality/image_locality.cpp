// ImageLocality: prefers nodes that have the pod's images, large ones more, unless few have them.
//
// kube-scheduler: pkg/scheduler/framework/plugins/imagelocality, v1.37.2.
#include <algorithm>
#include <string>
#include <vector>

#include <berth/sdk.h>

namespace berth::intree {
namespace {

constexpr std::int64_t kMebibyte = 1024 * 1024;
constexpr std::int64_t kLeast = 23 * kMebibyte;
constexpr std::int64_t kMostPerImage = 1000 * kMebibyte;

// With the tag that a container runtime would take.
std::string full_name(std::string_view image) {
    const auto colon = image.rfind(':');
    const auto slash = image.rfind('/');
    const bool tagged =
        colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
    return std::string(image) + (tagged ? "" : ":latest");
}

std::vector<std::string> images_of(const berth::Pod& pod) {
    std::vector<std::string> images;
    for (const berth_container& container : pod.init_containers()) {
        images.push_back(full_name(berth::text(container.image)));
    }
    for (const berth_container& container : pod.containers()) {
        images.push_back(full_name(berth::text(container.image)));
    }
    for (const berth_volume& volume : berth::List<berth_volume>(pod->volumes)) {
        if (volume.kind == BERTH_VOLUME_IMAGE) {
            images.push_back(full_name(berth::text(volume.source)));
        }
    }
    return images;
}

std::int64_t score_of(std::int64_t sum, std::int64_t images) {
    const std::int64_t most = kMostPerImage * images;
    return berth::kMaxScore * (std::clamp(sum, kLeast, most) - kLeast) / (most - kLeast);
}

// Adds what the image is worth on each node that has it: its size, scaled by the share of nodes
// that have it.
void add(const berth_image& image, const berth::Nodes& nodes, berth::Scores scores) {
    for (auto [position, row] : nodes) {
        if (image.present[row] != 0) {
            const std::uint32_t having =
                image.node_counts != nullptr ? image.node_counts[row] : image.node_count;
            const double spread = static_cast<double>(having) / nodes.snapshot_rows();
            scores[position] +=
                static_cast<std::int64_t>(static_cast<double>(image.size_bytes) * spread);
        }
    }
}

class ImageLocality : public berth::Plugin<ImageLocality> {
public:
    static constexpr auto name = "ImageLocality";
    static constexpr auto summary = "prefers nodes that have the pod's images";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

    ImageLocality(const berth::NoArgs&, berth::Host& host) : columns_(host.columns()) {}

    void score(const berth::Pod& pod, const berth::Nodes& nodes, berth::Scores scores,
               const berth::Call& call) const {
        std::fill(scores.begin(), scores.end(), 0);
        const std::vector<std::string> images = images_of(pod);
        bool any = false;
        for (const std::string& image : images) {
            if (const berth_image* found = columns_.image(call, image)) {
                add(*found, nodes, scores);
                any = true;
            }
        }
        if (!any) {
            return;
        }
        for (std::int64_t& score : scores) {
            score = score_of(score, static_cast<std::int64_t>(images.size()));
        }
    }

private:
    berth::Columns columns_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::ImageLocality)
