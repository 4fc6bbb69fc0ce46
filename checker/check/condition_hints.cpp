#include "checker/check/condition_hints.hpp"

#include "checker/base/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

using Tokens = std::vector<Token>;
using At = Tokens::const_iterator;

/// The line of a ?: whose condition most likely takes in what was meant to stand before it: "a[i] + x < n ? b : c"
/// compares a sum. 0 if there is none.
int line_of_swallowed_sum(const std::string& file) {
    const std::vector<Token> tokens = tokens_of(file);
    const auto is_any = [](const Token& token, std::initializer_list<std::string_view> marks) {
        return is_one_of(marks, token.text);
    };
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (!at->is("?")) {
            continue;
        }
        int depth = 0;
        int plus = 0; ///< before the comparison
        bool compares = false;
        bool has_element = false;
        auto begin = at;
        for (; begin != tokens.begin(); --begin) {
            const Token& token = *std::prev(begin);
            depth += is_any(token, {")", "]"}) ? 1 : is_any(token, {"(", "["}) ? -1 : 0;
            if (depth < 0 || (depth == 0 && is_any(token, {"=", ";", ",", "{", "}", "return", "?",
                                                           ":", "&", "|"}))) {
                break;
            }
            has_element = has_element || (compares && token.is("["));
            plus += compares && depth == 0 && is_any(token, {"+", "-"}) ? 1 : 0;
            compares = compares || (depth == 0 && is_any(token, {"<", ">"}));
        }
        constexpr int many = 3; // "x + width - 1 < n" has two
        const auto end =
            std::find_if(at, tokens.end(), [](const Token& each) { return each.is(";"); });
        const bool gives_element =
            std::any_of(at, end, [](const Token& each) { return each.is("["); });
        if (compares && gives_element && (plus >= many || (plus > 0 && has_element))) {
            return at->line;
        }
    }
    return 0;
}

/// The whole numbers among the parameters of the file's kernels: its extents.
std::set<std::string_view> extents_of(const Tokens& tokens) {
    std::set<std::string_view> names;
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (!at->is("__global__")) {
            continue;
        }
        for (; at != tokens.end() && !at->is("{") && !at->is(";"); ++at) {
            if (at != tokens.begin() && std::prev(at)->is("int")) {
                names.insert(at->text);
            }
        }
        if (at == tokens.end()) {
            break;
        }
    }
    return names;
}

/// What a condition asks of one coordinate.
enum class Bound { none, inside, outside };

/// "i < n - 1" and "0 <= i" are inside, "i >= n" and "i < 1" outside.
Bound bound_of(At begin, At end, const std::set<std::string_view>& extents) {
    const auto sign =
        std::find_if(begin, end, [](const Token& token) { return token.is("<") || token.is(">"); });
    if (sign == end || std::count_if(begin, end, [](const Token& token) {
                           return token.is("<") || token.is(">");
                       }) != 1) {
        return Bound::none;
    }
    const auto has_extent = [&](At from, At to) {
        return std::any_of(from, to,
                           [&](const Token& each) { return extents.contains(each.text); });
    };
    const auto is_number = [](At from, At to) {
        return to - from == 1 && from->kind == Token::Kind::number;
    };
    const auto right = std::next(sign)->is("=") ? sign + 2 : sign + 1;
    const bool limit_on_right = has_extent(right, end) || is_number(right, end);
    const bool limit_is_end = has_extent(begin, sign) || has_extent(right, end);
    if (!limit_on_right && !has_extent(begin, sign) && !is_number(begin, sign)) {
        return Bound::none;
    }
    const bool is_below = sign->is("<") == limit_on_right; // the coordinate is below the limit
    return is_below == limit_is_end ? Bound::inside : Bound::outside;
}

/// What a condition asks of coordinates, and the words "&" or "|" (each for two) that join its parts.
struct Bounds {
    std::vector<Bound> parts;
    std::set<std::string_view> joints;

    [[nodiscard]] bool are_all(Bound bound, std::string_view joint) const {
        return joints == std::set<std::string_view>{joint} &&
               std::all_of(parts.begin(), parts.end(),
                           [bound](Bound each) { return each == bound; });
    }
};

Bounds bounds_in(At begin, At end, const std::set<std::string_view>& extents) {
    Bounds bounds;
    int depth = 0;
    for (auto at = begin; at != end; ++at) {
        depth += at->is("(") ? 1 : at->is(")") ? -1 : 0;
        if (depth == 0 && (at->is("|") || at->is("&")) && std::next(at) != end &&
            std::next(at)->text == at->text) {
            bounds.parts.push_back(bound_of(begin, at, extents));
            bounds.joints.insert(at->text);
            begin = std::next(++at);
        }
    }
    bounds.parts.push_back(bound_of(begin, end, extents));
    return bounds;
}

/// A condition whose bounds are joined by the wrong word.
struct JoinedBounds {
    int line = 0; ///< 0: there is none
    bool returns = false;
};

JoinedBounds joined_bounds(const Tokens& tokens) {
    const auto extents = extents_of(tokens);
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        const bool is_if = at->is("if") && std::next(at) != tokens.end() && std::next(at)->is("(");
        if (!is_if && !at->is("=")) {
            continue;
        }
        const auto begin = at + (is_if ? 2 : 1);
        const auto end = is_if ? closing_bracket(std::next(at), tokens.end())
                               : std::find_if(begin, tokens.end(),
                                              [](const Token& each) { return each.is(";"); });
        if (end == tokens.end()) {
            continue;
        }
        const auto then = std::find_if(std::next(end), tokens.end(),
                                       [](const Token& each) { return !each.is("{"); });
        const bool returns =
            is_if && then != tokens.end() && (then->is("return") || then->is("continue"));
        const Bounds bounds = bounds_in(begin, end, extents);
        if (returns ? bounds.are_all(Bound::outside, "&") : bounds.are_all(Bound::inside, "|")) {
            return {at->line, returns};
        }
    }
    return {};
}

} // namespace

void speak_of_joined_bounds(const SubmissionFile& submission, Finding& wrong) {
    const JoinedBounds found = joined_bounds(tokens_of(submission.text));
    if (found.line == 0 ||
        (wrong.kind != FindingKind::out_of_bounds_global &&
         wrong.kind != FindingKind::wrong_output && wrong.kind != FindingKind::race_global)) {
        return;
    }
    wrong.hint = found.returns
                     ? fmt::format("Line {}: with && only a thread returns that is outside along "
                                   "every axis. One is enough: join them by ||.",
                                   found.line)
                     : fmt::format("Line {}: with || one of these is enough, and a thread passes "
                                   "that is outside along another axis. All must hold: join them "
                                   "by &&.",
                                   found.line);
}

void speak_of_swallowed_sum(const SubmissionFile& submission, Finding& wrong) {
    const int line = line_of_swallowed_sum(submission.text);
    if (line > 0 && wrong.explanations.empty() &&
        (wrong.kind == FindingKind::wrong_output ||
         wrong.kind == FindingKind::out_of_bounds_global)) {
        wrong.hint = fmt::format(
            "Line {}: is all that stands before the ? its condition? + binds closer than <, and < "
            "closer than ?:. Put brackets round a choice that is one term of a sum.",
            line);
    }
}

} // namespace kit
