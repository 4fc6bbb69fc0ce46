#include "checker/compile/screening/text_rules.hpp"

#include "checker/base/tokens.hpp"
#include "checker/compile/submission_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

constexpr std::array directives{"include", "define", "undef",   "if",       "ifdef",
                                "ifndef",  "elif",   "elifdef", "elifndef", "else",
                                "endif",   "error",  "warning", "pragma"};

bool is_taken(std::string_view name) {
    return is_reserved_name(name) || name.starts_with("kit_") || name.starts_with("KIT_");
}

/// The line to name, which takes a walk through the file: asked for once there is something to say.
using LineOf = std::function<int()>;

std::optional<Finding> breach_in_include(std::string_view line, const SubmissionFile& submission,
                                         const LineOf& number) {
    const auto open = line.find_first_of("<\"");
    if (open == std::string_view::npos) {
        return std::nullopt; // named by a macro: the compiler lists which files it read
    }
    const auto close = line.find_first_of(">\"", open + 1);
    const std::string_view header = line.substr(
        open + 1, close == std::string_view::npos ? std::string_view::npos : close - open - 1);
    if (header.starts_with('/') || header.find("..") != std::string_view::npos ||
        header.find('\\') != std::string_view::npos) {
        return refusal_finding(
            submission, number(), fmt::format("The file includes '{}' by its path.", header),
            "A submission is one file: it includes lab.cuh and, where it wants them, "
            "headers of the C++ library by their names.");
    }
    return std::nullopt;
}

std::optional<Finding> breach_in_directive(const Token& directive, const SubmissionFile& submission,
                                           const LineOf& number) {
    const Tokens parts = parts_of(directive);
    if (parts.empty()) {
        return std::nullopt;
    }
    const std::string_view name = parts.front().text;
    if (!is_one_of(directives, name)) {
        return refusal_finding(submission, number(),
                               fmt::format("The directive '#{}' is not allowed.", name),
                               "Kernels need #include, #define, #if and #pragma only.");
    }
    if (name == "include") {
        return breach_in_include(directive.text, submission, number);
    }
    if ((name == "define" || name == "undef") && parts.size() > 1 && is_taken(parts[1].text)) {
        return refusal_finding(
            submission, number(),
            fmt::format("The file {} '{}', which is a name of the language or of the kit.",
                        name == "define" ? "redefines" : "removes", parts[1].text),
            "Give the macro a name of your own.");
    }
    return std::nullopt;
}

/// The line of the file as it was handed in, where splices are lines, too.
int original_line(const std::string& text, int spliced_line) {
    int number = 1;
    int joined = 1;
    for (std::size_t i = 0; i < text.size() && joined < spliced_line; ++i) {
        if (text[i] == '\n') {
            std::size_t before = i;
            while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t' ||
                                  text[before - 1] == '\r')) {
                --before;
            }
            ++number;
            joined += before > 0 && text[before - 1] == '\\' ? 0 : 1;
        }
    }
    return number;
}

/// Compilers go down into brackets by recursion; clang itself allows 256, but not everywhere.
std::optional<Finding> too_many_brackets(const Tokens& tokens, const SubmissionFile& submission) {
    constexpr int most = 256;
    int open = 0;
    for (const Token& token : tokens) {
        if (token.kind != Token::Kind::mark) {
            continue;
        }
        const char mark = token.text.front();
        open += mark == '(' || mark == '[' || mark == '{' ? 1 : 0;
        open -= (mark == ')' || mark == ']' || mark == '}') && open > 0 ? 1 : 0;
        if (open > most) {
            return refusal_finding(submission, original_line(submission.text, token.line),
                                   fmt::format("More than {} brackets are open here.", most),
                                   "Is one of the brackets above never closed?");
        }
    }
    return std::nullopt;
}

/// clang looks for a declared name that is like an unknown one: for a name of 200,000 letters it takes minutes.
std::optional<Finding> too_long_name(const Tokens& tokens, const SubmissionFile& submission) {
    constexpr std::size_t most = 1000;
    const auto name = std::ranges::find_if(tokens, [](const Token& token) {
        return token.kind == Token::Kind::word && token.text.size() > most;
    });
    if (name == tokens.end()) {
        return std::nullopt;
    }
    return refusal_finding(submission, original_line(submission.text, name->line),
                           fmt::format("A name here has more than {} letters.", most),
                           "Give it a short name.");
}

} // namespace

std::optional<Finding> breach_in_text(const SubmissionFile& submission) {
    const std::string text = without_splices(submission.text);
    const Tokens tokens = tokens_of(text);
    if (auto finding = too_many_brackets(tokens, submission)) {
        return finding;
    }
    if (auto finding = too_long_name(tokens, submission)) {
        return finding;
    }
    for (const Token& token : tokens) {
        const bool may_be_pragma =
            token.kind == Token::Kind::directive || token.kind == Token::Kind::literal;
        if (may_be_pragma && token.text.find("system_header") != std::string_view::npos) {
            // It would silence what the compiler says of a missing return.
            return refusal_finding(submission, original_line(submission.text, token.line),
                                   "The file calls itself a header of the system.",
                                   "Leave out the pragma system_header.");
        }
        if (token.kind == Token::Kind::directive) {
            if (auto finding = breach_in_directive(token, submission, [&] {
                    return original_line(submission.text, token.line);
                })) {
                return finding;
            }
        }
    }
    return std::nullopt;
}

std::optional<Finding> assembly_in_text(const SubmissionFile& submission) {
    const std::string text = without_splices(submission.text);
    const auto is_assembly = [](const Token& token) {
        return token.is("asm") || token.is("__asm") || token.is("__asm__");
    };
    for (const Token& token : tokens_of(text)) {
        const bool in_macro =
            token.kind == Token::Kind::directive && token.text.find("define") < 16;
        const Tokens parts = in_macro ? parts_of(token) : Tokens{token};
        if (std::ranges::any_of(parts, is_assembly)) {
            return assembly_refusal(submission, original_line(submission.text, token.line));
        }
    }
    return std::nullopt;
}

} // namespace kit
