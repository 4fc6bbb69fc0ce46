#include "checker/grading/writers/formats.hpp"

#include "analytics/print/layout.hpp"
#include "analytics/print/utf8.hpp"
#include "checker/grading/class_page/class_statistics.hpp"
#include "checker/grading/writers/item_account.hpp"

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

std::string state_text(const GradedItem& item) {
    switch (item.state) {
    case GradedItem::State::missing: return "nothing was submitted";
    case GradedItem::State::refused: return "refused: " + item.reason;
    case GradedItem::State::error:
        return "the kit failed, so the points are not known: " + item.reason;
    case GradedItem::State::graded: break;
    }
    return item.passed() ? "passed" : item.is_quiz ? "answered" : "failed";
}

void add_finding_text(std::string& text, const Finding& finding, const TextStyle& style) {
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

std::string graded_text(const GradedClass& graded, const std::filesystem::path& results,
                        const TextStyle& style) {
    std::string text =
        paint(style, Tone::heading, one_line(graded.title)) +
        fmt::format(" · {} · seed {}\n\n", plural(graded.students.size(), "student"), graded.seed);
    text += paint(
        style, Tone::faint,
        one_row({"lab", "submitted", "passed", "failed", "refused", "kit error", "mean points"}));
    const ClassStatistics statistics = statistics_of(graded);
    for (std::size_t i = 0; i < graded.labs().size(); ++i) {
        const ItemFacts& facts = graded.items[i];
        const LabStatistics& lab = statistics.labs[i];
        text += one_row(
            {facts.id, std::to_string(lab.judged() + lab.errors), std::to_string(lab.passed),
             std::to_string(lab.failed), std::to_string(lab.refused), std::to_string(lab.errors),
             fmt::format("{} of {}",
                         lab.mean_points ? fmt::format("{:.1f}", *lab.mean_points) : "–",
                         points_text(facts.max_points))});
    }
    text +=
        fmt::format("\nThe results are in {}: report.html shows the class, feedback/ has a page "
                    "for each student.\n",
                    results.string());
    if (statistics.incomplete > 0) {
        const std::string words = fmt::format(
            "The kit failed on labs of {}: they have no points yet, and the same command tries "
            "them again.",
            plural(statistics.incomplete, "student"));
        for (const std::string& line : wrap(words, style.width)) {
            text += paint(style, Tone::bad, line) + "\n";
        }
    }
    return text;
}

std::string explained_text(const GradedStudent& student, const TextStyle& style) {
    std::string text = paint(style, Tone::heading, one_line(student.name)) +
                       fmt::format(" · {}{}\n", points_of(student.points, student.max_points),
                                   student.complete ? "" : ", not all known yet");
    for (const GradedItem& item : student.items) {
        text += fmt::format("\n  {} · {} of {} · {}\n", item.id,
                            item.known() ? points_text(item.points) : "?",
                            points_text(item.max_points), one_line(state_text(item)));
        if (!item.file.empty()) {
            text += paint(style, Tone::faint, "    " + one_line(item.file)) + "\n";
        }
        for (const GradedExercise& exercise : item.exercises) {
            text += fmt::format("    {} {:<3} {}\n", exercise.right ? "✓" : "✗", exercise.id,
                                one_line(exercise.reason));
        }
        for (const PointsPart& part : item.parts) {
            text += fmt::format("    {:>6} {:<9}  {}\n", fmt::format("{:+g}", part.points),
                                name(part.kind), part.reason);
        }
        if (item.check) {
            for (const Finding& finding : item.check->findings) {
                add_finding_text(text, finding, style);
            }
        }
    }
    return text;
}

std::string changes_text(const GradedClass& graded, const std::vector<GradeBefore>& before) {
    std::string text;
    std::size_t changed = 0;
    for (const GradeBefore& old : before) {
        const auto student = std::find_if(graded.students.begin(), graded.students.end(),
                                          [&](const auto& one) { return one.id == old.student; });
        const GradedItem* item =
            student == graded.students.end() ? nullptr : student->item(old.lab);
        if (item == nullptr) {
            continue;
        }
        const auto points = item->known() ? std::optional(item->points) : std::nullopt;
        if (points != old.points) {
            ++changed;
            text += fmt::format("  {} · {}: {} → {}\n", one_line(old.student), old.lab,
                                old.points ? points_text(*old.points) : "no grade",
                                points ? points_text(*points) : "not known");
        }
    }
    return changed == 0 ? "\nNo points changed.\n"
                        : fmt::format("\nChanged: {}\n{}", plural(changed, "grade"), text);
}

} // namespace kit
