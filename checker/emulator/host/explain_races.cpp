#include "checker/base/tokens.hpp"
#include "checker/emulator/host/event_findings.hpp"
#include "checker/emulator/host/event_target.hpp"
#include "checker/emulator/host/slab_arrays.hpp"
#include "checker/emulator/host/source_text.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kit {

using runtime::Event;

namespace {

/// Whether the race's two lines have a barrier between them, in a loop around both: it orders them within a step of the
/// loop, and not one in a step and the other in the next.
bool is_between_steps(const Finding& race, const EventContext& context) {
    if (race.lines.size() != 2) {
        return false;
    }
    const int first = race.lines[0].line;
    const int second = race.lines[1].line;
    const std::vector<int> barriers =
        barriers_in_loop_around(context.submission.text, first, second);
    return std::ranges::any_of(barriers,
                               [&](int barrier) { return first < barrier && barrier < second; });
}

/// Whether each line of the race adds to a cell of the array: "out[i + 1] += x;".
bool adds_in_place(const Finding& race, const std::string& array) {
    const std::string name = array.substr(array.rfind('.') + 1); // "flags" of "above.flags"
    return !race.lines.empty() && std::ranges::all_of(race.lines, [&](const SourceLine& line) {
        const Tokens tokens = tokens_of(line.text);
        const auto is_named = [&](const Token& each) { return each.is(name); };
        const auto named = std::ranges::find_if(tokens, is_named);
        const auto plus =
            std::adjacent_find(named, tokens.end(), [](const Token& first, const Token& second) {
                return first.is("+") && (second.is("=") || second.is("+"));
            });
        return plus != tokens.end() && // "a[i] += a[i - 1]" reads another's cell
               std::count_if(named, tokens.end(), is_named) == 1 &&
               std::none_of(named, plus,
                            [](const Token& each) { return each.is("=") || each.is(";"); });
    });
}

} // namespace

void explain_deadlock(const Event& event, const EventContext& context, Finding& finding) {
    const auto target = name_target(event, context, finding);
    const std::string word = target ? element_of(*target, *finding.index) : "a word of memory";
    const auto slab = slab_array_of(event, context);
    finding.kind = FindingKind::timeout;
    finding.message = fmt::format(
        "A deadlock: {} waits for another value of {}, which is {}, and all blocks that run wait, "
        "too.",
        slab && slabs_of(context.lab, context.extents).size() > 1
            ? fmt::format("in sweep {} GPU {}", event.sweep, event.gpu)
            : "a block",
        word, event.values[2]);
    finding.hint =
        slab && event.sweep == 0 && event.values[2] == 0
            ? "In sweep 0 there is nothing to wait for: all that a GPU reads was there before the "
              "launch."
        : slab && event.sweep == 0
            ? "In sweep 0 there is nothing to wait for, and a neighbour that is ahead has raised "
              "the word already: wait while it is less than a number, not while it is another."
        : event.values[2] == 0
            ? "Nobody has changed this word so far. Who should, and does it name the same word?"
            : "Write down who changes this word, how often before this moment, and what value it "
              "waits for. Does whoever changes it wait for this thread?";
}

void explain_race(const Event& event, const EventContext& context, Finding& finding) {
    const auto target = name_target(event, context, finding);
    if (!target) {
        return;
    }
    finding.kind = target->shared ? FindingKind::race_shared : FindingKind::race_global;
    finding.cause = {Cause::Kind::race, target->name};
    const std::string cell = element_of(*target, *finding.index);
    const auto has = [&event](runtime::RaceFlag flag) { return (event.values[2] & flag) != 0; };
    const bool both_write = has(runtime::race_this_wrote) && has(runtime::race_earlier_wrote);
    const bool same_block =
        std::equal(std::begin(event.block), std::end(event.block), std::begin(event.other_block));
    // Many races a cell: not two threads write it, but many.
    const bool many_write = both_write && !target->shared && target->elements > 0 &&
                            event.count / 8 >= static_cast<std::uint64_t>(target->elements);
    const std::string many_hint =
        fmt::format("{}: does every thread compute all cells, in a loop? A thread computes its own "
                    "cell, and the launch has a thread for each.",
                    written_by_many);
    const std::string what = both_write ? fmt::format("both write {}", cell)
                                        : fmt::format("use {}, one to write and one to read", cell);
    const auto slab = slab_array_of(event, context);
    if (slab && event.gpu != event.other_gpu) {
        explain_race_of_gpus(event, context, *slab, finding);
    } else if (has(runtime::race_by_scope)) {
        finding.message = fmt::format(
            "Threads of two blocks use atomics on {}, and at least one of these atomics has block "
            "scope: only threads of its own block see it as atomic.",
            cell);
        finding.hint =
            "Leave out the suffix _block: atomicAdd() is atomic among all threads of the "
            "grid.";
    } else if (event.equal_writes == event.count) {
        finding.severity = Severity::warning;
        finding.cause.kind = Cause::Kind::equal_writes;
        finding.message =
            fmt::format("Two threads of {} {}, with the same value and with no order between them.",
                        same_block ? "a block" : "two blocks", what);
        finding.hint = many_write ? many_hint
                                  : "CUDA calls this a race, even where GPUs do what you mean: let "
                                    "one thread write each cell.";
    } else if (many_write) {
        finding.message = fmt::format("Threads of {} {}: which comes first is left to chance.",
                                      same_block ? "a block" : "two blocks", what);
        finding.hint = many_hint;
    } else if (adds_in_place(finding, target->name)) {
        finding.message =
            fmt::format("Threads of {} add to {} at the same time: += reads, adds and stores, and "
                        "of two such sums one is lost.",
                        same_block ? "a block" : "two blocks", cell);
        finding.hint =
            slab && slab->is_flags()
                ? "Raise a flag by atomicAdd_system()."
                : "Turn it round: a thread reads all cells that its own result needs, and "
                  "writes that one cell. Where many must add to one word, it takes "
                  "atomicAdd().";
    } else if (same_block && !both_write && is_between_steps(finding, context)) {
        finding.message = fmt::format(
            "A thread writes {} in one step of the loop while another still reads it in the step "
            "before: the barrier between the two lines orders them within a step only.",
            cell);
        finding.hint = "Put a __syncthreads() at the end of the loop's body, where all threads of "
                       "the block pass, or let the next step write other cells.";
    } else if (same_block) {
        finding.message =
            fmt::format("Two threads of a block {} with no barrier between them: which comes first "
                        "is left to chance.",
                        what);
        finding.hint =
            both_write
                ? target->shared
                      ? "Most often one of the two has the wrong index: each cell has one thread "
                        "that writes it. Where both are meant, put a __syncthreads() between them."
                      : "One of the two has the wrong index, or no cell and needs a guard: each "
                        "cell has one thread that writes it."
            : target->shared
                ? "Put a __syncthreads() between the two, where all threads of the block pass."
                : "Read from one array and write to another: __syncthreads() orders the threads "
                  "of one block only.";
    } else {
        finding.message = fmt::format(
            "Threads of two blocks {}: blocks run in no order, so which comes first is left to "
            "chance.",
            what);
        finding.hint =
            both_write && slab && !slab->is_flags() && slab->gpu == event.gpu
                ? fmt::format("Both blocks compute plane {}: compare the first and the last plane "
                              "of the two.",
                              *finding.index / slab->plane_cells)
            : slab && slab->is_flags()
                ? "The GPU that waits only reads a flag, through a pointer to volatile. The one "
                  "that has stored raises it, by atomicAdd_system()."
            : has(runtime::race_with_fences) && !both_write
                ? "A block sees what another has written if the writer calls __threadfence() after "
                  "it and then sets a flag, with an atomic or a volatile store, that the reader "
                  "has seen set. A barrier passes this on within a block."
            : both_write
                ? "Each cell has one thread of one block that writes it: work out the index "
                  "for both, from blockIdx on, and see which of them is beyond its block's cells."
                : "Within a launch a block may read only what no other block writes: read "
                  "from one array, write to another.";
    }
}

} // namespace kit
