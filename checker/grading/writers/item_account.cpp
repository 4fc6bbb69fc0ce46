#include "checker/grading/writers/item_account.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/model/moment.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace kit {

namespace {

// A template error in a loop of macros is megabytes; readers need its beginning.
constexpr std::size_t most_findings = 12;
constexpr int most_detail = 2'000;
constexpr int most_message = 600;
constexpr std::size_t most_lines = 8;

/// The beginning of a text: at most so many columns, then "…".
std::string beginning(std::string_view text, int columns) {
    return cut(printable(text), columns);
}

/// The same on one line.
std::string beginning_of_line(std::string_view text) {
    return one_line(beginning(text, most_message));
}

std::string exercise_line(const GradedExercise& exercise) {
    return fmt::format("{}: {}{}{}", one_line(exercise.id), exercise.right ? "right" : "not right",
                       exercise.reason.empty() ? "" : " - ", one_line(exercise.reason));
}

void add_finding(std::string& text, const Finding& finding) {
    text += fmt::format("\n{}[{}]: {}\n", name(finding.severity), name(finding.kind),
                        beginning_of_line(finding.message));
    for (std::size_t i = 0; i < std::min(finding.lines.size(), most_lines); ++i) {
        const SourceLine& line = finding.lines[i];
        text += "  at    " + place_text(line) + "\n";
        if (!line.text.empty()) {
            text += "        " + beginning_of_line(line.text) + "\n";
        }
    }
    if (finding.count > 1) {
        text +=
            fmt::format("  seen  {} times", thousands(static_cast<std::int64_t>(finding.count)));
        if (!finding.cases.empty()) {
            text += ", on " + one_line(join(finding.cases, ", "));
        }
        text += "\n";
    }
    for (const std::string& line : split_lines(beginning(finding.detail, most_detail))) {
        text += "  " + line + "\n";
    }
    if (!finding.hint.empty()) {
        text += "  hint  " + beginning_of_line(finding.hint) + "\n";
    }
}

} // namespace

std::string student_name(const GradedStudent& student) {
    return one_line(student.name.empty() ? student.id : student.name);
}

std::string place_text(const SourceLine& line) {
    return line.line > 0 ? fmt::format("{}:{}", one_line(line.file), line.line)
                         : one_line(line.file);
}

std::string item_heading(const GradedClass& graded, const GradedItem& item) {
    for (const ItemFacts& facts : graded.labs()) {
        if (facts.id == item.id) {
            return one_line(fmt::format("Lab {:02}: {}", facts.number, facts.title));
        }
    }
    return one_line(item.id);
}

std::string_view part_heading(PointsPart::Kind kind) {
    switch (kind) {
    case PointsPart::Kind::cases: return "Right output";
    case PointsPart::Kind::parts: return "Right parts";
    case PointsPart::Kind::technique: return "Technique";
    case PointsPart::Kind::bonus: return "Bonus for speed";
    case PointsPart::Kind::late: return "Late";
    }
    return "";
}

std::string item_summary(const GradedItem& item) {
    const auto with_reason = [&](std::string_view sentence) {
        return item.reason.empty() ? fmt::format("{}.", sentence)
                                   : fmt::format("{}: {}", sentence, one_line(item.reason));
    };
    switch (item.state) {
    case GradedItem::State::missing:
        return item.reason.empty()
                   ? "Nothing was submitted."
                   : fmt::format("Something was handed in, but {}", one_line(item.reason));
    case GradedItem::State::refused: return with_reason("The file could not be checked");
    case GradedItem::State::error:
        return with_reason("Not judged yet, which is not the student's fault");
    case GradedItem::State::not_due: return "Nothing was submitted, and it is not due yet.";
    case GradedItem::State::excused: return "Excused.";
    case GradedItem::State::needs_look:
        return with_reason("Not judged yet: the instructor looks at it");
    case GradedItem::State::graded: break;
    }
    if (item.passed()) {
        return item.is_quiz ? "Every answer is right." : "Passed.";
    }
    std::string kinds;
    if (item.check) {
        for (const Finding& finding : item.check->findings) {
            const std::string kind(name(finding.kind));
            if (finding.severity == Severity::error && kinds.find(kind) == std::string::npos) {
                kinds += (kinds.empty() ? "" : ", ") + kind;
            }
        }
    }
    return item.is_quiz    ? "Not every answer is right."
           : kinds.empty() ? "Not passed yet."
                           : fmt::format("Not passed yet: {}.", kinds);
}

/// What follows from when it was handed in: ", 2 days late: 10 % off for each day begun"; empty if that is not known.
static std::string lateness(const GradedItem& item) {
    for (const PointsPart& part : item.parts) {
        if (part.kind == PointsPart::Kind::late) {
            return ", " + one_line(part.reason);
        }
    }
    return !item.submitted                     ? ""
           : *item.submitted <= *item.deadline ? ", in time"
                                               : ", late, and nothing is taken off";
}

std::vector<std::string> hand_in_lines(const GradedItem& item) {
    std::vector<std::string> lines;
    if (!item.matched_by.empty()) {
        lines.push_back("recognized by " + one_line(item.matched_by));
    }
    if (item.submitted && !item.submitted_from.empty()) {
        lines.push_back(fmt::format("handed in {}, as {} says", local_moment_text(*item.submitted),
                                    one_line(item.submitted_from)));
    }
    if (item.deadline && item.counts()) {
        lines.push_back(fmt::format("due {}{}", local_moment_text(*item.deadline), lateness(item)));
    }
    if (item.marked_late) {
        lines.emplace_back("marked late by the platform, which does not say when: nothing was "
                           "taken off");
    }
    for (const std::string& note : item.notes) {
        lines.push_back(one_line(note));
    }
    return lines;
}

std::string item_account(const GradedItem& item) {
    std::string text = item_summary(item) + "\n";
    if (!item.file.empty()) {
        text += fmt::format("Of the file {}.\n", one_line(item.file));
    }
    for (const std::string& line : hand_in_lines(item)) {
        text += fmt::format("  {}\n", line);
    }
    if (item.by_hand) {
        text += by_hand_text(item) + "\n";
    }
    if (item.counts() && !item.known()) {
        return text + "The points are not known yet; they are not zero.\n";
    }
    for (const PointsPart& part : item.parts) {
        text += fmt::format("  {}: {}", part_heading(part.kind), points_text(part.points));
        text += part.max_points > 0 ? " of " + points_text(part.max_points) : "";
        text += part.reason.empty() ? "\n" : fmt::format(" - {}\n", one_line(part.reason));
    }
    for (const GradedExercise& exercise : item.exercises) {
        text += exercise_line(exercise) + "\n";
    }
    if (!item.check) {
        return text;
    }
    const std::vector<Finding>& findings = item.check->findings;
    for (std::size_t i = 0; i < std::min(findings.size(), most_findings); ++i) {
        add_finding(text, findings[i]);
    }
    if (findings.size() > most_findings) {
        text += fmt::format("\nand {} more\n", findings.size() - most_findings);
    }
    return text;
}

std::string item_line(const GradedItem& item, bool with_parts) {
    std::string line = item_summary(item);
    if (item.by_hand) {
        line += " " + by_hand_text(item) + ".";
    }
    for (const PointsPart& part : item.parts) {
        if (with_parts && !part.reason.empty()) {
            line += fmt::format(" {}: {}.", part_heading(part.kind), one_line(part.reason));
        }
    }
    for (const GradedExercise& exercise : item.exercises) {
        line += " " + exercise_line(exercise);
    }
    if (item.check && !item.check->findings.empty()) {
        line += " " + beginning_of_line(item.check->findings.front().message);
    }
    return line;
}

std::string not_judged(const GradedClass& graded, const GradedStudent& student) {
    std::vector<std::string> names;
    for (const GradedItem& item : student.items) {
        if (item.counts() && !item.known()) {
            names.push_back(item_heading(graded, item));
        }
    }
    return join(names, ", ");
}

std::string unconfined_text(const GradedClass& graded) {
    return graded.unconfined.empty()
               ? ""
               : fmt::format("The submission ran unconfined, as --trust-submissions allows: {}. "
                             "Only the platform's own container was around it.\n",
                             one_line(graded.unconfined));
}

nlohmann::ordered_json points_number(double points) {
    const double value = std::stod(points_text(points));
    if (value == std::trunc(value) && std::abs(value) < 1e15) {
        return static_cast<std::int64_t>(value);
    }
    return value;
}

std::string points_of(double points, double max_points) {
    const std::string most = points_text(max_points);
    return fmt::format("{} of {} point{}", points_text(points), most, most == "1" ? "" : "s");
}

} // namespace kit
