#include "core/cmd/live/state_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <doctest/doctest.h>

#include "tests/unit/cluster/scratch_folder.hpp"

namespace berth::cmd {
namespace {

// Puts a variable back at its end.
class Variable {
public:
    explicit Variable(const char* name) : name_(name) {
        if (const char* value = std::getenv(name)) {
            before_ = value;
        }
    }
    ~Variable() { setenv(name_, before_.c_str(), 1); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    void set(const std::string& value) const { setenv(name_, value.c_str(), 1); }

private:
    const char* name_;
    std::string before_;
};

TEST_CASE("state folder: the first that is named") {
    struct Case {
        const char* name;
        std::string given, state, xdg, home;
        const char* expected;
    };
    const Case cases[] = {
        {"a flag", "/given", "/state", "/xdg", "/home", "/given"},
        {"systemd's", "", "/state", "/xdg", "/home", "/state"},
        {"the user's", "", "", "/xdg", "/home", "/xdg/berth"},
        {"the home", "", "", "", "/home", "/home/.local/state/berth"},
        {"nothing", "", "", "", "", "/var/lib/berth"},
    };
    const Variable state("STATE_DIRECTORY"), xdg("XDG_STATE_HOME"), home("HOME");
    for (const Case& c : cases) {
        CAPTURE(c.name);
        state.set(c.state);
        xdg.set(c.xdg);
        home.set(c.home);
        CHECK(state_folder_of(c.given) == c.expected);
    }
}

TEST_CASE("state folder: where none can be written, one for this run is made and said") {
    const Variable state("STATE_DIRECTORY");
    const cluster::testing::ScratchFolder folder;
    std::ostringstream err;
    state.set(folder.path() + "/new");
    CHECK(usable_state_folder("", err) == folder.path() + "/new");
    CHECK(err.str().empty());
    const std::string file = folder.write("file", "");
    state.set(file + "/below");
    const std::string own = usable_state_folder("", err);
    CHECK(own != file + "/below");
    CHECK(std::filesystem::is_directory(own));
    CHECK(err.str().find(own) != std::string::npos);
    std::filesystem::remove(own);
    // One that was named is not exchanged for another.
    CHECK(usable_state_folder(file + "/below", err) == file + "/below");
}

}  // namespace
}  // namespace berth::cmd
