#include "checker/grading/writers/formats.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
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

/// What only the instructor can judge, by student, with the command that says so.
std::string doubts_text(const GradedClass& graded, const TextStyle& style) {
    constexpr std::size_t most = 40;
    std::string text;
    std::size_t labs = 0;
    std::size_t students = 0;
    for (const GradedStudent& student : graded.students) {
        const std::size_t before = labs;
        for (const GradedItem& item : student.items) {
            if (item.state == GradedItem::State::needs_look && !item.by_hand && ++labs <= most) {
                text += paragraph(style, Tone::doubtful,
                                  fmt::format("  {} · {}: {}", one_line(student.id), item.id,
                                              one_line(item.reason)));
            }
        }
        students += labs > before ? 1 : 0;
    }
    if (labs == 0) {
        return "";
    }
    return fmt::format(
        "\nLook at {} before you import: no points are known where it says so here. Give them with "
        "--set STUDENT LAB POINTS --why TEXT, or put the files right and grade again.\n{}{}",
        students == 1 ? "this student" : fmt::format("these {} students", students), text,
        labs > most ? fmt::format("  and {} more labs\n", labs - most) : "");
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
    std::size_t not_due = 0;
    std::size_t excused = 0;
    std::size_t errors = 0;
    for (const LabStatistics& lab : statistics.labs) {
        not_due += lab.not_due;
        excused += lab.excused;
        errors += lab.errors;
    }
    if (not_due + excused > 0) {
        text += fmt::format("\nWithout points, and not zero: {} not due yet, {} excused.\n",
                            not_due, excused);
    }
    if (errors > 0) {
        text += paragraph(style, Tone::bad,
                          fmt::format("The kit failed on {}: without points yet, and not zero; the "
                                      "same command tries again.",
                                      plural(errors, "lab")));
    }
    text += doubts_text(graded, style);
    return text;
}

std::string explained_text(const GradedStudent& student, const TextStyle& style) {
    std::string text = paint(style, Tone::heading, one_line(student.name)) +
                       fmt::format(" · {}{}\n", points_of(student.points, student.max_points),
                                   student.complete ? "" : ", not all known yet");
    for (const GradedItem& item : student.items) {
        text += fmt::format("\n  {} · {} of {}\n", item.id,
                            item.known()    ? points_text(item.points)
                            : item.counts() ? "?"
                                            : "–",
                            points_text(item.max_points));
        for (const std::string& line : split_lines(item_account(item))) {
            text += wrapped("    " + line, style.width, "    ") + "\n";
        }
    }
    return text;
}

std::string changes_text(const GradedClass& graded) {
    constexpr std::size_t most = 20;
    const auto shown = [](const std::optional<double>& points, const std::string& state) {
        return points               ? points_text(*points)
               : state == "excused" ? "excused"
               : state == "not-due" ? "not due yet"
                                    : "not known";
    };
    std::string text;
    for (std::size_t i = 0; i < std::min(graded.changes.size(), most); ++i) {
        const GradeChange& change = graded.changes[i];
        text +=
            fmt::format("  {} · {}: {} → {}{}\n", one_line(change.student), change.item,
                        shown(change.points_before, change.state_before),
                        shown(change.points, change.state), change.new_file ? ", a new file" : "");
    }
    if (graded.changes.size() > most) {
        text += fmt::format("  and {} more, in grades.json\n", graded.changes.size() - most);
    }
    return text.empty() ? "\nNo points changed.\n"
                        : fmt::format("\nChanged since the last grading: {}\n{}",
                                      plural(graded.changes.size(), "grade"), text);
}

} // namespace kit
