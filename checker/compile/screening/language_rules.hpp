// What is refused in the preprocessed text, and the text that is compiled: screened, and closed to the
// submission's macros.
//
// The emulator contains a kernel by seeing its loads and stores before they happen. That holds only
// for code that the compiler makes and instruments, so everything that makes other code is refused
// here, in headers as well: a macro of the student's may have put it there. Attributes, pragmas and
// compiler built-ins are allowed by name, and all others refused, because every compiler has more of
// them than anyone has read.
#pragma once

#include "checker/compile/screening/tokens.hpp"
#include "checker/compile/submission_file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The first thing refused in the preprocessed kernel.cu.
std::optional<Finding> breach_in_language(const std::vector<Token>& tokens,
                                          const SubmissionFile& submission);

/// A header that was entered from somewhere else than the compiler's folders and the kit's own, or
/// kernel.cu entered again. `kit_folders` are the two include folders of the kit.
std::optional<Finding> breach_in_headers(const std::vector<Token>& tokens,
                                         const std::vector<std::string>& kit_folders,
                                         const SubmissionFile& submission);

/// All of this: the first thing refused in the preprocessor's output, of which these are the tokens.
std::optional<Finding> breach_in_preprocessed(std::string_view preprocessed,
                                              const std::vector<Token>& tokens,
                                              const std::vector<std::string>& kit_folders,
                                              const SubmissionFile& submission);

/// `text` with the functions that copy and fill blocks of memory called by the runtime's names:
/// the compiler would expand them to code that is not instrumented.
std::string with_watched_blocks(std::string_view text, const std::vector<Token>& tokens);

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
