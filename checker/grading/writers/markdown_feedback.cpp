#include "checker/grading/writers/formats.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/writers/escapes.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_set>

namespace kit {

namespace {

std::string_view state_cell(const GradedItem& item) {
    switch (item.state) {
    case GradedItem::State::graded:
        return item.passed() ? "passed" : item.is_quiz ? "answered" : "not passed yet";
    case GradedItem::State::missing:
        return item.reason.empty() ? "nothing submitted" : "no file recognized";
    case GradedItem::State::refused: return "could not be checked";
    case GradedItem::State::error:
    case GradedItem::State::needs_look: return "not judged yet";
    case GradedItem::State::not_due: return "not due yet";
    case GradedItem::State::excused: return "excused";
    }
    return "";
}

std::string overview(const GradedClass& graded, const GradedStudent& student) {
    std::string text = "| Lab | | Points | of |\n| --- | --- | ---: | ---: |\n";
    for (const GradedItem& item : student.items) {
        text += fmt::format("| {} | {} | {} | {} |\n", markdown_inline(item_heading(graded, item)),
                            state_cell(item),
                            item.known()    ? points_text(item.points)
                            : item.counts() ? "not known yet"
                                            : "–",
                            points_text(item.max_points));
    }
    return text;
}

std::string opening(const GradedItem& item) {
    switch (item.state) {
    case GradedItem::State::missing:
        return item.reason.empty() ? "Nothing was submitted."
                                   : "You handed something in, but " + markdown_inline(item.reason);
    case GradedItem::State::refused:
        return "What you submitted could not be checked: " + markdown_inline(item.reason);
    case GradedItem::State::error:
        return "This is not judged yet. It is not your fault, and your points for it are open, not "
               "zero: " +
               markdown_inline(item.reason);
    case GradedItem::State::not_due: return "Nothing was submitted yet, and there still is time.";
    case GradedItem::State::excused: return "You are excused from this: it does not count.";
    case GradedItem::State::needs_look:
        return "The kit cannot judge this, so your instructor will. Your points for it are open, "
               "not zero: " +
               markdown_inline(item.reason);
    case GradedItem::State::graded: break;
    }
    if (item.is_quiz) {
        return item_summary(item);
    }
    if (item.passed()) {
        return "Passed. Well done!";
    }
    return fmt::format("Not passed yet. Start with the first finding below, fix it, and run "
                       "`./lab check {}` again: later ones often go with it.",
                       item.id);
}

std::string parts_table(const GradedItem& lab) {
    std::string text = "| | Points | of | Why |\n| --- | ---: | ---: | --- |\n";
    for (const PointsPart& part : lab.parts) {
        text += fmt::format(
            "| {} | {} | {} | {} |\n", part_heading(part.kind), points_text(part.points),
            part.max_points > 0 ? points_text(part.max_points) : "", markdown_inline(part.reason));
    }
    return text;
}

std::string exercises_table(const GradedItem& quiz) {
    std::string text = "| Exercise | | |\n| --- | --- | --- |\n";
    for (const GradedExercise& exercise : quiz.exercises) {
        text +=
            fmt::format("| {} | {} | {} |\n", markdown_inline(exercise.id),
                        exercise.right ? "right" : "not right", markdown_inline(exercise.reason));
    }
    return text;
}

std::string numbered_lines(const Finding& finding) {
    std::string text;
    for (const SourceLine& line : finding.lines) {
        if (!line.text.empty()) {
            text += fmt::format("{:>5} | {}\n", line.line, one_line(line.text));
        }
    }
    return text;
}

std::string places_of(const Finding& finding) {
    std::string text;
    const auto add = [&](const std::string& item) { text += "- " + item + "\n"; };
    std::vector<std::string> places;
    for (const SourceLine& line : finding.lines) {
        places.push_back(place_text(line));
    }
    if (!places.empty()) {
        add("At " + markdown_inline(join(places, ", ")));
    }
    if (!finding.array.empty()) {
        const std::string index = finding.index ? fmt::format("[{}]", *finding.index) : "";
        add("Array " + markdown_inline(finding.array + index));
    }
    if (!finding.cases.empty()) {
        add(fmt::format("Seen {} on {}", plural(finding.count, "time"),
                        markdown_inline(join(finding.cases, ", "))));
    }
    return text;
}

std::string finding_section(const Finding& finding, std::size_t number) {
    std::string text = fmt::format("### {}. {}: {}\n\n{}\n", number,
                                   finding.severity == Severity::error ? "To fix" : "Worth a look",
                                   name(finding.kind), markdown_paragraph(finding.message));
    if (finding.follows) {
        text += fmt::format("\nThis may come from finding {}: fix that one first.\n",
                            *finding.follows + 1);
    }
    const std::string places = places_of(finding);
    text += places.empty() ? "" : "\n" + places;
    const std::string lines = numbered_lines(finding);
    text += lines.empty() ? "" : "\n" + markdown_block(lines, "text");
    text += finding.detail.empty() ? "" : "\n" + markdown_block(finding.detail, "text");
    text +=
        finding.hint.empty() ? "" : fmt::format("\n**Hint:** {}\n", markdown_inline(finding.hint));
    return text;
}

std::string item_section(const GradedClass& graded, const GradedItem& item) {
    std::string text =
        fmt::format("## {}\n\n{}\n", markdown_inline(item_heading(graded, item)), opening(item));
    if (!item.file.empty()) {
        text += fmt::format("\nFile: {}\n", markdown_inline(item.file));
        const std::string known = join(hand_in_lines(item), "; ");
        text += known.empty() ? "" : fmt::format("\nIt was {}.\n", markdown_inline(known));
    }
    if (item.by_hand) {
        text += fmt::format("\n{}.\n", markdown_inline(by_hand_text(item)));
    }
    if (!item.parts.empty() && item.known()) {
        text += "\n" + parts_table(item);
    }
    if (!item.exercises.empty()) {
        text += "\n" + exercises_table(item);
    }
    if (item.state == GradedItem::State::graded || (item.by_hand && item.known())) {
        text += fmt::format("\n{}.\n", points_of(item.points, item.max_points));
    }
    if (item.check) {
        for (std::size_t i = 0; i < item.check->findings.size(); ++i) {
            text += "\n" + finding_section(item.check->findings[i], i + 1);
        }
    }
    return text;
}

/// Letters, digits, - and _, and a full stop inside; never empty.
std::string feedback_file_name(std::string_view id) {
    std::string result;
    for (const char c : id) {
        const bool kept =
            is_letter_or_digit(c) || c == '-' || c == '_' || (c == '.' && !result.empty());
        result += kept ? c : '_';
    }
    constexpr std::size_t longest =
        120; // a file's name has at most 255 bytes, its temporary one included
    if (result.size() > longest) {
        result = result.substr(0, longest - 17) + "-" + sha256_of(id).substr(0, 16);
    }
    return result.empty() ? "_" : result;
}

} // namespace

std::string markdown_feedback(const GradedClass& graded, const GradedStudent& student) {
    std::string text = fmt::format("# {}: {}\n\n", markdown_inline(graded.title),
                                   markdown_inline(student_name(student)));
    const std::string open = not_judged(graded, student);
    const std::string total = points_of(student.points, student.max_points);
    text += open.empty() ? fmt::format("You have {}.\n", total)
                         : fmt::format("You have {} so far. Still open: {}.\n", total,
                                       markdown_inline(open));
    if (!student.pseudonym.empty()) {
        text += fmt::format("\nOn the leaderboard you are {}.\n", student.pseudonym);
    }
    text += "\n" + overview(graded, student);
    for (const GradedItem& item : student.items) {
        text += "\n" + item_section(graded, item);
    }
    if (graded.seed_is_secret) {
        return text +
               fmt::format("\nGraded by the stencil lab kit {}. You get the seed of the inputs "
                           "after the deadline.\n",
                           markdown_inline(graded.kit_version));
    }
    return text + fmt::format("\nGraded by the stencil lab kit {}, seed {}: with `--seed {}` you "
                              "can repeat every check.\n",
                              markdown_inline(graded.kit_version), graded.seed, graded.seed);
}

std::vector<WrittenFile> markdown_feedback_files(const GradedClass& graded) {
    std::vector<WrittenFile> files;
    std::unordered_set<std::string>
        taken; // in lower case: some file systems do not distinguish A from a
    for (const GradedStudent& student : graded.students) {
        const std::string wanted = feedback_file_name(student.id);
        std::string name = wanted;
        for (int number = 2; !taken.insert(in_small_letters(name)).second; ++number) {
            name = fmt::format("{}-{}", wanted, number);
        }
        files.push_back({name + ".md", markdown_feedback(graded, student), false});
    }
    return files;
}

} // namespace kit
