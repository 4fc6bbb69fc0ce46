// A class's folder that a test fills with downloads, looked through as ./lab grade does.
#pragma once

#include "checker/grading/class_folder/class_members.hpp"
#include "tests/grading/scratch_class.hpp"

#include <string>
#include <vector>

namespace kit_test {

/// Labs 04 and 05.
inline std::vector<kit::Lab> two_labs() {
    std::vector<kit::Lab> labs(2);
    labs[0].number = 4;
    labs[0].id = "04-basic-sweep";
    labs[0].title = "Basic sweep";
    labs[1].number = 5;
    labs[1].id = "05-shared-memory-tiling";
    labs[1].title = "Shared-memory tiling";
    return labs;
}

struct LookedThrough {
    kit::OpenedClass opened;
    kit::SubmissionFinder finder;
    kit::ClassMembers members;

    /// Looks through scratch.path / "class", or another name.
    explicit LookedThrough(const ScratchClass& scratch, const std::string& name = "class",
                           const std::filesystem::path& roster = {},
                           const std::vector<kit::Lab>& graded = two_labs())
        : opened(kit::open_class(scratch.path / name, scratch.path / "results/unpacked")),
          finder(opened.folder, opened.unpacked),
          members(kit::class_members(opened, roster, finder, graded,
                                     graded.size() > 1 ? graded : two_labs())) {}

    /// "lab5.cu by its name lab5.cu"; empty if there is none.
    [[nodiscard]] std::string of(const std::string& student, int lab) const {
        const kit::Submission* found =
            members.hand_ins.find(student, two_labs()[lab == 4 ? 0 : 1].id);
        return found == nullptr ? "" : found->file + " by " + found->matched_by;
    }

    [[nodiscard]] const kit::Submission& submission(const std::string& student, int lab) const {
        return members.hand_ins.labs.at({student, two_labs()[lab == 4 ? 0 : 1].id});
    }

    [[nodiscard]] std::vector<std::string> ids() const {
        std::vector<std::string> all;
        for (const kit::RosterEntry& entry : members.roster) {
            all.push_back(entry.id);
        }
        return all;
    }

    /// "student|file: reason" of each.
    [[nodiscard]] std::vector<std::string> not_recognized() const {
        std::vector<std::string> all;
        for (const kit::NotRecognized& one : members.hand_ins.not_recognized) {
            all.push_back(one.student + "|" + one.file + ": " + one.reason);
        }
        return all;
    }
};

/// A source with the header of a lab's skeleton, or without any, and a token by which it is known again.
inline std::string source(int lab, const std::string& token) {
    return (lab == 0 ? "" : "// Lab 0" + std::to_string(lab) + ", something\n") +
           "__global__ void stencil_kernel() {}\n// token " + token + "\n";
}

} // namespace kit_test
