#include "checker/grading/writers/github_annotations.hpp"

#include "checker/grading/writers/lab_account.hpp"
#include "checker/report/utf8.hpp"

#include <fmt/core.h>

#include <string_view>

namespace kit {

namespace {

std::string escaped(std::string_view text, std::string_view characters) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) == std::string_view::npos) {
            result += c;
        } else {
            result += fmt::format("%{:02X}", static_cast<unsigned>(c));
        }
    }
    return result;
}

/// What stands after the second "::".
std::string message_text(std::string_view text) {
    return escaped(printable(text), "%\r\n");
}

/// A property's value ends at a comma, the properties at a colon. A name is not made printable:
/// GitHub looks for the file by it.
std::string property(std::string_view text) {
    return escaped(valid_utf8(text), "%\r\n:,");
}

std::string line_of(const GradedClass& graded, const GradedLab& lab, const Finding& finding) {
    const SourceLine* place = finding.lines.empty() ? nullptr : &finding.lines.front();
    const std::string& file = place != nullptr && !place->file.empty() ? place->file : lab.file;
    std::string line = fmt::format("::{} file={}", name(finding.severity), property(file));
    if (place != nullptr && place->line > 0) {
        line += fmt::format(",line={}", place->line);
        line += place->column > 0 ? fmt::format(",col={}", place->column) : "";
    }
    line += fmt::format(
        ",title={}", property(fmt::format("{}: {}", lab_heading(graded, lab), name(finding.kind))));
    std::string message = finding.message;
    for (std::size_t i = 1; i < finding.lines.size(); ++i) {
        message += fmt::format("\nalso at {}  {}", place_text(finding.lines[i]),
                               one_line(finding.lines[i].text));
    }
    message += finding.hint.empty() ? "" : "\nHint: " + finding.hint;
    return fmt::format("{}::{}\n", line, message_text(message));
}

} // namespace

std::string github_annotations(const GradedClass& graded, const GradedStudent& student) {
    std::string text;
    for (const GradedLab& lab : student.labs) {
        if (lab.state == GradedLab::State::error || lab.state == GradedLab::State::refused) {
            const std::string file =
                lab.file.empty() ? "" : fmt::format("file={},", property(lab.file));
            text += fmt::format("::error {}title={}::{}\n", file,
                                property(lab_heading(graded, lab)), message_text(lab_summary(lab)));
        }
        if (lab.check) {
            for (const Finding& finding : lab.check->findings) {
                text += line_of(graded, lab, finding);
            }
        }
    }
    return text;
}

} // namespace kit
