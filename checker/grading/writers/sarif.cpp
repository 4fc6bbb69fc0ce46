#include "checker/grading/writers/formats.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/fingerprint.hpp"
#include "checker/base/utf8.hpp"
#include "checker/course/hints.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

std::string compact(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Braces mark arguments and "](" a link (SARIF 3.11.5, 3.11.6): a student's code means neither.
Json message_of(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        if (c == '(' && result.ends_with(']')) {
            result += ' ';
        }
        result += c == '{' ? "{{" : c == '}' ? "}}" : std::string(1, c);
    }
    return {{"text", result}};
}

std::string_view level_of(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

Json rule_of(FindingKind kind) {
    const FindingWords words = finding_words(kind, "");
    const Severity severity =
        kind == FindingKind::early_exit_before_barrier || kind == FindingKind::compiler_warning
            ? Severity::warning
            : Severity::error;
    std::string title(name(kind));
    std::replace(title.begin(), title.end(), '-', ' ');
    Json json;
    json["id"] = name(kind);
    json["shortDescription"] = {{"text", title}};
    json["fullDescription"] = {{"text", words.principle}};
    json["help"] = {{"text", words.remedy}};
    json["defaultConfiguration"] = {{"level", level_of(severity)}};
    return json;
}

/// A relative path as a URI reference of RFC 3986. Its bytes need not be UTF-8.
std::string uri_of(std::string_view path) {
    return percent_encoded(path, [](char c) {
        return is_letter_or_digit(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
    });
}

Json artifact_location(const std::string& file) {
    return {{"uri", uri_of(file)}, {"uriBaseId", "%SRCROOT%"}};
}

/// SARIF counts characters where compilers count bytes.
int column_of(const SourceLine& line) {
    const auto bytes = static_cast<std::size_t>(line.column - 1);
    if (bytes > line.text.size()) {
        return line.column;
    }
    return 1 + static_cast<int>(std::count_if(
                   line.text.begin(), line.text.begin() + line.column - 1,
                   [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

Json physical_location(const SourceLine& line, const GradedItem& item) {
    Json json;
    json["artifactLocation"] = artifact_location(line.file.empty() ? item.file : line.file);
    Json region;
    region["startLine"] = std::max(line.line, 1); // GitHub shows nothing that has no line
    if (line.line > 0 && line.column > 0) {
        region["startColumn"] = column_of(line);
    }
    if (!line.text.empty()) {
        region["snippet"] = {{"text", printable(line.text)}};
    }
    json["region"] = std::move(region);
    return json;
}

Json related_locations(const Finding& finding, const GradedItem& item) {
    Json related = Json::array();
    for (std::size_t i = 1; i < finding.lines.size(); ++i) {
        related.push_back({{"id", i},
                           {"physicalLocation", physical_location(finding.lines[i], item)},
                           {"message", {{"text", "This line is involved."}}}});
    }
    return related;
}

/// Made of what stays when lines are inserted above: student, item, kind, array, and the lines' text.
std::string finding_fingerprint(const GradedStudent& student, const GradedItem& item,
                                const Finding& finding) {
    std::string text = student.id + '\n' + item.id + '\n' + std::string(name(finding.kind)) + '\n' +
                       finding.array + '\n';
    for (const SourceLine& line : finding.lines) {
        text += line.text + '\n';
    }
    return fingerprint_of(text);
}

Json sarif_result(const GradedStudent& student, const GradedItem& item, const Finding& finding) {
    Json json;
    json["ruleId"] = name(finding.kind);
    json["ruleIndex"] = static_cast<int>(finding.kind);
    json["level"] = level_of(finding.severity);
    json["message"] = message_of(
        finding.hint.empty() ? finding.message : finding.message + "\nHint: " + finding.hint);
    const SourceLine whole_file{item.file, 0, 0, ""};
    const SourceLine& place = finding.lines.empty() ? whole_file : finding.lines.front();
    json["locations"] = Json::array({{{"physicalLocation", physical_location(place, item)}}});
    if (finding.lines.size() > 1) {
        json["relatedLocations"] = related_locations(finding, item);
    }
    json["partialFingerprints"] = {
        {"stencilLabKit/v1", finding_fingerprint(student, item, finding)}};
    json["properties"] = {{"student", student.id},
                          {"lab", item.id},
                          {"count", finding.count},
                          {"cases", finding.cases}};
    return json;
}

Json notification_of(const GradedClass& graded, const GradedStudent& student,
                     const GradedItem& item) {
    Json json;
    json["level"] = "error";
    json["message"] = message_of(
        fmt::format("{}, {}: {}", student.id, item_heading(graded, item), item_summary(item)));
    if (!item.file.empty()) {
        json["locations"] = Json::array(
            {{{"physicalLocation", {{"artifactLocation", artifact_location(item.file)}}}}});
    }
    return json;
}

Json driver_of(const GradedClass& graded) {
    Json rules = Json::array();
    for (int kind = 0; kind < finding_kinds; ++kind) {
        rules.push_back(rule_of(static_cast<FindingKind>(kind)));
    }
    return {{"name", "stencil-lab-kit"}, {"version", graded.kit_version}, {"rules", rules}};
}

} // namespace

// The findings of ten thousand students make a document of many megabytes: each becomes text at once
// instead of staying a tree.
std::string sarif(const GradedClass& graded) {
    std::string results;
    std::string notifications;
    bool complete = true;
    const auto append = [](std::string& list, const Json& json) {
        list += list.empty() ? "\n" : ",\n";
        list += compact(json);
    };
    for (const GradedStudent& student : graded.students) {
        for (const GradedItem& item : student.items) {
            if (!item.known()) {
                complete = false;
                append(notifications, notification_of(graded, student, item));
            }
            if (item.check) {
                for (const Finding& finding : item.check->findings) {
                    append(results, sarif_result(student, item, finding));
                }
            }
        }
    }
    const Json base{{"%SRCROOT%", {{"description", {{"text", "The class's folder."}}}}}};
    return fmt::format("{{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", "
                       "\"version\": \"2.1.0\",\n"
                       "\"runs\": [{{\n"
                       "\"tool\": {{\"driver\": {}}},\n"
                       "\"originalUriBaseIds\": {},\n"
                       "\"columnKind\": \"unicodeCodePoints\",\n"
                       "\"invocations\": [{{\"executionSuccessful\": {}, "
                       "\"toolExecutionNotifications\": [{}]}}],\n"
                       "\"results\": [{}]\n"
                       "}}]}}\n",
                       compact(driver_of(graded)), compact(base), complete, notifications, results);
}

} // namespace kit
