#include "plugins/intree/node_resources_fit/fit_filter.hpp"

#include <algorithm>
#include <cstring>

#include "plugins/intree/resource_columns.hpp"

namespace berth::intree {
namespace {

// What a node lacks, as bits.
constexpr std::uint8_t kPods = 1, kCpu = 2, kMemory = 4, kStorage = 8, kScalars = 16;
constexpr std::size_t kBlock = 256;

struct Wanted {
    std::int64_t milli_cpu, memory, ephemeral_storage;
};

// Writes the bits of one block. A resource that the pod asks 0 of is not tested.
template <class Rows>
BERTH_INLINE inline void find_lacking(const berth_columns& columns, const Wanted& wanted, Rows rows,
                                      std::size_t begin, std::size_t end,
                                      std::uint8_t* __restrict lacking) {
    const std::int64_t* pods = columns.pod_count;
    const std::int64_t* most_pods = columns.allocatable_pods;
    const std::int64_t* cpu = columns.allocatable_milli_cpu;
    const std::int64_t* used_cpu = columns.requested_milli_cpu;
    const std::int64_t* memory = columns.allocatable_memory;
    const std::int64_t* used_memory = columns.requested_memory;
    const std::int64_t* storage = columns.allocatable_ephemeral_storage;
    const std::int64_t* used_storage = columns.requested_ephemeral_storage;
    const std::int64_t cpu_on = wanted.milli_cpu > 0 ? kCpu : 0;
    const std::int64_t memory_on = wanted.memory > 0 ? kMemory : 0;
    const std::int64_t storage_on = wanted.ephemeral_storage > 0 ? kStorage : 0;
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t row = rows[i];
        std::int64_t bits = pods[row] + 1 > most_pods[row] ? kPods : 0;
        bits |= wanted.milli_cpu > cpu[row] - used_cpu[row] ? cpu_on : 0;
        bits |= wanted.memory > memory[row] - used_memory[row] ? memory_on : 0;
        bits |= wanted.ephemeral_storage > storage[row] - used_storage[row] ? storage_on : 0;
        lacking[i - begin] = static_cast<std::uint8_t>(bits);
    }
}

BERTH_HOT void find_lacking_range(const berth_columns& columns, const Wanted& wanted,
                                  RangeRows rows, std::size_t begin, std::size_t end,
                                  std::uint8_t* lacking) {
    find_lacking(columns, wanted, rows, begin, end, lacking);
}

BERTH_HOT void find_lacking_list(const berth_columns& columns, const Wanted& wanted,
                                 ListedRows rows, std::size_t begin, std::size_t end,
                                 std::uint8_t* lacking) {
    find_lacking(columns, wanted, rows, begin, end, lacking);
}

bool lacks(const FitRequest::Scalar& scalar, std::uint32_t row) {
    const std::int64_t allocatable = scalar.allocatable != nullptr ? scalar.allocatable[row] : 0;
    const std::int64_t requested = scalar.requested != nullptr ? scalar.requested[row] : 0;
    return scalar.value > allocatable - requested;
}

// Preemption cannot help where even the empty node is too small.
bool is_too_small(const FitRequest& request, const berth_columns& columns, std::uint32_t row,
                  std::uint8_t lacking) {
    return ((lacking & kCpu) != 0 && request.milli_cpu > columns.allocatable_milli_cpu[row]) ||
           ((lacking & kMemory) != 0 && request.memory > columns.allocatable_memory[row]) ||
           ((lacking & kStorage) != 0 &&
            request.ephemeral_storage > columns.allocatable_ephemeral_storage[row]);
}

constexpr std::string_view kTexts[] = {"Too many pods", "Insufficient cpu", "Insufficient memory",
                                       "Insufficient ephemeral-storage"};

std::vector<std::string> texts_of(std::uint8_t lacking) {
    std::vector<std::string> texts;
    for (std::size_t bit = 0; bit < std::size(kTexts); ++bit) {
        if ((lacking >> bit & 1) != 0) {
            texts.emplace_back(kTexts[bit]);
        }
    }
    return texts;
}

}  // namespace

FitFilter::FitFilter(const NodeResourcesFitArgs& args, berth::Host& host)
    : host_(host),
      columns_(host.columns()),
      symbols_(host.symbols()),
      ignored_(args.ignored_resources),
      ignored_groups_(args.ignored_resource_groups),
      reasons_{} {
    for (std::size_t lacking = 1; lacking < reasons_.size(); ++lacking) {
        reasons_[lacking] = host.reasons(texts_of(static_cast<std::uint8_t>(lacking)));
    }
}

bool FitFilter::is_ignored(std::string_view resource) const {
    if (!is_extended_resource(resource)) {
        return false;
    }
    const std::string_view group = resource.substr(0, resource.find('/'));
    return std::find(ignored_.begin(), ignored_.end(), resource) != ignored_.end() ||
           std::find(ignored_groups_.begin(), ignored_groups_.end(), group) !=
               ignored_groups_.end();
}

void FitFilter::request(const berth::Pod& pod, const berth::Call& call, FitRequest& out) const {
    const berth_requests& requests = pod.requests();
    out.milli_cpu = requests.milli_cpu;
    out.memory = requests.memory;
    out.ephemeral_storage = requests.ephemeral_storage;
    for (const berth_amount& amount : berth::List<berth_amount>(requests.scalars)) {
        const std::string_view name = berth::text(amount.name);
        if (amount.value <= 0 || is_ignored(name)) {
            continue;
        }
        const auto* column = columns_.resource(call, berth::Symbol{amount.resource});
        out.scalars.push_back({std::string(name), column != nullptr ? column->allocatable : nullptr,
                               column != nullptr ? column->requested : nullptr, amount.value});
    }
}

void FitFilter::filter(const FitRequest& request, const berth::Nodes& nodes,
                       berth::Verdicts& verdicts) const {
    const Wanted wanted{request.milli_cpu, request.memory, request.ephemeral_storage};
    std::uint8_t lacking[kBlock];
    const std::size_t count = nodes.size();
    for (std::size_t begin = 0; begin < count; begin += kBlock) {
        const std::size_t end = std::min(begin + kBlock, count);
        if (nodes.is_range()) {
            find_lacking_range(nodes.columns(), wanted, {nodes.raw()->begin, count}, begin, end,
                               lacking);
        } else {
            find_lacking_list(nodes.columns(), wanted, {nodes.raw()->rows, count}, begin, end,
                              lacking);
        }
        for (const FitRequest::Scalar& scalar : request.scalars) {
            for (std::size_t i = begin; i < end; ++i) {
                if (lacks(scalar, nodes.row(static_cast<std::uint32_t>(i)))) {
                    lacking[i - begin] |= kScalars;
                }
            }
        }
        for (std::size_t i = begin; i < end; ++i) {
            if (lacking[i - begin] != 0) {
                refuse(request, nodes, static_cast<std::uint32_t>(i), lacking[i - begin], verdicts);
            }
        }
    }
}

void FitFilter::refuse(const FitRequest& request, const berth::Nodes& nodes, std::uint32_t position,
                       std::uint8_t lacking, berth::Verdicts& verdicts) const {
    const std::uint32_t row = nodes.row(position);
    bool too_small = is_too_small(request, nodes.columns(), row, lacking);
    berth::Reasons why = reasons_[lacking & 15];
    if ((lacking & kScalars) != 0) {
        std::vector<std::string> names;
        for (const FitRequest::Scalar& scalar : request.scalars) {
            if (lacks(scalar, row)) {
                names.push_back(scalar.name);
                too_small |=
                    scalar.allocatable == nullptr || scalar.value > scalar.allocatable[row];
            }
        }
        why = reasons(lacking, names);
    }
    verdicts.refuse(position, too_small ? berth::Code::unresolvable : berth::Code::unschedulable,
                    why);
}

berth::Reasons FitFilter::reasons(std::uint8_t lacking,
                                  const std::vector<std::string>& scalars) const {
    std::vector<std::string> texts = texts_of(lacking);
    for (const std::string& name : scalars) {
        texts.push_back("Insufficient " + name);
    }
    return host_.reasons(texts);
}

bool FitFilter::fits_empty(const berth::Pod& pod, const berth::Node& node) const {
    const berth_requests& requests = pod.requests();
    const berth_node& flat = node.flat();
    const berth_requests& allocatable = *flat.allocatable;
    bool fits = flat.allocatable_pods >= 1 && requests.milli_cpu <= allocatable.milli_cpu &&
                requests.memory <= allocatable.memory &&
                requests.ephemeral_storage <= allocatable.ephemeral_storage;
    for (const berth_amount& amount : berth::List<berth_amount>(requests.scalars)) {
        fits = fits && (amount.value <= 0 ||
                        amount.value <= amount_of(allocatable, berth::text(amount.name)));
    }
    return fits;
}

}  // namespace berth::intree
