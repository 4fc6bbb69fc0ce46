#include "checker/grading/writers/markdown_feedback.hpp"

#include "checker/grading/writers/lab_account.hpp"
#include "checker/grading/writers/markdown_text.hpp"
#include "checker/grading/writers/points.hpp"
#include "checker/model/number_text.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_set>

namespace kit {

namespace {

std::string points_cell(GradedLab::State state, double points, double max_points) {
    return state == GradedLab::State::error
               ? fmt::format("not known yet | {}", points_text(max_points))
               : fmt::format("{} | {}", points_text(points), points_text(max_points));
}

std::string_view state_cell(const GradedLab& lab) {
    switch (lab.state) {
    case GradedLab::State::graded: return lab_passed(lab) ? "passed" : "not passed yet";
    case GradedLab::State::missing: return "nothing submitted";
    case GradedLab::State::refused: return "could not be checked";
    case GradedLab::State::error: return "not judged yet";
    }
    return "";
}

std::string overview(const GradedClass& graded, const GradedStudent& student) {
    std::string text = "| Lab | | Points | of |\n| --- | --- | ---: | ---: |\n";
    for (const GradedLab& lab : student.labs) {
        text += fmt::format("| {} | {} | {} |\n", markdown_inline(lab_heading(graded, lab)),
                            state_cell(lab), points_cell(lab.state, lab.points, lab.max_points));
    }
    if (const std::optional<GradedQuiz>& quiz = student.quiz) {
        text += fmt::format("| Quiz | {} | {} |\n", name(quiz->state),
                            points_cell(quiz->state, quiz->points, quiz->max_points));
    }
    return text;
}

std::string opening(const GradedLab& lab) {
    switch (lab.state) {
    case GradedLab::State::missing: return "Nothing was submitted for this lab.";
    case GradedLab::State::refused:
        return "What you submitted could not be checked: " + markdown_inline(lab.reason);
    case GradedLab::State::error:
        return "This lab is not judged yet. The fault is not yours, and your points for it are "
               "open, not zero: " +
               markdown_inline(lab.reason);
    case GradedLab::State::graded: break;
    }
    if (lab_passed(lab)) {
        return "Passed. Well done!";
    }
    return fmt::format("Not passed yet. Begin with the first finding below, mend it, and run "
                       "`./lab check {}` again: later ones often go with it.",
                       lab.lab);
}

std::string parts_table(const GradedLab& lab) {
    std::string text = "| | Points | of | Why |\n| --- | ---: | ---: | --- |\n";
    for (const PointsPart& part : lab.parts) {
        text += fmt::format(
            "| {} | {} | {} | {} |\n", part_heading(part.kind), points_text(part.points),
            part.max_points > 0 ? points_text(part.max_points) : "", markdown_inline(part.reason));
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

std::string where(const Finding& finding) {
    std::string text;
    const auto add = [&](const std::string& item) { text += "- " + item + "\n"; };
    std::string places;
    for (const SourceLine& line : finding.lines) {
        places += (places.empty() ? "" : ", ") + place_text(line);
    }
    if (!places.empty()) {
        add("At " + markdown_inline(places));
    }
    if (!finding.array.empty()) {
        const std::string index = finding.index ? fmt::format("[{}]", *finding.index) : "";
        add("Array " + markdown_inline(finding.array + index));
    }
    if (!finding.cases.empty()) {
        add(fmt::format("Seen {} time{} on {}",
                        with_separators(static_cast<std::int64_t>(finding.count)),
                        finding.count == 1 ? "" : "s",
                        markdown_inline(fmt::format("{}", fmt::join(finding.cases, ", ")))));
    }
    return text;
}

std::string finding_section(const Finding& finding, std::size_t number) {
    std::string text = fmt::format("### {}. {}: {}\n\n{}\n", number,
                                   finding.severity == Severity::error ? "To mend" : "Worth a look",
                                   name(finding.kind), markdown_paragraph(finding.message));
    if (finding.follows) {
        text += fmt::format("\nThis may come from finding {}: mend that one first.\n",
                            *finding.follows + 1);
    }
    const std::string places = where(finding);
    text += places.empty() ? "" : "\n" + places;
    const std::string lines = numbered_lines(finding);
    text += lines.empty() ? "" : "\n" + markdown_block(lines, "text");
    text += finding.detail.empty() ? "" : "\n" + markdown_block(finding.detail, "text");
    text +=
        finding.hint.empty() ? "" : fmt::format("\n**Hint:** {}\n", markdown_inline(finding.hint));
    return text;
}

std::string lab_section(const GradedClass& graded, const GradedLab& lab) {
    std::string text =
        fmt::format("## {}\n\n{}\n", markdown_inline(lab_heading(graded, lab)), opening(lab));
    if (!lab.file.empty()) {
        text += fmt::format("\nFile: {}\n", markdown_inline(lab.file));
    }
    if (!lab.parts.empty() && lab.state != GradedLab::State::error) {
        text += fmt::format("\n{}\n{}.\n", parts_table(lab), points_of(lab.points, lab.max_points));
    }
    if (lab.check) {
        for (std::size_t i = 0; i < lab.check->findings.size(); ++i) {
            text += "\n" + finding_section(lab.check->findings[i], i + 1);
        }
    }
    return text;
}

std::string quiz_section(const GradedQuiz& quiz) {
    std::string text = "## Quiz\n\n";
    if (quiz.state != GradedLab::State::graded) {
        return text + markdown_paragraph(quiz_account(quiz)) + "\n";
    }
    text += "| Exercise | | |\n| --- | --- | --- |\n";
    for (const GradedExercise& exercise : quiz.exercises) {
        text +=
            fmt::format("| {} | {} | {} |\n", markdown_inline(exercise.id),
                        exercise.right ? "right" : "not right", markdown_inline(exercise.reason));
    }
    return fmt::format("{}\n{}.\n", text, points_of(quiz.points, quiz.max_points));
}

/// Letters, digits, - and _, and a full stop within; never empty.
std::string file_name(std::string_view id) {
    std::string result;
    for (const char c : id) {
        const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        result += kept && !(c == '.' && result.empty()) ? c : '_';
    }
    return result.empty() ? "_" : result;
}

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

} // namespace

std::string markdown_feedback(const GradedClass& graded, const GradedStudent& student) {
    std::string text = fmt::format("# {}: {}\n\n", markdown_inline(graded.title),
                                   markdown_inline(student_name(student)));
    const std::string open = not_judged(graded, student);
    const std::string total = points_of(student.points, student.max_points);
    text += open.empty() ? fmt::format("You have {}.\n", total)
                         : fmt::format("You have {} so far. What is still open: {}.\n", total,
                                       markdown_inline(open));
    text += "\n" + overview(graded, student);
    for (const GradedLab& lab : student.labs) {
        text += "\n" + lab_section(graded, lab);
    }
    if (student.quiz) {
        text += "\n" + quiz_section(*student.quiz);
    }
    return text + fmt::format("\nGraded by the stencil lab kit {}, seed {}: with `--seed {}` you "
                              "can repeat every check.\n",
                              markdown_inline(graded.kit_version), graded.seed, graded.seed);
}

std::vector<WrittenFile> markdown_feedback_files(const GradedClass& graded) {
    std::vector<WrittenFile> files;
    std::unordered_set<std::string> taken; // as file systems that do not tell A from a see them
    for (const GradedStudent& student : graded.students) {
        const std::string wanted = file_name(student.id);
        std::string name = wanted;
        for (int number = 2; !taken.insert(lower_case(name)).second; ++number) {
            name = fmt::format("{}-{}", wanted, number);
        }
        files.push_back({name + ".md", markdown_feedback(graded, student), false});
    }
    return files;
}

} // namespace kit
