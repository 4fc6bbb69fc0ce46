#include "checker/compile/student_sentences.hpp"

#include "checker/base/tokens.hpp"
#include "checker/compile/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// The lab's first input and its output, by their names.
std::string name_of(const Lab& lab, KernelArgument::Role role, const char* otherwise) {
    const auto found = std::ranges::find_if(
        lab.arguments, [&](const KernelArgument& argument) { return argument.role == role; });
    return found == lab.arguments.end() ? otherwise : found->name;
}

/// How the lab's input is indexed.
std::string element_of_input(const Lab& lab) {
    const std::string in = name_of(lab, KernelArgument::Role::input, "in");
    const bool cube = name_of(lab, KernelArgument::Role::side, "") != "";
    switch (lab.axes) {
    case 1: return fmt::format("{}[i]", in);
    case 2: return fmt::format("{}[row * width + col]", in);
    default:
        return cube ? fmt::format("{}[(i * n + j) * n + k]", in)
                    : fmt::format("{}[(i * height + j) * width + k]", in);
    }
}

/// threadIdx and its like where the line has one without .x, .y or .z.
std::string_view without_axis(const Tokens& tokens) {
    constexpr std::array<std::string_view, 4> numbers{"threadIdx", "blockIdx", "blockDim",
                                                      "gridDim"};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (is_one_of(numbers, tokens[i].text) &&
            (i + 1 == tokens.size() || !tokens[i + 1].is("."))) {
            return tokens[i].text;
        }
    }
    return {};
}

/// Braces that are open where the line begins.
int open_braces(const SubmissionFile& submission, int line) {
    int open = 0;
    for (const Token& token : tokens_of(submission.text)) {
        if (token.line >= line) {
            break;
        }
        open += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
    return open;
}

/// The name of the array, or the variable, that the line assigns to at `column`, where its operator is.
std::string assigned_name(const std::string& source, int column) {
    const std::string left = source.substr(0, static_cast<std::size_t>(std::max(column - 1, 0)));
    const Tokens tokens = tokens_of(left);
    int depth = 0;
    for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
        depth += token->is("]") ? 1 : token->is("[") ? -1 : 0;
        if (depth == 0 && token->kind == Token::Kind::word) {
            return std::string(token->text);
        }
    }
    return "";
}

/// "const float *" and "float" among the types that clang names, an array and one of its elements; or two arrays.
bool mixes_array_and_element(const std::string& error) {
    if (!(error.starts_with("invalid operands to binary") || error.starts_with("assigning to") ||
          error.starts_with("cannot initialize a variable") ||
          error.starts_with("cannot convert"))) {
        return false;
    }
    const auto pointers = static_cast<std::size_t>(std::ranges::count(error, '*'));
    return (pointers == 1 || (pointers == 2 && error.starts_with("invalid operands"))) &&
           !has_part(error, "(*)") && has_part(error, "*'");
}

/// "tile[tz][ty][tx]" for the first "tile[tz, ty, tx]"; empty if there is none.
std::string without_comma(const Tokens& tokens) {
    for (std::size_t open = 1; open < tokens.size(); ++open) {
        if (!tokens[open].is("[") || tokens[open - 1].kind != Token::Kind::word) {
            continue;
        }
        std::string element = std::string(tokens[open - 1].text) + "[";
        bool has_comma = false;
        int depth = 1;
        for (std::size_t i = open + 1; i < tokens.size() && depth > 0; ++i) {
            const bool opens = tokens[i].is("[") || tokens[i].is("(");
            const bool closes = tokens[i].is("]") || tokens[i].is(")");
            depth += opens ? 1 : closes ? -1 : 0;
            const bool separates = depth == 1 && tokens[i].is(",");
            has_comma = has_comma || separates;
            element += separates ? "][" : std::string(tokens[i].text);
        }
        if (has_comma && depth == 0) {
            return element;
        }
    }
    return "";
}

/// The head of a for loop with commas where semicolons belong, or with "in".
std::optional<StudentSentence> mistaken_loop(const Tokens& tokens) {
    const auto is = [&](std::size_t at, std::string_view word) {
        return at < tokens.size() && tokens[at].is(word);
    };
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (!is(at, "for") || !is(at + 1, "(")) {
            continue;
        }
        int depth = 0;
        int commas = 0;
        bool has_semicolon = false;
        bool has_colon = false;
        for (std::size_t i = at + 1; i < tokens.size(); ++i) {
            depth += is(i, "(") ? 1 : is(i, ")") ? -1 : 0;
            commas += depth == 1 && is(i, ",") ? 1 : 0;
            has_semicolon = has_semicolon || is(i, ";");
            has_colon = has_colon || is(i, ":");
            if (depth == 0) {
                break;
            }
        }
        const char* const head = "Write for (int i = 0; i < n; ++i).";
        const auto is_word = [&](std::size_t i) { // "p = in" takes the array
            return i < tokens.size() && tokens[i].kind == Token::Kind::word;
        };
        if ((is(at + 3, "in") && is_word(at + 2)) || (is(at + 4, "in") && is_word(at + 3))) {
            return StudentSentence{"C++ has no loop of the form 'for ... in'.", head, true};
        }
        if (depth == 0 && commas >= 2 && !has_semicolon && !has_colon) {
            return StudentSentence{"The three parts of a for are separated by ';', not by ','.",
                                   head, true};
        }
    }
    return std::nullopt;
}

/// A macro in the line whose #define has a ';' or a '=' too many.
std::optional<StudentSentence> macro_with_mark(const Tokens& line,
                                               const SubmissionFile& submission) {
    for (const Token& directive : tokens_of(submission.text)) {
        const Tokens parts =
            directive.kind == Token::Kind::directive ? parts_of(directive) : Tokens();
        if (parts.size() <= 2 || !parts[0].is("define") || !has_token(line, parts[1].text)) {
            continue;
        }
        if (parts[2].is("=")) {
            return StudentSentence{
                fmt::format("'{}' is replaced by its definition with the '=' before it.",
                            parts[1].text),
                fmt::format("Leave out the '=' in line {}: #define takes a name and what stands "
                            "for it.",
                            directive.line),
                true};
        }
        if (parts.back().is(";")) {
            return StudentSentence{
                fmt::format("'{}' is replaced by its definition with the ';' at its end.",
                            parts[1].text),
                fmt::format("Leave out the ';' in line {}: a #define ends with its line.",
                            directive.line),
                true};
        }
    }
    return std::nullopt;
}

/// Signs that other languages have, and C++ has not, or not there.
std::optional<StudentSentence> foreign_signs(const std::string& error, const Tokens& line,
                                             const Lab& lab) {
    const auto has_pair = [&](std::string_view first, std::string_view second) {
        return std::ranges::adjacent_find(line, [&](const Token& a, const Token& b) {
                   return a.is(first) && b.is(second);
               }) != line.end();
    };
    if (has_pair(":", "=")) {
        return StudentSentence{"C++ has no ':='.", "An assignment is written '='.", true};
    }
    if (error.starts_with("indirection requires pointer") && has_pair("*", "*")) {
        return StudentSentence{"C++ has no '**'.",
                               "A square is a product, x * x; other powers are powf(x, 3)."};
    }
    if (error.starts_with("expression is not assignable") && line.size() > 1) {
        const std::string element =
            fmt::format("{}[i]", name_of(lab, KernelArgument::Role::output, "out"));
        if (line[0].is("&")) {
            return StudentSentence{"'&' takes the address of an element, which is not stored to.",
                                   fmt::format("Leave it out: {} = ...", element)};
        }
        if (line[0].is(name_of(lab, KernelArgument::Role::output, "out")) && line[1].is("+")) {
            return StudentSentence{"A sum of an array and an index is an address.",
                                   fmt::format("The element there is {} = ...", element)};
        }
    }
    const bool is_of_vectors = has_part(error, "float4'") || has_part(error, "float2'") ||
                               has_part(error, "int4'") || has_part(error, "double2'");
    if (error.starts_with("invalid operands to binary") && is_of_vectors) {
        return StudentSentence{"CUDA's vectors have no operators.",
                               "Compute with their parts: a.x + b.x, a.y + b.y and so on."};
    }
    return std::nullopt;
}

/// Outside every function: a name of lab.cuh that is declared once more.
std::optional<StudentSentence> name_of_header(const std::string& error, const std::string& source,
                                              int column, const Lab& lab) {
    constexpr std::array<std::string_view, 5> names{"c", "Coefficients", "Slab", "LaunchConfig",
                                                    "LAB_FLAGS"};
    if (error.find("redefinition") == std::string::npos || column < 1 ||
        static_cast<std::size_t>(column) > source.size()) {
        return std::nullopt;
    }
    const Tokens tokens =
        tokens_of(std::string_view(source).substr(static_cast<std::size_t>(column) - 1));
    if (tokens.empty() || !is_one_of(names, tokens.front().text)) {
        return std::nullopt;
    }
    const bool is_coefficients =
        tokens.front().is("c") && lab.stencil.size() > 1 && !takes_coefficients(lab);
    return StudentSentence{fmt::format("'{}' is declared in lab.cuh.", tokens.front().text),
                           is_coefficients
                               ? "It holds the lab's coefficients already: leave this line out."
                               : "Take another name."};
}

/// The most that a dim3 of the line has; 0 where none ends in it.
std::ptrdiff_t numbers_of_dim3(const Tokens& tokens) {
    std::ptrdiff_t most = 0;
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        const auto open = std::find_if(
            at, tokens.end(), [](const Token& token) { return token.is("(") || token.is("{"); });
        const TokenAt end = closing_bracket(open, tokens.end());
        if (!at->is("dim3") || end == tokens.end()) {
            continue;
        }
        std::ptrdiff_t numbers = 1;
        for (auto part = std::next(open); part != end; ++part) {
            part = part->is("(") ? closing_bracket(part, end) : part;
            if (part == end) {
                break;
            }
            numbers += part->is(",") ? 1 : 0;
        }
        most = std::max(most, numbers);
    }
    return most;
}

std::optional<StudentSentence> from_source(const std::string& error, int line, int column,
                                           const SubmissionFile& submission, const Lab& lab) {
    const std::string source = submission.line(line);
    const Tokens tokens = tokens_of(source);
    if (auto sentence = macro_with_mark(tokens, submission)) {
        return sentence;
    }
    if (auto sentence = mistaken_loop(tokens)) {
        return sentence;
    }
    if (auto sentence = foreign_signs(error, tokens, lab)) {
        return sentence;
    }
    if (auto sentence = name_of_header(error, source, column, lab);
        sentence && open_braces(submission, line) <= 0) {
        return sentence;
    }
    if (has_part(error, "uint3'") || has_part(error, "dim3'")) {
        if (const std::string_view number = without_axis(tokens); !number.empty()) {
            return StudentSentence{
                fmt::format("'{}' has three parts, and this wants one of them.", number),
                fmt::format("Write {0}.x, {0}.y or {0}.z.", number)};
        }
    }
    if (error.starts_with("no matching constructor") && has_part(error, "'dim3'")) {
        const std::ptrdiff_t numbers = numbers_of_dim3(tokens);
        if (numbers >= 1 && numbers <= 3) {
            return StudentSentence{"This dim3 gets something that is not a number.",
                                   "Does the function or lambda that works it out return it?"};
        }
    }
    if (error.starts_with("subscripted value is not an array")) {
        const bool several = has_part(source, "][");
        const std::string name = assigned_name(source, column);
        const bool is_array = name == name_of(lab, KernelArgument::Role::input, "") ||
                              name == name_of(lab, KernelArgument::Role::output, "");
        if (several && !is_array) {
            return StudentSentence{
                fmt::format("'{}' has more indices here than it has dimensions.", name),
                "Compare the line with its declaration."};
        }
        return StudentSentence{several ? "A grid's array has one index, not one for each axis."
                                       : "Brackets stand behind something that is no array.",
                               several ? fmt::format("A cell of it is {}.", element_of_input(lab))
                               : is_array
                                   ? fmt::format("'{}' is an array of the lab, so a pointer: its "
                                                 "declaration lacks the '*'.",
                                                 name)
                                   : ""};
    }
    if (auto sentence = token_missing(error, line, column, submission)) {
        return sentence;
    }
    if (error.starts_with("read-only variable is not assignable") ||
        error.starts_with("cannot assign to variable")) {
        const std::string name = assigned_name(source, column);
        const bool is_input = name == name_of(lab, KernelArgument::Role::input, "");
        return StudentSentence{
            is_input ? fmt::format("'{}' is the input, which is const: a kernel must not store to "
                                   "it.",
                                   name)
                     : fmt::format("'{}' is const: it cannot be stored to.",
                                   name.empty() ? first_quoted(error) : name),
            is_input ? fmt::format("Results belong in '{}'.",
                                   name_of(lab, KernelArgument::Role::output, "out"))
                     : "Leave const out where a variable changes."};
    }
    if (error.starts_with("redeclaration of") && has_part(source, "extern") &&
        has_part(source, "__shared__")) {
        return StudentSentence{
            "A name of extern __shared__ has one type in the whole file, and this kernel is "
            "compiled for several.",
            "Declare it as unsigned char, and take its address as a T*: "
            "reinterpret_cast<T*>(name)."};
    }
    if (has_part(error, "[") || has_part(error, "*'")) {
        if (const std::string element = without_comma(tokens); !element.empty()) {
            return StudentSentence{"In brackets a comma takes only what stands behind it.",
                                   fmt::format("Each index has brackets of its own: {}.", element)};
        }
    }
    if (error.starts_with("invalid operands to binary") && has_part(source, "^") &&
        (has_part(error, "float'") || has_part(error, "double'"))) {
        return StudentSentence{"'^' is the bitwise exclusive or of whole numbers, not a power.",
                               "A square is a product: x * x."};
    }
    if (mixes_array_and_element(error)) {
        return StudentSentence{"An array stands where one of its elements is wanted.",
                               "Write an index in brackets behind it."};
    }
    if (error.starts_with("invalid operands to binary") && has_part(source, "%") &&
        (has_part(error, "float'") || has_part(error, "double'"))) {
        return StudentSentence{"'%' is for whole numbers.", "For real numbers there is fmodf()."};
    }
    if (error.starts_with("expected expression") && !tokens.empty() &&
        std::any_of(tokens.begin(),
                    tokens.begin() + std::min<std::ptrdiff_t>(2, std::ssize(tokens)),
                    [](const Token& token) { return token.is("else"); })) {
        return StudentSentence{"This else has no if.",
                               "A ';' behind the condition, or a missing brace, ends the if "
                               "before it."};
    }
    if (has_part(error, "type specifier") && has_part(source, "(") &&
        (has_part(source, "__global__") || has_part(source, "__device__"))) {
        return StudentSentence{"The function has no type.",
                               "Write void before the name of a kernel, or what the function "
                               "returns."};
    }
    if (source.starts_with("```")) {
        return StudentSentence{"``` begins or ends code in a text: it is no C++.",
                               "Remove this line, and the other one like it."};
    }
    const bool expects_declaration = error.starts_with("expected unqualified-id") ||
                                     has_part(error, "type specifier") ||
                                     error.starts_with("unknown type name");
    if (expects_declaration && open_braces(submission, line) <= 0 &&
        !(error.starts_with("unknown type name") && has_part(source, "("))) {
        return StudentSentence{"This line is outside every function.",
                               "Count the braces before it: a '}' too many, or a '{' too few, ends "
                               "the function early."};
    }
    return std::nullopt;
}

} // namespace

std::optional<StudentSentence> student_sentence(const std::string& error, int line, int column,
                                                const SubmissionFile& submission, const Lab& lab) {
    if (auto sentence = from_source(error, line, column, submission, lab)) {
        return sentence;
    }
    if (error.starts_with("use of undeclared identifier") ||
        error.starts_with("unknown type name")) {
        return undeclared_name(error, line, submission, lab);
    }
    return sentence_by_words(error);
}

} // namespace kit
