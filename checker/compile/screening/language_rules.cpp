#include "checker/compile/screening/language_rules.hpp"

#include "checker/compile/screening/allowed_names.hpp"
#include "checker/compile/submission_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace kit {

namespace {

constexpr const char* plain_hint =
    "A kernel needs nothing of the kind: write it in plain CUDA C++.";

bool is_assembly(const Token& token) {
    return token.is("asm") || token.is("__asm") || token.is("__asm__");
}

/// Of <wchar.h>, which declares them without noexcept.
bool is_wide_character_label(std::string_view literal) {
    return literal == "\"wctob\"" || literal == "\"btowc\"";
}

/// What only the C++ library's headers may use. <atomic> clears a structure's padding: the stores that
/// this becomes are instrumented.
bool is_builtin_of_header(std::string_view name) {
    constexpr std::array of_headers{"__builtin_alloca", "__builtin_clear_padding",
                                    "__builtin_dynamic_object_size", "__builtin_toupper"};
    return is_one_of(of_headers, name);
}

bool is_attribute(const Token& token) {
    return token.is("__attribute__") || token.is("__attribute");
}

/// Reads along the tokens of the translation unit and stops at the first breach.
class LanguageCheck {
public:
    LanguageCheck(const std::vector<Token>& tokens, const SubmissionFile& submission)
        : tokens_(tokens), submission_(submission) {}

    std::optional<Finding> run() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            std::optional<Finding> finding;
            switch (tokens_[i].kind) {
            case Token::Kind::directive: finding = check_directive(tokens_[i]); break;
            case Token::Kind::word: finding = check_word(i); break;
            case Token::Kind::mark: finding = check_mark(i); break;
            default: break;
            }
            if (finding) {
                return finding;
            }
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool is(std::size_t index, std::string_view text) const {
        return index < tokens_.size() && tokens_[index].is(text);
    }

    [[nodiscard]] Finding refused(const Token& token, std::string message,
                                  std::string hint = plain_hint) const {
        return refusal_finding(submission_, token.line, std::move(message), std::move(hint));
    }

    [[nodiscard]] std::optional<Finding> check_directive(const Token& token) const {
        if (!line_marker(token.text).file.empty()) {
            return std::nullopt;
        }
        std::string_view rest = token.text.substr(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        constexpr std::string_view pragma = "pragma";
        if (!rest.starts_with(pragma)) {
            return refused(token, fmt::format("The directive '{}' is not allowed.", token.text));
        }
        rest.remove_prefix(pragma.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        const bool of_kit = !token.own && rest.starts_with("clang force_cuda_host_device");
        if ((!is_allowed_pragma(rest) && !of_kit) ||
            (token.own && rest.find("system_header") != rest.npos)) {
            return refused(token, fmt::format("The pragma '{}' is not allowed.", rest),
                           "Kernels may use #pragma unroll and once, and pragmas about warnings.");
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Finding> check_word(std::size_t i) const {
        const Token& token = tokens_[i];
        if (is_assembly(token)) {
            if (is_label_of_header(i)) {
                return std::nullopt;
            }
            // g++ 14's <iostream> has some.
            return token.own
                       ? assembly_refusal(submission_, token.line)
                       : refused(token, "This header contains assembly, which kernels may not use.",
                                 "Leave it out. To print, use printf().");
        }
        if (is_attribute(token)) {
            return check_attribute(i);
        }
        if (token.is("goto") && is(i + 1, "*")) {
            return refused(token, "The file jumps to a computed address.");
        }
        if (token.is("_Pragma")) {
            return refused(token, "The file makes a pragma that is not allowed.");
        }
        if (token.text.starts_with("__builtin_") && !is_allowed_builtin(token.text) &&
            (token.own || !is_builtin_of_header(token.text))) {
            return refused(token,
                           fmt::format("The file uses {}, which kernels may not use.", token.text));
        }
        if (token.own && is_reserved(token.text)) {
            return refused(token, fmt::format("The name '{}' is the kit's own.", token.text),
                           "Give it a name of your own.");
        }
        return std::nullopt;
    }

    /// Names of the runtime, of instrumentation, of symbols, and atomics that g++ leaves without
    /// instrumentation where their order is a variable.
    static bool is_reserved(std::string_view word) {
        constexpr std::array prefixes{"kit_",    "__tsan_", "__ubsan_", "__sanitizer_",
                                      "__asan_", "_Z",      "__wrap_",  "__real_",
                                      "__x86_",  "__libc_", "__sync_",  "__atomic_"};
        return word != "kit_constant" &&
               std::any_of(prefixes.begin(), prefixes.end(),
                           [word](std::string_view prefix) { return word.starts_with(prefix); });
    }

    /// `int f() asm("name");` in a header: a name for the linker, not code. No instruction has an
    /// underscore in its name, and no statement follows noexcept(true).
    [[nodiscard]] bool is_label_of_header(std::size_t i) const {
        const bool after_noexcept = i >= 4 && is(i - 1, ")") && is(i - 2, "true") &&
                                    is(i - 3, "(") && is(i - 4, "noexcept");
        if (tokens_[i].own || !is(i + 1, "(")) {
            return false;
        }
        bool underscore = false;
        std::size_t next = i + 2;
        for (; next < tokens_.size() && tokens_[next].kind == Token::Kind::literal; ++next) {
            const std::string_view text = tokens_[next].text;
            for (const char letter : text.substr(1, text.size() - 2)) {
                const bool plain = (letter >= 'a' && letter <= 'z') ||
                                   (letter >= '0' && letter <= '9') ||
                                   (letter >= 'A' && letter <= 'Z') || letter == '_';
                if (!plain || text.front() != '"') {
                    return false;
                }
                underscore = underscore || letter == '_';
            }
        }
        return is(next, ")") && next > i + 2 &&
               (underscore || after_noexcept || is_wide_character_label(tokens_[i + 2].text));
    }

    /// `__attribute__((a, b(1)))`
    [[nodiscard]] std::optional<Finding> check_attribute(std::size_t i) const {
        if (!is(i + 1, "(") || !is(i + 2, "(")) {
            return refused(tokens_[i], "An attribute is malformed.");
        }
        return check_attribute_names(i + 3, ")");
    }

    /// `[[a, gnu::b(1)]]`; digraphs come as their single characters.
    [[nodiscard]] std::optional<Finding> check_mark(std::size_t i) const {
        const auto opens = [this](std::size_t at) -> std::size_t {
            return is(at, "[") ? 1 : is(at, "<") && is(at + 1, ":") && !is(at + 2, ":") ? 2 : 0;
        };
        const std::size_t first = opens(i);
        const std::size_t second = first != 0 ? opens(i + first) : 0;
        if (second == 0) {
            return std::nullopt;
        }
        return check_attribute_names(i + first + second, first + second == 2 ? "]" : "");
    }

    /// Names from `i` to the closing mark at depth 0; a digraph closes where `close` is empty.
    [[nodiscard]] std::optional<Finding> check_attribute_names(std::size_t i,
                                                               std::string_view close) const {
        int depth = 0;
        bool expects_name = true;
        for (; i < tokens_.size(); ++i) {
            const Token& token = tokens_[i];
            if (depth == 0 && (token.is(close) || token.is("]") || token.is(":"))) {
                const bool scope = token.is(":") && is(i + 1, ":");
                const bool names_using = token.is(":") && !is(i + 1, ">");
                if (scope) {
                    ++i;
                    expects_name = true;
                    continue;
                }
                if (names_using) {
                    expects_name = true; // [[using gnu: a, b]]
                    continue;
                }
                return std::nullopt;
            }
            if (depth == 0 && token.is(",")) {
                expects_name = true;
            } else if (token.is("(")) {
                ++depth;
            } else if (token.is(")")) {
                if (--depth < 0) {
                    return std::nullopt;
                }
            } else if (depth == 0 && expects_name && token.kind == Token::Kind::word) {
                expects_name = token.is("using") || is_namespace(token, i);
                if (!expects_name && !is_allowed(token, i)) {
                    return refused(token,
                                   fmt::format("The attribute '{}' is not allowed.", token.text),
                                   "Kernels may use attributes that neither move code nor change "
                                   "how it is compiled, such as noinline, aligned and unused.");
                }
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_namespace(const Token& token, std::size_t i) const {
        return (token.is("gnu") || token.is("__gnu__") || token.is("clang") || token.is("nv")) &&
               is(i + 1, ":");
    }

    [[nodiscard]] bool is_allowed(const Token& token, std::size_t i) const {
        // What __constant__ stands for.
        const bool constant = token.is("section") && is(i + 1, "(") &&
                              is(i + 2, "\"kit_constant\"") && is(i + 3, ")");
        // Of a header, such a function is nothing but a symbol, which is looked at in the object.
        const bool symbol = !token.own && (token.is("__weak__") || token.is("__returns_twice__"));
        return constant || symbol || is_allowed_attribute(token.text);
    }

    const std::vector<Token>& tokens_;
    const SubmissionFile& submission_;
};

bool is_in(std::string_view file, std::string_view folder) {
    return !folder.empty() && file.size() > folder.size() && file.starts_with(folder);
}

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

std::optional<Finding> breach_in_language(const std::vector<Token>& tokens,
                                          const SubmissionFile& submission) {
    return LanguageCheck(tokens, submission).run();
}

std::optional<Finding> breach_in_headers(const std::vector<Token>& tokens,
                                         const std::vector<std::string>& kit_folders,
                                         const SubmissionFile& submission) {
    bool inside = false;
    for (const Token& token : tokens) {
        const LineMarker marker =
            token.kind == Token::Kind::directive ? line_marker(token.text) : LineMarker{};
        if (marker.file.empty()) {
            continue;
        }
        // clang++ names its folders by way of others.
        const std::string normal = std::filesystem::path(marker.file).lexically_normal().string();
        const std::string_view file = normal;
        const bool is_own = is_submission_file(file);
        if (marker.enters && is_own && inside) {
            return refusal_finding(
                submission, token.line, "The file includes itself.",
                "Each part of a kernel is written once: use a function or a template.");
        }
        inside = inside || is_own;
        const bool known =
            is_own || is_in(file, "/usr/") || is_in(file, "/opt/") || file.starts_with("<") ||
            file.starts_with("kit-") ||
            std::any_of(kit_folders.begin(), kit_folders.end(),
                        [file](const std::string& folder) { return is_in(file, folder); });
        if (marker.enters && !known) {
            return refusal_finding(
                submission, token.line,
                fmt::format("The file includes '{}', which is no header of the kit's "
                            "or of the C++ library.",
                            file),
                "A submission is one file: it includes lab.cuh and, where it wants "
                "them, headers of the C++ library.");
        }
    }
    return std::nullopt;
}

std::string with_watched_blocks(std::string_view text, const std::vector<Token>& tokens) {
    constexpr std::array blocks{"memcpy", "memmove", "memset"};
    constexpr std::string_view builtin = "__builtin_";
    std::string renamed;
    renamed.reserve(text.size() + 1024);
    std::size_t done = 0;
    for (const Token& token : tokens) {
        if (token.kind != Token::Kind::word) {
            continue;
        }
        std::string_view word = token.text;
        word.remove_prefix(word.starts_with(builtin) ? builtin.size() : 0);
        if (std::find(blocks.begin(), blocks.end(), word) != blocks.end()) {
            renamed += text.substr(done, token.at - done);
            renamed += "kit_";
            renamed += word;
            done = token.at + token.text.size();
        }
    }
    renamed += text.substr(done);
    return renamed;
}

std::optional<Finding> breach_in_preprocessed(std::string_view preprocessed,
                                              const std::vector<Token>& tokens,
                                              const std::vector<std::string>& kit_folders,
                                              const SubmissionFile& submission) {
    if (preprocessed.size() > largest_text) {
        return refusal_finding(
            submission, 0,
            fmt::format("The file becomes more than {} MiB when its macros and headers are "
                        "written out.",
                        largest_text >> 20),
            "Look for macros that expand without end.");
    }
    std::optional<Finding> finding = breach_in_headers(tokens, kit_folders, submission);
    return finding ? finding : breach_in_language(tokens, submission);
}

ScreenedText screen_preprocessed(std::string_view preprocessed, const std::string& glue,
                                 const std::vector<std::string>& kit_folders,
                                 const SubmissionFile& submission) {
    ScreenedText screened;
    const std::vector<Token> tokens = tokens_of(preprocessed);
    std::optional<Finding> finding =
        breach_in_preprocessed(preprocessed, tokens, kit_folders, submission);
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
