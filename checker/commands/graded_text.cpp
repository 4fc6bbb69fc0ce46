#include "checker/commands/graded_text.hpp"

#include "checker/grading/class_page/class_figures.hpp"
#include "checker/grading/writers/points.hpp"
#include "checker/model/number_text.hpp"
#include "checker/report/layout.hpp"
#include "checker/report/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kit {

namespace {

std::string one_row(const std::array<std::string, 7>& cells) {
    std::string row = "  " + pad_right(cells[0], 32);
    for (std::size_t i = 1; i < cells.size(); ++i) {
        row += pad_left(cells[i], i + 1 == cells.size() ? 16 : 10);
    }
    return row + "\n";
}

std::string labs_text(const GradedLab& lab) {
    switch (lab.state) {
    case GradedLab::State::missing: return "nothing was handed in";
    case GradedLab::State::refused: return "not taken: " + lab.reason;
    case GradedLab::State::error:
        return "the kit failed, so the points are not known: " + lab.reason;
    case GradedLab::State::graded: break;
    }
    return lab.check && lab.check->outcome == Outcome::passed ? "passed" : "failed";
}

void add_finding(std::string& text, const Finding& finding, const TextStyle& style) {
    std::string numbers;
    int lines = 0;
    for (const SourceLine& line : finding.lines) {
        if (line.line > 0) {
            numbers += fmt::format("{}{}", lines > 0 ? ", " : "", line.line);
            ++lines;
        }
    }
    const std::string where =
        lines > 0 ? fmt::format(", line{} {}", lines > 1 ? "s" : "", numbers) : "";
    const std::string sentence = fmt::format("{}[{}]{}: {}", name(finding.severity),
                                             name(finding.kind), where, printable(finding.message));
    for (const std::string& line : wrap(sentence, style.width - 6)) {
        text += "      " + line + "\n";
    }
}

} // namespace

std::string shown_name(std::string_view name) {
    std::string text = printable(name);
    std::replace_if(
        text.begin(), text.end(), [](char letter) { return letter == '\n' || letter == '\t'; },
        ' ');
    return text;
}

std::string graded_text(const GradedClass& graded, const std::filesystem::path& results,
                        const TextStyle& style) {
    const auto students = static_cast<std::int64_t>(graded.students.size());
    std::string text = paint(style, Tone::heading, shown_name(graded.title)) +
                       fmt::format(" · {} student{} · seed {}\n\n", with_separators(students),
                                   students == 1 ? "" : "s", graded.seed);
    text += paint(
        style, Tone::faint,
        one_row({"lab", "handed in", "passed", "failed", "refused", "kit error", "mean points"}));
    const ClassFigures figures = figures_of(graded);
    for (std::size_t i = 0; i < graded.labs.size(); ++i) {
        const LabFigures& lab = figures.labs[i];
        text +=
            one_row({graded.labs[i].id, std::to_string(lab.judged() + lab.errors),
                     std::to_string(lab.passed), std::to_string(lab.failed),
                     std::to_string(lab.refused), std::to_string(lab.errors),
                     fmt::format("{} of {}",
                                 lab.mean_points ? fmt::format("{:.1f}", *lab.mean_points) : "–",
                                 points_text(graded.labs[i].max_points))});
    }
    int errors = 0;
    for (const GradedStudent& student : graded.students) {
        errors += student.complete ? 0 : 1;
    }
    text +=
        fmt::format("\nThe results are in {}: report.html shows the class, feedback/ has a page "
                    "for each student.\n",
                    results.string());
    if (errors > 0) {
        const std::string words = fmt::format(
            "The kit failed on labs of {}: they have no points yet, and the same command tries "
            "them again.",
            plural(static_cast<std::size_t>(errors), "student"));
        for (const std::string& line : wrap(words, style.width)) {
            text += paint(style, Tone::bad, line) + "\n";
        }
    }
    return text;
}

std::string explained_text(const GradedClass& graded, const GradedStudent& student,
                           const TextStyle& style) {
    std::string text =
        paint(style, Tone::heading, shown_name(student.name)) +
        fmt::format(" · {} of {} points{}\n", points_text(student.points),
                    points_text(student.max_points), student.complete ? "" : ", not all known yet");
    for (std::size_t i = 0; i < graded.labs.size(); ++i) {
        const GradedLab& lab = student.labs[i];
        text += fmt::format("\n  {} · {} of {} · {}\n", lab.lab,
                            lab.state == GradedLab::State::error ? "?" : points_text(lab.points),
                            points_text(lab.max_points), shown_name(labs_text(lab)));
        if (!lab.file.empty()) {
            text += paint(style, Tone::faint, "    " + shown_name(lab.file)) + "\n";
        }
        for (const PointsPart& part : lab.parts) {
            text += fmt::format("    {:>6} {:<9}  {}\n", fmt::format("{:+g}", part.points),
                                name(part.kind), part.reason);
        }
        if (lab.check) {
            for (const Finding& finding : lab.check->findings) {
                add_finding(text, finding, style);
            }
        }
    }
    if (student.quiz) {
        text += fmt::format(
            "\n  quiz · {} of {}{}\n", points_text(student.quiz->points),
            points_text(student.quiz->max_points),
            student.quiz->reason.empty() ? "" : " · " + shown_name(student.quiz->reason));
        for (const GradedExercise& exercise : student.quiz->exercises) {
            text += fmt::format("    {} {:<3} {}\n", exercise.right ? "✓" : "✗", exercise.id,
                                shown_name(exercise.reason));
        }
    }
    return text;
}

std::string changes_text(const GradedClass& graded, const std::vector<GradeBefore>& before) {
    std::string text;
    std::size_t changed = 0;
    for (const GradeBefore& old : before) {
        for (const GradedStudent& student : graded.students) {
            if (student.id != old.student) {
                continue;
            }
            for (const GradedLab& lab : student.labs) {
                const bool known = lab.state != GradedLab::State::error;
                if (lab.lab == old.lab &&
                    (old.points.has_value() != known || (known && *old.points != lab.points))) {
                    ++changed;
                    text += fmt::format("  {} · {}: {} → {}\n", shown_name(student.id), lab.lab,
                                        old.points ? points_text(*old.points) : "no grade",
                                        known ? points_text(lab.points) : "not known");
                }
            }
        }
    }
    return changed == 0 ? "\nNobody's points changed.\n"
                        : fmt::format("\nChanged: {}\n{}", plural(changed, "grade"), text);
}

} // namespace kit
