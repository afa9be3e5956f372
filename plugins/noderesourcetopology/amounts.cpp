#include "plugins/noderesourcetopology/amounts.hpp"

#include <algorithm>

namespace berth::numa {
namespace {

template <typename Others>
auto place_of(Others& others, std::string_view name) {
    return std::lower_bound(others.begin(), others.end(), name,
                            [](const Other& one, std::string_view wanted) {
                                return std::string_view(one.name) < wanted;
                            });
}

}  // namespace

const std::int64_t* Amounts::find(std::string_view name) const {
    if (name == kCpu) {
        return &milli_cpu;
    }
    if (name == kMemory) {
        return &memory;
    }
    if (name == kEphemeralStorage) {
        return &ephemeral_storage;
    }
    const auto at = place_of(others, name);
    return at != others.end() && at->name == name ? &at->value : nullptr;
}

std::int64_t& Amounts::at(std::string_view name) {
    if (name == kCpu) {
        return milli_cpu;
    }
    if (name == kMemory) {
        return memory;
    }
    if (name == kEphemeralStorage) {
        return ephemeral_storage;
    }
    const auto at = place_of(others, name);
    if (at != others.end() && at->name == name) {
        return at->value;
    }
    return others.insert(at, Other{std::string(name), 0})->value;
}

void Amounts::add(const Amounts& more) {
    milli_cpu = sum(milli_cpu, more.milli_cpu);
    memory = sum(memory, more.memory);
    ephemeral_storage = sum(ephemeral_storage, more.ephemeral_storage);
    for (const Other& other : more.others) {
        std::int64_t& value = at(other.name);
        value = sum(value, other.value);
    }
}

void Amounts::subtract(const Amounts& less) {
    milli_cpu = difference(milli_cpu, less.milli_cpu);
    memory = difference(memory, less.memory);
    ephemeral_storage = difference(ephemeral_storage, less.ephemeral_storage);
    for (const Other& other : less.others) {
        std::int64_t& value = at(other.name);
        value = difference(value, other.value);
    }
}

bool Amounts::is_zero() const {
    return milli_cpu == 0 && memory == 0 && ephemeral_storage == 0 &&
           std::all_of(others.begin(), others.end(),
                       [](const Other& other) { return other.value == 0; });
}

void add(const berth_requests& requests, const std::vector<std::string>* wanted, Amounts& out) {
    const auto counts = [&](std::string_view name) {
        return wanted == nullptr ||
               std::find(wanted->begin(), wanted->end(), name) != wanted->end();
    };
    if (counts(kCpu)) {
        out.milli_cpu = sum(out.milli_cpu, requests.milli_cpu);
    }
    if (counts(kMemory)) {
        out.memory = sum(out.memory, requests.memory);
    }
    if (counts(kEphemeralStorage)) {
        out.ephemeral_storage = sum(out.ephemeral_storage, requests.ephemeral_storage);
    }
    for (const berth_amount& amount : berth::scalars(requests)) {
        const std::string_view name = berth::text(amount.name);
        if (amount.value != 0 && counts(name)) {
            std::int64_t& value = out.at(name);
            value = sum(value, amount.value);
        }
    }
}

int scale_of(std::string_view resource) {
    return resource == kCpu ? 3 : 0;
}

Form form_of(std::string_view resource) {
    if (resource == kCpu) {
        return Form::kThousandths;
    }
    const bool bytes = resource == kMemory || resource == kEphemeralStorage ||
                       resource.substr(0, 10) == "hugepages-";
    return bytes ? Form::kBinary : Form::kDecimal;
}

}  // namespace berth::numa
