// Nodes and a pod to ask extenders about. One thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/framework/pass/extender.hpp"
#include "core/framework/pod_info.hpp"
#include "core/model/decode.hpp"
#include "core/model/node.hpp"
#include "core/model/pod.hpp"
#include "core/model/pools.hpp"
#include "core/model/words.hpp"

namespace berth::extender {

class Nodes final : public framework::ExtenderNodes {
public:
    explicit Nodes(const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            nodes_.push_back(object<model::Node>(
                "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}}"));
        }
    }

    [[nodiscard]] std::size_t size() const override { return nodes_.size(); }
    [[nodiscard]] std::string_view name(std::size_t position) const override {
        return nodes_[position]->meta.name;
    }
    [[nodiscard]] const model::Node& object(std::size_t position) const override {
        return *nodes_[position];
    }

    // A pod of namespace "ns" with these fields of its only container.
    framework::PodInfoRef pod(std::string_view name, std::string_view container = "") {
        return views_.make(
            object<model::Pod>("{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
                               ", namespace: ns, uid: u1}, spec: {containers: [{name: c, image: i" +
                               std::string(container) + "}]}}"));
    }

    base::SymbolTable symbols{model::first_words()};

private:
    template <typename T>
    model::Ptr<T> object(const std::string& yaml) {
        model::Decoded decoded = model::decode_text(yaml, "test", pools_);
        REQUIRE(decoded.errors.empty());
        REQUIRE(decoded.objects.size() == 1);
        const model::Object made = model::finish(std::move(decoded.objects.front()), pools_);
        return std::get<model::Ptr<T>>(made);
    }

    model::Pools pools_{symbols};
    framework::PodViews views_{symbols};
    std::vector<model::Ptr<model::Node>> nodes_;
};

}  // namespace berth::extender
