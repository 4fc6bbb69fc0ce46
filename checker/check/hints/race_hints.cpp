#include "checker/check/hints/race_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/loops_in_text.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/emulator/host/event_findings.hpp"
#include "checker/emulator/host/source_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace kit {

namespace {

/// The last two of each access with as many: "ty", "tx".
std::vector<std::pair<std::string, std::string>> last_indices(const std::string& line,
                                                              const std::string& array) {
    std::vector<std::pair<std::string, std::string>> found;
    for (const std::vector<std::string>& indices : indices_in(line, array)) {
        if (indices.size() > 1) {
            found.emplace_back(indices.end()[-2], indices.back());
        }
    }
    return found;
}

/// Threads (a, b) and (b, a) race on one element, and one line has the indices of the other exchanged.
void speak_of_mirrored_threads(Finding& race) {
    if (race.kind != FindingKind::race_shared || race.threads.size() != 2 ||
        race.lines.size() < 2) {
        return;
    }
    const auto& a = race.threads[0].thread;
    const auto& b = race.threads[1].thread;
    const auto first = last_indices(race.lines[0].text, race.array);
    const auto second = last_indices(race.lines[1].text, race.array);
    const auto exchanged = std::ranges::find_if(first, [&](const auto& one) {
        return one.first != one.second &&
               std::ranges::find(second, std::pair(one.second, one.first)) != second.end();
    });
    if (exchanged != first.end() && a[0] != a[1] && a[0] == b[1] && a[1] == b[0] && a[2] == b[2]) {
        race.hint = fmt::format(
            "One of these lines indexes '{}' by [{}][{}], the other by "
            "[{}][{}]: x and y are exchanged. Correct that first: a barrier does "
            "not change which element is used.",
            race.array, exchanged->first, exchanged->second, exchanged->second, exchanged->first);
    }
}

/// All threads store to one element: "f[0] = ...", "*f = ...".
void speak_of_fixed_element(Finding& race) {
    const Tokens tokens = race.lines.empty() ? Tokens() : tokens_of(race.lines.front().text);
    for (std::size_t i = 0; i + 4 < tokens.size() && race.kind == FindingKind::race_global; ++i) {
        const bool is_number = tokens[i].is(race.array) && tokens[i + 1].is("[") &&
                               tokens[i + 2].kind == Token::Kind::number && tokens[i + 3].is("]") &&
                               tokens[i + 4].is("=");
        const bool is_pointer =
            i == 0 && tokens[0].is("*") && tokens[1].is(race.array) && tokens[2].is("=");
        if (is_number || is_pointer) {
            race.hint = fmt::format("Line {} stores to {}[{}], whichever thread runs it: its index "
                                    "must be the thread's cell.",
                                    race.lines.front().line, race.array,
                                    is_number ? tokens[i + 2].text : "0");
            return;
        }
    }
}

/// The line of the outermost of loops that go through the whole grid for every thread anew: as many as it has axes, all
/// round the race's line, from a number on, and with a part in its index. 0 if there are none.
int line_of_own_sweep(const Lab& lab, const Tokens& tokens, const Finding& race) {
    std::set<std::string_view> of_loops;
    int first = 0;
    for (const LoopInText& loop : loops_in(tokens)) {
        const auto set = std::ranges::find(loop.begin, "=", &Token::text);
        if (loop.line <= first_line(race) && first_line(race) <= loop.last_line() &&
            loop.begin.end() - set == 2 && set[1].kind == Token::Kind::number) {
            of_loops.insert(std::prev(set)->text);
            first = first == 0 ? loop.line : first;
        }
    }
    const std::size_t loops = of_loops.size();
    const auto names = names_set_from(tokens, std::move(of_loops));
    const auto indices = indices_in(race.lines.empty() ? "" : race.lines.front().text, race.array);
    const bool goes_with_loops = std::ranges::any_of(indices, [&](const auto& of_access) {
        const Tokens words = tokens_of(of_access.back());
        return std::ranges::any_of(words,
                                   [&](const Token& word) { return names.contains(word.text); });
    });
    return loops >= lab.axes && goes_with_loops ? first : 0;
}

/// The two threads differ in one number alone, which the index leaves out, or each goes through all elements.
void speak_of_number_left_out(const Lab& lab, const SubmissionFile& submission, Finding& race) {
    const bool is_shared = race.kind == FindingKind::race_shared;
    if (race.threads.size() != 2 || (is_shared && race.lines.size() != 1)) {
        return;
    }
    if (const int line = line_of_own_sweep(lab, tokens_of(submission.text), race);
        line != 0 && !is_shared) {
        race.hint = fmt::format("In the loop of line {} every thread goes through all cells. A "
                                "thread computes its own cell, and the launch has one for each.",
                                line);
        return;
    }
    if (race.hint.starts_with(written_by_many)) {
        return; // chance says which two of them are named
    }
    std::vector<std::string> differ;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const ThreadPlace& a = race.threads[0];
        const ThreadPlace& b = race.threads[1];
        if (a.block[axis] != b.block[axis]) {
            differ.push_back(fmt::format("blockIdx.{}", "xyz"[axis]));
        }
        if (a.thread[axis] != b.thread[axis]) {
            differ.push_back(fmt::format("threadIdx.{}", "xyz"[axis]));
        }
    }
    if (differ.size() == 1 && is_shared) {
        race.hint =
            fmt::format("The two threads differ in {} alone, and line {} stores to the same "
                        "element for both: look at where its index and its condition use {}.",
                        differ.front(), race.lines.front().line, differ.front());
    } else if (differ.size() == 1) {
        race.hint = fmt::format("The two threads differ in {0} alone, yet take the same cell: does "
                                "the index use {0}, and in steps that are large enough?",
                                differ.front());
    }
}

/// Two threads of neighbouring rows store to one element of an array with one index: its rows are too short.
void speak_of_short_rows(Finding& race, const std::vector<CaseResult>& cases) {
    const auto ran =
        std::ranges::find_if(cases, [](const CaseResult& one) { return one.launch.has_value(); });
    if (race.kind != FindingKind::race_shared || race.threads.size() != 2 ||
        race.lines.size() != 1 || ran == cases.end() ||
        !last_indices(race.lines[0].text, race.array).empty()) {
        return;
    }
    const auto step = [&](std::size_t axis) {
        return std::int64_t{race.threads[1].thread[axis]} - race.threads[0].thread[axis];
    };
    const std::uint32_t threads = ran->launch->block[0];
    const std::int64_t row = std::abs(step(0));
    if (std::abs(step(1)) == 1 && step(2) == 0 && step(0) == -row * step(1) && row > 0 &&
        row < threads) {
        race.hint = fmt::format("A row of '{}' begins {} elements after the row before it, and {} "
                                "threads store to a row: two rows overlap.",
                                race.array, row, threads);
    }
}

/// A race between two steps of a loop, one of whose lines races with one before the loop, too: one barrier mends both.
void speak_of_line_before_loop(const SubmissionFile& submission, Finding& race) {
    if (race.kind != FindingKind::race_shared || race.lines.size() < 3) {
        return;
    }
    const int read = std::min(race.lines[0].line, race.lines[1].line);
    const int write = std::max(race.lines[0].line, race.lines[1].line);
    const auto before =
        std::find_if(race.lines.begin() + 2, race.lines.end(), [&](const SourceLine& line) {
            return line.line < read &&
                   barriers_in_loop_around(submission.text, line.line, write).empty();
        });
    if (before != race.lines.end() &&
        !barriers_in_loop_around(submission.text, read, write).empty() &&
        race.message.find("in one step of the loop") != std::string::npos) {
        race.hint = fmt::format("Put a __syncthreads() in the loop before line {}, where all "
                                "threads of the block pass: that orders it after line {}, too.",
                                read, before->line);
    }
}

/// A barrier is there, but before both lines.
void speak_of_barrier_before(const SubmissionFile& submission, Finding& race) {
    if (race.lines.size() < 2 || !race.hint.starts_with("Put a __syncthreads() between the two")) {
        return;
    }
    const int first = std::min(race.lines[0].line, race.lines[1].line);
    int before = 0; // the last one before both
    for (const Token& token : tokens_of(submission.text)) {
        if (token.is("__syncthreads")) {
            if (token.line >= first) {
                return;
            }
            before = token.line;
        }
    }
    if (before > 0) {
        race.hint +=
            fmt::format(" The one of line {} comes before both, and orders neither.", before);
    }
}

/// Whether an index in the race's lines has a number of the thread, or something that is set from one. A line that does
/// not name the array may have it by a pointer, with any index.
bool is_by_thread(const Tokens& tokens, const Finding& race) {
    const std::set<std::string_view> by_thread = names_set_from(tokens, {"threadIdx"});
    return std::ranges::any_of(race.lines, [&](const SourceLine& line) {
        const auto indices = indices_in(line.text, race.array);
        return indices.empty() || std::ranges::any_of(indices, [&](const auto& of_access) {
                   return std::ranges::any_of(of_access, [&](const std::string& index) {
                       const Tokens words = tokens_of(index);
                       return std::ranges::any_of(
                           words, [&](const Token& word) { return by_thread.contains(word.text); });
                   });
               });
    });
}

/// A race on what is one for the whole block, and meant for each thread: "__shared__ float below;", or an array whose
/// index does not depend on the thread.
void speak_of_shared_by_mistake(const SubmissionFile& submission, Finding& race) {
    const Tokens tokens = tokens_of(submission.text);
    for (std::size_t i = 3; i < tokens.size() && race.kind == FindingKind::race_shared; ++i) {
        if (!tokens[i - 3].is("__shared__") || !tokens[i - 1].is(race.array)) {
            continue;
        }
        const bool is_array = tokens[i].is("[") && is_written_twice(race);
        if (tokens[i].is(";") || (is_array && !is_by_thread(tokens, race))) {
            race.hint = fmt::format("{} for all threads of the block. What each thread has for "
                                    "itself needs no __shared__: then it is in {}.",
                                    is_array ? fmt::format("'{}' is one array, and its index does "
                                                           "not depend on the thread: it is one",
                                                           race.array)
                                             : fmt::format("'{}' is one variable", race.array),
                                    is_array ? "registers" : "a register");
            return;
        }
    }
}

} // namespace

void speak_of_unused_axis(const SubmissionFile& submission, const std::vector<CaseResult>& cases,
                          Finding& race) {
    const auto has = [&submission](const std::string& part) {
        return submission.text.find(part) != std::string::npos;
    };
    const Tokens tokens = tokens_of(submission.text);
    const bool is_taken_whole = std::ranges::any_of(tokens, [](const Token& token) {
        return (token.is("threadIdx") || token.is("blockIdx")) && !(&token)[1].is(".");
    });
    if (is_taken_whole || has("thread_index") || has("thread_rank") || has("block_index") ||
        has("block_rank")) {
        return;
    }
    const bool has_rule = race.hint.starts_with("Each thread takes"); // which says more
    for (const std::size_t axis : {has_rule ? 1 : 0, 1, 2}) {
        const auto speak = [&](const char* all, const std::string& name, auto extents) {
            const auto one = std::ranges::find_if(cases, [&](const CaseResult& each) {
                return each.launch && ((*each.launch).*extents)[axis] > 1;
            });
            if (one != cases.end() && !has(name)) {
                race.hint =
                    fmt::format("{} along {}, and nothing in the file uses {}: they all do "
                                "the same. {}",
                                fmt::format(fmt::runtime(all), ((*one->launch).*extents)[axis]),
                                "xyz"[axis], name,
                                axis == 0 ? "A cell's index needs it."
                                          : fmt::format("A cell's index needs it, or launch one "
                                                        "along {}.",
                                                        "xyz"[axis]));
            }
        };
        speak("A block has {} threads", fmt::format("threadIdx.{}", "xyz"[axis]),
              &LaunchShape::block);
        if (race.kind == FindingKind::race_global) {
            speak("The launch has {} blocks", fmt::format("blockIdx.{}", "xyz"[axis]),
                  &LaunchShape::grid);
        }
    }
}

bool is_written_twice(const Finding& race) {
    return race.message.find(" both write ") != std::string::npos;
}

void speak_of_race(const Lab& lab, const SubmissionFile& submission,
                   const std::vector<CaseResult>& cases, Finding& race, bool is_plain) {
    const std::string given = race.hint;
    speak_of_line_before_loop(submission, race);
    speak_of_barrier_before(submission, race);
    if (is_plain && race.hint == given) {
        speak_of_mirrored_threads(race);
        speak_of_short_rows(race, cases);
        speak_of_shared_by_mistake(submission, race);
        if (race.hint == given && (race.cause.kind == Cause::Kind::equal_writes ||
                                   (is_written_twice(race) && lab.gpus.empty()))) {
            speak_of_number_left_out(lab, submission, race);
        }
    }
    speak_of_fixed_element(race);
    if (race.kind == FindingKind::race_shared || race.kind == FindingKind::race_global) {
        speak_of_unused_axis(submission, cases, race);
    }
}

void name_static_variables(const SubmissionFile& submission, std::vector<Finding>& findings) {
    constexpr std::ptrdiff_t most_between = 4; // "static volatile unsigned int"
    const Tokens tokens = tokens_of(submission.text);
    for (Finding& finding : findings) {
        const auto is_static = [&](const Token& token) {
            const auto from = tokens.begin() + (&token - tokens.data());
            return token.is("static") &&
                   std::any_of(from, from + std::min(most_between, tokens.end() - from),
                               [&](const Token& one) { return one.is(finding.array); });
        };
        if (finding.kind == FindingKind::race_global && !finding.array.empty() &&
            std::ranges::any_of(tokens, is_static)) {
            finding.hint = fmt::format("'{}' is static: one variable for all threads. Without "
                                       "static each thread has its own.",
                                       finding.array);
        }
    }
}

} // namespace kit
