#include "checker/course/next_step.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

/// A line of its own, after a line end: "Handout: handouts/04-basic-sweep.md"; empty if the lab has none.
std::string handout_of(const Lab& lab) {
    return lab.handout.empty() ? "" : fmt::format("\nHandout: {}", lab.handout.string());
}

} // namespace

std::vector<std::filesystem::path> shown_files(const std::vector<Lab>& labs) {
    std::vector<std::filesystem::path> files;
    for (const Lab& lab : labs) {
        files.push_back(lab.skeleton);
        files.push_back(lab.handout);
    }
    return files;
}

std::string how_to_continue(const Lab& lab) {
    return fmt::format("./lab watch {}{}", lab.number, handout_of(lab));
}

std::string how_to_begin(const Lab& lab) {
    return lab.handout.empty()
               ? fmt::format("Edit {}.", lab.skeleton.string())
               : fmt::format("Read {}, then edit {}.", lab.handout.string(), lab.skeleton.string());
}

std::string after_pass(const std::vector<Lab>& labs, const CourseProgress& course, const Lab& lab) {
    if (first_unpassed(labs, course) == nullptr) {
        return labs.size() == 1
                   ? std::string("You have passed the only lab: the course is finished.")
                   : fmt::format("You have passed all {} labs: the course is finished.",
                                 labs.size());
    }
    const Lab& next = next_lab(labs, course, lab);
    return fmt::format("Next: lab {}. {}", next.id, how_to_begin(next));
}

std::string next_step(const std::vector<Lab>& labs, const CourseProgress& course, const Lab& lab,
                      Outcome outcome, CheckedFile checked, bool all_grids) {
    const bool passed = outcome == Outcome::passed;
    if (checked == CheckedFile::solution) {
        return fmt::format("That is the reference solution. To solve the lab yourself, edit {}, "
                           "then: ./lab check {}{}",
                           lab.skeleton.string(), lab.number, handout_of(lab));
    }
    if (outcome == Outcome::error) {
        return ""; // the report says what the machine lacks
    }
    if (checked == CheckedFile::other) {
        const std::string words =
            passed ? fmt::format("Next: check your own file: ./lab check {}", lab.number)
                   : "Next: correct the file and check it again.";
        return words + handout_of(lab);
    }
    if (!passed) {
        return fmt::format("Next: {} and check it again. For a hint: ./lab hint {}{}",
                           checked == CheckedFile::untouched ? "fill in the parts marked TODO"
                                                             : "correct the kernel",
                           lab.number, handout_of(lab));
    }
    if (!all_grids) {
        return fmt::format("Next: check all grids: ./lab check {}{}", lab.number, handout_of(lab));
    }
    return after_pass(labs, course, lab);
}

} // namespace kit
