#include "checker/check/text_hints.hpp"

#include "checker/base/macros.hpp"
#include "checker/base/tokens.hpp"
#include "checker/check/case_hints.hpp"
#include "checker/check/condition_hints.hpp"
#include "checker/check/endless_loops.hpp"
#include "checker/check/loop_hints.hpp"
#include "checker/diagnosis/merged_findings.hpp"
#include "checker/emulator/host/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// A race on a variable that the file declares static inside a function.
void name_static_variables(const SubmissionFile& submission, std::vector<Finding>& findings) {
    constexpr std::ptrdiff_t most_between = 4; // "static volatile unsigned int"
    const std::vector<Token> tokens = tokens_of(submission.text);
    for (Finding& finding : findings) {
        const auto is_static = [&](const Token& token) {
            const auto from = tokens.begin() + (&token - tokens.data());
            return token.is("static") &&
                   std::any_of(from, from + std::min(most_between, tokens.end() - from),
                               [&](const Token& one) { return one.is(finding.array); });
        };
        if (finding.kind == FindingKind::race_global && !finding.array.empty() &&
            std::any_of(tokens.begin(), tokens.end(), is_static)) {
            finding.hint = fmt::format("'{}' is static: one variable for all threads. Without "
                                       "static each thread has its own.",
                                       finding.array);
        }
    }
}

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
    const auto exchanged = std::find_if(first.begin(), first.end(), [&](const auto& one) {
        return one.first != one.second &&
               std::find(second.begin(), second.end(), std::pair(one.second, one.first)) !=
                   second.end();
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
    const std::vector<Token> tokens =
        race.lines.empty() ? std::vector<Token>() : tokens_of(race.lines.front().text);
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

/// The line of a loop that goes through the elements of `array` for every thread anew: "for (int i = 0; ...)", and
/// "array[i] = ..." in it. 0 if there is none.
int line_of_own_sweep(const std::vector<Token>& tokens, std::string_view array) {
    for (std::size_t i = 0; i + 4 < tokens.size(); ++i) {
        const std::size_t name = i + (tokens[i + 3].is("=") ? 2 : 3); // "(i =" or "(int i ="
        const bool begins_at_number = tokens[i].is("for") && tokens[name + 1].is("=") &&
                                      tokens[name + 2].kind == Token::Kind::number;
        for (std::size_t at = name; begins_at_number && at + 3 < tokens.size(); ++at) {
            if (tokens[at].is(array) && tokens[at + 1].is("[") &&
                tokens[at + 2].is(tokens[name].text) && tokens[at + 3].is("]")) {
                return tokens[i].line;
            }
        }
    }
    return 0;
}

/// The two threads differ in one number alone, which the index leaves out, or each goes through all elements.
void speak_of_number_left_out(const SubmissionFile& submission, Finding& race) {
    if (race.kind != FindingKind::race_global || race.threads.size() != 2) {
        return;
    }
    if (const int line = line_of_own_sweep(tokens_of(submission.text), race.array); line != 0) {
        race.hint = fmt::format("In the loop of line {} every thread goes through all cells. A "
                                "thread computes its own cell, and the launch has one for each.",
                                line);
        return;
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
    if (differ.size() == 1) {
        race.hint = fmt::format("The two threads differ in {0} alone, and take the same cell: does "
                                "its index count {0}, and in steps that are large enough?",
                                differ.front());
    }
}

/// Two threads of neighbouring rows store to one element of an array with one index: its rows are too short.
void speak_of_short_rows(Finding& race, const std::vector<CaseResult>& cases) {
    const auto ran = std::find_if(cases.begin(), cases.end(),
                                  [](const CaseResult& one) { return one.launch.has_value(); });
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

/// No line stores to the shared array. Whether it is so.
bool speak_of_array_never_stored(const SubmissionFile& submission, Finding& unset) {
    if (unset.kind != FindingKind::uninitialized_shared) {
        return false;
    }
    const std::vector<Token> tokens = tokens_of(submission.text);
    bool is_declared = false;
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (!at->is(unset.array)) {
            continue;
        }
        auto end = std::next(at);
        while (end != tokens.end() && end->is("[")) {
            end = closing_bracket(end, tokens.end());
            end += end != tokens.end() ? 1 : 0;
        }
        const bool is_whole = end == std::next(at); // it may be filled by what it is given to
        const bool is_taken = at != tokens.begin() && std::prev(at)->is("&");
        if (is_whole || is_taken || end == tokens.end() || std::next(end) == tokens.end() ||
            (end->kind == Token::Kind::mark && std::next(end)->is("=")) ||
            (end->is("=") && !std::next(end)->is("="))) {
            return false;
        }
        is_declared = is_declared || end->is(";");
    }
    if (is_declared) {
        unset.hint =
            fmt::format("No line stores to '{}'. Each thread loads its cells into it before "
                        "the barrier.",
                        unset.array);
    }
    return is_declared;
}

/// Threads return before a barrier, and a cell that others read was not loaded.
void speak_of_returned_threads(const std::vector<Finding>& findings, Finding& unset) {
    const auto left = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
        return one.kind == FindingKind::early_exit_before_barrier && share_a_case(one, unset);
    });
    if (unset.kind == FindingKind::uninitialized_shared && left != findings.end() &&
        !left->lines.empty()) {
        unset.hint = fmt::format("Threads return before the barrier of line {}, and load nothing: "
                                 "is this cell one of theirs? Let all threads load, and put the "
                                 "condition round the sum and the store only.",
                                 left->lines.front().line);
    }
}

/// A race on a variable that is one for the whole block: "__shared__ float below;".
void speak_of_shared_scalar(const SubmissionFile& submission, Finding& race) {
    const std::vector<Token> tokens = tokens_of(submission.text);
    for (std::size_t i = 3; i < tokens.size() && race.kind == FindingKind::race_shared; ++i) {
        if (tokens[i - 3].is("__shared__") && tokens[i - 1].is(race.array) && tokens[i].is(";")) {
            race.hint = fmt::format("'{0}' is one variable for all threads of the block. What each "
                                    "thread has for itself needs no __shared__: then it is in a "
                                    "register.",
                                    race.array);
            return;
        }
    }
}

/// A mask of a warp's operation that is a number and does not name all lanes: where its lanes never meet, others call,
/// too.
void speak_of_short_mask(const SubmissionFile& submission, Finding& stuck) {
    if (stuck.kind != FindingKind::barrier_divergence ||
        stuck.message.find("in a warp operation") == std::string::npos) {
        return;
    }
    const std::vector<Token> tokens = tokens_of(submission.text);
    for (std::size_t i = 2; i < tokens.size(); ++i) {
        const Token& mask = tokens[i];
        if (mask.kind != Token::Kind::number || !tokens[i - 1].is("(") ||
            !tokens[i - 2].text.starts_with("__") || !tokens[i - 2].text.ends_with("_sync")) {
            continue;
        }
        const auto lanes = std::strtoull(std::string(mask.text).c_str(), nullptr, 0);
        if (lanes > 0 && lanes < 0xffff'ffffu) {
            stuck.hint = fmt::format("The mask {} in line {} does not name all 32 lanes: a lane "
                                     "that is not in its own mask must not call. All 32 are "
                                     "0xffffffff.",
                                     mask.text, mask.line);
            return;
        }
    }
}

/// An index of a pointer to vectors that was cast in the same line: "reinterpret_cast<const float4*>(in)[p]".
void speak_of_vector_index(Finding& access) {
    const std::string line = access.lines.empty() ? "" : access.lines.front().text;
    const auto cast = line.find("reinterpret_cast<");
    const auto pointer = line.find("*>(" + access.array + ")[", cast);
    if (access.kind == FindingKind::out_of_bounds_global && cast != std::string::npos &&
        pointer != std::string::npos) {
        const auto name = line.find_last_of("< ", pointer) + 1;
        const std::string vector = line.substr(name, pointer - name);
        access.hint = fmt::format("An index of a {0}* counts whole {0}s: the one that begins at "
                                  "element p of '{1}' has the index p / (elements of a {0}).",
                                  vector, access.array);
    }
}

/// Blocks that compute the same cells, or threads that load the same ones, load them twice.
void speak_of_repeated_cells(const std::vector<Finding>& findings, Finding& technique) {
    const auto repeated = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
        return one.cause.kind == Cause::Kind::equal_writes && one.threads.size() == 2 &&
               (one.kind == FindingKind::race_shared ||
                one.threads[0].block != one.threads[1].block) &&
               share_a_case(one, technique) && !one.lines.empty();
    });
    if (technique.kind != FindingKind::technique_missing || repeated == findings.end()) {
        return;
    }
    const int line = repeated->lines.front().line;
    technique.hint =
        repeated->kind == FindingKind::race_shared
            ? fmt::format("Two threads load the same cell in line {}, as the warning says: let "
                          "each cell have one thread. {}",
                          line, technique.hint)
            : fmt::format("Two blocks store to the same cells in line {}, as the warning says, and "
                          "both load what these cells need: let each cell have one block. {}",
                          line, technique.hint);
}

/// A line reads beyond the grid's low end to fill a shared array, in which cells are missing elsewhere.
void speak_of_edge_of_grid(const std::vector<Finding>& findings, Finding& access) {
    const auto unset = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
        return one.kind == FindingKind::uninitialized_shared && share_a_case(one, access) &&
               one.severity == Severity::error && !access.lines.empty() &&
               !indices_in(access.lines.front().text, one.array).empty();
    });
    if (access.kind == FindingKind::out_of_bounds_global && access.index && *access.index < 0 &&
        unset != findings.end()) {
        access.hint = fmt::format(
            "This line reads where the grid has no cell, and elsewhere '{}' lacks cells: does its "
            "condition ask for the grid's edge where the block's is meant? First the thread must "
            "be at its block's edge, then the grid must have a cell beyond it.",
            unset->array);
    }
}

} // namespace

bool speak_of_torn_macro(const SubmissionFile& submission, Finding& finding) {
    const auto macro = torn_macro(submission.text);
    if (!macro || finding.kind == FindingKind::build_error) {
        return false;
    }
    finding.hint = fmt::format("Line {} defines {} without brackets: in line {} an operator takes "
                               "only a part of {}. Write #define {} ({}).",
                               macro->defined, macro->name, macro->used, macro->text, macro->name,
                               macro->text);
    return true;
}

void speak_of_formula(const std::vector<Finding>& findings, Finding& access) {
    const auto wrong = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
        return one.kind == FindingKind::wrong_output && !one.explanations.empty() &&
               (one.explanations.front().id == "neighbour-mistaken" ||
                one.explanations.front().id == "transposed" ||
                one.explanations.front().id == "march-mistaken" ||
                (one.explanations.front().id == "boundary-rule-mistaken" &&
                 !one.explanations.front().key.starts_with(
                     "zero"))) && // what is read beyond an array
               share_a_case(one, access);
    });
    if (access.kind == FindingKind::out_of_bounds_global && wrong != findings.end()) {
        const Explanation& explanation = wrong->explanations.front();
        access.hint = fmt::format("Where it stays inside, every wrong cell {}. {}",
                                  explanation.sentence, explanation.hint);
    }
}

void speak_of_text(const Lab& lab, const SubmissionFile& submission, Verdict& verdict,
                   Finding& first, bool is_plain) {
    const std::string given = first.hint;
    if (first.kind == FindingKind::race_shared &&
        submission.text.find("__syncwarp") != std::string::npos) {
        first.hint += " __syncwarp() waits for the 32 threads of a warp only.";
    }
    speak_of_line_before_loop(submission, first);
    if (!speak_of_array_never_stored(submission, first)) {
        speak_of_returned_threads(verdict.findings, first);
    }
    speak_of_repeated_cells(verdict.findings, first);
    if (is_plain && first.hint == given) {
        speak_of_mirrored_threads(first);
        speak_of_short_rows(first, verdict.cases);
        speak_of_edge_of_grid(verdict.findings, first);
        speak_of_left_loop(lab, submission, first);
        speak_of_shared_scalar(submission, first);
        speak_of_vector_index(first);
        speak_of_short_mask(submission, first);
        if (first.hint == given && first.cause.kind == Cause::Kind::equal_writes) {
            speak_of_number_left_out(submission, first);
        }
    }
    speak_of_fixed_element(first);
    if (is_plain) {
        for (Finding& access : verdict.findings) {
            speak_of_weak_guard(lab, submission, access);
        }
    }
    speak_of_swallowed_sum(submission, first);
    speak_of_joined_bounds(submission, first);
    if (const std::string sentence = fixed_extent(lab, submission, verdict.cases);
        !sentence.empty()) {
        first.hint = sentence;
    }
    if (const std::string sentence = shorter_than_window(lab, verdict.cases);
        !sentence.empty() && first.kind != FindingKind::invalid_launch) {
        first.hint = sentence;
    }
    if (const std::string sentence = many_threads(lab, first, verdict.cases); !sentence.empty()) {
        first.hint = sentence;
    }
    for (Finding& late : verdict.findings) {
        if (speak_of_endless_loop(submission, late) && first.kind == FindingKind::race_global) {
            first.hint = late.hint; // its threads come back to cells of others
        }
    }
    if (const std::string sentence = fails_unless_equal(lab, verdict.cases);
        !sentence.empty() && first.explanations.empty()) {
        first.hint = !is_plain || first.hint != given ? first.hint + " " + sentence : sentence;
        for (Finding& finding : verdict.findings) {
            if (&finding != &first && finding.kind == FindingKind::out_of_bounds_global) {
                finding.hint = sentence; // a guard would hide what is wrong
            }
        }
    }
    if (const std::string sentence = only_full_blocks(verdict.cases); !sentence.empty()) {
        first.hint += " " + sentence;
    }
    if (first.kind == FindingKind::race_shared || first.kind == FindingKind::race_global) {
        name_static_variables(submission, verdict.findings);
    }
}

} // namespace kit
