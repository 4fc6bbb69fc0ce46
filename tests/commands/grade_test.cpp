// A class graded by the command: what an instructor relies on, whatever happens meanwhile.
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/sandbox/confinement.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"
#include "tests/run_checker.hpp"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

const std::string lab_one = "01-sample-function";

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string solution() {
    return text_of(kit::source_root() / "solutions" / lab_one / "kernel.cu");
}

std::string skeleton() {
    return skeleton_in(kit::source_root() / "solutions" / lab_one);
}

void hand_in(const ScratchClass& scratch, const std::string& student, const std::string& text) {
    scratch.file("class/" + student + "/" + lab_one + "/kernel.cu", text);
}

std::vector<std::string> grade_arguments(const ScratchClass& scratch) {
    std::vector<std::string> words{
        "grade", (scratch.path / "class").string(), "--labs", "1", "--seed", "7"};
    if (!no_confinement().empty()) {
        words.emplace_back("--trust-submissions");
    }
    return words;
}

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Times differ from run to run.
void forget_times(ordered_json& json) {
    if (json.is_object()) {
        json.erase("seconds");
        json.erase("graded");
    }
    for (ordered_json& inner : json) {
        if (inner.is_structured()) {
            forget_times(inner);
        }
    }
}

/// Every file of the results by its name, without times.
std::map<std::string, std::string> results_of(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& item : fs::recursive_directory_iterator(folder)) {
        if (item.is_regular_file()) {
            std::string text = text_of(item.path());
            if (item.path().extension() == ".json") {
                ordered_json json = ordered_json::parse(text);
                forget_times(json);
                text = json.dump();
            }
            files[fs::relative(item.path(), folder).string()] = text;
        }
    }
    return files;
}

/// grades.json after grading once more.
ordered_json grades_of(const ScratchClass& scratch) {
    const ProcessResult result = run_checker(grade_arguments(scratch));
    INFO(result.output << result.errors);
    REQUIRE(result.code == 0);
    return ordered_json::parse(text_of(scratch.path / "class-results/grades.json"));
}

std::string repeated(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) {
        result += text;
    }
    return result;
}

} // namespace

TEST_CASE("a class is graded, and each verdict is check's") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    hand_in(scratch, "bob", skeleton());
    hand_in(scratch, "cy", "no kernel at all");
    fs::create_directories(scratch.path / "class/dan");
    const ProcessResult graded = run_checker(grade_arguments(scratch));
    INFO(graded.output << graded.errors);
    CHECK(graded.code == 0);
    CHECK_THAT(graded.output, ContainsSubstring("4 students"));
    const fs::path results = scratch.path / "class-results";
    for (const char* student : {"ada", "bob", "cy"}) {
        const auto grade =
            ordered_json::parse(text_of(results / "students" / student / (lab_one + ".json")));
        ordered_json kept =
            ordered_json::parse(text_of(results / grade["check"].get<std::string>()));
        ordered_json checked = ordered_json::parse(
            run_checker({"check", "1",
                         (scratch.path / "class" / student / lab_one / "kernel.cu").string(),
                         "--seed", "7", "--backend", "emulator", "--format", "json"})
                .output);
        forget_times(kept);
        forget_times(checked);
        CHECK(kept["submission"] == "kernel.cu");
        for (const char* key : {"verdict", "score", "cases", "counters"}) {
            CHECK(kept[key] == checked[key]);
        }
        REQUIRE(kept["findings"].size() == checked["findings"].size());
        for (std::size_t i = 0; i < kept["findings"].size(); ++i) {
            CHECK(kept["findings"][i]["message"] == checked["findings"][i]["message"]);
        }
    }
    for (const char* name : {"report.html", "canvas.csv", "moodle.csv", "grades.json",
                             "similar.csv", "feedback/ada.md"}) {
        CHECK(fs::exists(results / name));
    }
    CHECK_THAT(text_of(results / "canvas.csv"), ContainsSubstring("ada"));
    const ProcessResult explained =
        run_checker(with(grade_arguments(scratch), {"--explain", "bob"}));
    CHECK_THAT(explained.output, ContainsSubstring(" grids are right"));
    const ProcessResult stranger =
        run_checker(with(grade_arguments(scratch), {"--explain", "eve"}));
    CHECK(stranger.code == 2);
}

TEST_CASE(
    "a grading killed at ten moments ends with the same results, byte for byte but for times") {
    const ScratchClass scratch;
    for (int i = 0; i < 8; ++i) {
        hand_in(scratch, "student" + std::to_string(i),
                (i % 2 == 0 ? solution() : skeleton()) + "// " + std::to_string(i) + "\n");
    }
    const ProcessResult whole = run_checker(grade_arguments(scratch));
    REQUIRE(whole.code == 0);
    const auto wanted = results_of(scratch.path / "class-results");
    fs::rename(scratch.path / "class-results", scratch.path / "whole");

    std::mt19937 draw(7);
    std::uniform_int_distribution<unsigned> milliseconds(20, 900);
    for (int round = 0; round < 10; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            setenv("KIT_NVCC", "none", 1);
            const int nowhere = open("/dev/null", O_WRONLY);
            dup2(nowhere, STDOUT_FILENO);
            dup2(nowhere, STDERR_FILENO);
            std::vector<std::string> words = grade_arguments(scratch);
            words.insert(words.begin(), kit::checker_program());
            std::vector<char*> arguments;
            for (std::string& word : words) {
                arguments.push_back(word.data());
            }
            arguments.push_back(nullptr);
            execv(arguments[0], arguments.data());
            _exit(127);
        }
        usleep(milliseconds(draw) * 1000);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        // What is there is whole: every file is one of those that a whole grading leaves.
        for (const auto& item : fs::recursive_directory_iterator(scratch.path)) {
            if (item.path().extension() == ".json") {
                CHECK(!ordered_json::parse(text_of(item.path()), nullptr, false).is_discarded());
            }
        }
    }
    const ProcessResult resumed = run_checker(grade_arguments(scratch));
    CHECK(resumed.code == 0);
    auto got = results_of(scratch.path / "class-results");
    std::erase_if(got, [](const auto& file) { // a killed run may leave what it was writing
        return fs::path(file.first).filename().string().rfind(".new-", 0) == 0;
    });
    CHECK(got.size() == wanted.size());
    CHECK(got == wanted);
}

TEST_CASE("grade --traces writes a page for each submission with a finding, and links it") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    hand_in(scratch, "bob", skeleton());
    hand_in(scratch, "bo2", skeleton());
    hand_in(scratch, "cy", "no kernel at all");
    hand_in(scratch, "<img src=x onerror=alert(1)>",
            "// </script><script>alert(1)</script>\n" + skeleton());
    const fs::path results = scratch.path / "class-results";
    REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
    CHECK(!fs::exists(results / "traces"));
    const auto grade = [&] {
        const ProcessResult graded = run_checker(with(grade_arguments(scratch), {"--traces"}));
        INFO(graded.output << graded.errors);
        CHECK(graded.code == 0);
    };
    grade();
    // The two skeletons share one; no launch shows what does not compile.
    const auto key_of = [&](const char* student) {
        const auto kept =
            ordered_json::parse(text_of(results / "students" / student / (lab_one + ".json")));
        return fs::path(kept["check"].get<std::string>()).stem().string();
    };
    std::map<std::string, fs::file_time_type> pages;
    for (const auto& item : fs::directory_iterator(results / "traces")) {
        pages[item.path().filename().string()] = item.last_write_time();
        const std::string page = text_of(item.path());
        CHECK_THAT(page, ContainsSubstring("wrong-output"));
        CHECK(page.find("<script>alert") == std::string::npos);
    }
    CHECK(pages.size() == 2);
    CHECK(pages.count(key_of("bob") + ".html") == 1);
    CHECK(key_of("bob") == key_of("bo2"));
    const std::string report = text_of(results / "report.html");
    CHECK_THAT(report, ContainsSubstring("\"" + key_of("bob") + "\""));
    CHECK(report.find("\"" + key_of("ada") + "\"") == std::string::npos);
    CHECK(report.find("\"" + key_of("cy") + "\"") == std::string::npos);
    // What is there is not recorded again.
    grade();
    for (const auto& [name, written] : pages) {
        CHECK(fs::last_write_time(results / "traces" / name) == written);
    }
}

TEST_CASE("a student's attempts are kept over gradings, and shown from the second on") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", skeleton());
    hand_in(scratch, "bob", skeleton());
    REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
    hand_in(scratch, "ada", solution());
    for (int round = 0; round < 2; ++round) { // a second time adds nothing
        REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
        const fs::path results = scratch.path / "class-results";
        const auto attempts =
            ordered_json::parse(text_of(results / "attempts/ada" / (lab_one + ".json")));
        REQUIRE(attempts["attempts"].size() == 2);
        CHECK(attempts["attempts"][0]["verdict"] == "failed");
        CHECK(attempts["attempts"][1]["verdict"] == "passed");
        CHECK(attempts["attempts"][0]["sha256"] != attempts["attempts"][1]["sha256"]);
        const std::string report = text_of(results / "report.html");
        CHECK_THAT(report, ContainsSubstring("\"attempts\":[[0,0,[["));
        CHECK(report.find("],[1,0,[[") == std::string::npos); // bob has handed in once
        // The skeleton's text is in the page.
        CHECK_THAT(report, ContainsSubstring("launch_config"));
    }
}

TEST_CASE("a leaderboard is written on request, and tells students only their own pseudonym") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    hand_in(scratch, "bob", solution() + "// bob's\n");
    hand_in(scratch, "cy", solution() + "// cy's\n");
    hand_in(scratch, "dan", skeleton());
    scratch.file("class/roster.csv",
                 "id,name,leaderboard\nada,Ada L.,\nbob,Bob B.,\ncy,Cy C.,no\ndan,Dan D.,yes\n");
    const fs::path results = scratch.path / "class-results";
    REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
    CHECK(!fs::exists(results / "leaderboard.html"));
    CHECK(!fs::exists(results / "pseudonyms.json"));
    const auto page = [&](const std::vector<std::string>& more) {
        const ProcessResult graded = run_checker(with(grade_arguments(scratch), more));
        INFO(graded.output << graded.errors);
        REQUIRE(graded.code == 0);
        return text_of(results / "leaderboard.html");
    };
    const std::string named = page({"--leaderboard", "names"});
    CHECK_THAT(named, ContainsSubstring("[[1,\"Ada L.\",1.0],[1,\"Bob B.\",1.0]]"));
    CHECK(named.find("Cy C.") == std::string::npos);
    CHECK(named.find("Dan") == std::string::npos); // it did not pass
    scratch.file("class/grading.toml", "[leaderboard]\nshow = \"pseudonyms\"\n");
    const std::string hidden = page({});
    for (const char* word : {"Ada", "Bob", "Cy C.", "Dan", "\"ada\"", "bob"}) {
        CHECK(hidden.find(word) == std::string::npos);
    }
    const auto own_name = [&](const std::string& student) {
        const std::string text = text_of(results / "feedback" / (student + ".md"));
        const std::string before = "On the leaderboard you are ";
        const auto at = text.find(before);
        return at == std::string::npos ? "" : text.substr(at + before.size(), 9);
    };
    CHECK_THAT(hidden, ContainsSubstring(own_name("ada")));
    CHECK_THAT(hidden, ContainsSubstring(own_name("bob")));
    CHECK(own_name("ada") != own_name("bob"));
    CHECK(own_name("cy").empty());
    CHECK(page({}) == hidden); // the same pseudonyms
    std::ofstream(results / "pseudonyms.json") << "damaged";
    const ProcessResult damaged = run_checker(grade_arguments(scratch));
    CHECK(damaged.code == 3);
    CHECK_THAT(damaged.errors, ContainsSubstring("pseudonyms.json"));
}

TEST_CASE("a full disk loses no finished result and leaves no half one") {
    const ScratchClass scratch;
    const fs::path results = scratch.path / "class-results";
    fs::create_directory(results);
    for (int i = 0; i < 4; ++i) {
        hand_in(scratch, "student" + std::to_string(i),
                skeleton() + "// " + std::to_string(i) + "\n");
    }
    if (mount("none", results.c_str(), "tmpfs", 0, "size=24k") != 0) {
        WARN("not tried: no small disk can be mounted here");
        return;
    }
    const ProcessResult full = run_checker(grade_arguments(scratch));
    CHECK(full.code == 3);
    CHECK_THAT(full.errors, ContainsSubstring("No space left on device"));
    CHECK_THAT(full.errors, ContainsSubstring("run the same command again"));
    for (const auto& item : fs::recursive_directory_iterator(results)) {
        if (item.path().extension() == ".json") {
            CHECK(!ordered_json::parse(text_of(item.path()), nullptr, false).is_discarded());
        }
    }
    CHECK(mount("none", results.c_str(), "tmpfs", MS_REMOUNT, "size=10m") == 0);
    CHECK(run_checker(grade_arguments(scratch)).code == 0);
    CHECK(fs::exists(results / "report.html"));
    umount2(results.c_str(), MNT_DETACH);
}

TEST_CASE("strangers' files are not run where nothing confines them") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    const ProcessResult refused = run_checker(
        {"grade", (scratch.path / "class").string(), "--labs", "1"}, {"KIT_SANDBOX=none"});
    CHECK(refused.code == 3);
    CHECK_THAT(refused.errors, ContainsSubstring("--trust-submissions"));
    std::vector<std::string> trusting = grade_arguments(scratch);
    trusting.emplace_back("--trust-submissions");
    CHECK(run_checker(trusting, {"KIT_SANDBOX=none"}).code == 0);
    const ProcessResult own =
        run_checker({"check", "1", "--solution", "--grid", "40"}, {"KIT_SANDBOX=none"});
    CHECK(own.code == 0);
    CHECK_THAT(own.output, ContainsSubstring("Not in a sandbox"));
}

TEST_CASE("a grading that cannot begin says why in a sentence") {
    const ScratchClass scratch;
    CHECK(run_checker({"grade", "/no/such/folder"}).code == 2);
    fs::create_directory(scratch.path / "class");
    CHECK_THAT(run_checker(grade_arguments(scratch)).errors,
               ContainsSubstring("nobody's work was found in it"));
    hand_in(scratch, "ada", solution());
    scratch.file("class/roster.csv", "name\nAda\n");
    CHECK_THAT(run_checker(grade_arguments(scratch)).errors,
               ContainsSubstring("roster.csv:1: no column is called \"id\""));
    scratch.file("class/roster.csv", "id\nada\n");
    scratch.file("class/grading.toml", "deadline = 3\n");
    CHECK_THAT(run_checker(grade_arguments(scratch)).errors, ContainsSubstring("grading.toml:1"));
}

TEST_CASE("regrade says whose points changed") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", skeleton());
    REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
    std::vector<std::string> again = grade_arguments(scratch);
    again[0] = "regrade";
    CHECK_THAT(run_checker(again).output, ContainsSubstring("No points changed"));
    hand_in(scratch, "ada", solution());
    CHECK_THAT(run_checker(again).output, ContainsSubstring("ada · " + lab_one));
}

namespace {

const std::string lab_two = "02-finite-difference";

/// One student's grade of a lab in grades.json.
ordered_json grade_of(const ScratchClass& scratch, const std::string& student,
                      const std::string& lab) {
    const ordered_json all =
        ordered_json::parse(text_of(scratch.path / "class-results/grades.json"));
    for (const ordered_json& one : all["students"]) {
        for (const ordered_json& each : one["labs"]) {
            if (one["id"] == student && each["lab"] == lab) {
                return each;
            }
        }
    }
    return nullptr;
}

std::string canvas_of(const ScratchClass& scratch) {
    return text_of(scratch.path / "class-results/canvas.csv");
}

} // namespace

TEST_CASE("points set by hand are kept, told with their reason, and taken back") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", skeleton());
    hand_in(scratch, "bob", solution());
    const std::vector<std::string> grade = grade_arguments(scratch);
    REQUIRE(run_checker(grade).code == 0);
    const double computed = grade_of(scratch, "ada", lab_one)["points"];
    REQUIRE(run_checker(with(grade, {"--set", "ada", "1", "3.5", "--why", "nearly right"})).code ==
            0);
    REQUIRE(run_checker(with(grade, {"--set", "bob", "1", "excused", "--why", "ill"})).code == 0);
    CHECK_THAT(canvas_of(scratch), ContainsSubstring("ada,,3.5\n"));
    CHECK_THAT(canvas_of(scratch), ContainsSubstring("bob,,\n"));
    std::vector<std::string> regrade = grade;
    regrade[0] = "regrade";
    REQUIRE(run_checker(regrade).code == 0);
    const ordered_json ada = grade_of(scratch, "ada", lab_one);
    CHECK(ada["points"] == 3.5);
    CHECK(ada["by_hand"]["why"] == "nearly right");
    CHECK(ada["by_hand"]["computed_points"] == computed);
    const ordered_json bob = grade_of(scratch, "bob", lab_one);
    CHECK(bob["state"] == "excused");
    CHECK(bob["points"].is_null());
    CHECK_THAT(text_of(scratch.path / "class-results/feedback/ada.md"),
               ContainsSubstring("nearly right"));
    CHECK_THAT(run_checker(with(grade, {"--explain", "ada"})).output,
               ContainsSubstring("Set to 3.5 by the instructor: nearly right"));
    REQUIRE(run_checker(with(grade, {"--set", "ada", "1", "computed"})).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == computed);
    CHECK(grade_of(scratch, "ada", lab_one)["by_hand"].is_null());
    for (const auto& [words, answer] :
         std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"--set", "ada", "1", "3"}, "--set: a reason is missing"},
             {{"--set", "ada", "1", "-3", "--why", "x"}, "write points, such as 12"},
             {{"--set", "eve", "1", "3", "--why", "x"}, "no student has the id \"eve\""},
             {{"--set", "ada", "2", "3", "--why", "x"}, "is not among what is graded"},
             {{"--why", "x"}, "--why belongs to --set"}}) {
        check_refused(with(grade, words), answer);
    }
    scratch.file("class-results/by-hand.json", "[{]");
    const ProcessResult damaged = run_checker(grade);
    CHECK(damaged.code == 3);
    CHECK_THAT(damaged.errors, ContainsSubstring("by-hand.json"));
}

TEST_CASE("points of many are set from a table, all of them or none") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    hand_in(scratch, "bob", solution());
    const std::vector<std::string> grade = grade_arguments(scratch);
    const auto wrong =
        scratch.file("wrong.csv", "student,lab,points,why\nada,1,3,mail\neve,1,2,mail\n");
    check_refused(with(grade, {"--set-from", wrong.string()}),
                  "wrong.csv:3: no student has the id \"eve\"");
    const auto right =
        scratch.file("right.csv", "Why;Points;Lab;Student\nmail;3;1;ada\nill;excused;1;bob\n");
    REQUIRE(run_checker(with(grade, {"--set-from", right.string()})).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == 3);
    CHECK(grade_of(scratch, "bob", lab_one)["state"] == "excused");
    check_refused(with(grade, {"--set-from", scratch.file("no.csv", "student,lab\n").string()}),
                  "no column is called points");
}

TEST_CASE("the newest attempt counts, or the best, before or after what lateness takes off") {
    const ScratchClass scratch;
    const std::string early = "class/Lab 1_ada_attempt_2026-11-19-10-00-00_kernel.cu";
    const std::string late = "class/Lab 1_ada_attempt_2026-11-21-10-00-00_kernel.cu";
    const std::vector<std::string> grade = grade_arguments(scratch);
    const auto points_by = [&](const std::string& attempt) {
        scratch.file("class/grading.toml",
                     "deadline = \"2026-11-20\"\n" + attempt + "[late]\npercent_per_day = 50\n");
        INFO(attempt);
        REQUIRE(run_checker(grade).code == 0);
        return grade_of(scratch, "ada", lab_one)["points"].get<double>();
    };
    scratch.file(early, solution());
    scratch.file(late, solution() + "// another\n");
    CHECK(points_by("") == 2.5);
    CHECK(points_by("attempt = \"best\"\n") == 2.5); // equal ones: the newest
    CHECK(points_by("attempt = \"best-after-late\"\n") == 5);
    scratch.file(early, skeleton() + "// begun\n");
    CHECK(points_by("attempt = \"best-after-late\"\n") == 2.5);
    scratch.file(early, solution());
    scratch.file(late, skeleton() + "// spoilt\n");
    CHECK(points_by("") < 5);
    CHECK(points_by("attempt = \"best\"\n") == 5);
    CHECK_THAT(text_of(scratch.path / "class-results/feedback/ada.md"),
               ContainsSubstring("the best of 2 attempts counts"));
    scratch.file("class/grading.toml", "attempt = \"worst\"\n");
    check_refused(grade, "attempt");
}

TEST_CASE("a lab is worth what the class says, and a share of the checks grades nobody") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    scratch.file("class/grading.toml", "[points]\n01-sample-function = 10\n");
    const std::vector<std::string> grade = grade_arguments(scratch);
    const ProcessResult share = run_checker(with(grade, {"--share", "1/1"}));
    CHECK(share.code == 0);
    CHECK_THAT(share.output, ContainsSubstring("share 1/1: 1 checked"));
    CHECK_FALSE(fs::exists(scratch.path / "class-results/students"));
    REQUIRE(run_checker(grade).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == 10);
    CHECK(grade_of(scratch, "ada", lab_one)["max_points"] == 10);
    check_refused(with(grade, {"--share", "2/1"}), "--share 2/1: write");
}

TEST_CASE("a kernel that did not pass gets points for its right parts, if the class says so") {
    const ScratchClass scratch;
    std::string third_wrong = solution();
    const std::size_t at = third_wrong.find("x[i] * x[i]");
    REQUIRE(at != std::string::npos);
    hand_in(scratch, "ada", third_wrong.replace(at, 11, "x[i] + x[i]"));
    hand_in(scratch, "bob", skeleton());
    hand_in(scratch, "cyd", solution());
    const auto points = [&](const char* rules) {
        scratch.file("class/grading.toml", rules);
        const ordered_json graded = ordered_json::parse(
            run_checker(with(grade_arguments(scratch), {"--format", "json"})).output);
        std::string text;
        for (const ordered_json& student : graded.at("students")) {
            text += student.at("points").dump() + " ";
        }
        return text;
    };
    CHECK(points("") == "0.0 0.0 5.0 ");
    CHECK(points("partial_credit = \"parts\"\n") == "3.75 0.0 5.0 ");
    CHECK(points("partial_credit = false\n") == "0.0 0.0 5.0 ");
}

TEST_CASE("a notebook is graded by its cells") {
    const ScratchClass scratch;
    ordered_json notebook{{"nbformat", 4}, {"cells", ordered_json::array()}};
    notebook["cells"].push_back({{"cell_type", "code"}, {"source", "%%lab 1\n" + solution()}});
    scratch.file("class/ada/work.ipynb", notebook.dump());
    hand_in(scratch, "bob", solution());
    REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == 5);
    // What cannot be read is looked at, and is no zero.
    scratch.file("class/ada/work.ipynb", notebook.dump().substr(0, 100));
    CHECK(run_checker(grade_arguments(scratch)).code == 4);
    CHECK(grade_of(scratch, "ada", lab_one)["state"] == "needs-look");
}

TEST_CASE("what is not due yet, or not the kit's to judge, is no zero") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    fs::create_directories(scratch.path / "class/bob");
    scratch.file(
        "class/cy/" + lab_one + "/kernel.cu",
        "#include \"kernel.cuh\"\n__global__ void kernel() { __asm__(\"bar.sync 1;\"); }\n");
    scratch.file("class/grading.toml", "deadline = \"2099-01-01 12:00\"\n");
    const ProcessResult result = run_checker(grade_arguments(scratch));
    INFO(result.output << result.errors);
    CHECK(result.code == 4);
    CHECK(grade_of(scratch, "bob", lab_one)["state"] == "not-due");
    CHECK(grade_of(scratch, "bob", lab_one)["points"].is_null());
    CHECK_THAT(canvas_of(scratch), ContainsSubstring("bob,,,bob,,\n"));
    CHECK_THAT(text_of(scratch.path / "class-results/moodle.csv"), ContainsSubstring("bob,-,"));
    CHECK_THAT(result.output, ContainsSubstring("1 not due yet, 0 excused"));
    const ordered_json cy = grade_of(scratch, "cy", lab_one);
    INFO(cy.dump(2));
    CHECK(cy["state"] == "needs-look");
    CHECK(cy["points"].is_null());
    CHECK_THAT(result.output, ContainsSubstring("Look at this student before you import"));
}

TEST_CASE(
    "a download from Canvas comes back with the numbers by which its gradebook finds students") {
    const ScratchClass scratch;
    scratch.file("class/doejane_LATE_12345_67890_" + lab_one + ".cu", solution());
    scratch.file("class/smithbob_12346_67891_lab1.cu", skeleton());
    const ProcessResult result = run_checker(grade_arguments(scratch));
    INFO(result.output << result.errors);
    CHECK_THAT(canvas_of(scratch), ContainsSubstring("doejane,12345,,,,5\n"));
    CHECK_THAT(canvas_of(scratch), ContainsSubstring("smithbob,12346,,,,"));
}

TEST_CASE("regrading one lab leaves the other grades as they were") {
    const ScratchClass scratch;
    const std::string second = text_of(kit::source_root() / "solutions" / lab_two / "kernel.cu");
    for (const std::string student : {"ada", "bob"}) {
        hand_in(scratch, student, solution());
        scratch.file("class/" + student + "/" + lab_two + "/kernel.cu", second);
    }
    std::vector<std::string> words = grade_arguments(scratch);
    words[3] = "1-2";
    REQUIRE(run_checker(words).code == 0);
    const ordered_json before = grade_of(scratch, "ada", lab_two);
    CHECK(before["points"] == before["max_points"]);
    // Both files change, but only one lab is graded again; one student leaves.
    hand_in(scratch, "ada", skeleton());
    scratch.file("class/ada/" + lab_two + "/kernel.cu", "no kernel");
    fs::remove_all(scratch.path / "class/bob");
    words[0] = "regrade";
    words[3] = "1";
    const ProcessResult result = run_checker(words);
    INFO(result.output << result.errors);
    CHECK(grade_of(scratch, "ada", lab_two) == before);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] !=
          grade_of(scratch, "ada", lab_one)["max_points"]);
    CHECK_THAT(result.output, ContainsSubstring("Changed since the last grading: 1 grade"));
    CHECK_THAT(result.output, ContainsSubstring(", a new file"));
    CHECK(fs::exists(scratch.path / "class-results/feedback/ada.md"));
    CHECK_FALSE(fs::exists(scratch.path / "class-results/feedback/bob.md"));
    scratch.file("class/grading.toml", "title = \"x\"\nlabs = [\"1-99\"]\n");
    check_refused({"grade", (scratch.path / "class").string()},
                  "grading.toml:2: labs: There is no lab 99");
}

TEST_CASE("files and names meant to stop the grading cost their own results only") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    hand_in(scratch, "bob", skeleton());
    const ordered_json before = grades_of(scratch);
    const auto hostile = [&](const std::string& name, const std::string& more) {
        hand_in(scratch, name, solution() + more);
    };
    hostile("brackets", "\n" + std::string(300'000, '[') + "\n");
    hostile("long-line", "\nint x = " + std::string(200'000, 'a') + ";\n");
    hostile("linker",
            "\nstatic_assert(false, \"cannot find -lfoo: ld returned 1 exit status\");\n");
    hostile("huge-line-number", "\n#error kernel.cu:99999999999999999999:1: error: hello\n");
    hostile(std::string(255, 'n'), "// a long name\n");
    hostile("alignas", "\n__shared__ alignas" + std::string(200'000, '(') + "\n");
    scratch.file("class/dots/answers.toml", "a" + repeated(".a", 400'000) + " = 1\n");
    scratch.file("class/nested/answers.toml",
                 "[answers]\n1a = \"" + std::string(200'000, '(') + "\"\n");
    scratch.file("class/labs/" + lab_one + "/kernel.cu", solution() + "// called like a folder\n");
    scratch.file("class/" + lab_one + "/" + lab_one + "/kernel.cu", solution() + "// like a lab\n");
    scratch.file("class/" + lab_one + ".cu", solution());
    scratch.file("class/zoe-results/class.json", "{}");
    scratch.file("class/grading.toml", "[quiz]\npoints = 5\n");
    const ProcessResult result = run_checker(grade_arguments(scratch));
    INFO(result.output << result.errors);
    REQUIRE(result.code == 4);
    CHECK_THAT(result.errors,
               ContainsSubstring("holds the results of an earlier grading: zoe-results"));
    CHECK_THAT(result.errors, ContainsSubstring("is in nobody's folder: " + lab_one + ".cu"));
    std::map<std::string, ordered_json> labs;
    const ordered_json grades =
        ordered_json::parse(text_of(scratch.path / "class-results/grades.json"));
    for (const ordered_json& student : grades["students"]) {
        labs[student["id"]] = student["labs"][0];
    }
    CHECK(labs.size() == 12);
    for (const ordered_json& student : before["students"]) {
        CHECK(labs[student["id"]]["points"] == student["labs"][0]["points"]);
    }
    for (const char* right : {"labs", "01-sample-function"}) {
        CHECK(labs[right]["verdict"] == "passed");
    }
    CHECK(labs[std::string(255, 'n')]["verdict"] == "passed");
    for (const char* wrong : {"brackets", "long-line", "linker", "huge-line-number", "alignas"}) {
        INFO(wrong);
        CHECK(labs[wrong]["verdict"] == "failed");
    }
}

TEST_CASE("students are not told the seed before the deadline") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", skeleton());
    const auto feedback = [&] { return text_of(scratch.path / "class-results/feedback/ada.md"); };
    REQUIRE(run_checker(with(grade_arguments(scratch), {"--deadline", "2099-01-01 00:00"})).code ==
            0);
    CHECK_THAT(feedback(), !ContainsSubstring("--seed"));
    REQUIRE(run_checker(with(grade_arguments(scratch), {"--deadline", "2020-01-01 00:00"})).code ==
            0);
    CHECK_THAT(feedback(), ContainsSubstring("--seed 7"));
}

TEST_CASE("lateness by a file's time is told as such") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    scratch.file("class/grading.toml",
                 "deadline = \"2020-01-01 00:00\"\n[late]\npercent_per_day = 10\n");
    const ProcessResult untimed = run_checker(grade_arguments(scratch));
    CHECK_THAT(untimed.errors, ContainsSubstring("when 1 lab was handed in is not known"));
    CHECK_THAT(text_of(scratch.path / "class-results/feedback/ada.md"), !ContainsSubstring("late"));
    const ProcessResult result = run_checker(with(grade_arguments(scratch), {"--file-times"}));
    INFO(result.output << result.errors);
    CHECK_THAT(result.errors, ContainsSubstring("1 lab is late by the file's time"));
    CHECK_THAT(text_of(scratch.path / "class-results/feedback/ada.md"),
               ContainsSubstring("late by the file's time"));
}

TEST_CASE("one student's folder is graded by itself, for autograders") {
    const ScratchClass scratch;
    scratch.file("class/labs/" + lab_one + "/kernel.cu", solution());
    std::vector<std::string> arguments = grade_arguments(scratch);
    arguments.insert(arguments.end(), {"--format", "gradescope"});
    const auto json = ordered_json::parse(run_checker(arguments).output);
    CHECK(json["tests"][0]["score"] == json["tests"][0]["max_score"]);
}

TEST_CASE("a single file is one student's lab, whatever it is called, if the lab is given") {
    for (const char* name : {"kernel.cu", "lab1.cu", "kernel (1).cu", "my try.cu"}) {
        const ScratchClass scratch;
        scratch.file(std::string("class/student/") + name, solution());
        INFO(name);
        const auto words = with(grade_arguments(scratch), {"--format", "gradescope"});
        const auto json = ordered_json::parse(run_checker(words).output);
        REQUIRE(json["tests"].size() >= 1);
        CHECK(json["tests"][0]["score"] == 5);
        CHECK(json["tests"][0]["max_score"] == 5);
    }
    const ScratchClass bare; // no folder around it
    bare.file("class/kernel (1).cu", solution());
    const auto words = with(grade_arguments(bare), {"--format", "prairielearn"});
    CHECK(ordered_json::parse(run_checker(words).output)["score"] == 1.0);
}

TEST_CASE("an upload without any kernel is nothing handed in, not an error") {
    const ScratchClass scratch;
    scratch.file("class/student/notes.pdf", "%PDF");
    const auto words = with(grade_arguments(scratch), {"--format", "gradescope"});
    const auto json = ordered_json::parse(run_checker(words).output);
    CHECK(json["tests"][0]["score"] == 0);
    CHECK(json["tests"][0]["max_score"] == 5);
}

TEST_CASE("an autograder's result says that nothing confined the kernel") {
    const ScratchClass scratch;
    scratch.file("class/student/kernel.cu", solution());
    const ProcessResult result = run_checker({"grade", (scratch.path / "class").string(), "--labs",
                                              "1", "--format", "gradescope", "--trust-submissions"},
                                             {"KIT_SANDBOX=none"});
    CHECK_THAT(result.errors, ContainsSubstring("submissions run unconfined"));
    const auto json = ordered_json::parse(result.output);
    CHECK(json["tests"][0]["score"] == 5);
    CHECK(json["tests"].back()["visibility"] == "hidden");
    CHECK_THAT(json["tests"].back()["output"].get<std::string>(),
               ContainsSubstring("ran unconfined"));
}

TEST_CASE("autograders are written for the given labs and platforms") {
    const ScratchClass scratch;
    const std::string folder = (scratch.path / "auto").string();
    const ProcessResult gradescope =
        run_checker({"autograder", "gradescope", folder, "--labs", "1,5"});
    CHECK(gradescope.code == 0);
    CHECK_THAT(gradescope.output, ContainsSubstring("2 labs: 20 points"));
    CHECK_THAT(text_of(folder + "/run_autograder"), ContainsSubstring("labs=1,5\n"));
    CHECK(run_checker({"autograder", "github", folder, "--labs", "5", "--bundle",
                       "https://example.org/kit.tar.zst"})
              .code == 0);
    for (const char* const no_address : {"", "kit.tar.zst", "https://a'b", "https://a b"}) {
        check_refused({"autograder", "github", folder, "--bundle", no_address},
                      "github needs --bundle URL");
    }
    CHECK_THAT(text_of(folder + "/.github/workflows/classroom.yml"),
               ContainsSubstring("runners: lab05\n"));
    CHECK(run_checker({"autograder", "prairielearn", folder, "--labs", "5", "--image", "me/kit"})
              .code == 0);
    const auto info =
        ordered_json::parse(text_of(folder + "/questions/05-shared-memory-tiling/info.json"));
    CHECK(info["externalGradingOptions"]["image"] == "me/kit");
    CHECK_FALSE(fs::exists(folder + "/questions/01-sample-function"));
    const ProcessResult refusing =
        run_checker({"autograder", "gradescope", folder, "--labs", "5", "--refuse-unconfined"});
    CHECK(refusing.code == 0);
    CHECK(text_of(folder + "/run_autograder").find("--trust-submissions") == std::string::npos);
    CHECK(run_checker({"autograder", "gradescope", folder, "--labs", "99"}).code == 2);
    CHECK(run_checker({"autograder", "moodle", folder}).code == 2);
}
