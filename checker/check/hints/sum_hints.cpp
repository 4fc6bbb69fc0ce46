#include "checker/check/hints/sum_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
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

/// "a = b; b = a;" of two pointers, or two numbers of slots.
void speak_of_lost_swap(const Tokens& tokens, Finding& wrong) {
    for (auto at = tokens.begin(); tokens.end() - at > 7; ++at) {
        const bool is_pair = at->kind == Token::Kind::word && at[1].is("=") &&
                             at[2].kind == Token::Kind::word && at[3].is(";") &&
                             at[4].is(at[2].text) && at[5].is("=") && at[6].is(at->text) &&
                             at[7].is(";") && !at[2].is(at->text);
        if (is_pair) {
            wrong.hint = fmt::format("Behind line {0} '{1}' and '{2}' are the same: the old {1} is "
                                     "lost before {2} gets it. Keep it in a third variable.",
                                     at[4].line, at->text, at[2].text);
            return;
        }
    }
}

} // namespace

void speak_of_sum(const Lab& lab, const SubmissionFile& submission, Finding& wrong) {
    const Tokens tokens = tokens_of(submission.text);
    if (wrong.kind == FindingKind::wrong_output || wrong.kind == FindingKind::race_shared ||
        wrong.kind == FindingKind::uninitialized_shared) {
        speak_of_lost_swap(tokens, wrong);
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
