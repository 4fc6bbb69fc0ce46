#include "checker/grading/writers/lab_account.hpp"

#include "checker/grading/writers/points.hpp"
#include "checker/model/number_text.hpp"
#include "checker/report/utf8.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace kit {

namespace {

// A template error in a loop of macros is megabytes; who reads an account needs its beginning.
constexpr std::size_t most_findings = 12;
constexpr std::size_t most_detail = 2'000;
constexpr std::size_t most_message = 600;
constexpr std::size_t most_lines = 8;

/// The beginning of a text, cut between characters: at most so many bytes, after which there is "…".
std::string beginning(std::string_view text, std::size_t bytes) {
    std::string shown = printable(text.substr(0, bytes));
    if (shown.size() <= bytes && text.size() <= bytes) {
        return shown;
    }
    std::size_t end = std::min(bytes, shown.size());
    while (end > 0 && end < shown.size() &&
           (static_cast<unsigned char>(shown[end]) & 0xC0U) == 0x80) {
        --end;
    }
    return shown.substr(0, end) + "…";
}

/// The same on one line.
std::string beginning_of_line(std::string_view text) {
    return one_line(beginning(text, most_message));
}

std::string indented(const std::string& text, std::string_view margin) {
    std::string result;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        result += fmt::format("{}{}\n", margin, std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
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
        text += fmt::format("  seen  {} times",
                            with_separators(static_cast<std::int64_t>(finding.count)));
        if (!finding.cases.empty()) {
            text += ", on " + one_line(fmt::format("{}", fmt::join(finding.cases, ", ")));
        }
        text += "\n";
    }
    text += indented(beginning(finding.detail, most_detail), "  ");
    if (!finding.hint.empty()) {
        text += "  hint  " + beginning_of_line(finding.hint) + "\n";
    }
}

} // namespace

std::string one_line(std::string_view text) {
    std::string result = printable(text);
    result.erase(result.find_last_not_of('\n') + 1);
    std::replace(result.begin(), result.end(), '\n', ' ');
    return result;
}

std::string student_name(const GradedStudent& student) {
    return one_line(student.name.empty() ? student.id : student.name);
}

std::string place_text(const SourceLine& line) {
    return line.line > 0 ? fmt::format("{}:{}", one_line(line.file), line.line)
                         : one_line(line.file);
}

std::string lab_heading(const GradedClass& graded, const GradedLab& lab) {
    for (const GradedLabFacts& facts : graded.labs) {
        if (facts.id == lab.lab) {
            return one_line(fmt::format("Lab {:02}: {}", facts.number, facts.title));
        }
    }
    return one_line(lab.lab);
}

bool lab_passed(const GradedLab& lab) {
    return lab.state == GradedLab::State::graded && lab.check &&
           lab.check->outcome == Outcome::passed;
}

std::string_view part_heading(PointsPart::Kind kind) {
    switch (kind) {
    case PointsPart::Kind::cases: return "Right output";
    case PointsPart::Kind::technique: return "Technique";
    case PointsPart::Kind::bonus: return "Bonus for speed";
    case PointsPart::Kind::late: return "Late";
    }
    return "";
}

std::string lab_summary(const GradedLab& lab) {
    const auto with_reason = [&](std::string_view sentence) {
        return lab.reason.empty() ? fmt::format("{}.", sentence)
                                  : fmt::format("{}: {}", sentence, one_line(lab.reason));
    };
    switch (lab.state) {
    case GradedLab::State::missing: return "Nothing was submitted.";
    case GradedLab::State::refused: return with_reason("The file could not be checked");
    case GradedLab::State::error:
        return with_reason("Not judged yet, which is not the student's fault");
    case GradedLab::State::graded: break;
    }
    if (lab_passed(lab)) {
        return "Passed.";
    }
    std::string kinds;
    if (lab.check) {
        for (const Finding& finding : lab.check->findings) {
            const std::string kind(name(finding.kind));
            if (finding.severity == Severity::error && kinds.find(kind) == std::string::npos) {
                kinds += (kinds.empty() ? "" : ", ") + kind;
            }
        }
    }
    return kinds.empty() ? "Not passed yet." : fmt::format("Not passed yet: {}.", kinds);
}

std::string lab_account(const GradedLab& lab) {
    std::string text = lab_summary(lab) + "\n";
    if (lab.state == GradedLab::State::error) {
        return text + "The points for this lab are not known yet; they are not zero.\n";
    }
    for (const PointsPart& part : lab.parts) {
        text += fmt::format("  {}: {}", part_heading(part.kind), points_text(part.points));
        text += part.max_points > 0 ? " of " + points_text(part.max_points) : "";
        text += part.reason.empty() ? "\n" : fmt::format(" - {}\n", one_line(part.reason));
    }
    if (!lab.check) {
        return text;
    }
    const std::vector<Finding>& findings = lab.check->findings;
    for (std::size_t i = 0; i < std::min(findings.size(), most_findings); ++i) {
        add_finding(text, findings[i]);
    }
    if (findings.size() > most_findings) {
        text += fmt::format("\nand {} more\n", findings.size() - most_findings);
    }
    return text;
}

std::string quiz_account(const GradedQuiz& quiz) {
    switch (quiz.state) {
    case GradedLab::State::missing: return "Nothing was submitted.\n";
    case GradedLab::State::refused:
        return fmt::format("The answers could not be read: {}\n", one_line(quiz.reason));
    case GradedLab::State::error:
        return fmt::format("Not judged yet, which is not the student's fault: {}\n",
                           one_line(quiz.reason));
    case GradedLab::State::graded: break;
    }
    std::string text;
    for (const GradedExercise& exercise : quiz.exercises) {
        text += fmt::format("{}: {}{}{}\n", one_line(exercise.id),
                            exercise.right ? "right" : "not right",
                            exercise.reason.empty() ? "" : " - ", one_line(exercise.reason));
    }
    return text;
}

std::string not_judged(const GradedClass& graded, const GradedStudent& student) {
    std::string names;
    const auto add = [&](const std::string& heading) {
        names += (names.empty() ? "" : ", ") + heading;
    };
    for (const GradedLab& lab : student.labs) {
        if (lab.state == GradedLab::State::error) {
            add(lab_heading(graded, lab));
        }
    }
    if (student.quiz && student.quiz->state == GradedLab::State::error) {
        add("Quiz");
    }
    return names;
}

} // namespace kit
