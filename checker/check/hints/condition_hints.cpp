#include "checker/check/hints/condition_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/loops_in_text.hpp"
#include "checker/emulator/host/source_text.hpp"

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

bool is_order(const Token& token) {
    return token.is("<") || token.is(">");
}

/// The line of a ?: whose condition most likely takes in what was meant to stand before it: "a[i] + x < n ? b : c"
/// compares a sum. 0 if there is none.
int line_of_swallowed_sum(const std::string& file) {
    const Tokens tokens = tokens_of(file);
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
            if (token.is("=") && begin - tokens.begin() > 1 && is_any(begin[-2], {"<", ">"})) {
                continue; // <= or >=
            }
            if (depth < 0 || (depth == 0 && is_any(token, {"=", ";", ",", "{", "}", "return", "?",
                                                           ":", "&", "|"}))) {
                break;
            }
            has_element = has_element || (compares && token.is("["));
            plus += compares && depth == 0 && is_any(token, {"+", "-"}) ? 1 : 0;
            compares = compares || (depth == 0 && is_any(token, {"<", ">"}));
        }
        constexpr int many = 3; // "x + width - 1 < n" has two
        const auto end = std::ranges::find(at, tokens.end(), ";", &Token::text);
        const bool gives_element = has_token({at, end}, "[");
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

/// "i < n - 1" and "0 <= i" are inside, "i >= n", "i < 1" and "i == 0" outside.
Bound bound_of(TokenAt begin, TokenAt end, const std::set<std::string_view>& extents) {
    const auto sign = std::find_if(begin, end, is_order);
    if (end - begin == 4 && begin[1].is("=") && begin[2].is("=") && begin[3].is("0")) {
        return Bound::outside;
    }
    if (sign == end || std::count_if(begin, end, is_order) != 1) {
        return Bound::none;
    }
    const auto has_extent = [&](TokenAt from, TokenAt to) {
        return std::any_of(from, to,
                           [&](const Token& each) { return extents.contains(each.text); });
    };
    const auto is_number = [](TokenAt from, TokenAt to) {
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

    /// Whether all parts are such, and some are joined by the word.
    [[nodiscard]] bool are_all(Bound bound, std::string_view joint) const {
        return joints.contains(joint) &&
               std::ranges::all_of(parts, [bound](Bound each) { return each == bound; });
    }
};

Bounds bounds_in(TokenAt begin, TokenAt end, const std::set<std::string_view>& extents) {
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
                               : std::ranges::find(begin, tokens.end(), ";", &Token::text);
        if (end == tokens.end()) {
            continue;
        }
        const auto then = std::find_if(std::next(end), tokens.end(),
                                       [](const Token& each) { return !each.is("{"); });
        const bool returns =
            is_if && then != tokens.end() && (then->is("return") || then->is("continue"));
        const bool compares = std::any_of(
            begin, end, is_order); // else, as in "dx == 0 && dy == 0", it may ask for one cell
        const Bounds bounds = bounds_in(begin, end, extents);
        if (!compares) {
            continue;
        }
        if (returns ? bounds.are_all(Bound::outside, "&") : bounds.are_all(Bound::inside, "|")) {
            return {at->line, returns};
        }
    }
    return {};
}

} // namespace

void speak_of_exchanged_limits(const SubmissionFile& submission, Finding& wrong) {
    const Tokens tokens = tokens_of(submission.text);
    for (auto at = tokens.begin(); at != tokens.end() && std::next(at) != tokens.end(); ++at) {
        const auto open = std::next(at);
        const auto close =
            at->is("min") && open->is("(") ? closing_bracket(open, tokens.end()) : tokens.end();
        if (close != tokens.end() && close - open > 3 && close[-1].is("0") && close[-2].is(",") &&
            (wrong.kind == FindingKind::wrong_output ||
             wrong.kind == FindingKind::out_of_bounds_global)) {
            wrong.hint = fmt::format("Line {}: min() of a number and 0 is never above 0. max() "
                                     "keeps a coordinate from falling below a limit, min() from "
                                     "rising above one.",
                                     at->line);
            return;
        }
    }
}

void speak_of_loop_past_extent(const SubmissionFile& submission, Finding& access) {
    if (access.kind != FindingKind::out_of_bounds_shared || access.lines.empty() ||
        access.index.value_or(0) <= 0) {
        return;
    }
    const Tokens tokens = tokens_of(submission.text);
    const auto all = indices_in(access.lines.front().text, access.array);
    const std::vector<LoopInText> loops = loops_in(tokens);
    const auto loop_of = [&](const std::string& index) {
        return std::ranges::find_if(loops, [&](const LoopInText& loop) {
            return loop.line <= first_line(access) && first_line(access) <= loop.last_line() &&
                   loop.condition.size() > 2 && loop.condition[0].is(index) &&
                   loop.condition[1].is("<");
        });
    };
    const bool are_counted = // by loops, each of them: else another index may be the one
        all.size() == 1 && std::ranges::all_of(all.front(), [&](const std::string& index) {
            return loop_of(index) != loops.end();
        });
    for (const std::string& index : are_counted ? all.front() : std::vector<std::string>()) {
        const TokenSpan condition = loop_of(index)->condition;
        if (condition.size() == 4 && condition[2].is("=")) {
            access.hint =
                fmt::format("Line {0} lets {1} = {2} through, one past the end: write {1} < {2}.",
                            condition[0].line, index, condition[3].text);
            return;
        }
    }
}

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
