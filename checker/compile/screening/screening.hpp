// The text that is compiled for a submission: preprocessed, screened, and closed to its macros.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// What became of a preprocessed kernel.cu: the text to compile, or why not.
struct ScreenedText {
    std::string text;
    std::vector<Finding> findings;
};

/// Holds the preprocessor's output against the rules of this folder; `glue` is put behind it.
/// `kit_folders` are the kit's include folders.
ScreenedText screen_preprocessed(std::string_view preprocessed, const std::string& glue,
                                 const std::vector<std::string>& kit_folders,
                                 const SubmissionFile& submission);

} // namespace kit
