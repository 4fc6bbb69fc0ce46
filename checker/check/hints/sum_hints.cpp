#include "checker/check/hints/sum_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/loops_in_text.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// fmaf(a, b, c) is a * b + c: where the sum so far is one of its factors, or is added once more by +=.
void speak_of_fused_sum(const Tokens& tokens, Finding& wrong) {
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        const bool is_call = (at->is("fmaf") || at->is("fma") || at->is("__fmaf_rn")) &&
                             at - tokens.begin() > 2 && tokens.end() - at > 1;
        const auto open = is_call ? std::next(at) : tokens.end();
        const auto close = is_call ? closing_bracket(open, tokens.end()) : tokens.end();
        if (close == tokens.end() || !std::prev(at)->is("=")) {
            continue;
        }
        const bool adds = (at - 2)->is("+");
        const std::string_view sum = (at - (adds ? 3 : 2))->text;
        std::vector<std::string> arguments(1);
        int depth = 0;
        for (auto part = std::next(open); part != close; ++part) {
            depth += part->is("(") || part->is("[") ? 1 : part->is(")") || part->is("]") ? -1 : 0;
            if (depth == 0 && part->is(",")) {
                arguments.emplace_back();
            } else {
                arguments.back() += part->text;
            }
        }
        const auto own = std::ranges::find(arguments, sum);
        const bool is_factor = own - arguments.begin() < 2;
        if (arguments.size() != 3 || own == arguments.end() || (!adds && !is_factor)) {
            continue;
        }
        std::rotate(own, std::next(own), arguments.end());
        wrong.hint = fmt::format(
            "{0}(a, b, c) is a * b + c. In line {1} {2}: write {3} = {0}({4}).", at->text, at->line,
            is_factor ? fmt::format("{}, the sum so far, is a factor", sum)
                      : fmt::format("+= adds {} once more", sum),
            sum, fmt::join(arguments, ", "));
        return;
    }
}

/// "powf(2.0f, x)" where a square is asked for.
void speak_of_power(const Tokens& tokens, Finding& wrong) {
    for (auto at = tokens.begin(); tokens.end() - at > 3; ++at) {
        if ((at->is("pow") || at->is("powf")) && at[1].is("(") &&
            at[2].kind == Token::Kind::number && at[3].is(",")) {
            wrong.hint = fmt::format("{0}(a, b) in line {1} is a to the power of b: exchange the "
                                     "two, or write the value times itself.",
                                     at->text, at->line);
            return;
        }
    }
}

/// Whether the sum takes this neighbour's value where that one belongs.
bool takes(const Lab& lab, const Finding& wrong, const std::array<int, 3>& instead,
           const std::array<int, 3>& right) {
    return wrong.explanations.front().id == "neighbour-mistaken" &&
           wrong.explanations.front().sentence ==
               fmt::format("equals the sweep with {} in place of {}", neighbour_name(lab, instead),
                           neighbour_name(lab, right));
}

void speak_of_warp_end(const Lab& lab, const Tokens& tokens, Finding& wrong) {
    for (const int side : {-1, 1}) {
        const auto shuffle = std::ranges::find(
            tokens, side < 0 ? "__shfl_up_sync" : "__shfl_down_sync", &Token::text);
        if (shuffle != tokens.end() && takes(lab, wrong, {0, 0, 0}, {side, 0, 0})) {
            wrong.hint = fmt::format(
                "At a warp's end {} in line {} gives a lane its own value: lane {} has no lane {} "
                "it in the warp. Let it load that cell itself.",
                shuffle->text, shuffle->line, side < 0 ? 0 : 31, side < 0 ? "before" : "behind");
        }
    }
}

/// "__shared__ float s[2][T][T]": planes of a march that take turns, one too few.
void speak_of_two_planes(const Lab& lab, const Tokens& tokens, Finding& wrong) {
    for (auto at = tokens.begin(); tokens.end() - at > 6; ++at) {
        const bool is_of_two = at->is("__shared__") && at[3].is("[") && at[4].is("2") &&
                               at[5].is("]") && at[6].is("[");
        if (is_of_two && (takes(lab, wrong, {0, 0, 1}, {0, 0, -1}) ||
                          takes(lab, wrong, {0, 0, -1}, {0, 0, 1}))) {
            wrong.hint = fmt::format(
                "'{}' has room for two planes, and a step needs three: the one above is stored "
                "where the one below was. Keep three, or the thread's own cell of one in a "
                "register.",
                at[2].text);
            return;
        }
    }
}

/// "below = here;" or "float* spare = below;".
struct Copy {
    std::string_view to;
    std::string_view from;
    int line = 0;
    bool declares = false;

    [[nodiscard]] std::string words() const { return fmt::format("{} = {}", to, from); }
};

/// The statement that begins here and ends at `close`, if it only copies one variable to another.
std::optional<Copy> copy_in(TokenAt at, TokenAt close) {
    const bool is_copy = close - at >= 3 && close[-1].kind == Token::Kind::word &&
                         close[-2].is("=") && close[-3].kind == Token::Kind::word &&
                         std::all_of(at, close - 3, [](const Token& one) {
                             return one.kind == Token::Kind::word || one.is("*");
                         });
    return is_copy
               ? std::optional(Copy{close[-3].text, close[-1].text, close[-1].line, close - at > 3})
               : std::nullopt;
}

/// Statements side by side that only copy, where one copies what another has just overwritten.
struct LostValue {
    std::vector<Copy> copies;
    Copy first; ///< overwrites
    Copy then;  ///< copies the new value
    TokenAt at; ///< where they begin
};

/// A variable that only these statements use, to keep a value for a while, loses nothing.
std::optional<LostValue> lost_in(const Tokens& tokens, TokenAt begin,
                                 const std::vector<Copy>& copies) {
    const auto uses = [&](std::string_view name) {
        return std::ranges::count(tokens, name, &Token::text);
    };
    for (std::size_t then = 1; then < copies.size(); ++then) {
        for (std::size_t first = 0; first < then; ++first) {
            const std::string_view name = copies[first].to;
            const auto here = std::ranges::count(copies, name, &Copy::to) +
                              std::ranges::count(copies, name, &Copy::from);
            const bool is_spare = copies[first].declares || uses(name) <= here + 1;
            if (copies[then].from == name && !is_spare) {
                return LostValue{copies, copies[first], copies[then], begin};
            }
        }
    }
    return std::nullopt;
}

std::optional<LostValue> lost_value(const Tokens& tokens) {
    std::vector<Copy> copies;
    auto begin = tokens.begin();
    for (auto at = tokens.begin(); at != tokens.end();) {
        const auto ends = [](const Token& one) {
            return one.is(";") || one.is("{") || one.is("}") || one.is(")");
        };
        const auto close = std::find_if(at, tokens.end(), ends);
        const bool is_statement = close != tokens.end() && close->is(";");
        const auto copy = is_statement ? copy_in(at, close) : std::nullopt;
        if (copy) {
            begin = copies.empty() ? at : begin;
            copies.push_back(*copy);
        } else {
            copies.clear();
        }
        if (auto lost = lost_in(tokens, begin, copies)) {
            return lost;
        }
        at = close == tokens.end() ? close : std::next(close);
    }
    return std::nullopt;
}

/// Variables that take each other's values in a wrong order: "a = b; b = a;", "here = above; below = here;".
void speak_of_lost_value(const Tokens& tokens, Finding& wrong) {
    const auto lost = lost_value(tokens);
    if (!lost) {
        return;
    }
    std::set<std::string_view> from;
    std::set<std::string_view> to;
    for (const Copy& copy : lost->copies) {
        from.insert(copy.from);
        to.insert(copy.to);
    }
    const Copy& first = lost->first;
    const Copy& then = lost->then;
    if (from == to && to.size() == 2) {
        wrong.hint =
            fmt::format("Behind line {0} '{1}' and '{2}' are the same: the old {1} is lost "
                        "before {2} gets it. Keep it in a third variable.",
                        then.line, first.to, first.from);
        return;
    }
    const std::string taken =
        fmt::format("In line {} '{}' takes the new {}: line {} has just overwritten the old one.",
                    then.line, then.words(), first.to, first.line);
    if (from == to) {
        wrong.hint = taken + " Keep that in a further variable first.";
        return;
    }
    const auto loops = loops_in(tokens);
    const bool is_in_loop = std::ranges::any_of(loops, [&](const LoopInText& loop) {
        return &*lost->at >= loop.body.data() && &*lost->at < loop.body.data() + loop.body.size();
    });
    const bool may_be_that =
        wrong.explanations.empty() || wrong.explanations.front().id == "neighbour-mistaken";
    if (is_in_loop && may_be_that) {
        wrong.hint = fmt::format("{} Write '{}' before '{}'.", taken, then.words(), first.words());
    }
}

} // namespace

void speak_of_sum(const Lab& lab, const SubmissionFile& submission, Finding& wrong) {
    const Tokens tokens = tokens_of(submission.text);
    if (wrong.kind == FindingKind::wrong_output || wrong.kind == FindingKind::race_shared ||
        wrong.kind == FindingKind::uninitialized_shared) {
        speak_of_lost_value(tokens, wrong);
    }
    if (wrong.kind != FindingKind::wrong_output) {
        return;
    }
    if (wrong.explanations.empty()) {
        speak_of_fused_sum(tokens, wrong);
        if (lab.result_operation == ResultOperation::square) {
            speak_of_power(tokens, wrong);
        }
        return;
    }
    speak_of_warp_end(lab, tokens, wrong);
    speak_of_two_planes(lab, tokens, wrong);
}

} // namespace kit
