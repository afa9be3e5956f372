#include "core/informer/list_once.hpp"

#include <chrono>
#include <memory>
#include <utility>

#include "core/informer/list_slicer.hpp"
#include "core/informer/object_text.hpp"

namespace berth::informer {
namespace {

// One list, taken as it comes.
class OneList final : public client::ApiClient::BodySink {
public:
    OneList(const client::Resource& resource, model::Pools& pools, ListDone done)
        : slicer_([this, resource, &pools](std::string_view json) {
              if (auto object = read_item(json, resource, pools)) {
                  objects_.push_back(std::move(*object));
              }
          }),
          done_(std::move(done)) {}

    void on_bytes(std::string_view bytes) override { slicer_.feed(bytes); }
    void on_end(base::Status status, int /*code*/) override {
        if (status) {
            status = slicer_.finish();
        }
        done_(status ? base::Result<std::vector<model::Object>>(std::move(objects_))
                     : base::fail(std::move(status.error())));
        handle.reset();
    }
    std::unique_ptr<client::ApiClient::Handle> handle;  // itself, until the end

private:
    ListSlicer slicer_;
    std::vector<model::Object> objects_;
    ListDone done_;
};

}  // namespace

void list_once(client::ApiClient& api, model::Pools& pools, const client::Resource& resource,
               ListDone done) {
    auto list = std::make_shared<OneList>(resource, pools, std::move(done));
    list->handle = api.stream(client::path_of(resource, ""), list, std::chrono::minutes(5));
}

}  // namespace berth::informer
