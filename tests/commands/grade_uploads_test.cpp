// One student's upload, as autograders of platforms grade it.
#include "checker/base/json_text.hpp"
#include "tests/catch.hpp"
#include "tests/commands/lab_one_class.hpp"
#include "tests/run_checker.hpp"

using namespace kit;
using namespace kit_test;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

TEST_CASE("one student's folder is graded by itself, for autograders") {
    const ScratchClass scratch;
    scratch.file("class/labs/" + lab_one + "/kernel.cu", solution());
    std::vector<std::string> arguments = grade_arguments(scratch);
    arguments.insert(arguments.end(), {"--format", "gradescope"});
    const auto json = ordered_json_from(run_checker(arguments).output);
    CHECK(json["tests"][0]["score"] == json["tests"][0]["max_score"]);
}

TEST_CASE("a single file is one student's lab, whatever it is called, if the lab is given") {
    for (const char* name : {"kernel.cu", "lab1.cu", "kernel (1).cu", "my try.cu"}) {
        const ScratchClass scratch;
        scratch.file(std::string("class/student/") + name, solution());
        INFO(name);
        const auto words = with(grade_arguments(scratch), {"--format", "gradescope"});
        const auto json = ordered_json_from(run_checker(words).output);
        REQUIRE(json["tests"].size() >= 1);
        CHECK(json["tests"][0]["score"] == 5);
        CHECK(json["tests"][0]["max_score"] == 5);
    }
    const ScratchClass bare; // no folder around it
    bare.file("class/kernel (1).cu", solution());
    const auto words = with(grade_arguments(bare), {"--format", "prairielearn"});
    CHECK(ordered_json_from(run_checker(words).output)["score"] == 1.0);
}

TEST_CASE("an upload without any kernel is nothing handed in, not an error") {
    const ScratchClass scratch;
    scratch.file("class/student/notes.pdf", "%PDF");
    const auto words = with(grade_arguments(scratch), {"--format", "gradescope"});
    const auto json = ordered_json_from(run_checker(words).output);
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
    const auto json = ordered_json_from(result.output);
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
        ordered_json_from(text_of(folder + "/questions/05-shared-memory-tiling/info.json"));
    CHECK(info["externalGradingOptions"]["image"] == "me/kit");
    CHECK_FALSE(fs::exists(folder + "/questions/01-sample-function"));
    const ProcessResult refusing =
        run_checker({"autograder", "gradescope", folder, "--labs", "5", "--refuse-unconfined"});
    CHECK(refusing.code == 0);
    CHECK(text_of(folder + "/run_autograder").find("--trust-submissions") == std::string::npos);
    CHECK(run_checker({"autograder", "gradescope", folder, "--labs", "99"}).code == 2);
    CHECK(run_checker({"autograder", "moodle", folder}).code == 2);
}
