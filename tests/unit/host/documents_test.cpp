#include "core/host/documents.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/clock.hpp"
#include "core/host/host_record.hpp"

namespace berth::host {

namespace {

constexpr berth_field kFields[] = {
    {.struct_size = sizeof(berth_field),
     .kind = BERTH_KIND_INT,
     .flags = 0,
     .versions = 0,
     .name = BERTH_STR("most"),
     .summary = {},
     .default_json = BERTH_STR("7"),
     .default_by_version = {},
     .minimum = 0,
     .maximum = 0,
     .number_minimum = 0,
     .number_maximum = 0,
     .allowed = {},
     .element_kind = 0,
     .reserved = 0,
     .object = nullptr,
     .range_text = {}},
};
const berth_args_schema kSchema = {sizeof(berth_args_schema), 0, {kFields, 1, sizeof(berth_field)}};

// Remembers what a plugin would be told.
struct Told {
    std::vector<std::int64_t> applied;
    int alive = 0;  // decoded and neither applied nor dropped
};

const berth_document_handler kHandler = {
    sizeof(berth_document_handler), 0,
    [](void* context, const berth_args* document, const berth_errors* errors) -> void* {
        const std::int64_t most =
            static_cast<const berth_member*>(document->root->members.items)->value->integer;
        if (most == 13) {
            errors->add(errors, BERTH_STR("most"), BERTH_STR("is unlucky"));
            return nullptr;
        }
        ++static_cast<Told*>(context)->alive;
        return new std::int64_t(most);
    },
    [](void* context, void* decoded) {
        auto* const most = static_cast<std::int64_t*>(decoded);
        static_cast<Told*>(context)->applied.push_back(*most);
        --static_cast<Told*>(context)->alive;
        delete most;
    },
    [](void* context, void* decoded) {
        --static_cast<Told*>(context)->alive;
        delete static_cast<std::int64_t*>(decoded);
    }};

struct World {
    World() {
        std::string pattern = (std::filesystem::temp_directory_path() / "berth-XXXXXX").string();
        folder = mkdtemp(pattern.data());
    }
    ~World() { std::filesystem::remove_all(folder); }

    void write(std::string_view text) const { std::ofstream(path()) << text; }
    [[nodiscard]] std::string path() const { return folder + "/policy.yaml"; }
    // The errors, one a line, without the folder.
    std::string open() {
        const base::Errors errors = documents.open(record, {.path = path(),
                                                            .api_version = "example.com/v1",
                                                            .kind = "Policy",
                                                            .schema = &kSchema,
                                                            .handler = &kHandler,
                                                            .context = &told,
                                                            .who = "Test@1"});
        std::string out;
        for (const base::Error& error : errors) {
            out += (out.empty() ? "" : "\n") + error.message().substr(folder.size() + 1);
        }
        return out;
    }
    void check() {
        documents.check([this](base::Task task) { tasks.push_back(std::move(task)); });
    }
    void run_tasks() {
        for (const base::Task& task : std::exchange(tasks, {})) {
            task();
        }
    }

    std::string folder;
    Told told;
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};
    framework::ReasonTable reasons;
    HostRecord record{context, reasons, "Test@1"};
    Documents& documents = context.documents();
    std::vector<base::Task> tasks;
};

constexpr const char* kHead = "apiVersion: example.com/v1\nkind: Policy\n";

}  // namespace

TEST_CASE("documents: a file is read strictly") {
    struct Case {
        std::string name;
        std::string text;
        std::string errors;  // empty: good
    };
    const Case cases[] = {
        {"good", std::string(kHead) + "most: 3\n", ""},
        {"JSON", R"({"apiVersion": "example.com/v1", "kind": "Policy", "most": 3})", ""},
        {"the first document counts", std::string(kHead) + "most: 3\n---\nx: [\n", ""},
        {"unknown field", std::string(kHead) + "least: 3\n",
         "policy.yaml:3:1: least: unknown field \"least\": expected one of apiVersion, kind, most"},
        {"wrong type", std::string(kHead) + "most: '3'\n",
         "policy.yaml:3:1: most: expected a whole number, found a string \"3\""},
        {"twice", std::string(kHead) + "most: 3\nmost: 4\n",
         "policy.yaml:4:1: most: duplicate key \"most\": it was set in line 3 already"},
        {"another kind", "apiVersion: example.com/v1\nkind: Plan\n",
         "policy.yaml:2:1: kind: expected Policy, found \"Plan\""},
        {"no version", "kind: Policy\n",
         "policy.yaml:1:1: apiVersion: missing: expected example.com/v1"},
        {"empty", "", "policy.yaml: the file is empty: expected a Policy"},
        {"a list", "- 1\n", "policy.yaml:1:1: expected an object, found a list"},
        {"refused by the plugin", std::string(kHead) + "most: 13\n",
         "policy.yaml:3:1: most: is unlucky"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        World world;
        world.write(one.text);
        CHECK(world.open() == one.errors);
        CHECK(world.told.applied.size() == (one.errors.empty() ? 1 : 0));
        CHECK(world.told.alive == 0);
    }
}

TEST_CASE("documents: a change is applied on the scheduling thread, a bad one is not") {
    World world;
    CHECK(world.open() == "policy.yaml: cannot be opened: No such file or directory");
    world.write(std::string(kHead) + "most: 1\n");
    REQUIRE(world.open().empty());
    world.check();
    CHECK(world.tasks.empty());
    world.write(std::string(kHead) + "most: 2\n");
    world.check();
    CHECK(world.told.applied == std::vector<std::int64_t>{1});
    world.run_tasks();
    CHECK(world.told.applied == std::vector<std::int64_t>{1, 2});
    for (const char* bad : {"most: many\n", "most: 13\n"}) {
        world.write(std::string(kHead) + bad);
        world.check();
        CHECK(world.tasks.empty());
    }
    std::filesystem::remove(world.path());
    world.check();
    CHECK(world.tasks.empty());
    world.write(std::string(kHead) + "most: 3\n");
    world.check();
    world.write(std::string(kHead) + "most: 4\n");
    world.check();
    world.run_tasks();
    CHECK(world.told.applied == std::vector<std::int64_t>{1, 2, 4});
    CHECK(world.told.alive == 0);
}

TEST_CASE("documents: what comes after the end is dropped") {
    World world;
    world.write(std::string(kHead) + "most: 1\n");
    REQUIRE(world.open().empty());
    world.write(std::string(kHead) + "most: 2\n");
    world.check();
    CHECK(world.told.alive == 1);
    world.documents.close(world.record);
    CHECK(world.told.alive == 0);
    world.run_tasks();
    world.write(std::string(kHead) + "most: 3\n");
    world.check();
    CHECK(world.tasks.empty());
    CHECK(world.told.applied == std::vector<std::int64_t>{1});
}

}  // namespace berth::host
