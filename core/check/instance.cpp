#include "core/check/instance.hpp"

#include <algorithm>
#include <iterator>

#include <berth/draft/ids.h>
#include <berth/ext/column.h>
#include <fmt/format.h>

#include "core/framework/plugin_call.hpp"
#include "core/host/tables.hpp"
#include "core/host/text.hpp"

namespace berth::check {
namespace {

constexpr std::string_view kDraftTables[] = {BERTH_DRAFT_TABLE_IDS};

bool is_draft(std::string_view id) {
    return std::find(std::begin(kDraftTables), std::end(kDraftTables), id) !=
           std::end(kDraftTables);
}

}  // namespace

void Complaints::add(const berth_errors* self, berth_str field, berth_str text) {
    auto& all = *static_cast<Complaints*>(self->sink);
    all.texts.push_back(field.len == 0
                            ? std::string(host::view_of(text))
                            : fmt::format("{}: {}", host::view_of(field), host::view_of(text)));
}

Opened::Opened(const Subject& subject, World& from)
    : world(from),
      image_host(world.host, "check"),
      library(subject.settings.file),
      factory(nullptr) {
    library.init(image_host);
    factory = library.find(subject.plugin);
    expect(factory != nullptr, "its factory is gone");
}

host::Caller Opened::caller() const {
    host::Caller caller;
    caller.scheduler_name = "default-scheduler";
    caller.drafts = library.has_drafts();
    return caller;
}

Instance::Instance(const Subject& subject, World& world)
    : own_(std::make_unique<Opened>(subject, world)),
      opened_(own_.get()),
      record_(world.host, opened_->reasons, subject.plugin + "@1", opened_->caller()),
      args_(std::make_unique<PluginArgs>(subject, *opened_->factory, world.symbols)) {
    create(&record_, args_->raw());
}

Instance::Instance(const Subject& subject, Opened& opened, const berth_host* host,
                   const berth_args* args)
    : opened_(&opened),
      record_(opened.world.host, opened.reasons, subject.plugin + "@1", opened.caller()) {
    if (args == nullptr) {
        args_ = std::make_unique<PluginArgs>(subject, *opened.factory, opened.world.symbols);
        args = args_->raw();
    }
    create(host == nullptr ? &record_ : host, args);
}

Instance::~Instance() {
    if (in_cache_ != nullptr) {
        kept_ = world().remove_columns_of(*in_cache_);
    }
    if (kept_ != nullptr) {
        kept_->plugin = nullptr;  // it is ended here
    }
    world().host.documents().close(record_);
    world().host.requests().end(record_);
    world().host.tasks().end(record_);
    if (raw != nullptr) {
        step("destroy");
        static_cast<void>(framework::call_plugin([this] {
            raw->destroy(raw);
            return BERTH_SUCCESS;
        }));
    }
}

void Instance::create(const berth_host* host, const berth_args* args) {
    step("create");
    kept_ = std::make_unique<framework::PluginInstance>();
    record_.set_instance(*kept_);
    Complaints complaints;
    expect(opened_->factory->create != nullptr, "its factory has no create");
    const std::int32_t code = framework::call_plugin(
        [&] { return opened_->factory->create(host, args, &raw, &complaints.errors); });
    if (code != BERTH_SUCCESS || raw == nullptr) {
        raw = nullptr;
        fail(fmt::format("create failed with code {}: {}{}", code,
                         fmt::join(complaints.texts, "; "),
                         complaints.texts.empty() ? "no reason was given" : ""));
    }
    serve_column();
}

void Instance::serve_column() {
    if (table<void>(BERTH_COLUMN_V1) == nullptr) {
        return;
    }
    kept_->plugin = raw;
    const auto wrong = host::query_tables(*kept_, opened_->library.has_drafts());
    if (!wrong.empty() || !kept_->tables.column) {
        return;
    }
    step("cells of its column");
    in_cache_ = kept_.get();
    world().add_columns_of(std::move(kept_));
}

const void* Instance::find_table(std::string_view id) const {
    if (is_draft(id) && !opened_->library.has_drafts()) {
        return nullptr;
    }
    step(fmt::format("table {}", id));
    const void* found = nullptr;
    const std::int32_t code = framework::call_plugin([&] {
        found = raw->table(raw, host::str_of(id));
        return BERTH_SUCCESS;
    });
    expect(code == BERTH_SUCCESS, "table threw an exception");
    return found;
}

}  // namespace berth::check
