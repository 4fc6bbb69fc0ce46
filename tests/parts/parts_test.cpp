// Of wrong kernels that differ from the lab's solution in one part only, that part is called wrong and no other. Solutions,
// skeletons, and parts that fit together only with each other, too. KIT_TEST_SHARE=1/1 tries the whole corpus.
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/marked_parts.hpp"
#include "tests/catch.hpp"
#include "tests/parallel.hpp"
#include "tests/run_checker.hpp"
#include "tests/share.hpp"
#include "tests/submissions/submission.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace kit;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string solution_text(int lab) {
    static const std::vector<Lab> labs = read_catalog(kit::source_root());
    return read_file(find_lab(labs, std::to_string(lab)).solution);
}

/// The number of the only part in which the texts differ; 0 if there is none.
int only_changed_part(const std::string& one, const std::string& other) {
    const std::vector<MarkedPart> parts = marked_parts(one);
    const std::vector<MarkedPart> others = marked_parts(other);
    if (parts.empty() || parts.size() != others.size()) {
        return 0;
    }
    int changed = 0;
    std::size_t at = 0;
    std::size_t at_other = 0;
    for (std::size_t i = 0; i <= parts.size(); ++i) {
        const bool is_last = i == parts.size();
        const std::size_t begin = is_last ? one.size() : parts[i].begin;
        const std::size_t begin_other = is_last ? other.size() : others[i].begin;
        if (one.substr(at, begin - at) != other.substr(at_other, begin_other - at_other)) {
            return 0;
        }
        if (!is_last) {
            at = parts[i].end;
            at_other = others[i].end;
            if (one.substr(begin, at - begin) !=
                other.substr(begin_other, at_other - begin_other)) {
                if (changed != 0) {
                    return 0;
                }
                changed = parts[i].number;
            }
        }
    }
    return changed;
}

/// "1 right, 2 wrong", as the report says of the kernel; empty if it says nothing of parts.
std::string parts_said(const std::string& text, int lab, const std::string& grid,
                       const fs::path& file) {
    std::ofstream(file, std::ios::binary) << text;
    std::vector<std::string> arguments{"check", std::to_string(lab), file.string(), "--seed",
                                       "11",    "--format",          "json"};
    if (!grid.empty()) {
        arguments.insert(arguments.end(), {"--grid", grid});
    }
    const ProcessResult result =
        run_checker(arguments, {"KIT_SANDBOX=none", "KIT_PARTS=only", "KIT_NVCC=none"});
    const json report = json_if_any(result.output);
    if (report.is_discarded()) {
        return "no report: " + result.errors;
    }
    std::string said;
    for (const json& part : report.value("parts", json::array())) {
        said += fmt::format("{}{} {}", said.empty() ? "" : ", ", part["number"].get<int>(),
                            part["state"].get<std::string>());
    }
    return said;
}

std::string right_but(const std::string& text, int other, const char* state) {
    std::string parts;
    for (const MarkedPart& part : marked_parts(text)) {
        parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", part.number,
                             part.number == other ? state : "right");
    }
    return parts;
}

std::string changed(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

} // namespace

TEST_CASE("of a kernel with one wrong part that part alone is called wrong") {
    struct OneWrong {
        Submission submission;
        int part;
    };

    std::vector<OneWrong> kernels;
    for (Submission& submission : read_corpus(kit::source_root())) {
        const int part = only_changed_part(solution_text(submission.lab), submission.text);
        if (part > 0 && submission.lab < 12 && !submission.expectation.passed) {
            kernels.push_back({std::move(submission), part});
        }
    }
    CHECK(kernels.size() > 500);
    if (std::getenv("KIT_TEST_SHARE") == nullptr) {
        setenv("KIT_TEST_SHARE", "1/10", 1);
    }
    kernels = shared_items(std::move(kernels));
    const TemporaryFolder folder;
    std::vector<std::string> said(kernels.size());
    in_parallel(kernels.size(), [&](std::size_t i) {
        const Submission& one = kernels[i].submission;
        said[i] = parts_said(one.text, one.lab, one.grids.empty() ? "" : one.grids.front(),
                             folder.path() / (one.name + ".cu"));
    });
    std::size_t named = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::string& text = kernels[i].submission.text;
        const std::string expected = right_but(text, kernels[i].part, "wrong");
        const std::string as_in_skeleton = right_but(text, kernels[i].part, "not yet");
        // As the skeleton has it is "not yet", which names the part as well.
        const bool is_named = said[i] == expected || said[i] == as_in_skeleton;
        named += is_named ? 1 : 0;
        if (!is_named) {
            fmt::print("{}: {}, not {}\n", kernels[i].submission.name, said[i], expected);
        }
    }
    fmt::print("{} of {} wrong parts named, and they alone\n", named, kernels.size());
    CHECK(named * 100 >= kernels.size() * 98);
}

TEST_CASE("a skeleton's parts are not written yet") {
    const TemporaryFolder folder;
    for (const Lab& lab : read_catalog(kit::source_root())) {
        if (lab.number < 12) {
            const std::string text = skeleton_text(lab);
            const std::string said = parts_said(text, lab.number, "", folder.path() / "kernel.cu");
            INFO(lab.id << ": " << said);
            CHECK(said.find("right") == std::string::npos);
            CHECK(said.find("wrong") == std::string::npos);
            CHECK(said.find("not yet") != std::string::npos);
        }
    }
}

TEST_CASE("what was written so far is judged, and what was changed outside the parts") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "kernel.cu";
    const std::string solution = solution_text(5);
    const std::string skeleton =
        read_file(kit::source_root() / "labs/05-shared-memory-tiling/kernel.cu");
    const std::vector<MarkedPart> parts = marked_parts(solution);
    const std::vector<MarkedPart> empty = marked_parts(skeleton);
    const auto text_of = [](const std::string& text, const MarkedPart& part) {
        return text.substr(part.begin, part.end - part.begin);
    };
    std::string one_and_two = skeleton;
    for (const std::size_t i : {1U, 0U}) {
        one_and_two.replace(empty[i].begin, empty[i].end - empty[i].begin,
                            text_of(solution, parts[i]));
    }
    CHECK(parts_said(one_and_two, 5, "", file) ==
          "1 right, 2 right, 3 not yet, 4 not yet, 5 not yet");
    // Lab 04's third part races until it is written: that is nobody's mistake yet.
    std::string guarded = read_file(kit::source_root() / "labs/04-basic-sweep/kernel.cu");
    const std::vector<MarkedPart> to_fill = marked_parts(guarded);
    const std::string sweep = solution_text(4);
    for (const std::size_t i : {1U, 0U}) {
        guarded.replace(to_fill[i].begin, to_fill[i].end - to_fill[i].begin,
                        text_of(sweep, marked_parts(sweep)[i]));
    }
    std::ofstream(file, std::ios::binary) << guarded;
    const std::string to_go_on =
        run_checker({"check", "4", file.string()}, {"KIT_PARTS=", "KIT_NVCC=none"}).output;
    INFO(to_go_on);
    CHECK(to_go_on.find("Next: part 3") != std::string::npos);
    CHECK(to_go_on.find("error[") == std::string::npos);
    // A missing barrier is shown as what it is, with the part to write.
    std::ofstream(file, std::ios::binary) << changed(solution, text_of(solution, parts[2]), "");
    const std::string no_barrier =
        run_checker({"check", "5", file.string()}, {"KIT_PARTS=", "KIT_NVCC=none"}).output;
    INFO(no_barrier);
    CHECK(no_barrier.find("Next: part 3") != std::string::npos);
    CHECK(no_barrier.find("error[race-shared]") != std::string::npos);
    // Two parts that store and read rows of the tile mirrored are right together; the fifth is wrong.
    std::string mirrored = solution;
    const auto turn = [&](std::size_t i) {
        std::string part = text_of(solution, parts[i]);
        for (const auto& [from, to] : {std::pair<std::string, std::string>{"[tx]", "[7 - tx]"},
                                       {"[tx - 1]", "[7 - (tx - 1)]"},
                                       {"[tx + 1]", "[7 - (tx + 1)]"}}) {
            for (std::size_t at = 0; (at = part.find(from, at)) != std::string::npos;) {
                part.replace(at, from.size(), to);
                at += to.size();
            }
        }
        return part;
    };
    mirrored.replace(parts[4].begin, parts[4].end - parts[4].begin,
                     "    const int blocks = n / OUT_TILE - 1;\n");
    for (const std::size_t i : {3U, 1U}) {
        mirrored.replace(parts[i].begin, parts[i].end - parts[i].begin, turn(i));
    }
    CHECK(parts_said(mirrored, 5, "", file) == "1 right, 2 right, 3 right, 4 right, 5 wrong");
    // A name that one part declares and others use cannot be tried part by part.
    std::string renamed = mirrored;
    for (std::size_t at = 0; (at = renamed.find("computes", at)) != std::string::npos; at += 3) {
        renamed.replace(at, 8, "own");
    }
    CHECK(parts_said(renamed, 5, "", file) == "1 right, 2 right, 3 right, 4 right, 5 wrong");
    std::string tied = changed(skeleton, "const int i = 0;", "const int row = 0, i = row;");
    tied = changed(tied, "const bool on_grid = false;", "const bool on_grid = row >= 0;");
    CHECK(parts_said(tied, 5, "", file) == "1 wrong, 2 tied, 3 not yet, 4 not yet, 5 not yet");
    // Outside the parts: the block's size.
    const std::string outside =
        changed(one_and_two, "dim3(IN_TILE, IN_TILE, IN_TILE)", "dim3(IN_TILE, IN_TILE, 1)");
    const ProcessResult report = [&] {
        std::ofstream(file, std::ios::binary) << outside;
        return run_checker({"check", "5", file.string()}, {"KIT_PARTS=", "KIT_NVCC=none"});
    }();
    INFO(report.output);
    CHECK(report.output.find("1 ✓  2 ✓  3 not yet") != std::string::npos);
    CHECK(report.output.find("outside the marked parts") != std::string::npos);
}

TEST_CASE("nothing of the solution's text comes out of the trials") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "kernel.cu";
    // Part 2 opens a string that swallows the solution's part 3 and 4; what stands behind prints it.
    const std::string skeleton =
        read_file(kit::source_root() / "labs/05-shared-memory-tiling/kernel.cu");
    std::string hostile =
        changed(skeleton, "const bool on_grid = false;", "const char* text = R\"(");
    hostile = changed(hostile, "const bool computes = false;", ")\"; const bool computes = true;");
    hostile = changed(hostile, "// <<< your part 4\n}",
                      "// <<< your part 4\n)\"; printf(\"%s\", text);\n}");
    hostile = changed(hostile, "#include \"lab.cuh\"", "#include \"lab.cuh\"\n#include <cstdio>");
    std::ofstream(file, std::ios::binary) << hostile;
    const fs::path caches = folder.path() / "caches";
    std::string shown;
    for (const char* format : {"text", "json"}) {
        const ProcessResult result =
            run_checker({"check", "5", file.string(), "--format", format},
                        {"KIT_PARTS=", "KIT_NVCC=none", "XDG_CACHE_HOME=" + caches.string()});
        CHECK(result.output.find("arts") != std::string::npos);
        shown += result.output + result.errors;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(caches)) {
        if (entry.is_regular_file() && entry.path().extension() != ".pch") {
            shown += read_file(entry.path());
        }
    }
    for (const char* secret : {"static_cast<int>(blockIdx.z) * OUT_TILE", "in_out_tile",
                               "(n - 2) / OUT_TILE", "All threads of the block wait"}) {
        INFO(secret);
        CHECK(shown.find(secret) == std::string::npos);
    }
}
