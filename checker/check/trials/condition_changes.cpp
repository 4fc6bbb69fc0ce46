#include "checker/check/trials/change_list.hpp"

#include <fmt/format.h>

#include <iterator>

namespace kit {

namespace {

void leave_out_condition(ChangeList& list, TokenAt open, TokenAt end) {
    const auto close = closing_bracket(open, end);
    if (close == end || has_token({open, close}, ";")) {
        return;
    }
    const std::size_t number =
        list.add(open->line, "no condition",
                 {{list.begin_of(open), 1, "(true || ("}, {list.begin_of(close), 1, "))"}});
    list.write(list.begin_of(open), 1, fmt::format("(!kit_unless({}) || (", number));
    list.write(list.begin_of(close), 1, "))");
}

bool is_and_or(TokenAt at) {
    return (at->is("&") || at->is("|")) && is_glued(at) && std::next(at)->is(at->text) &&
           is_operand(*std::prev(at));
}

/// Whether a condition begins behind this token or ends before it, other than at a bracket.
bool is_border(TokenAt at) {
    const bool is_assignment = at->is("=") && !(is_glued(at) && std::next(at)->is("=")) &&
                               !std::prev(at)->is("=") && !std::prev(at)->is("<") &&
                               !std::prev(at)->is(">") && !std::prev(at)->is("!");
    return is_assignment || at->is(",") || at->is(";") || at->is("?") || at->is(":") ||
           at->is("return");
}

/// The signs of a condition that goes from `begin` to `end` become `other`: "a && b" is "!(!a || !b)".
void exchange(ChangeList& list, TokenAt begin, const std::vector<TokenAt>& signs, TokenAt end,
              const std::string& other) {
    if (signs.empty()) {
        return;
    }
    std::vector<TextEdit> edits;
    for (const TokenAt sign : signs) {
        edits.push_back({list.begin_of(sign), 2, other});
    }
    const std::string_view sign = signs.front()->text;
    const std::string inverted =
        fmt::format("kit_inverted({}, ",
                    list.add(signs.front()->line, fmt::format("'{}' for '{}{}'", other, sign, sign),
                             std::move(edits)));
    list.write(list.begin_of(begin), 0, inverted + inverted);
    for (const TokenAt one : signs) {
        list.write(list.end_of(std::prev(one)), 0, ")");
        list.write(list.begin_of(one + 2), 0, inverted);
    }
    list.write(list.end_of(std::prev(end)), 0, "))");
}

/// Of the condition that has the sign `first`: "||" all at once, and "&&" all that stand side by side.
void exchange_and_or(ChangeList& list, TokenAt first, const FunctionInText& function,
                     std::set<TokenAt>& seen) {
    auto begin = first; // of the condition
    for (int depth = 0; begin != function.begin; --begin) {
        const auto before = std::prev(begin);
        depth += before->is(")") || before->is("]") ? 1 : 0;
        if (depth == 0 && (before->is("(") || before->is("[") || before->is("{") ||
                           before->is("}") || is_border(before))) {
            break;
        }
        depth -= before->is("(") || before->is("[") ? 1 : 0;
    }

    struct Part {
        TokenAt begin;
        std::vector<TokenAt> ands;
        TokenAt end;
    };

    std::vector<TokenAt> ors;
    std::vector<Part> parts{{begin, {}, begin}}; // that "||" joins
    auto end = begin;
    for (; end != function.end && !is_border(end) && !end->is(")") && !end->is("]"); ++end) {
        if (end->is("(") || end->is("[") || end->is("{")) {
            end = closing_bracket(end, function.end);
            if (end == function.end) {
                return;
            }
        } else if (is_and_or(end)) {
            seen.insert(end);
            if (end->is("|")) {
                parts.back().end = end;
                parts.push_back({end + 2, {}, end});
                ors.push_back(end);
            } else {
                parts.back().ands.push_back(end);
            }
            ++end;
        }
    }
    parts.back().end = end;
    exchange(list, begin, ors, end, "&&");
    for (const Part& part : parts) {
        exchange(list, part.begin, part.ands, part.end, "||");
    }
}

} // namespace

void change_comparisons(ChangeList& list, const FunctionInText& function) {
    for (auto at = function.begin; at < function.end && !list.is_full(); ++at) {
        const auto before = std::prev(at);
        const bool is_less = at->is("<");
        if (!(is_less || at->is(">")) || !list.may_change(at) || !is_operand(*before) ||
            (std::next(at)->is(at->text) && is_glued(at))) {
            continue;
        }
        const bool has_equal = std::next(at)->is("=") && is_glued(at);
        const auto operand = has_equal ? at + 2 : at + 1;
        if (operand->is("=")) { // "<<="
            continue;
        }
        const std::size_t where = list.begin_of(operand);
        const std::string sign = std::string(at->text) + (has_equal ? "=" : "");
        std::string written = "kit_either(0";
        for (const int step : {1, -1}) {
            const bool lets_more_through = (step > 0) == is_less;
            const std::size_t number = list.add(at->line,
                                                fmt::format("a '{}' that lets one {} through", sign,
                                                            lets_more_through ? "more" : "less"),
                                                {{where, 0, fmt::format("{} + ", step)}});
            written += fmt::format(", {}, {}", number, step);
        }
        list.write(where, 0, written + ") + ");
    }
}

void change_conditions(ChangeList& list, const FunctionInText& function) {
    std::set<TokenAt> seen;
    for (auto at = function.begin; at < function.end && !list.is_full(); ++at) {
        if (at->is("if") && std::next(at)->is("(") && list.may_change(at)) {
            leave_out_condition(list, std::next(at), function.end);
        }
        if (is_and_or(at) && list.may_change(at) && seen.count(at) == 0) {
            exchange_and_or(list, at, function, seen);
        }
    }
}

} // namespace kit
