#include "core/simulate/report.hpp"

#include "core/model/quantity.hpp"

namespace berth::simulate {
namespace {

std::string text(const ResourceReport& resource, std::int64_t amount) {
    using model::Quantity;
    if (resource.name == "cpu") {
        return Quantity::from_milli(amount).to_string();
    }
    const bool bytes = resource.name == "memory" || resource.name == "ephemeral-storage" ||
                       resource.name.starts_with("hugepages-");
    return Quantity::from_units(
               amount, bytes ? model::QuantityFormat::kBinarySi : model::QuantityFormat::kDecimalSi)
        .to_string();
}

}  // namespace

double ResourceReport::percent() const {
    return allocatable == 0
               ? 0.0
               : 100.0 * static_cast<double>(requested) / static_cast<double>(allocatable);
}

std::string ResourceReport::requested_text() const {
    return text(*this, requested);
}

std::string ResourceReport::allocatable_text() const {
    return text(*this, allocatable);
}

}  // namespace berth::simulate
