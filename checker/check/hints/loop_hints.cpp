#include "checker/check/hints/loop_hints.hpp"

#include "checker/base/numbers.hpp"
#include "checker/base/tokens.hpp"
#include "checker/check/hints/loops_in_text.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/emulator/host/source_text.hpp"
#include "checker/reference/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace kit {

namespace {

/// A loop over a thread's cells, as "for (int i = threadIdx.x; i < n; i += step)" or "while (i < n)".
struct CellLoop {
    std::string_view variable; ///< "i"
    TokenAt body;
    TokenAt end; ///< of the body
    /// Whether both gridDim and blockDim are in what it advances by, or that is not known.
    bool by_all_threads;
};

/// Whether gridDim, blockDim and a product are in a loop's step, or in what its variables but the loop's are set to.
bool names_all_threads(const Tokens& tokens, TokenSpan part) {
    std::set<std::string_view> names;
    for (const Token& token : part) {
        names.insert(token.text);
        const bool is_set = token.kind == Token::Kind::word && !token.is(part.front().text);
        for (auto set = std::next(tokens.begin()); is_set && set < tokens.end(); ++set) {
            if (set->is("=") && std::prev(set)->is(token.text)) {
                for (auto of = set; of != std::ranges::find(set, tokens.end(), ";", &Token::text);
                     ++of) {
                    names.insert(of->text);
                }
            }
        }
    }
    return names.contains("gridDim") && names.contains("blockDim") && names.contains("*");
}

/// Whether a for begins with a variable that it sets from one of these names. One of the same name outside the loop,
/// before the '=', does not count.
bool is_set_from(const std::set<std::string_view>& names, const LoopInText& loop) {
    const auto set = std::ranges::find(loop.begin, "=", &Token::text);
    return std::any_of(set, loop.begin.end(),
                       [&](const Token& token) { return names.contains(token.text); });
}

std::vector<CellLoop> loops_over_cells(const Tokens& tokens) {
    auto names = names_set_from(tokens, {"threadIdx"});
    names.insert("blockIdx");
    const auto is_of_thread = [&](const Token& token) { return names.contains(token.text); };
    std::vector<CellLoop> loops;
    for (const LoopInText& loop : loops_in(tokens)) {
        const TokenSpan condition = loop.condition;
        const auto limit = std::ranges::find(condition, "<", &Token::text);
        if (limit == condition.begin() || limit == condition.end()) {
            continue;
        }
        const bool is_for = !loop.step.empty();
        const bool begins_at_thread =
            is_for ? is_set_from(names, loop) : std::any_of(condition.begin(), limit, is_of_thread);
        if (begins_at_thread && std::none_of(limit, condition.end(), is_of_thread)) {
            const auto body = tokens.begin() + (loop.body.data() - tokens.data());
            loops.push_back({std::prev(limit)->text, body,
                             body + static_cast<std::ptrdiff_t>(loop.body.size()),
                             !is_for || names_all_threads(tokens, loop.step)});
        }
    }
    return loops;
}

/// A step that is less than the number of threads, in words.
struct ShortStep {
    std::string along; ///< " along k"; empty where threads count through the whole grid
    char letter;
    std::uint64_t threads;
};

/// `must_begin`: the cell must be the first one of one of the two threads.
std::optional<ShortStep> short_step(const Lab& lab, const Finding& race, const CaseResult& one,
                                    bool must_begin) {
    const LaunchShape& launch = *one.launch;
    const auto place = [&](const ThreadPlace& of, std::size_t axis) {
        return std::int64_t{of.block[axis]} * launch.block[axis] + of.thread[axis];
    };
    const bool is_line = is_linear(launch);
    const Cell cell = is_line ? Cell{*race.index, 0, 0} : one.extents.cell(*race.index);
    const std::int64_t margin = lab.boundary == BoundaryRule::keep ? reach(lab) : 0;
    for (const std::int64_t origin : {std::int64_t{0}, margin}) {
        std::vector<std::size_t> axes; // along which the two threads differ
        bool fits = true;
        for (std::size_t axis = 0; axis < (is_line ? 1 : lab.axes); ++axis) {
            const std::int64_t a = place(race.threads[0], axis);
            const std::int64_t b = place(race.threads[1], axis);
            const std::int64_t further = std::max(a, b) + origin;
            fits =
                fits && cell[axis] >= further && (a == b || !must_begin || cell[axis] == further);
            if (a != b) {
                axes.push_back(axis);
            }
        }
        if (fits && axes.size() == 1 &&
            !(axes[0] == 2 && lab.traffic && marches(lab.traffic->family))) {
            return ShortStep{is_line ? "" : " along " + axis_name(lab, axes[0]), "xyz" [axes[0]],
                             std::uint64_t { launch.grid[axes[0]] } * launch.block[axes[0]]};
        }
    }
    return std::nullopt;
}

/// Whether the loop's body comes to this token in each of its rounds.
bool is_in_each_round(const CellLoop& loop, TokenAt at) {
    const auto before = std::prev(at);
    return std::ranges::count(loop.body, at, "{", &Token::text) -
                   std::ranges::count(loop.body, at, "}", &Token::text) ==
               1 &&
           (before->is(";") || before->is("{") || before->is("}"));
}

/// Where the loop stores to a cell that is the same in each of its rounds: "f[start] = ..."; its end if it does not.
TokenAt store_to_one_cell(const CellLoop& loop, std::string_view out) {
    const auto set_in = [&](std::string_view name) {
        return std::any_of(loop.body, loop.end, [&](const Token& each) {
            return each.is(name) && (&each)[1].is("=") && !(&each)[2].is("=");
        });
    };
    for (auto at = loop.body; at != loop.end; ++at) {
        const auto open = std::next(at);
        if (!at->is(out) || !open->is("[")) {
            continue;
        }
        const auto close = closing_bracket(open, loop.end);
        const auto is_of_round = [&](const Token& each) {
            return each.is(loop.variable) || each.is("(") || set_in(each.text);
        };
        if (close != loop.end && std::next(close)->is("=") &&
            (close + 2 == loop.end || !(close + 2)->is("=")) &&
            std::none_of(open, close, is_of_round)) {
            return at;
        }
    }
    return loop.end;
}

/// An element beside the one that a loop's variable counts: "planes[m + 1]".
struct ElementBeside {
    std::string_view array;
    int beside = 0; ///< -1, 0 or 1
    std::size_t tokens = 0;
};

/// The one with which the text begins, if it does.
std::optional<ElementBeside> element_beside(TokenSpan text, std::string_view variable) {
    const auto is = [&](std::size_t at, std::string_view word) {
        return at < text.size() && text[at].is(word);
    };
    if (!is(1, "[") || !is(2, variable)) {
        return std::nullopt;
    }
    if (is(3, "]")) {
        return ElementBeside{text[0].text, 0, 4};
    }
    return (is(3, "+") || is(3, "-")) && is(4, "1") && is(5, "]")
               ? std::optional(ElementBeside{text[0].text, is(3, "+") ? 1 : -1, 6})
               : std::nullopt;
}

} // namespace

void speak_of_left_loop(const Lab& lab, const SubmissionFile& submission, Finding& wrong) {
    const Tokens tokens = tokens_of(submission.text);
    for (const CellLoop& loop : loops_over_cells(tokens)) {
        const auto leaves = std::find_if(loop.body, loop.end, [](const Token& each) {
            return each.is("break") || each.is("return") || each.is("for") || each.is("while");
        });
        const std::string_view told =
            wrong.explanations.empty() ? "" : std::string_view(wrong.explanations.front().id);
        const bool is_told =
            !told.empty() && told != "block-count-short" && told != "cells-left-out";
        if (!wrong.has_unwritten || is_told) {
            continue;
        }
        if (const auto store =
                store_to_one_cell(loop, argument_name(lab, KernelArgument::Role::output));
            store != loop.end) {
            wrong.hint =
                fmt::format("The loop goes on with {}, and line {} stores to the same cell in "
                            "each of its rounds: {} must be in its index.",
                            loop.variable, store->line, loop.variable);
        } else if (leaves != loop.end && (leaves->is("break") || leaves->is("return"))) {
            wrong.hint =
                is_in_each_round(loop, leaves)
                    ? fmt::format("In line {} '{}' ends the thread's loop in its first round, and "
                                  "its other cells are never computed: leave it out.",
                                  leaves->line, leaves->text)
                    : fmt::format("In line {} '{}' ends the thread's loop at the first cell "
                                  "that it is to leave out, and its other cells are never "
                                  "computed: 'continue' goes on with the next one.",
                                  leaves->line, leaves->text);
        }
    }
}

void speak_of_two_remainders(const SubmissionFile& submission, Finding& finding) {
    const bool is_of_array = finding.kind == FindingKind::uninitialized_shared ||
                             finding.kind == FindingKind::race_shared;
    if (!is_of_array &&
        (finding.kind != FindingKind::wrong_output || !finding.explanations.empty())) {
        return;
    }
    const Tokens tokens = tokens_of(submission.text);
    std::map<std::pair<std::string_view, int>, const Token*> numbers; // by array and place
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        int place = 0;
        const bool may_be_meant = !is_of_array || at->is(finding.array);
        for (auto open = std::next(at); may_be_meant && open != tokens.end() && open->is("[");
             ++place) {
            const auto close = closing_bracket(open, tokens.end());
            if (close == tokens.end()) {
                return;
            }
            const auto number = std::prev(close);
            if (std::prev(number)->is("%") && number->kind == Token::Kind::number) {
                const Token& first =
                    *numbers.emplace(std::pair(at->text, place), &*number).first->second;
                if (!first.is(number->text)) {
                    finding.hint =
                        fmt::format("Line {} indexes '{}' by % {}, line {} by % {}: what is stored "
                                    "by one number "
                                    "is not found by another.",
                                    first.line, at->text, first.text, number->line, number->text);
                    return;
                }
            }
            open = std::next(close);
        }
    }
}

void speak_of_negative_remainder(Finding& access) {
    if (access.kind != FindingKind::out_of_bounds_shared || access.index.value_or(0) >= 0) {
        return;
    }
    for (const SourceLine& line : access.lines) {
        for (const auto& indices : indices_in(line.text, access.array)) {
            const auto subtracts = std::ranges::count_if(indices, [](const std::string& index) {
                return index.find('-') != std::string::npos;
            });
            for (const std::string& index : indices) {
                const std::size_t sign = index.find('%');
                if (sign != std::string::npos && index.find('-') < sign && subtracts == 1 &&
                    (is_of_row(access) || indices.size() == 1)) {
                    access.hint = fmt::format("{} is {} here: a remainder is below 0 where what "
                                              "stands before the % is. At which number must it "
                                              "begin?",
                                              index, *access.index);
                    return;
                }
            }
        }
    }
}

void speak_of_copied_copies(const SubmissionFile& submission, Finding& wrong) {
    const Tokens tokens = tokens_of(submission.text);
    for (const LoopInText& loop : loops_in(tokens)) {
        const auto variable = std::ranges::find(loop.step, Token::Kind::word, &Token::kind);
        if (wrong.kind != FindingKind::wrong_output || variable == loop.step.end()) {
            continue;
        }
        const bool goes_up = has_token(loop.step, "+");
        for (std::size_t i = 0; i < loop.body.size(); ++i) {
            const auto to = element_beside(loop.body.subspan(i), variable->text);
            const auto rest = loop.body.subspan(i + (to ? to->tokens : 0));
            const auto from = to && !rest.empty() && rest.front().is("=")
                                  ? element_beside(rest.subspan(1), variable->text)
                                  : std::nullopt;
            if (from && from->array == to->array &&
                to->beside - from->beside == (goes_up ? 1 : -1)) {
                wrong.hint = fmt::format(
                    "In line {} each round of the loop copies what the round before has stored: "
                    "all elements of '{}' get one value. Exchange the two sides, or begin at the "
                    "other end.",
                    loop.body[i].line, to->array);
                return;
            }
        }
    }
}

void speak_of_step_of_one(const SubmissionFile& submission, Finding& race) {
    const Tokens tokens = tokens_of(submission.text);
    const auto names = names_set_from(tokens, {"threadIdx"});
    const auto is_of_thread = [&](const Token& token) { return names.contains(token.text); };
    for (const LoopInText& loop : loops_in(tokens)) {
        const bool is_by_one = std::ranges::count_if(loop.step,
                                                     [](const Token& token) {
                                                         return token.is("+") || token.is("1");
                                                     }) == 2 &&
                               loop.step.size() <= 4; // t++, ++t or t += 1
        const bool has_race = std::ranges::all_of(race.lines, [&](const SourceLine& line) {
            return loop.line <= line.line && line.line <= loop.last_line();
        });
        if (race.kind == FindingKind::race_shared && is_by_one && has_race &&
            is_set_from(names, loop) &&
            std::ranges::count_if(loop.condition, is_of_thread) <= 1) { // the loop's variable
            race.hint = fmt::format(
                "The loop of line {} begins at the thread's number and goes on by 1: each thread "
                "does what those after it do. It must advance by the number of threads.",
                loop.line);
        }
    }
}

void speak_of_loop_steps(const Lab& lab, const SubmissionFile& submission,
                         const std::vector<CaseResult>& cases, std::vector<Finding>& findings) {
    const Tokens tokens = tokens_of(submission.text);
    const std::vector<CellLoop> loops = loops_over_cells(tokens);
    for (Finding& race : findings) {
        const bool is_of_output = race.kind == FindingKind::race_global && race.index &&
                                  race.threads.size() == 2 &&
                                  race.array == argument_name(lab, KernelArgument::Role::output);
        const auto loop = std::ranges::find_if(loops, [&](const CellLoop& each) {
            return each.body->line <= first_line(race) && first_line(race) <= each.end->line;
        });
        if (!is_of_output || loop == loops.end()) {
            continue;
        }
        for (const CaseResult& one : cases) {
            const auto step = one.launch && is_one_of(race.cases, describe(one.extents, lab))
                                  ? short_step(lab, race, one, loop->by_all_threads)
                                  : std::nullopt;
            if (step) {
                race.hint = fmt::format(
                    "The two threads come to the cell in different rounds of their loop: that must "
                    "advance by the number of all threads{0}, gridDim.{1} * blockDim.{1}, which is "
                    "{2} here.",
                    step->along, step->letter, thousands(step->threads));
                break;
            }
        }
    }
}

} // namespace kit
