// The lab folders keep the rule of the regions, and the rule's check sees what breaks it.
#include "checker/base/places.hpp"
#include "checker/base/utf8.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/marked_parts.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/explore/explore.hpp"
#include "tests/catch.hpp"
#include "tests/labs/regions.hpp"

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

const std::string skeleton = "int a;\n"
                             "    // >>> your part 1: the load\n"
                             "    // TODO: what is loaded?\n"
                             "    // <<< your part 1\n"
                             "int b;\n"
                             "// >>> your part 2: the sum\n"
                             "// TODO: what is added?\n"
                             "// <<< your part 2\n";
const std::string solution = "int a;\n"
                             "    // >>> your part 1: the load\n"
                             "    load();\n"
                             "    // <<< your part 1\n"
                             "int b;\n"
                             "// >>> your part 2: the sum\n"
                             "sum();\n"
                             "// <<< your part 2\n";

/// `text` with the first `from` replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The problems in one text, to look into.
std::string problems_of(const std::string& theirs, const std::string& ours) {
    std::string all;
    for (const std::string& problem : region_problems(theirs, ours)) {
        all += problem + "\n";
    }
    return all;
}

} // namespace

TEST_CASE("skeleton and solution of every lab differ within the student's parts only") {
    for (const kit::Lab& lab : kit::read_catalog(kit::source_root())) {
        INFO(lab.id);
        const std::string problems = problems_of(kit::skeleton_text(lab), text_of(lab.solution));
        INFO(problems);
        CHECK(problems.empty());
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

TEST_CASE("files that keep the rule have no problems") {
    CHECK(region_problems(skeleton, solution).empty());
}

TEST_CASE("a difference outside the parts is caught") {
    CHECK(
        problems_of(skeleton, with(solution, "int b", "int c")) ==
        "they differ outside the parts: \"int b;\" in the skeleton, \"int c;\" in the solution\n");
    CHECK_THAT(problems_of(skeleton, with(solution, "int b;\n", "int b; \n")),
               ContainsSubstring("they differ outside the parts"));
    CHECK_THAT(problems_of(skeleton, solution + "int d;\n"),
               ContainsSubstring("\"(end of file)\" in the skeleton"));
    CHECK_THAT(problems_of(skeleton, with(solution, "the load", "the store")),
               ContainsSubstring("they differ outside the parts"));
}

TEST_CASE("markers must be balanced and numbered from 1") {
    CHECK_THAT(problems_of(skeleton, with(solution, "    // <<< your part 1\n", "")),
               ContainsSubstring("a part begins within another"));
    CHECK_THAT(problems_of(with(skeleton, "// <<< your part 2\n", ""), solution),
               ContainsSubstring("the last part does not end"));
    CHECK_THAT(problems_of(with(skeleton, "// >>> your part 2: the sum\n", ""), solution),
               ContainsSubstring("a part ends that has not begun"));
    CHECK_THAT(problems_of(with(skeleton, ">>> your part 2", ">>> your part 3"), solution),
               ContainsSubstring("skeleton, line 6: expected \"// >>> your part 2: title\""));
    CHECK_THAT(problems_of(with(skeleton, "<<< your part 2", "<<< your part 1"), solution),
               ContainsSubstring("expected \"// <<< your part 2\""));
    CHECK_THAT(problems_of("int a;\n", "int a;\n"), ContainsSubstring("no part for the student"));
}

TEST_CASE("TODO stands in every part of the skeleton and nowhere else") {
    CHECK_THAT(problems_of(with(skeleton, "// TODO: what is added?\n", "sum();\n"), solution),
               ContainsSubstring("part 2 of the skeleton has no TODO"));
    CHECK_THAT(problems_of(skeleton, with(solution, "sum();", "sum(); // TODO: faster")),
               ContainsSubstring("the solution has a TODO"));
    CHECK_THAT(problems_of(with(skeleton, "int a;", "int a; // TODO"), solution),
               ContainsSubstring("the skeleton has a TODO outside the parts"));
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
