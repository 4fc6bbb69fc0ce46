#include "checker/check/hints/loops_in_text.hpp"
#include "checker/check/trials/change_list.hpp"

#include <fmt/format.h>

#include <iterator>

namespace kit {

namespace {

/// Behind a statement or a brace: then no "else" changes its "if".
bool begins_statement(TokenAt at) {
    const auto next = std::next(at);
    const bool is_type = (next->is("*") || next->is("&") || next->is("<")) &&
                         !(is_glued(next) && std::next(next)->is("="));
    const auto before = std::prev(at);
    const auto further = std::prev(before);
    const bool is_block = before->is("{") && (further->is(")") || further->is("else") ||
                                              further->is(";") || further->is("}"));
    return (before->is(";") || is_block || before->is("}")) && at->kind == Token::Kind::word &&
           (at->is("return") || !is_reserved_name(at->text)) && next->kind == Token::Kind::mark &&
           !next->is(":") && !is_type && at->text.find("sync") == std::string_view::npos;
}

/// The assignment that begins at `at` with another sign than that from `sign` to `sign_end`.
void exchange_assignment(ChangeList& list, TokenAt at, TokenAt sign, TokenAt sign_end, TokenAt last,
                         const std::string& other, std::string_view function) {
    const std::size_t length = list.end_of(sign_end) - list.begin_of(sign);
    const std::size_t number = list.add(
        sign->line, fmt::format("'{}' for '{}'", other, list.text_of(sign, std::next(sign_end))),
        {{list.begin_of(sign), length, other}});
    const std::string target = list.text_of(at, sign);
    list.write(list.begin_of(sign), length,
               fmt::format("= {}({}, {}) + (", function, number, target));
    list.write(list.end_of(std::prev(last)), 0, ")");
}

void change_statement(ChangeList& list, TokenAt at, TokenAt end) {
    const auto last = semicolon(at, end);
    const bool is_value = at->is("return") && std::next(at) != last;
    if (last == end || is_value || has_token({at, last}, "{")) {
        return;
    }
    const std::size_t number =
        list.add(at->line, "this statement left out", {{list.begin_of(at), 0, "if (false) "}});
    list.write(list.begin_of(at), 0, fmt::format("if (kit_unless({})) ", number));
    const auto sign = outside_brackets(at, last, "=");
    if (sign != last && std::prev(sign)->is("+")) {
        exchange_assignment(list, at, std::prev(sign), sign, last, "=", "kit_kept");
    } else if (sign == std::next(at) && has_token({sign, last}, "*") &&
               has_token({sign, last}, "[")) {
        exchange_assignment(list, at, sign, sign, last, "+=", "kit_added");
    }
}

} // namespace

void change_signs(ChangeList& list, const FunctionInText& function) {
    for (auto at = function.begin; at < function.end && !list.is_full(); ++at) {
        const auto next = std::next(at);
        if (!(at->is("+") || at->is("-")) || !list.may_change(at) || !is_operand(*std::prev(at)) ||
            (is_glued(at) && (next->is(at->text) || next->is("=") || next->is(">"))) ||
            next->kind == Token::Kind::number) {
            continue;
        }
        const std::size_t where = list.begin_of(next);
        const std::size_t other = list.add(
            at->line, fmt::format("another sign than '{}' before '{}'", at->text, next->text),
            {{where, 0, "-1 * "}});
        const std::size_t none =
            list.add(at->line, fmt::format("nothing of '{} {}'", at->text, next->text),
                     {{where, 0, "0 * "}});
        list.write(where, 0, fmt::format("kit_either(1, {}, -1, {}, 0) * ", other, none));
    }
}

void change_statements(ChangeList& list, const FunctionInText& function) {
    std::vector<TokenAt> open; // brackets
    for (auto at = function.begin; at < function.end && !list.is_full(); ++at) {
        if (at->is("(") || at->is("[") || at->is("{")) {
            open.push_back(at);
        } else if ((at->is(")") || at->is("]") || at->is("}")) && !open.empty()) {
            open.pop_back();
        }
        if ((open.empty() || open.back()->is("{")) && begins_statement(at) && list.may_change(at)) {
            change_statement(list, at, function.end);
        }
    }
}

} // namespace kit
