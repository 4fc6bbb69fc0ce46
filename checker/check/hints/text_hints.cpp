#include "checker/check/hints/text_hints.hpp"

#include "checker/base/macros.hpp"
#include "checker/base/tokens.hpp"
#include "checker/check/hints/case_hints.hpp"
#include "checker/check/hints/condition_hints.hpp"
#include "checker/check/hints/endless_loops.hpp"
#include "checker/check/hints/halo_hints.hpp"
#include "checker/check/hints/kernel_in_text.hpp"
#include "checker/check/hints/loop_hints.hpp"
#include "checker/check/hints/outside_hints.hpp"
#include "checker/check/hints/race_hints.hpp"
#include "checker/check/hints/slab_hints.hpp"
#include "checker/check/hints/sum_hints.hpp"
#include "checker/check/hints/thread_conditions.hpp"
#include "checker/check/hints/type_hints.hpp"
#include "checker/diagnosis/merged_findings.hpp"
#include "checker/emulator/host/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// No line stores to the shared array. Whether it is so.
bool speak_of_array_never_stored(const SubmissionFile& submission, Finding& unset) {
    if (unset.kind != FindingKind::uninitialized_shared ||
        unset.cause.kind == Cause::Kind::copy_on_its_way) {
        return false;
    }
    const Tokens tokens = tokens_of(submission.text);
    std::ptrdiff_t dimensions = 0; // of the declaration, which comes first
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (at->kind == Token::Kind::directive && at->text.find(unset.array) != at->text.npos) {
            return false; // a macro may store to it
        }
        if (!at->is(unset.array)) {
            continue;
        }
        auto end = std::next(at);
        std::ptrdiff_t indices = 0;
        for (; end != tokens.end() && end->is("["); ++indices) {
            end = closing_bracket(end, tokens.end());
            end += end != tokens.end() ? 1 : 0;
        }
        dimensions = dimensions == 0 ? indices : dimensions;
        // A row of it, or all of it, may be filled by what it is given to, and a vector by its members.
        const bool is_given =
            indices == 0 || indices < dimensions || (end != tokens.end() && end->is("."));
        const bool is_taken = at != tokens.begin() && std::prev(at)->is("&");
        const bool is_argument = // perhaps by reference
            at != tokens.begin() && (std::prev(at)->is("(") || std::prev(at)->is(",")) &&
            end != tokens.end() && (end->is(",") || end->is(")"));
        if (is_given || is_taken || is_argument || end == tokens.end() ||
            std::next(end) == tokens.end() ||
            (end->kind == Token::Kind::mark && std::next(end)->is("=")) ||
            (end->is("=") && !std::next(end)->is("="))) {
            return false;
        }
    }
    if (dimensions > 0) {
        unset.hint =
            fmt::format("No line stores to '{}'. Each thread loads its cells into it before "
                        "the barrier.",
                        unset.array);
    }
    return dimensions > 0;
}

/// A copy by __pipeline_memcpy_async that is read on its way: what is missing of its commit and its wait.
void speak_of_copy_on_its_way(const SubmissionFile& submission, Finding& unset) {
    const Tokens tokens = tokens_of(submission.text);
    const auto of_name = [&tokens](std::string_view name) {
        return std::ranges::find(tokens, name, &Token::text);
    };
    if (unset.cause.kind != Cause::Kind::copy_on_its_way ||
        of_name("__pipeline_memcpy_async") == tokens.end()) {
        return;
    }
    const auto wait = of_name("__pipeline_wait_prior");
    if (of_name("__pipeline_commit") == tokens.end()) {
        unset.hint = "No line calls __pipeline_commit(), and a wait is for committed copies only. "
                     "Commit after the copies of a plane, then wait, then __syncthreads().";
    } else if (wait == tokens.end()) {
        unset.hint = "No line waits for the copies: __pipeline_wait_prior(0) waits for all that "
                     "this thread has committed. Behind it put a __syncthreads(), for those of the "
                     "other threads.";
    } else if (tokens.end() - wait > 2 && (wait + 2)->kind == Token::Kind::number &&
               !(wait + 2)->is("0")) {
        unset.hint = fmt::format(
            "__pipeline_wait_prior({0}) in line {1} waits for all but the last {2} of the thread. "
            "Is the copy that is read here among what it leaves out? Then commit it earlier, or "
            "wait for more. {3}",
            (wait + 2)->text, wait->line,
            (wait + 2)->is("1") ? "commit" : fmt::format("{} commits", (wait + 2)->text),
            unset.hint);
    }
}

/// Threads return before a barrier, and a cell that others read was not loaded.
void speak_of_returned_threads(const std::vector<Finding>& findings, Finding& unset) {
    const auto left = std::ranges::find_if(findings, [&](const Finding& one) {
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

/// Nothing is written, and the kernel never names the output: it may be as empty as it was handed out.
void speak_of_unused_output(const Lab& lab, const SubmissionFile& submission,
                            const std::vector<CaseResult>& cases, Finding& wrong) {
    const auto launched =
        std::ranges::find_if(cases, [](const CaseResult& one) { return one.launch.has_value(); });
    if (!wrong.wrote_nothing || launched == cases.end()) {
        return;
    }
    const Tokens tokens = tokens_of(submission.text);
    const auto kernel = kernel_text(lab, tokens, launched->extents, *launched->launch);
    if (!kernel || has_token({kernel->body, kernel->end}, kernel->out) ||
        std::ranges::any_of(tokens, [&](const Token& one) { // a macro may store to it
            return one.kind == Token::Kind::directive &&
                   one.text.find(kernel->out) != one.text.npos;
        })) {
        return;
    }
    wrong.hint = kernel->body == kernel->end
                     ? fmt::format("The kernel is empty. Let each thread compute its cell and "
                                   "store it in '{}'.",
                                   kernel->out)
                     : fmt::format("No line of the kernel names '{}': each thread must store what "
                                   "it computes there.",
                                   kernel->out);
}

/// threadIdx.y or .z where the launches have one thread along that axis, which the lab does not have or which is
/// forgotten in blocks of one long row.
void speak_of_absent_axis(const Lab& lab, const SubmissionFile& submission,
                          const std::vector<CaseResult>& cases, Finding& wrong) {
    const Tokens tokens = tokens_of(submission.text);
    for (std::size_t i = 2; i < tokens.size(); ++i) {
        const std::size_t axis = tokens[i].is("y") ? 1 : tokens[i].is("z") ? 2 : 0;
        constexpr std::uint32_t long_row = 64; // threads; a shorter one may march along the others
        const bool of_lab = axis < lab.axes;
        const bool is_absent = axis > 0 && tokens[i - 1].is(".") && tokens[i - 2].is("threadIdx") &&
                               std::ranges::all_of(cases, [&](const CaseResult& one) {
                                   return one.launch && one.launch->block[axis] == 1 &&
                                          (!of_lab || one.launch->block[0] > long_row);
                               });
        if (is_absent &&
            (wrong.kind == FindingKind::wrong_output || wrong.kind == FindingKind::race_global ||
             wrong.kind == FindingKind::uninitialized_shared ||
             wrong.kind == FindingKind::out_of_bounds_shared)) {
            wrong.hint = fmt::format("threadIdx.{} in line {} is 0 in every thread: a block has 1 "
                                     "thread along {}. {}",
                                     tokens[i].text, tokens[i].line, tokens[i].text, wrong.hint);
            return;
        }
    }
}

/// An if for a thread that no block has, in all launches alike.
void speak_of_absent_thread(const SubmissionFile& submission, const std::vector<CaseResult>& cases,
                            Finding& wrong, bool is_plain) {
    std::optional<std::array<std::uint32_t, 3>> block;
    for (const CaseResult& one : cases) {
        if (one.launch && block.value_or(one.launch->block) != one.launch->block) {
            return;
        }
        block = one.launch ? one.launch->block : block;
    }
    const bool is_unset = wrong.kind == FindingKind::uninitialized_shared;
    const std::string sentence = block && (is_unset || wrong.kind == FindingKind::wrong_output)
                                     ? condition_of_no_thread(submission, *block)
                                     : "";
    if (!sentence.empty()) {
        wrong.hint = is_unset || is_plain ? sentence : sentence + " " + wrong.hint;
    }
}

/// A mask of a warp's operation that is a number and does not name all lanes: where its lanes never meet, others call,
/// too.
void speak_of_short_mask(const SubmissionFile& submission, Finding& stuck) {
    if (stuck.kind != FindingKind::barrier_divergence ||
        stuck.message.find("in a warp operation") == std::string::npos) {
        return;
    }
    const Tokens tokens = tokens_of(submission.text);
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
    const auto repeated = std::ranges::find_if(findings, [&](const Finding& one) {
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
    const auto wrong = std::ranges::find_if(findings, [&](const Finding& one) {
        return one.kind == FindingKind::wrong_output && !one.explanations.empty() &&
               (one.explanations.front().id == "neighbour-mistaken" ||
                one.explanations.front().id == "transposed" ||
                one.explanations.front().id == "row-length-mistaken" ||
                one.explanations.front().id == "march-mistaken" ||
                (one.explanations.front().id == "boundary-rule-mistaken" &&
                 !one.explanations.front().key.starts_with(
                     "zero"))) && // what is read beyond an array
               share_a_case(one, access);
    });
    if (wrong == findings.end()) {
        return;
    }
    const Explanation& explanation = wrong->explanations.front();
    const bool is_of_index =
        explanation.id == "transposed" || explanation.id == "row-length-mistaken";
    if (access.kind == FindingKind::out_of_bounds_global) {
        access.hint = fmt::format("Where it stays inside, every wrong cell {}. {}",
                                  explanation.sentence, explanation.hint);
    } else if (access.kind == FindingKind::race_global && is_of_index) {
        access.hint = fmt::format("Where a value is wrong, it {}. {}", explanation.sentence,
                                  explanation.hint);
    }
}

void speak_of_text(const Lab& lab, const SubmissionFile& submission, Verdict& verdict,
                   Finding& first, bool is_plain) {
    const std::string given = first.hint;
    if (first.kind == FindingKind::race_shared &&
        submission.text.find("__syncwarp") != std::string::npos) {
        first.hint += " __syncwarp() waits for the 32 threads of a warp only.";
    }
    speak_of_race(lab, submission, verdict.cases, first, is_plain && first.hint == given);
    speak_of_copy_on_its_way(submission, first);
    if (!speak_of_array_never_stored(submission, first)) {
        speak_of_returned_threads(verdict.findings, first);
    }
    speak_of_repeated_cells(verdict.findings, first);
    speak_of_step_of_one(submission, first);
    speak_of_two_remainders(submission, first);
    speak_of_copied_copies(submission, first);
    speak_of_slabs(lab, submission, verdict.findings, first);
    if (is_plain && first.hint == given) {
        speak_of_left_loop(lab, submission, first);
        speak_of_vector_index(first);
        speak_of_opposite_signs(first);
        speak_of_short_mask(submission, first);
        speak_of_unused_output(lab, submission, verdict.cases, first);
        if (first.hint == given && first.wrote_nothing) {
            speak_of_unused_axis(submission, verdict.cases, first);
        }
    }
    speak_of_absent_axis(lab, submission, verdict.cases, first);
    speak_of_absent_thread(submission, verdict.cases, first, is_plain && first.hint == given);
    if (first.explanations.empty()) {
        speak_of_exchanged_limits(submission, first);
    }
    speak_of_loop_past_extent(submission, first);
    speak_of_negative_remainder(first);
    speak_of_swallowed_sum(submission, first);
    speak_of_sum(lab, submission, first);
    speak_of_lost_fractions(lab, submission, first);
    speak_of_joined_bounds(submission, first);
    if (const std::string sentence = fixed_extent(lab, submission, verdict.cases);
        !sentence.empty()) {
        first.hint = sentence;
    }
    if (const std::string sentence = exchanged_launch(lab, verdict.cases); !sentence.empty()) {
        first.hint = sentence;
    }
    if (const std::string sentence = shorter_than_window(lab, first, verdict.cases);
        !sentence.empty() && first.kind != FindingKind::invalid_launch) {
        const bool is_store = first.cause.of.ends_with(" written"); // the guard may come too late
        first.hint = is_store ? first.hint + " " + sentence : sentence;
    }
    if (const std::string sentence = many_threads(lab, first, verdict.cases); !sentence.empty()) {
        first.hint = sentence;
    }
    for (Finding& late : verdict.findings) {
        if (late.kind != FindingKind::timeout && &late != &first) {
            continue;
        }
        if (speak_of_endless_loop(submission, late) && first.kind == FindingKind::race_global) {
            first.hint = late.hint; // its threads come back to cells of others
        }
    }
    if (const std::string sentence = fails_unless_equal(lab, verdict.cases);
        !sentence.empty() && first.explanations.empty() &&
        first.kind != FindingKind::technique_missing && // which is counted on one grid
        first.kind != FindingKind::invalid_launch) {
        first.hint = !is_plain || first.hint != given ? first.hint + " " + sentence : sentence;
        for (Finding& finding : verdict.findings) {
            if (&finding != &first && says_guard_alone(finding)) {
                finding.hint = sentence; // a guard would hide what is wrong
            }
        }
    }
    if (const std::string sentence = only_some_last_block(verdict.cases); !sentence.empty()) {
        first.hint += " " + sentence;
    }
    if (first.kind == FindingKind::race_shared || first.kind == FindingKind::race_global) {
        name_static_variables(submission, verdict.findings);
    }
}

} // namespace kit
