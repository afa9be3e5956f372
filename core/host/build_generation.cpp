#include "core/host/build_generation.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/framework/plugin_call.hpp"
#include "core/host/rbac.hpp"
#include "core/host/tables.hpp"
#include "core/host/text.hpp"

namespace berth::host {

namespace {

using framework::PluginInstance;
using settings::ExtensionPoint;

// What an instance needs for as long as it lives: its host, and the code that it runs.
struct Kept {
    std::shared_ptr<const Image> image;
    std::unique_ptr<HostRecord> record;

    Kept(std::shared_ptr<const Image> from, std::unique_ptr<HostRecord> made)
        : image(std::move(from)), record(std::move(made)) {}
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    ~Kept() { image->keep(std::move(record)); }
};

// Collects what a factory's create complains of.
struct Complaints {
    std::vector<std::string> texts;
    berth_errors errors{sizeof(berth_errors), 0, this, add};

    static void add(const berth_errors* self, berth_str field, berth_str text) {
        auto& complaints = *static_cast<Complaints*>(self->sink);
        complaints.texts.push_back(field.len == 0
                                       ? std::string(view_of(text))
                                       : fmt::format("{}: {}", view_of(field), view_of(text)));
    }
};

std::vector<PluginInstance*>* list_of(framework::Profile& profile, ExtensionPoint point) {
    switch (point) {
        case ExtensionPoint::kPreEnqueue: return &profile.pre_enqueue;
        case ExtensionPoint::kPreFilter: return &profile.pre_filter;
        case ExtensionPoint::kFilter: return &profile.filter;
        case ExtensionPoint::kPostFilter: return &profile.post_filter;
        case ExtensionPoint::kPreScore: return &profile.pre_score;
        case ExtensionPoint::kReserve: return &profile.reserve;
        case ExtensionPoint::kPermit: return &profile.permit;
        case ExtensionPoint::kPreBind: return &profile.pre_bind;
        case ExtensionPoint::kBind: return &profile.bind;
        case ExtensionPoint::kPostBind: return &profile.post_bind;
        default: return nullptr;  // score has weights, queueSort is one; groups come later
    }
}

bool serves(const PluginInstance& instance, ExtensionPoint point) {
    const framework::PluginTables& tables = instance.tables;
    switch (point) {
        case ExtensionPoint::kPreEnqueue: return tables.pre_enqueue.has_value();
        case ExtensionPoint::kQueueSort: return tables.queue_sort.has_value();
        case ExtensionPoint::kPreFilter: return tables.pre_filter.has_value();
        case ExtensionPoint::kFilter: return tables.filter.has_value();
        case ExtensionPoint::kPostFilter: return tables.post_filter != nullptr;
        case ExtensionPoint::kPreScore: return tables.pre_score.has_value();
        case ExtensionPoint::kScore: return tables.score.has_value();
        case ExtensionPoint::kReserve: return tables.reserve != nullptr;
        case ExtensionPoint::kPermit: return tables.permit != nullptr;
        case ExtensionPoint::kPreBind: return tables.pre_bind != nullptr;
        case ExtensionPoint::kBind: return tables.bind.has_value();
        case ExtensionPoint::kPostBind: return tables.post_bind != nullptr;
        default: return false;
    }
}

class ProfileBuilder {
public:
    ProfileBuilder(const settings::Configuration& configuration, std::size_t number,
                   const Registry& registry, const Context& context,
                   framework::Generation& generation, const GenerationOptions& options,
                   GenerationResult& result)
        : configuration_(configuration),
          from_(configuration.profiles[number]),
          number_(number),
          registry_(registry),
          context_(context),
          generation_(generation),
          options_(options),
          result_(result) {}

    std::unique_ptr<framework::Profile> build(std::set<std::string>& warned);

private:
    void make(const settings::PluginUse& use, std::set<std::string>& warned);
    void make_instance(const settings::PluginUse& use, const RegistryEntry& entry);
    bool create(PluginInstance& instance, const settings::PluginUse& use,
                const RegistryEntry& entry, const HostRecord& record);
    void open_kinds(PluginInstance& instance, const HostRecord& owner);
    void place(ExtensionPoint point);
    void check_complete();
    void fail(std::string text);

    const settings::Configuration& configuration_;
    const settings::Profile& from_;
    std::size_t number_;
    const Registry& registry_;
    const Context& context_;
    framework::Generation& generation_;
    const GenerationOptions& options_;
    GenerationResult& result_;
    std::unique_ptr<framework::Profile> profile_ = std::make_unique<framework::Profile>();
    std::map<std::string, PluginInstance*, std::less<>> made_;
    std::set<std::string, std::less<>> absent_;  // reported or left out
};

void ProfileBuilder::fail(std::string text) {
    base::Error error;
    error.file = configuration_.file;
    error.field = fmt::format("profiles[{}]", number_);
    error.text = fmt::format("initializing profiles: creating profile for scheduler name {}: {}",
                             from_.scheduler_name, text);
    result_.errors.push_back(std::move(error));
}

void ProfileBuilder::make(const settings::PluginUse& use, std::set<std::string>& warned) {
    const RegistryEntry* const entry = registry_.entry(number_, use.name);
    if (entry == nullptr) {
        absent_.insert(use.name);
        fail(fmt::format("plugin \"{}\" does not exist", use.name));
        return;
    }
    if (!entry->ready()) {
        absent_.insert(use.name);
        if (options_.left_out.count(use.name) != 0) {
            return;  // listed by build()
        }
        if (use.origin == settings::Origin::kNamed) {
            fail(fmt::format("plugin \"{}\" is not built in yet", use.name));
            return;
        }
        profile_->left_out.push_back(use.name);
        if (warned.insert(use.name).second) {
            base::Error warning;
            warning.code = base::ErrorCode::kUnsupported;
            warning.text = fmt::format("default plugin {} is not built in yet: left out", use.name);
            result_.warnings.push_back(std::move(warning));
        }
        return;
    }
    make_instance(use, *entry);
}

void ProfileBuilder::make_instance(const settings::PluginUse& use, const RegistryEntry& entry) {
    auto instance = std::make_unique<PluginInstance>();
    instance->name = use.name;
    instance->file = entry.image->file();
    instance->hash = entry.image->sha256();
    instance->args = use.args == nullptr ? std::string() : std::string(use.args->json());
    instance->generation = generation_.number;
    instance->label = &framework::call_label(use.name, instance->file, instance->hash);
    instance->misbehaviours = generation_.misbehaviours;
    auto kept = std::make_shared<Kept>(
        entry.image,
        std::make_unique<HostRecord>(
            context_, *generation_.reasons, fmt::format("{}@{}", use.name, generation_.number),
            Caller{instance->label, generation_.number, generation_.misbehaviours,
                   entry.image->has_drafts(), from_.scheduler_name}));
    const HostRecord& record = *kept->record;
    kept->record->set_instance(*instance);
    instance->endings.emplace_back([&record] { record.context().documents().close(record); });
    instance->keep_alive = std::move(kept);
    instance->endings.emplace_back([&record] { record.context().requests().end(record); });
    instance->endings.emplace_back([&record] { record.context().tasks().end(record); });
    instance->endings.emplace_back([&record] { record.context().objects().end(&record); });
    absent_.insert(use.name);
    if (!create(*instance, use, entry, record)) {
        return;
    }
    const framework::CallMark mark(instance->label, instance->generation,
                                   framework::Point::kTables);
    const std::vector<std::string> wrong = query_tables(*instance, entry.image->has_drafts());
    for (const std::string& text : wrong) {
        fail(fmt::format("plugin \"{}\" of {}: {}", use.name, instance->file, text));
    }
    if (!wrong.empty()) {
        return;
    }
    absent_.erase(use.name);
    open_kinds(*instance, record);
    instance->number = static_cast<std::uint32_t>(profile_->instances.size());
    made_[use.name] = instance.get();
    profile_->instances.push_back(std::move(instance));
}

// A kind whose events are registered is watched, asked for by open or not.
void ProfileBuilder::open_kinds(PluginInstance& instance, const HostRecord& owner) {
    if (!instance.events) {
        return;
    }
    ObjectCache& objects = context_.objects();
    for (const framework::EventRegistration& event : *instance.events) {
        if (event.resource != BERTH_RESOURCE_CUSTOM) {
            const KindResource kind = resource_of(event.resource);
            if (objects.open(event.resource) && !kind.plural.empty()) {  // not all are kinds
                instance.needs.push_back(
                    {std::string(kind.group), std::string(kind.plural), framework::kReadVerbs, ""});
            }
            continue;
        }
        const std::string_view name = event.custom;
        const std::size_t version = name.find('.');
        const std::size_t group = name.find('.', version + 1);
        if (version == std::string_view::npos || group == std::string_view::npos ||
            objects.open_resource(&owner, name.substr(group + 1),
                                  name.substr(version + 1, group - version - 1),
                                  name.substr(0, version)) == 0) {
            fail(fmt::format(
                "plugin \"{}\" of {}: it registers events of \"{}\", which is not of the "
                "form plural.version.group",
                instance.name, instance.file, name));
            continue;
        }
        instance.needs.push_back({std::string(name.substr(group + 1)),
                                  std::string(name.substr(0, version)), framework::kReadVerbs, ""});
    }
}

bool ProfileBuilder::create(PluginInstance& instance, const settings::PluginUse& use,
                            const RegistryEntry& entry, const HostRecord& record) {
    Complaints complaints;
    const berth_args* const args = use.args == nullptr ? nullptr : use.args->view();
    const framework::CallMark mark(instance.label, instance.generation, framework::Point::kCreate);
    const std::int32_t code = framework::call_plugin(
        [&] { return entry.factory->create(&record, args, &instance.plugin, &complaints.errors); });
    if (code == BERTH_SUCCESS && instance.plugin != nullptr) {
        return true;
    }
    instance.plugin = nullptr;
    if (complaints.texts.empty()) {
        complaints.texts.emplace_back(code == framework::kThrew ? "its factory threw an exception"
                                      : code == BERTH_SUCCESS   ? "its factory made nothing"
                                                                : "its factory gave no reason");
    }
    for (const std::string& text : complaints.texts) {
        fail(fmt::format("initializing plugin \"{}\": {}", use.name, text));
    }
    return false;
}

void ProfileBuilder::place(ExtensionPoint point) {
    for (const settings::RunsAt& entry : from_.expanded[point]) {
        const auto it = made_.find(entry.name);
        if (it == made_.end()) {
            if (absent_.count(entry.name) == 0) {
                fail(fmt::format("{} \"{}\" does not exist", interface_name(point), entry.name));
            }
            continue;
        }
        PluginInstance* const instance = it->second;
        if (!serves(*instance, point)) {
            if (entry.origin == settings::Origin::kNamed || list_of(*profile_, point) != nullptr) {
                fail(fmt::format("plugin \"{}\" does not extend {} plugin", entry.name,
                                 interface_name(point)));
            }
            continue;
        }
        if (point == ExtensionPoint::kQueueSort) {
            profile_->queue_sort = instance;
        } else if (point == ExtensionPoint::kScore) {
            profile_->score.push_back({instance, entry.weight});
        } else {
            list_of(*profile_, point)->push_back(instance);
        }
    }
}

void ProfileBuilder::check_complete() {
    if (profile_->queue_sort == nullptr) {
        fail(
            fmt::format("only one queue sort plugin required for profile with scheduler name "
                        "\"{}\", but got 0",
                        from_.scheduler_name));
    }
    if (profile_->bind.empty()) {
        fail(
            fmt::format("at least one bind plugin is needed for profile with scheduler name "
                        "\"{}\"",
                        from_.scheduler_name));
    }
}

std::unique_ptr<framework::Profile> ProfileBuilder::build(std::set<std::string>& warned) {
    profile_->scheduler_name = from_.scheduler_name;
    profile_->number = static_cast<std::uint32_t>(number_);
    profile_->percentage_of_nodes_to_score = from_.percentage_of_nodes_to_score;
    const std::size_t errors = result_.errors.size();
    profile_->left_out.assign(options_.left_out.begin(), options_.left_out.end());
    for (const settings::PluginUse& use : from_.uses) {
        make(use, warned);
    }
    for (const ExtensionPoint point : settings::all_extension_points()) {
        place(point);
    }
    if (result_.errors.size() == errors) {
        check_complete();
    }
    return std::move(profile_);
}

void make_extenders(const settings::Configuration& configuration, const Context& context,
                    framework::Generation& generation, base::Errors& errors) {
    if (configuration.extenders.empty()) {
        return;
    }
    if (!context.extender_maker()) {
        base::Error error;
        error.code = base::ErrorCode::kUnsupported;
        error.field = "extenders";
        error.text = "nobody here can send requests to extenders";
        errors.push_back(base::with_file(std::move(error), configuration.file));
        return;
    }
    auto made = context.extender_maker()(configuration);
    if (made) {
        generation.extenders = std::move(*made);
    } else {
        errors.push_back(base::with_file(std::move(made.error()), configuration.file));
    }
}

}  // namespace

GenerationResult build_generation(const settings::Configuration& configuration,
                                  const Registry& registry, const Context& context,
                                  std::uint64_t number, const GenerationOptions& options) {
    GenerationResult result;
    auto made = std::make_unique<framework::Generation>();
    framework::Generation* const generation = made.get();
    generation->misbehaviours = std::make_shared<framework::Misbehaviours>(options.on_misbehaviour);
    generation->number = number;
    generation->reasons = std::make_unique<framework::ReasonTable>();
    generation->percentage_of_nodes_to_score = configuration.percentage_of_nodes_to_score;
    generation->parallelism = configuration.parallelism;
    make_extenders(configuration, context, *generation, result.errors);
    std::set<std::string> warned;
    for (std::size_t i = 0; i < configuration.profiles.size(); ++i) {
        generation->profiles.push_back(
            ProfileBuilder(configuration, i, registry, context, *generation, options, result)
                .build(warned));
    }
    if (result.errors.empty()) {
        result.generation = options.retire
                                ? framework::GenerationRef(made.release(), options.retire)
                                : framework::GenerationRef(std::move(made));
    }
    return result;
}

}  // namespace berth::host
