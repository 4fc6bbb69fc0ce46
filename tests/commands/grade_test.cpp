// A class graded by the command: what an instructor relies on, whatever happens meanwhile.
#include "checker/base/json_text.hpp"
#include "checker/sandbox/confinement.hpp"
#include "tests/catch.hpp"
#include "tests/commands/lab_one_class.hpp"
#include "tests/run_checker.hpp"

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
using namespace kit_test;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

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
                ordered_json json = ordered_json_from(text);
                forget_times(json);
                text = json_line(json);
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
    return ordered_json_from(text_of(scratch.path / "class-results/grades.json"));
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
            ordered_json_from(text_of(results / "students" / student / (lab_one + ".json")));
        ordered_json kept = ordered_json_from(text_of(results / grade["check"].get<std::string>()));
        ordered_json checked = ordered_json_from(
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
                CHECK(!json_if_any(text_of(item.path())).is_discarded());
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
            ordered_json_from(text_of(results / "students" / student / (lab_one + ".json")));
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
            ordered_json_from(text_of(results / "attempts/ada" / (lab_one + ".json")));
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
            CHECK(!json_if_any(text_of(item.path())).is_discarded());
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

TEST_CASE("a notebook is graded by its cells") {
    const ScratchClass scratch;
    ordered_json notebook{{"nbformat", 4}, {"cells", ordered_json::array()}};
    notebook["cells"].push_back({{"cell_type", "code"}, {"source", "%%lab 1\n" + solution()}});
    scratch.file("class/ada/work.ipynb", json_line(notebook));
    hand_in(scratch, "bob", solution());
    REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == 5);
    // What cannot be read is looked at, and is no zero.
    scratch.file("class/ada/work.ipynb", json_line(notebook).substr(0, 100));
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
    INFO(indented_json(cy));
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
        ordered_json_from(text_of(scratch.path / "class-results/grades.json"));
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
