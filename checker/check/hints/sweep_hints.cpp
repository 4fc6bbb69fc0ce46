#include "checker/check/hints/sweep_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/race_hints.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/emulator/host/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>

namespace kit {

namespace {

/// The race's first and last line in the source.
auto lowest_and_highest(const Finding& race) {
    return std::ranges::minmax_element(race.lines, {}, &SourceLine::line);
}

/// Whether a barrier stands between the first and the last of the race's lines.
bool has_barrier_between(const SubmissionFile& submission, const Finding& race) {
    const auto [first, last] = lowest_and_highest(race);
    bool found = false;
    for (int line = first->line; line <= last->line; ++line) {
        found = found || submission.line(line).find("__syncthreads") != std::string::npos;
    }
    return found;
}

/// Whether, of a race's lines, some read the array and a later one of the function stores to it what a sweep has
/// computed, with no barrier between them.
bool is_in_place(const Lab& lab, const SubmissionFile& submission, const Finding& race) {
    const auto [first, last] = lowest_and_highest(race);
    if (first == last || has_barrier_between(submission, race)) {
        return false;
    }
    for (int line = first->line; line <= last->line; ++line) {
        if (submission.line(line).starts_with("}")) { // the function ends
            return false;
        }
    }
    const Tokens tokens = tokens_of(last->text);
    const auto sign = std::ranges::find(tokens, "=", &Token::text);
    const auto names = [](const std::string& name) {
        return [&name](const Token& token) { return token.is(name); };
    };
    return sign != tokens.end() && std::any_of(tokens.begin(), sign, names(race.array)) &&
           std::none_of(sign, tokens.end(),
                        names(argument_name(lab, KernelArgument::Role::input))); // no load
}

/// The array that the race's last line copies, element for element, to the race's own: "b" of "a[i] = b[i];".
std::string copied_array(const Finding& race) {
    const auto last = lowest_and_highest(race).max;
    if (last == race.lines.end() || is_written_twice(race)) {
        return "";
    }
    const Tokens tokens = tokens_of(last->text); // which refer to the text
    const auto sign = std::ranges::find(tokens, "=", &Token::text);
    if (tokens.end() - sign < 3 || !tokens.front().is(race.array) || !(sign + 2)->is("[")) {
        return "";
    }
    int depth = 0;
    for (auto at = sign + 2; at != tokens.end() && !at->is(";"); ++at) {
        depth += at->is("[") ? 1 : at->is("]") ? -1 : 0;
        if (depth == 0 && !at->is("]")) {
            return ""; // more than one element
        }
    }
    return std::string((sign + 1)->text);
}

/// Whether the race's lines name two copies of the array, a[from] and a[to], in a loop that has no barrier.
bool is_between_sweeps(const SubmissionFile& submission, const Finding& race) {
    std::set<std::string> copies;
    std::set<int> lines;
    for (const SourceLine& line : race.lines) {
        lines.insert(line.line);
        for (const auto& indices : indices_in(line.text, race.array)) {
            copies.insert(indices.front());
        }
    }
    return copies.size() > 1 &&
           barriers_in_loop_around(submission.text, *lines.begin(), *lines.rbegin()).empty();
}

} // namespace

void speak_of_sweeps(const Lab& lab, const SubmissionFile& submission,
                     const std::vector<CaseResult>& cases, Finding& finding) {
    if (lab.steps < 2) {
        return;
    }
    if (finding.kind == FindingKind::race_shared && is_between_sweeps(submission, finding)) {
        finding.hint =
            "A sweep reads what the one before has stored: put a __syncthreads() at the end of "
            "each sweep, in the loop over the sweeps, where all threads of the block pass.";
    } else if (const std::string copied = copied_array(finding);
               finding.kind == FindingKind::race_shared && !copied.empty() &&
               copied != finding.array && !has_barrier_between(submission, finding)) {
        finding.hint = fmt::format(
            "'{0}' is copied to '{1}' while other threads still read '{1}' for the sweep: put a "
            "__syncthreads() between the sweep and the copy, where all threads of the block pass.",
            copied, finding.array);
    } else if (finding.kind == FindingKind::race_shared && is_in_place(lab, submission, finding)) {
        finding.hint = fmt::format(
            "The sweep updates '{}' in place: a thread stores its cell's new value while others "
            "still read the old one, and no barrier helps. Read one copy and write another.",
            finding.array);
    } else if (finding.kind == FindingKind::race_shared) {
        finding.hint +=
            " Where both are of one sweep, no barrier helps: a sweep reads one copy and "
            "writes another.";
    } else if (finding.kind == FindingKind::uninitialized_shared) {
        const auto in_one_block = std::ranges::find_if(cases, [&](const CaseResult& one) {
            return one.launch && one.launch->grid == std::array<std::uint32_t, 3>{1, 1, 1} &&
                   is_one_of(finding.cases, describe(one.extents, lab));
        });
        finding.hint =
            in_one_block != cases.end()
                ? fmt::format("It happens on {}, too, where one block has all cells: no halo is "
                              "missing. Is this a cell of the grid's boundary? Each copy of '{}' "
                              "must hold its value. Or does a thread compute a boundary cell? "
                              "Then it reads outside the grid.",
                              describe(in_one_block->extents, lab), finding.array)
                : fmt::format("Is the halo wide enough? With each sweep one more ring of a tile "
                              "lacks neighbours: for {} sweeps it is {} cells wide on each side. "
                              "{}",
                              lab.steps, lab.steps, finding.hint);
    }
}

} // namespace kit
