// The commonest errors of compilers, in words for students.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/lab.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// What is wrong, and what to do; `hint` may be empty.
struct StudentSentence {
    std::string message;
    std::string hint;
    bool over_fix = false; ///< the compiler's own proposal would mislead
};

/// A sentence for an error in clang's words at this place of the file, which counts lines and columns from 1. Nothing
/// if clang's words say it best.
[[nodiscard]] std::optional<StudentSentence> student_sentence(const std::string& error, int line,
                                                              int column,
                                                              const SubmissionFile& submission,
                                                              const Lab& lab);

/// The same by clang's words alone.
[[nodiscard]] std::optional<StudentSentence> sentence_by_words(const std::string& error);

/// The same where a value, a name or an operator is missing between two tokens.
[[nodiscard]] std::optional<StudentSentence>
token_missing(const std::string& error, int line, int column, const SubmissionFile& submission);

/// The same for a name that clang does not know.
[[nodiscard]] StudentSentence undeclared_name(const std::string& error, int line,
                                              const SubmissionFile& submission, const Lab& lab);

/// Whether the text, a line or what a compiler says, has this part.
[[nodiscard]] inline bool has_part(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// What stands between the first two quotes; empty where there are none.
[[nodiscard]] std::string first_quoted(const std::string& error);

} // namespace kit
