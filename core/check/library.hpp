// Library: the plugin library as the dynamic linker gives it, with nothing checked: what is wrong
// with it is for the tests to find.
#pragma once

#include <string>

#include <berth/entry.h>

namespace berth::check {

class Library {
public:
    // Opens and enters it; init() is apart. fail()s where that cannot be done.
    explicit Library(const std::string& file);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    // fail()s unless init succeeds; `host` is the image's own.
    void init(const berth_host& host);
    // Null: there is none of that name.
    [[nodiscard]] const berth_factory* find(std::string_view name) const;
    // Compiled against the drafts of this berth.
    [[nodiscard]] bool has_drafts() const;

    const berth_entry* entry = nullptr;
    const berth_entry* (*enter)() = nullptr;

private:
    void* handle_ = nullptr;
    bool begun_ = false;
};

}  // namespace berth::check
