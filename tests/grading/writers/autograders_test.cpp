// The files of autograders: what each platform asks of them, and that they are about the given labs alone.
#include "checker/grading/writers/autograders.hpp"
#include "tests/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <set>

using namespace kit;
using Json = nlohmann::json;

namespace {

AutograderRequest two_labs() {
    AutograderRequest request;
    request.labs.resize(2);
    request.labs[0].number = 5;
    request.labs[0].id = "05-shared-memory-tiling";
    request.labs[0].title = "Shared-memory tiling";
    request.labs[0].summary = "{{a}} < $b$ & c";
    request.labs[1].number = 12;
    request.labs[1].id = "12-speed-of-light";
    request.labs[1].title = "Speed of light";
    return request;
}

const WrittenFile& named(const std::vector<WrittenFile>& files, const std::string& path) {
    const auto found =
        std::ranges::find_if(files, [&](const WrittenFile& file) { return file.path == path; });
    REQUIRE(found != files.end());
    return *found;
}

} // namespace

TEST_CASE("every platform's command grades these labs, and trusts the container only if asked to") {
    AutograderRequest request = two_labs();
    const std::string command = "/lab grade ";
    for (const bool trust : {true, false}) {
        request.trust_container = trust;
        for (const auto& [file, labs] :
             {std::pair{named(gradescope_autograder(request), "run_autograder"), "labs=5,12\n"},
              std::pair{named(github_autograder(request), ".github/workflows/classroom.yml"),
                        "--labs 5,12 "},
              std::pair{named(prairielearn_autograder(request),
                              "serverFilesCourse/stencil-lab-kit/grade.sh"),
                        "labs=${1:?which lab}\n"}}) {
            INFO(file.path);
            CHECK_THAT(file.text, ContainsSubstring(command));
            CHECK_THAT(file.text, ContainsSubstring(labs));
            CHECK((file.text.find("--trust-submissions") != std::string::npos) == trust);
            CHECK(file.text.find('@') == file.text.find("@v4")); // no place is left
            CHECK(file.executable == (file.path != ".github/workflows/classroom.yml"));
        }
    }
}

TEST_CASE("the classroom's runner keeps the kit that it downloads, another one under another key") {
    AutograderRequest request = two_labs();
    const auto key_of = [&](const std::string& address) {
        request.bundle = address;
        const std::string text = github_autograder(request).front().text;
        CHECK_THAT(text, ContainsSubstring(" '" + address + "'\n"));
        const auto key = text.find("key: ");
        return text.substr(key, text.find('\n', key) - key);
    };
    CHECK(key_of("https://example.org/1.tar.zst") != key_of("https://example.org/2.tar.zst"));
    CHECK(key_of("https://example.org/1.tar.zst") == key_of("https://example.org/1.tar.zst"));
}

TEST_CASE("the classroom's reporter gets each lab's output under that runner's name") {
    const std::string text = github_autograder(two_labs()).front().text;
    CHECK_THAT(text, ContainsSubstring("LAB05_RESULTS: \"${{steps.labs.outputs.lab05}}\"\n"));
    CHECK_THAT(text, ContainsSubstring("LAB12_RESULTS: \"${{steps.labs.outputs.lab12}}\"\n"));
    CHECK_THAT(text, ContainsSubstring("runners: lab05,lab12\n"));
}

TEST_CASE("PrairieLearn: a question's info.json is as its schema asks") {
    AutograderRequest request = two_labs();
    request.image = "example/kit:2026";
    const std::vector<WrittenFile> files = prairielearn_autograder(request);
    // apps/prairielearn/src/schemas/infoQuestion.ts is strict: another key is an error.
    const std::set<std::string> known{"uuid",
                                      "title",
                                      "topic",
                                      "tags",
                                      "type",
                                      "gradingMethod",
                                      "singleVariant",
                                      "showCorrectAnswer",
                                      "externalGradingOptions"};
    const std::set<std::string> grading_known{"enabled",           "image",   "entrypoint",
                                              "serverFilesCourse", "timeout", "enableNetworking"};
    std::set<std::string> uuids;
    for (const Lab& lab : request.labs) {
        const Json info = Json::parse(named(files, "questions/" + lab.id + "/info.json").text);
        for (const auto& [key, value] : info.items()) {
            CHECK(known.count(key) == 1);
        }
        const std::regex uuid("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}");
        CHECK(std::regex_match(info["uuid"].get<std::string>(), uuid));
        uuids.insert(info["uuid"]);
        CHECK(info["type"] == "v3");
        CHECK(info["gradingMethod"] == "External");
        const Json& grading = info["externalGradingOptions"];
        for (const auto& [key, value] : grading.items()) {
            CHECK(grading_known.count(key) == 1);
        }
        CHECK(grading["enabled"] == true);
        CHECK(grading["image"] == "example/kit:2026");
        CHECK(grading["timeout"].get<int>() <= 600); // PrairieLearn's greatest
        // The script is among the files that are copied into the job, and gets the question's lab.
        const std::string entry = grading["entrypoint"];
        CHECK(entry ==
              "/grade/serverFilesCourse/stencil-lab-kit/grade.sh " + std::to_string(lab.number));
        CHECK(grading["serverFilesCourse"] == Json::array({"stencil-lab-kit/"}));
    }
    CHECK(uuids.size() == 2);
    CHECK(prairielearn_autograder(request)[0].text == files[0].text); // also the UUID
    const std::string page = named(files, "questions/05-shared-memory-tiling/question.html").text;
    CHECK_THAT(page, ContainsSubstring("&#123;&#123;a}} &lt; &#36;b&#36; &amp; c"));
    CHECK_THAT(page, ContainsSubstring("<pl-file-upload file-names=\"kernel.cu\">"));
    CHECK_THAT(page, ContainsSubstring("<pl-external-grader-results>"));
    CHECK_THAT(named(files, "image/Dockerfile").text, ContainsSubstring("for lab in 5 12; do"));
}
