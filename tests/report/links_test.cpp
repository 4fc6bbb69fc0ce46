// File names that a click opens: the whole name with its place, and nothing else.
#include "checker/report/links.hpp"
#include "tests/catch.hpp"

#include <filesystem>
#include <regex>

using namespace kit;

namespace {

/// Links as [address|text], without the host.
std::string readable(const std::string& text) {
    static const std::regex link(
        "\x1b\\]8;;file://[^/]*([^\x1b]*)\x1b\\\\([^\x1b]*)\x1b\\]8;;\x1b\\\\");
    return std::regex_replace(text, link, "[$1|$2]");
}

} // namespace

TEST_CASE("a named file is a link, with the line behind it") {
    const auto linked = [](const char* text) {
        return readable(with_links(text, {"/a/labs/kernel.cu", "", "/a/read me.md"}));
    };
    CHECK(linked("at /a/labs/kernel.cu:45:9 and") ==
          "at [/a/labs/kernel.cu#45|/a/labs/kernel.cu:45:9] and");
    CHECK(linked("Edit /a/labs/kernel.cu.") == "Edit [/a/labs/kernel.cu|/a/labs/kernel.cu].");
    CHECK(linked("/a/read me.md: x") == "[/a/read%20me.md|/a/read me.md]: x");
}

TEST_CASE("a longer name is another file's") {
    for (const char* text : {"kernel.cu.kept", "my-kernel.cu", "b/kernel.cu", "kernel.cuh"}) {
        CHECK(with_links(text, {"kernel.cu"}) == text);
    }
}

TEST_CASE("a relative name leads to the file in the current folder") {
    const std::string here = std::filesystem::current_path().string();
    CHECK(readable(with_links("x kernel.cu y", {"kernel.cu"})) ==
          "x [" + here + "/kernel.cu|kernel.cu] y");
}
