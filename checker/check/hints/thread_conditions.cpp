#include "checker/check/hints/thread_conditions.hpp"

#include "checker/base/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// A sum: whole numbers, and at most one threadIdx.
struct Sum {
    std::int64_t number = 0;
    std::optional<std::size_t> axis; ///< of the threadIdx in it
};

using Names = std::map<std::string_view, Sum>;

/// The sum of these tokens, where it has nothing but numbers, names of sums, threadIdx.x and blockDim.x.
std::optional<Sum> sum_of(TokenAt begin, TokenAt end, const Names& names,
                          const std::array<std::uint32_t, 3>& block) {
    constexpr std::int64_t most = INT32_MAX;
    Sum sum;
    int sign = 1;
    bool is_term_due = true;
    for (auto at = begin; at != end; ++at) {
        if (!is_term_due || (at == begin && at->is("-"))) {
            if (!at->is("+") && !at->is("-")) {
                return std::nullopt;
            }
            sign = at->is("+") ? 1 : -1;
            is_term_due = true;
            continue;
        }
        const auto known = names.find(at->text);
        const bool has_axis = end - at > 2 && at[1].is(".") && at[2].text.size() == 1;
        const std::size_t axis =
            has_axis ? std::string_view("xyz").find(at[2].text) : std::string_view::npos;
        Sum term;
        if (at->kind == Token::Kind::number) {
            const std::string text(at->text);
            char* rest = nullptr;
            term.number = std::strtoll(text.c_str(), &rest, 0);
            if (term.number > most || (*rest != '\0' && *rest != 'u' && *rest != 'U')) {
                return std::nullopt;
            }
        } else if (known != names.end()) {
            term = known->second;
        } else if (axis < block.size() && (at->is("threadIdx") || at->is("blockDim"))) {
            term = at->is("threadIdx") ? Sum{0, axis} : Sum{std::int64_t{block[axis]}, {}};
            at += 2;
        } else {
            return std::nullopt;
        }
        if (term.axis && (sum.axis || sign < 0)) {
            return std::nullopt;
        }
        sum.number += sign * term.number;
        if (sum.number < -most || sum.number > most) {
            return std::nullopt; // no number of a thread
        }
        sum.axis = term.axis ? term.axis : sum.axis;
        is_term_due = false;
    }
    return is_term_due ? std::nullopt : std::optional(sum);
}

/// Constants and variables that are given such a sum, in the order of the file, and nothing else later on.
Names named_sums(const Tokens& tokens, const std::array<std::uint32_t, 3>& block) {
    Names names;
    std::map<std::string_view, int> times;
    const auto give = [&](std::string_view name, TokenAt begin, TokenAt end) {
        const auto sum = sum_of(begin, end, names, block);
        if (++times[name] == 1 && sum) {
            names[name] = *sum;
        } else {
            names.erase(name);
        }
    };
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (at->kind == Token::Kind::directive) {
            const Tokens parts = parts_of(*at);
            if (parts.size() > 2 && parts[0].is("define")) {
                give(parts[1].text, parts.begin() + 2, parts.end());
            }
        } else if (at == tokens.begin() || tokens.end() - at < 3) {
            continue;
        } else if (const auto before = std::prev(at); at->is("=") && !std::next(at)->is("=") &&
                                                      !before->is("=") && !before->is("<") &&
                                                      !before->is(">") && !before->is("!")) {
            const auto end = std::find_if(at, tokens.end(), [](const Token& token) {
                return token.is(";") || token.is(",");
            });
            const bool changes = before != tokens.begin() && before->kind == Token::Kind::mark &&
                                 !before->is("]") && !before->is(")"); // "t += 2"
            give(changes ? std::prev(before)->text : before->text, std::next(at),
                 changes ? std::next(at) : end);
        } else if ((at->is("+") || at->is("-")) && std::next(at)->is(at->text)) {
            give(before->text, at, at); // "t++", and "++t"
            give((at + 2)->text, at, at);
        }
    }
    return names;
}

/// The comparison that begins with this token: ==, <, <=, > or >=; else empty.
std::string comparison_at(TokenAt at) {
    const bool has_equals = std::next(at)->is("=");
    if (at->is("=") && has_equals) {
        return "==";
    }
    const bool is_arrow_or_shift =
        std::prev(at)->is("-") || std::prev(at)->is(at->text) || std::next(at)->is(at->text);
    if ((at->is("<") || at->is(">")) && !is_arrow_or_shift) {
        return std::string(at->text) + (has_equals ? "=" : "");
    }
    return "";
}

/// a < b is b > a.
std::string turned_round(std::string comparison) {
    if (comparison.front() != '=') {
        comparison.front() = comparison.front() == '<' ? '>' : '<';
    }
    return comparison;
}

/// Whether one of the numbers from 0 to `last` compares so with `number`.
bool holds_for_any(std::int64_t last, std::string_view comparison, std::int64_t number) {
    if (comparison == "==") {
        return number >= 0 && number <= last;
    }
    const std::int64_t extreme = comparison.front() == '<' ? 0 : last;
    return (extreme == number && comparison.size() == 2) ||
           (comparison.front() == '<' ? extreme < number : extreme > number);
}

} // namespace

std::string condition_of_no_thread(const SubmissionFile& submission,
                                   const std::array<std::uint32_t, 3>& block) {
    const Tokens tokens = tokens_of(submission.text);
    const Names names = named_sums(tokens, block);
    const auto ends_part = [](const Token& token) {
        return token.is("(") || token.is(")") || token.is("&") || token.is("|") || token.is("!");
    };
    for (auto at = tokens.begin(); tokens.end() - at > 1; ++at) {
        if (!at->is("if") || !std::next(at)->is("(")) {
            continue;
        }
        const auto close = closing_bracket(std::next(at), tokens.end());
        if (close == tokens.end()) {
            break;
        }
        for (auto sign = at + 2; sign < close; ++sign) {
            const std::string asked = comparison_at(sign);
            if (asked.empty()) {
                continue;
            }
            const auto after = sign + std::ssize(asked);
            const auto begin =
                std::find_if(std::make_reverse_iterator(sign), tokens.rend(), ends_part).base();
            const auto end = std::find_if(after, close, ends_part);
            const auto left = sum_of(begin, sign, names, block);
            const auto right = sum_of(after, end, names, block);
            sign = after - 1;
            if (!left || !right || left->axis.has_value() == right->axis.has_value()) {
                continue;
            }
            const Sum& of_thread = left->axis ? *left : *right;
            const std::string how = left->axis ? asked : turned_round(asked);
            const std::int64_t wanted = (left->axis ? *right : *left).number - of_thread.number;
            const std::int64_t last = std::int64_t{block[*of_thread.axis]} - 1;
            if (!holds_for_any(last, how, wanted)) {
                return fmt::format("The condition in line {0} is never true: it asks for {1} with "
                                   "threadIdx.{2} {3} {4}, and those of a block have 0 to {5}.",
                                   sign->line, how == "==" ? "the thread" : "threads",
                                   "xyz"[*of_thread.axis], how == "==" ? "=" : how, wanted, last);
            }
        }
    }
    return "";
}

} // namespace kit
