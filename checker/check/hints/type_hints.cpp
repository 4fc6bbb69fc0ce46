#include "checker/check/hints/type_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>

namespace kit {

namespace {

/// The arrays whose elements have fractions: inputs, coefficients, and what a line declares as "__shared__ float t[8]".
std::set<std::string_view> arrays_of_fractions(const Lab& lab, const Tokens& tokens) {
    std::set<std::string_view> names;
    for (const KernelArgument& argument : lab.arguments) {
        if (argument.role == KernelArgument::Role::input ||
            argument.role == KernelArgument::Role::coefficients) {
            names.insert(argument.name);
        }
    }
    names.insert("c"); // of labs whose coefficients are constant memory
    for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
        const bool has_fractions =
            tokens[i + 1].is("float") || tokens[i + 1].is("double") || tokens[i + 1].is("T");
        if (tokens[i].is("__shared__") && has_fractions && tokens[i + 3].is("[")) {
            names.insert(tokens[i + 2].text);
        }
    }
    return names;
}

/// Whether an element of these arrays is in the expression that begins here, other than in an index.
bool has_element(TokenAt at, TokenAt end, const std::set<std::string_view>& arrays) {
    bool found = false;
    bool is_compared = false;
    for (; at != end && !at->is(";") && !at->is("{"); ++at) {
        if (at->is("?")) { // what stands before it is the choice's condition
            found = false;
            is_compared = false;
        } else if (at->is("<") || at->is(">")) {
            is_compared = true;
        } else if (at->is("[")) {
            at = closing_bracket(at, end);
            if (at == end) {
                break;
            }
        } else if (arrays.contains(at->text) && std::next(at) != end && std::next(at)->is("[")) {
            found = true;
        }
    }
    return found && !is_compared;
}

} // namespace

std::string short_index(const Finding& finding, const SubmissionFile& submission,
                        const Extents& extents) {
    constexpr std::int64_t wrap = 65'536;
    const Tokens tokens = tokens_of(submission.text);
    const auto found = std::ranges::find_if(
        tokens, [](const Token& token) { return token.is("short") || token.is("int16_t"); });
    return finding.kind != FindingKind::out_of_bounds_global || !finding.index ||
                   *finding.index >= 0 || *finding.index < -wrap / 2 ||
                   *finding.index + wrap > extents.cells() || found == tokens.end()
               ? ""
               : fmt::format(
                     "A short, as in line {}, holds at most 32,767: an index that is larger "
                     "becomes one below 0. Use int.",
                     found->line);
}

void speak_of_lost_fractions(const Lab& lab, const SubmissionFile& submission, Finding& wrong) {
    if (wrong.kind != FindingKind::wrong_output || lab.element == Element::int32 ||
        lab.element == Element::int16) {
        return;
    }
    const Tokens tokens = tokens_of(submission.text);
    const std::set<std::string_view> arrays = arrays_of_fractions(lab, tokens);
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        const auto name = std::next(at);
        if (!at->is("int") || name == tokens.end() || name->kind != Token::Kind::word) {
            continue;
        }
        for (auto use = name; use != tokens.end(); ++use) {
            if (!use->is(name->text) || std::prev(use)->is(".") || std::prev(use)->is("->")) {
                continue;
            }
            if (use != name && std::prev(use)->kind == Token::Kind::word) {
                break; // another variable of this name
            }
            auto value = std::next(use);
            while (value != tokens.end() && value->is("[")) { // of an array
                value = closing_bracket(value, tokens.end());
                value += value != tokens.end() ? 1 : 0;
            }
            value += follows(value, tokens.end(), {"+", "="}) ? 1 : 0;
            if (value != tokens.end() && value->is("=") &&
                !follows(value, tokens.end(), {"=", "="}) &&
                has_element(std::next(value), tokens.end(), arrays)) {
                wrong.hint = fmt::format("Line {} declares '{}' as an int: what line {} stores in "
                                         "it loses its fraction.",
                                         name->line, name->text, use->line);
                return;
            }
        }
    }
}

} // namespace kit
