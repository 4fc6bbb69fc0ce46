// A platform's own gradebook with the class's points in it: only the bytes of grades change.
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/source_text.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/writers/formats.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace kit {

namespace {

/// What the platform calls an excused student's grade; empty: it has no word for it.
std::string excused_word(const Gradebook& gradebook) {
    return gradebook.platform == GradebookPlatform::canvas ? "EX" : "";
}

/// A cell that gets another text.
struct Change {
    const GradedStudent* student;
    const GradedItem* item;
    Gradebook::Cell cell;
    std::optional<double> number_before;
    std::string text;
};

/// The item's text for the cell, without quotation marks; nothing: what is there stays. That is so of excused students,
/// of grades that the platform has locked, and of a number where nothing was handed in: somebody has put it there.
std::optional<std::string> text_for(const Gradebook& gradebook, const Gradebook::Cell& cell,
                                    std::string before, const GradedItem& item) {
    constexpr double least_difference = 0.00005; // points have four decimals
    std::erase(before, '"');
    const auto now = number_in(before);
    const std::string excused = excused_word(gradebook);
    if (cell.is_locked || (!excused.empty() && before == excused)) {
        return std::nullopt;
    }
    if (item.state == GradedItem::State::excused) {
        return excused.empty() ? std::nullopt : std::optional(excused);
    }
    const bool is_from_elsewhere = item.state == GradedItem::State::missing && !item.by_hand && now;
    if (!item.known() || is_from_elsewhere ||
        (now && std::abs(*now - item.points) < least_difference)) {
        return std::nullopt;
    }
    std::string text = points_text(item.points);
    if (gradebook.decimal_comma) {
        std::ranges::replace(text, '.', ',');
    }
    return text;
}

/// The comment's field, in HTML, as Moodle takes it; nothing: what is there stays, as does what a person has written.
std::optional<std::string> comment_for(std::string before, const GradedItem& item) {
    constexpr std::string_view mark = "Stencil lab kit: ";
    std::erase(before, '"');
    const bool is_ours = before.empty() || before.starts_with(mark);
    if (!is_ours || item.state != GradedItem::State::graded) {
        return std::nullopt;
    }
    return fmt::format("\"{}{}. {}\"", mark, points_of(item.points, item.max_points),
                       xml_text(item_line(item, true)));
}

std::string bytes_of(const Gradebook& gradebook, const Gradebook::Cell& cell) {
    return gradebook.text.substr(cell.begin, cell.end - cell.begin);
}

std::vector<Change> changes_of(const Gradebook& gradebook, const GradedClass& graded) {
    std::vector<Change> changes;
    const bool is_utf8 = valid_utf8(gradebook.text) == gradebook.text;
    for (const GradedStudent& student : graded.students) {
        for (const GradedItem& item : student.items) {
            const auto found = gradebook.cells.find({student.id, item.id});
            if (found == gradebook.cells.end()) {
                continue;
            }
            const Gradebook::Cell& cell = found->second;
            const std::string before = bytes_of(gradebook, cell);
            if (auto text = text_for(gradebook, cell, before, item)) {
                const bool is_quoted =
                    before.starts_with('"') || text->find(gradebook.separator) != std::string::npos;
                changes.push_back({&student, &item, cell,
                                   number_in(std::string(trimmed(before, "\""))),
                                   is_quoted ? "\"" + *text + "\"" : *text});
            }
            const auto comment = gradebook.comments.find({student.id, item.id});
            if (comment != gradebook.comments.end() && !cell.is_locked && is_utf8) {
                const Gradebook::Cell& place = comment->second;
                if (auto text = comment_for(bytes_of(gradebook, place), item)) {
                    changes.push_back({&student, &item, place, std::nullopt, *text});
                }
            }
        }
    }
    std::ranges::sort(changes,
                      [](const Change& a, const Change& b) { return a.cell.begin < b.cell.begin; });
    return changes;
}

} // namespace

std::string exported_gradebook(const Gradebook& gradebook, const GradedClass& graded) {
    std::string text;
    std::size_t at = 0;
    for (const Change& change : changes_of(gradebook, graded)) {
        text += gradebook.text.substr(at, change.cell.begin - at) + change.text;
        at = change.cell.end;
    }
    text += gradebook.text.substr(at);
    return gradebook.utf16_mark.empty() ? text : as_utf16(text, gradebook.utf16_mark);
}

std::vector<std::string> changed_grades(const Gradebook& gradebook, const GradedClass& graded) {
    std::vector<std::string> lines;
    for (const Change& change : changes_of(gradebook, graded)) {
        if (change.number_before) {
            const bool is_less =
                change.item->known() && change.item->points < *change.number_before;
            lines.push_back(fmt::format("{}, {}: {} becomes {}{}", one_line(change.student->id),
                                        change.item->id, points_text(*change.number_before),
                                        trimmed(change.text, "\""),
                                        is_less ? ", which is less" : ""));
        }
    }
    return lines;
}

} // namespace kit
