// The folders of the labs hold what the kit relies on.
#include "checker/base/places.hpp"
#include "checker/base/utf8.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/marked_parts.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/explore/explore.hpp"
#include "checker/new_lab/lab_review.hpp"
#include "tests/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    REQUIRE(stream);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("every lab has its parts in its solution and in todo.txt") {
    for (const kit::Lab& lab : kit::read_catalog(kit::source_root())) {
        INFO(lab.id);
        CHECK(kit::part_problems(lab) == std::vector<std::string>());
    }
}

TEST_CASE("where parts have weights, each part has one") {
    for (const kit::Lab& lab : kit::read_catalog(kit::source_root())) {
        INFO(lab.id);
        const std::size_t parts = kit::marked_parts(kit::skeleton_text(lab)).size();
        CHECK(lab.part_weights.size() == (parts > 2 ? parts : 0));
    }
}

TEST_CASE("labs/ holds what ./lab reset and ./lab diff go by") {
    for (const kit::Lab& lab : kit::read_catalog(kit::source_root())) {
        if (text_of(lab.skeleton) == kit::skeleton_text(lab)) {
            continue;
        }
        // A student's work is no mistake of the kit's; .ci/run says that nobody has worked here.
        const std::string what = lab.skeleton.string() +
                                 " is not what is handed out"
                                 ": somebody's work, or ./lab reset has not been run since the "
                                 "solution or its todo.txt changed";
        if (std::getenv("KIT_AS_HANDED_OUT") != nullptr) {
            FAIL_CHECK(what);
        } else {
            WARN(what);
        }
    }
}

namespace {

/// Spaces and ends of lines as one space each, as formatting may set them differently.
std::string in_one_line(const std::string& text) {
    return std::regex_replace(text, std::regex("\\s+"), " ");
}

} // namespace

TEST_CASE("every lab's skeleton defines the kernel and the launch that its lab.toml names") {
    for (const kit::Lab& lab : kit::read_catalog(kit::source_root())) {
        INFO(lab.id);
        CHECK_THAT(in_one_line(kit::skeleton_text(lab)),
                   ContainsSubstring(in_one_line(kit::kernel_declaration(lab))));
        CHECK_THAT(kit::skeleton_text(lab), ContainsSubstring("LaunchConfig launch_config("));
        CHECK_THAT(kit::skeleton_text(lab), ContainsSubstring("#include \"lab.cuh\"\n"));
    }
}

TEST_CASE("the constant that an exploration changes is in skeleton and solution") {
    for (const kit::Lab& lab : kit::read_catalog(kit::source_root())) {
        if (lab.block_constant.empty()) {
            continue;
        }
        INFO(lab.id);
        const kit::SubmissionFile file = kit::read_submission(lab.solution);
        CHECK(kit::with_constant(file, lab.block_constant, 4321).text != file.text);
        CHECK_THAT(kit::skeleton_text(lab), ContainsSubstring("int " + lab.block_constant + " = "));
    }
}
