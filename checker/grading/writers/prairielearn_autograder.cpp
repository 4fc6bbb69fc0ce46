#include "checker/base/encodings.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/writers/autograder_script.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

// Not gradable: it costs the student neither points nor an attempt.
constexpr std::string_view prairielearn_failure =
    R"sh(printf '{\n  "gradable": false,\n  "format_errors": ["%s"],\n  "message": "Not graded.",\n  "output": "What the kit said:\\n%s"\n}\n' "$what" "$said")sh";

constexpr std::string_view dockerfile =
    R"docker(# The image in which PrairieLearn grades: Debian with the stencil lab kit, unpacked and tried.
FROM debian:trixie-slim
ADD stencil-lab-kit.tar.gz /
RUN mv /stencil-lab-kit /kit && \
    for lab in @LABS@; do /kit/lab check "$lab" --solution || exit; done
)docker";

constexpr std::string_view question = R"html(<pl-question-panel>
  <p>Lab @NUMBER@: @TITLE@. @SUMMARY@</p>
  <p>Upload your <code>kernel.cu</code> of <code>labs/@ID@</code>. Grading takes a minute or two.</p>
  <pl-file-upload file-names="kernel.cu"></pl-file-upload>
</pl-question-panel>
<pl-submission-panel>
  <pl-external-grader-results></pl-external-grader-results>
  <pl-file-preview></pl-file-preview>
</pl-submission-panel>
)html";

/// The same for the same lab, in the form of a random one (RFC 9562, version 4), as PrairieLearn wants it.
std::string uuid_of(const std::string& lab) {
    std::string digits = sha256_of("PrairieLearn question of the stencil lab kit: " + lab);
    digits[12] = '4';
    digits[16] = 'a';
    const std::string_view text(digits);
    return fmt::format("{}-{}-{}-{}-{}", text.substr(0, 8), text.substr(8, 4), text.substr(12, 4),
                       text.substr(16, 4), text.substr(20, 12));
}

/// Text in HTML that PrairieLearn reads as a Mustache template first, with formulas between dollar signs.
std::string html_text(std::string_view text) {
    return with_replaced(with_replaced(xml_text(text), "{", "&#123;"), "$", "&#36;");
}

std::string info_of(const Lab& lab, const AutograderRequest& request) {
    Json json;
    json["uuid"] = uuid_of(lab.id);
    json["title"] = fmt::format("Lab {:02}: {}", lab.number, lab.title);
    json["topic"] = "Stencils on GPUs";
    json["tags"] = Json::array();
    json["type"] = "v3";
    json["gradingMethod"] = "External";
    json["singleVariant"] = true;
    json["showCorrectAnswer"] = false;
    Json& grading = json["externalGradingOptions"];
    grading["enabled"] = true;
    grading["image"] = request.image;
    grading["entrypoint"] =
        fmt::format("/grade/serverFilesCourse/stencil-lab-kit/grade.sh {}", lab.number);
    grading["serverFilesCourse"] = {"stencil-lab-kit/"};
    grading["timeout"] = 600;
    grading["enableNetworking"] = false;
    return indented_json(json);
}

} // namespace

std::vector<WrittenFile> prairielearn_autograder(const AutograderRequest& request) {
    std::vector<WrittenFile> files;
    std::string words;
    for (const Lab& lab : request.labs) {
        const std::string folder = "questions/" + lab.id;
        files.push_back({folder + "/info.json", info_of(lab, request), false});
        files.push_back({folder + "/question.html",
                         with_places(question, {{"NUMBER", fmt::format("{:02}", lab.number)},
                                                {"TITLE", html_text(lab.title)},
                                                {"SUMMARY", html_text(lab.summary)},
                                                {"ID", lab.id}}),
                         false});
        words += fmt::format("{}{}", words.empty() ? "" : " ", lab.number);
    }
    GradingScript script;
    script.purpose = "Grades one submission of lab $1 with the stencil lab kit and puts the result "
                     "where PrairieLearn looks for it.";
    script.format = "prairielearn";
    script.labs = "${1:?which lab}";
    script.kit = "/kit";
    script.submitted = "/grade/student";
    script.results = "/grade/results";
    script.failure = prairielearn_failure;
    files.push_back(
        {"serverFilesCourse/stencil-lab-kit/grade.sh", grading_script(script, request), true});
    files.push_back({"image/Dockerfile", with_places(dockerfile, {{"LABS", words}}), false});
    return files;
}

} // namespace kit
