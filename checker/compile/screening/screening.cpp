#include "checker/compile/screening/screening.hpp"

#include "checker/compile/glue.hpp"
#include "checker/compile/screening/language_rules.hpp"
#include "checker/compile/submission_file.hpp"

#include <fmt/format.h>

#include <optional>

namespace kit {

namespace {

/// All of the C++ library's headers together have three.
constexpr std::size_t largest_text = std::size_t{24} << 20;

/// Declares what the kernel's memory functions are called in the runtime, before any header does.
constexpr std::string_view prelude = R"(
extern "C" {
void* kit_memcpy(void*, const void*, unsigned long) noexcept;
void* kit_memmove(void*, const void*, unsigned long) noexcept;
void* kit_memset(void*, int, unsigned long) noexcept;
}
)";

/// Where kernel.cu is entered, at the beginning of the marker's line.
std::size_t begin_of_submission(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
        if (token.kind == Token::Kind::directive) {
            const LineMarker marker = line_marker(token.text);
            if (is_submission_file(marker.file) && marker.enters) {
                return token.at;
            }
        }
    }
    return 0;
}

} // namespace

ScreenedText screen_preprocessed(std::string_view preprocessed, const std::string& glue,
                                 const std::vector<std::string>& kit_folders,
                                 const SubmissionFile& submission) {
    ScreenedText screened;
    if (preprocessed.size() > largest_text) {
        screened.findings.push_back(refusal_finding(
            submission, 0,
            fmt::format("The file becomes more than {} MiB when its macros and headers are "
                        "written out.",
                        largest_text >> 20),
            "Look for macros that expand without end."));
        return screened;
    }
    const std::vector<Token> tokens = tokens_of(preprocessed);
    std::optional<Finding> finding = breach_in_headers(tokens, kit_folders, submission);
    if (!finding) {
        finding = breach_in_language(tokens, submission);
    }
    if (finding) {
        screened.findings.push_back(std::move(*finding));
        return screened;
    }
    const std::string text = with_watched_blocks(preprocessed, tokens);
    // What stands before kernel.cu holds none of the renamed words.
    const std::size_t begin = begin_of_submission(tokens);
    screened.text = text.substr(0, begin) + "# 1 \"kit-prelude\" 1 3\n" + std::string(prelude) +
                    "# 1 \"submission.cpp\" 2\n" + text.substr(begin) + "\n" + glue;
    return screened;
}

} // namespace kit
