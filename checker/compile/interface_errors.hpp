// What a submission must define for its lab: the compiler's errors in the code that the kit adds to it, in words.
#pragma once

#include "checker/compile/student_sentences.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <optional>
#include <string>

namespace kit {

/// What an error in one of the glue's parts (glue_part) means for the student; nothing when it is only a consequence.
/// `text`: clang's words.
[[nodiscard]] std::optional<Finding> interface_error(const std::string& part, int line,
                                                     const std::string& text, const Lab& lab);

/// The sentence if the file includes no lab.cuh, which is what all its errors come from.
[[nodiscard]] std::optional<StudentSentence> lab_header_missing(const SubmissionFile& submission);

} // namespace kit
