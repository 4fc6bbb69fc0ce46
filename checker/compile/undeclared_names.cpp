#include "checker/compile/student_sentences.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// The keyword that this is but for capital letters; empty if there is none.
std::string keyword_like(const std::string& name) {
    constexpr std::array<std::string_view, 14> keywords{
        "if",  "else",   "for",   "while",  "do",   "return", "const",
        "int", "double", "float", "switch", "bool", "true",   "false"};
    const std::string small = in_small_letters(name);
    return is_one_of(keywords, small) ? small : "";
}

/// Another name of the file that is this but for capital letters; empty if there is none.
std::string name_like(const std::string& name, const SubmissionFile& submission) {
    for (const Token& token : tokens_of(submission.text)) {
        if (token.kind == Token::Kind::word && !token.is(name) &&
            in_small_letters(token.text) == in_small_letters(name)) {
            return std::string(token.text);
        }
    }
    return "";
}

/// "__shared__" for "_shared_" and "__shared"; empty for what is no qualifier.
std::string qualifier_like(const std::string& name) {
    constexpr std::array<std::string_view, 5> qualifiers{"global", "shared", "device", "host",
                                                         "constant"};
    const std::size_t begin = name.find_first_not_of('_');
    const std::size_t end = name.find_last_not_of('_');
    const std::string word = begin == std::string::npos ? "" : name.substr(begin, end + 1 - begin);
    return is_one_of(qualifiers, in_small_letters(word)) ? "__" + in_small_letters(word) + "__"
                                                         : "";
}

/// Whether the name is one that texts give to coefficients, in a lab that has them as c[].
bool means_coefficients(const std::string& name, const Lab& lab) {
    const std::string small = in_small_letters(name);
    const bool is_numbered = small.size() == 2 && small[0] == 'c' &&
                             std::isdigit(static_cast<unsigned char>(small[1])) != 0;
    return coefficient_count(lab) > 1 &&
           (is_numbered || small.starts_with("coef") || small.starts_with("weight"));
}

/// The header that such a name is from; empty if none is known.
std::string header_of(const std::string& name) {
    if (name.ends_with("_t") && (name.starts_with("int") || name.starts_with("uint"))) {
        return "cstdint";
    }
    if (has_part(name, "bfloat16") || has_part(name, "bf16")) {
        return "cuda_bf16.h";
    }
    return name == "half" || name == "half2" || name.starts_with("__h") ||
                   has_part(name, "2half") || has_part(name, "half2") || has_part(name, "halves")
               ? "cuda_fp16.h"
               : "";
}

/// Whether the lab's kernel has a parameter of this name, and the file's kernel has not.
bool lacks_parameter(const std::string& name, const SubmissionFile& submission, const Lab& lab) {
    const Tokens tokens = tokens_of(submission.text);
    const auto kernel = std::ranges::find(tokens, "__global__", &Token::text);
    const auto body = std::ranges::find(kernel, tokens.end(), "{", &Token::text);
    return body != tokens.end() && !has_token({kernel, body}, name) &&
           std::ranges::any_of(lab.arguments,
                               [&](const KernelArgument& each) { return each.name == name; });
}

/// Where the lab's kernel is a template, and what this line is of has no such parameter: what must stand before it.
std::string template_missing(const std::string& name, int line, const SubmissionFile& submission,
                             const Lab& lab) {
    if (lab.variants.empty() || (name != "T" && name != "R")) {
        return "";
    }
    const Tokens tokens = tokens_of(submission.text);
    TokenAt head = tokens.end();
    for (auto at = tokens.begin(); at != tokens.end() && at->line <= line; ++at) {
        head = at->is("__global__") || at->is("LaunchConfig") ? at : head;
    }
    const bool is_template =
        head != tokens.end() && head != tokens.begin() && std::prev(head)->is(">");
    auto begin = head;
    while (is_template && begin != tokens.begin() && !begin->is("template")) {
        --begin;
    }
    return head == tokens.end() || has_token({begin, head}, name)
               ? ""
               : fmt::format("{} in this lab: template <class T, int R> stands before {}.",
                             head->is("__global__") ? "The kernel is a template"
                                                    : "launch_config() is a template, too,",
                             head->text);
}

/// Whether the name is written as texts write their constants: IN_TILE_DIM.
bool is_name_of_constant(const std::string& name) {
    return name.size() > 1 && std::ranges::all_of(name, [](unsigned char letter) {
               return std::isupper(letter) != 0 || std::isdigit(letter) != 0 || letter == '_';
           });
}

} // namespace

StudentSentence undeclared_name(const std::string& error, int line,
                                const SubmissionFile& submission, const Lab& lab) {
    const std::string name = first_quoted(error);
    const std::string message = fmt::format("The name '{}' is not declared here.", name);
    if (name == "then") {
        return {"C++ has no 'then'.", "The statement follows the condition's ')' at once.", true};
    }
    if (const std::string keyword = keyword_like(name); !keyword.empty()) {
        return {message, fmt::format("Did you mean '{}'? Capital letters count.", keyword), true};
    }
    if (const std::string qualifier = qualifier_like(name); !qualifier.empty()) {
        return {message,
                fmt::format("CUDA's word has two underscores on each side: {}.", qualifier), true};
    }
    if (const std::string sentence = template_missing(name, line, submission, lab);
        !sentence.empty()) {
        return {message, sentence, true};
    }
    if (lacks_parameter(name, submission, lab)) {
        return {message,
                fmt::format("The lab's kernel has a parameter '{}', and this one has none: compare "
                            "the names in its head.",
                            name),
                true};
    }
    if (means_coefficients(name, lab)) {
        return {
            message,
            fmt::format("The lab's coefficients are c[0] to c[{}].", coefficient_count(lab) - 1),
            true};
    }
    if (const std::string header = header_of(name); !header.empty()) {
        return {message, fmt::format("Write #include <{}> at the top of the file.", header), true};
    }
    if (const std::string other = name_like(name, submission); !other.empty()) {
        return {message, fmt::format("Did you mean '{}'? Capital letters count.", other), true};
    }
    if (is_name_of_constant(name) && !has_part(error, "; did you mean")) {
        const std::string value =
            lab.steps > 1 && name == "STEPS" ? fmt::format("{}", lab.steps) : "…";
        return {message,
                fmt::format("lab.cuh has no such constant. Write your own above the kernel: "
                            "constexpr int {} = {};",
                            name, value),
                true};
    }
    const std::string source = submission.line(line);
    const Tokens tokens = tokens_of(source);
    if (tokens.size() > 1 && tokens[0].is(name) && tokens[1].is("=") &&
        !has_part(error, "; did you mean")) {
        return {message,
                fmt::format("Write its type before it, where it gets its first value: const int "
                            "{} = …",
                            name),
                true};
    }
    const std::size_t proposal = error.find("did you mean '");
    const bool known = has_part(error, "; did you mean") && proposal != std::string::npos;
    return {message, known ? fmt::format("Did you mean {}", error.substr(proposal + 13))
                           : "A variable is known from its declaration to the '}' of the block "
                             "that it is declared in."};
}

} // namespace kit
