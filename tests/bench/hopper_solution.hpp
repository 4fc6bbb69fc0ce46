// The solution that needs features of Hopper, beside a lab's own.
#pragma once

#include "checker/base/layout.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>
#include <optional>

namespace kit {

/// `hopper.cu`, with what it includes of `kernel.cu` in its place, as a submission is one file; absent where the lab
/// has none.
inline std::optional<SubmissionFile> hopper_solution(const Lab& lab) {
    const std::filesystem::path file = lab.solution.parent_path() / "hopper.cu";
    if (!std::filesystem::exists(file)) {
        return std::nullopt;
    }
    SubmissionFile submission = for_element(read_submission(file), lab.element);
    submission.text =
        with_replaced(submission.text, "#include \"kernel.cu\"\n", read_file(lab.solution));
    submission.from_kit = true;
    return submission;
}

} // namespace kit
