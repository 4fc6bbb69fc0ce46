// Downloads from learning platforms, graded by the command: what an instructor sees of them, and what comes out.
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/sandbox/confinement.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"
#include "tests/run_checker.hpp"

#include <fstream>
#include <iterator>
#include <map>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

std::string file_text(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Lab 01's solution, with its header, which names the lab.
std::string right_kernel() {
    return file_text(kit::source_root() / "solutions/01-sample-function/kernel.cu");
}

ProcessResult graded(const ScratchClass& scratch, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{
        "grade", (scratch.path / "class").string(), "--labs", "1-2", "--seed", "7"};
    if (!no_confinement().empty()) {
        words.emplace_back("--trust-submissions");
    }
    words.insert(words.end(), more.begin(), more.end());
    return run_checker(words);
}

/// Lab 01 of each student.
std::map<std::string, ordered_json> first_labs(const ScratchClass& scratch) {
    std::map<std::string, ordered_json> labs;
    const auto grades = ordered_json_from(file_text(scratch.path / "class-results/grades.json"));
    for (const ordered_json& student : grades["students"]) {
        labs[student["id"]] = student["labs"][0];
    }
    return labs;
}

} // namespace

TEST_CASE("a Moodle download is graded as it is, and what is strange in it is told everywhere") {
    const ScratchClass scratch;
    const std::string folder = "class/CS101-Lab 1-77/";
    scratch.file(folder + "Jane Doe_123_assignsubmission_file_/kernel(1).cu", right_kernel());
    scratch.file(folder + "Bob Roe_124_assignsubmission_file_/report.pdf", "x");
    const ProcessResult result = graded(scratch);
    INFO(result.output << result.errors);
    REQUIRE(result.code == 4);
    CHECK_THAT(result.errors, ContainsSubstring("Not recognized, so not graded: 1 file\n"));
    CHECK_THAT(result.errors,
               ContainsSubstring("report.pdf: it is no source of a kernel (.pdf)\n"));
    const auto labs = first_labs(scratch);
    CHECK(labs.at("Jane Doe")["points"] == 5);
    CHECK(labs.at("Jane Doe")["matched_by"] == "the folder CS101-Lab 1-77");
    CHECK(labs.at("Jane Doe")["submitted"].is_null());
    CHECK(labs.at("Bob Roe")["state"] == "needs-look");
    CHECK(labs.at("Bob Roe")["points"].is_null());
    const fs::path results = scratch.path / "class-results";
    fs::path of_bob;
    for (const auto& item : fs::directory_iterator(results / "feedback")) {
        of_bob = item.path().filename().string().starts_with("Bob") ? item.path() : of_bob;
    }
    for (const fs::path& file : {fs::path("grades.json"), fs::path("report.html"), of_bob}) {
        INFO(file);
        CHECK_THAT(file_text(results / file), ContainsSubstring("it is no source of a kernel"));
    }
    const std::string feedback = file_text(of_bob);
    CHECK_THAT(feedback, !ContainsSubstring("othing was submitted"));
    CHECK_THAT(feedback, !ContainsSubstring("nothing submitted"));
    const ProcessResult explained = graded(scratch, {"--explain", "Bob Roe"});
    CHECK_THAT(explained.output, ContainsSubstring("no file was recognized as this lab's"));
}

TEST_CASE("--plan says who, what, which lab, by what and when, and runs nothing") {
    const ScratchClass scratch;
    scratch.file("class/doejane_LATE_12_34_lab1.cu", right_kernel());
    scratch.file("class/roebob_13_35_kernel.cu", "__global__ void k() {}\n");
    const ProcessResult text = graded(scratch, {"--plan"});
    INFO(text.output << text.errors);
    CHECK(text.code == 0);
    for (const char* words :
         {"doejane\n  01-sample-function: doejane_LATE_12_34_lab1.cu\n    by its name lab1.cu · "
          "marked late, but not when\n",
          "roebob\n  nothing that was recognized: see below\n",
          "Not recognized, so not graded: 1 file\n  roebob_13_35_kernel.cu: neither its folder",
          "Read as a download from Canvas: 2 students.", "01-sample-function           1 of 2\n",
          "Nothing was checked or graded"}) {
        CHECK_THAT(text.output, ContainsSubstring(words));
    }
    const auto json = ordered_json_from(graded(scratch, {"--plan", "--format", "json"}).output);
    CHECK(json["layouts"] == ordered_json{"Canvas"});
    CHECK(json["students"][0]["labs"][0]["marked_late"] == true);
    CHECK(json["not_recognized"][0]["student"] == "roebob");
    CHECK_FALSE(fs::exists(scratch.path / "class-results/checks"));
    CHECK_FALSE(fs::exists(scratch.path / "class-results/grades.json"));
}

TEST_CASE("a download in which nothing is recognized is an error, not a gradebook of zeros") {
    const ScratchClass scratch;
    scratch.file("class/ada/homework.pdf", "x");
    scratch.file("class/bob/kernel.cu", "int main() {}\n");
    const ProcessResult result = graded(scratch);
    CHECK(result.code == 2);
    CHECK_THAT(result.errors, ContainsSubstring("homework.pdf: it is no source of a kernel"));
    CHECK_THAT(result.errors,
               ContainsSubstring("nothing in it was recognized as one of these labs"));
    CHECK_FALSE(fs::exists(scratch.path / "class-results/canvas.csv"));
    CHECK(graded(scratch, {"--plan"}).code == 0);
    fs::remove_all(scratch.path / "class");
    fs::create_directory(scratch.path / "class");
    CHECK(graded(scratch).code == 2);
    CHECK(graded(scratch, {"--plan"}).code == 2);
}

TEST_CASE("a late mark takes nothing off until the roster says when") {
    const ScratchClass scratch;
    scratch.file("class/doejane_LATE_12_34_lab1.cu", right_kernel());
    scratch.file("class/grading.toml",
                 "deadline = \"2026-11-20T00:00:00Z\"\n[late]\npercent_per_day = 10\n");
    const ProcessResult marked = graded(scratch);
    INFO(marked.output << marked.errors);
    CHECK_THAT(marked.errors, ContainsSubstring("1 lab is marked late by the platform"));
    CHECK(first_labs(scratch).at("doejane")["points"] == 5);
    CHECK(first_labs(scratch).at("doejane")["marked_late"] == true);
    scratch.file("class/roster.csv", "id,submitted-01\ndoejane,2026-11-20T12:00:00Z\n");
    const ProcessResult timed = graded(scratch);
    CHECK_THAT(timed.errors, !ContainsSubstring("marked late"));
    CHECK(first_labs(scratch).at("doejane")["points"] == 4.5);
    CHECK(first_labs(scratch).at("doejane")["submitted_from"] == "the roster");
}

TEST_CASE("that everybody is late at once is suspicious") {
    const ScratchClass scratch;
    std::string metadata = "---\n";
    for (int i = 0; i < 5; ++i) {
        const std::string number = std::to_string(i);
        scratch.file("class/submission_" + number + "/lab1.cu", right_kernel());
        metadata += "submission_" + number + ":\n  :submitters:\n  - :name: N\n    :sid: s" +
                    number + "\n  :created_at: 2026-11-2" + number + " 10:00:00 Z\n";
    }
    scratch.file("class/submission_metadata.yml", metadata);
    const std::string words =
        "all 5 who handed in 01-sample-function are late by Gradescope's submission_metadata.yml";
    CHECK_THAT(graded(scratch, {"--plan", "--deadline", "2026-10-20 10:00"}).errors,
               ContainsSubstring(words));
    CHECK_THAT(graded(scratch, {"--plan", "--deadline", "2026-11-21T00:00:00Z"}).errors,
               !ContainsSubstring("all 5"));
}
