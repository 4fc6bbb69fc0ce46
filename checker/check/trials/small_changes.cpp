#include "checker/check/trials/small_changes.hpp"

#include "checker/check/hints/loops_in_text.hpp"
#include "checker/check/trials/change_list.hpp"
#include "checker/check/trials/value_changes.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kit {

namespace {

/// Behind a template's arguments that begin with "<" at `open`; `open` if none do.
TokenAt end_of_arguments(TokenAt open, TokenAt end) {
    constexpr std::ptrdiff_t most = 12;
    bool is_dense = is_glued(std::prev(open)); // "OUT_TILE<R> + 1"
    for (auto at = std::next(open); at != end && at - open < most; ++at) {
        is_dense = is_dense && (is_glued(std::prev(at)) || std::prev(at)->is(","));
        if (at->is(">")) {
            const auto next = std::next(at);
            const bool is_list =
                next->is("(") || next->is(":") || next->kind == Token::Kind::word || is_dense;
            return is_list ? next : open;
        }
        if (at->kind == Token::Kind::mark && !at->is(",") && !at->is(":") && !at->is("*")) {
            break;
        }
    }
    return open;
}

/// Whether this is the name in a declaration.
bool is_declared(TokenAt at) {
    const auto before = std::prev(at);
    return before->kind == Token::Kind::word && !before->is("return") && !before->is("else");
}

/// Where C++ wants constants or names.
void fix_constants(ChangeList& list, const FunctionInText& function) {
    for (auto at = function.begin; at < function.end; ++at) {
        const auto next = std::next(at);
        if (at->is("constexpr") || at->is("__shared__") || at->is("using")) {
            list.fix(at, semicolon(at, function.end));
        } else if ((at->is("static_assert") || at->is("sizeof") || at->is("alignas") ||
                    at->is("decltype")) &&
                   next->is("(")) {
            list.fix(at, closing_bracket(next, function.end));
        } else if (at->is("for") && next->is("(")) { // its step, or it might never end
            const auto close = closing_bracket(next, function.end);
            const auto first = semicolon(std::next(next), close);
            list.fix(first == close ? close : semicolon(std::next(first), close), close);
        } else if (at->is("case")) {
            list.fix(at, outside_brackets(at, function.end, ":"));
        } else if (at->is("[") && !is_operand(*std::prev(at))) { // of a lambda, an attribute
            const auto close = closing_bracket(at, function.end);
            const bool knows_all = next->is("&") || next->is("=");
            const auto body = knows_all ? close : outside_brackets(close, function.end, "{", ";");
            list.fix(at, body->is("{") ? closing_bracket(body, function.end) : close);
        } else if (at->is("<")) {
            list.fix(at, end_of_arguments(at, function.end));
        } else if (at->kind == Token::Kind::word && next->is("[") && is_declared(at)) {
            list.fix(at, outside_brackets(at, function.end, ";", "="));
        }
    }
}

} // namespace

std::string edited(std::string_view text, std::vector<TextEdit> edits) {
    std::ranges::stable_sort(edits, [](const TextEdit& a, const TextEdit& b) {
        return std::pair(a.at, a.length) < std::pair(b.at, b.length);
    });
    std::string result;
    std::size_t done = 0;
    for (const TextEdit& edit : edits) {
        result += text.substr(done, edit.at - done);
        result += edit.text;
        done = edit.at + edit.length;
    }
    return result + std::string(text.substr(done));
}

ChangeableText with_small_changes(const std::string& text, const std::set<int>& fixed) {
    constexpr std::size_t most_tokens = 20'000; // no kernel of a course has as many
    if (tokens_of(text).size() > most_tokens) {
        return {text, {}};
    }
    ChangeList list(text, fixed);
    const auto in_each = [&list](void (*list_some)(ChangeList&, const FunctionInText&)) {
        for (const FunctionInText& function : list.known().functions) {
            list_some(list, function);
        }
    };
    in_each(fix_constants);
    ValueChanges values(list);
    in_each(change_comparisons);
    in_each(change_conditions);
    values.change_values();
    in_each(change_signs);
    in_each(change_statements);
    values.change_names();
    values.write();
    return list.take();
}

} // namespace kit
