#include "checker/base/json_text.hpp"
#include "checker/grading/writers/formats.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <fmt/core.h>

#include <string_view>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

std::string command_escaped(std::string_view text, std::string_view characters) {
    return percent_encoded(text,
                           [&](char c) { return characters.find(c) == std::string_view::npos; });
}

/// The text after the second "::".
std::string message_text(std::string_view text) {
    return command_escaped(printable(text), "%\r\n");
}

/// A property's value ends at a comma, the properties at a colon. Not made printable, since GitHub looks up
/// the file by its name.
std::string property(std::string_view text) {
    return command_escaped(valid_utf8(text), "%\r\n:,");
}

std::string annotation_of(const GradedClass& graded, const GradedItem& item,
                          const Finding& finding) {
    const SourceLine* place = finding.lines.empty() ? nullptr : &finding.lines.front();
    const std::string& file = place != nullptr && !place->file.empty() ? place->file : item.file;
    std::string line = fmt::format("::{} file={}", name(finding.severity), property(file));
    if (place != nullptr && place->line > 0) {
        line += fmt::format(",line={}", place->line);
        line += place->column > 0 ? fmt::format(",col={}", place->column) : "";
    }
    line += fmt::format(",title={}", property(fmt::format("{}: {}", item_heading(graded, item),
                                                          name(finding.kind))));
    std::string message = finding.message;
    for (std::size_t i = 1; i < finding.lines.size(); ++i) {
        message += fmt::format("\nalso at {}  {}", place_text(finding.lines[i]),
                               one_line(finding.lines[i].text));
    }
    message += finding.hint.empty() ? "" : "\nHint: " + finding.hint;
    return fmt::format("{}::{}\n", line, message_text(message));
}

/// The first line that a finding names; 0, which the reporter does not show, if there is none.
int first_line(const GradedItem& item) {
    if (item.check) {
        for (const Finding& finding : item.check->findings) {
            if (const int line = first_line(finding); line > 0) {
                return line;
            }
        }
    }
    return 0;
}

/// Messages are one line: the reporter prints them into a log in which a line that begins with :: is a command.
Json github_test(const GradedClass& graded, const GradedItem& item) {
    Json json;
    json["name"] = item_heading(graded, item);
    json["status"] = !item.known() ? "error" : item.passed() ? "pass" : "fail";
    json["score"] = item.known() ? points_number(item.points) : Json(nullptr);
    json["message"] = item_line(item);
    json["test_code"] = item.is_quiz ? "" : "./lab check " + one_line(item.id);
    json["filename"] = one_line(item.file);
    json["line_no"] = first_line(item);
    return json;
}

/// The name of the grading step's output: "lab05", "quiz".
std::string output_name(const GradedClass& graded, const GradedItem& item) {
    for (const ItemFacts& facts : graded.labs()) {
        if (facts.id == item.id) {
            return fmt::format("lab{:02}", facts.number);
        }
    }
    return "quiz";
}

} // namespace

std::string github_annotations(const GradedClass& graded, const GradedStudent& student) {
    std::string text;
    for (const GradedItem& item : student.items) {
        if (item.counts() && (!item.known() || item.state == GradedItem::State::refused)) {
            const std::string file =
                item.file.empty() ? "" : fmt::format("file={},", property(item.file));
            text +=
                fmt::format("::error {}title={}::{}\n", file, property(item_heading(graded, item)),
                            message_text(item_summary(item)));
        }
        if (item.check) {
            for (const Finding& finding : item.check->findings) {
                text += annotation_of(graded, item, finding);
            }
        }
    }
    return text;
}

std::string github_classroom_json(const GradedClass& graded, const GradedStudent& student) {
    const bool known = not_judged(graded, student).empty();
    Json results = Json::object();
    for (const GradedItem& item : student.items) {
        if (!item.counts()) {
            continue;
        }
        Json json;
        json["version"] = 1;
        json["max_score"] = points_number(known ? item.max_points : 0);
        json["tests"] = Json::array({github_test(graded, item)});
        json["status"] = json["tests"][0]["status"];
        results[output_name(graded, item)] = std::move(json);
    }
    return indented_json(results);
}

std::string github_classroom_result(const GradedClass& graded, const GradedStudent& student) {
    const Json results = ordered_json_from(github_classroom_json(graded, student));
    std::string text;
    for (const auto& [output, result] : results.items()) {
        text += fmt::format("{}={}\n", output, base64_of(json_line(result)));
    }
    return text;
}

} // namespace kit
