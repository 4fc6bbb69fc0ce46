// A file that may be what a student handed in for a lab, and which of several counts.
#pragma once

#include "checker/grading/class_folder/platforms/class_layout.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace kit {

/// A file that may count as a lab.
struct LabCandidate {
    std::string file;
    std::string lab;
    std::string matched_by;
    const PersonsPart* part = nullptr;
    bool is_usual = false; ///< in a usual place, or by the roster's pattern
    bool is_cuda = true;
    bool is_whole = false;      ///< it has a kernel and its launch
    bool is_well_named = false; ///< called kernel, or as the lab
    bool is_old = false;        ///< by a word in its name or in a folder's
    int copy = 0;
    std::int64_t depth = 0;
    bool is_changed = true; ///< not the skeleton as it was handed out
    int date = 0;           ///< 20261127 in the path; 0: none
    std::uint64_t text = 0; ///< a hash of it, without blanks
    std::string other_lab;  ///< as in Submission
    std::string named_lab;  ///< that other lab's id; empty: the kit has none such
    std::vector<std::string> notes;

    /// The greater counts. Of two whole ones no name but a number or a date tells which was meant.
    [[nodiscard]] auto order() const {
        return std::tuple(is_changed, is_usual, part == nullptr ? 0 : part->attempt, is_cuda,
                          is_whole, is_whole || is_well_named, !is_old,
                          part == nullptr ? 0 : part->file_number, date, copy,
                          is_whole ? 0 : -depth);
    }
};

/// What tells two candidates for the same lab apart, as a clause about the one that is not taken.
[[nodiscard]] std::string why_second(const LabCandidate& second, const LabCandidate& first);

} // namespace kit
