#include "checker/emulator/host/event_findings.hpp"

#include "checker/base/numbers.hpp"
#include "checker/base/tokens.hpp"
#include "checker/emulator/host/slab_arrays.hpp"
#include "checker/emulator/host/source_text.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace kit {

using runtime::Event;

namespace {

/// The array or variable that an event is about.
struct EventTarget {
    std::string name;
    std::int64_t elements = 0;
    std::int64_t element_bytes = 4;
    bool shared = false;
    bool dynamic = false;
    std::vector<std::int64_t> extents = {}; ///< as declared; empty: one index
};

/// Absent if the event names none that the submission or the lab has.
std::optional<EventTarget> target_of(const runtime::Event& event, const EventContext& context) {
    const auto number = static_cast<std::size_t>(event.variable);
    if (event.variable < 0) {
        return std::nullopt;
    }
    if (const auto array = slab_array_of(event, context)) {
        return EventTarget{
            array->name, array->elements(),
            array->is_flags() ? 4 : static_cast<std::int64_t>(bytes_of(context.lab.element)), false,
            false};
    }
    if (event.is_array != 0) {
        std::vector<const KernelArgument*> arrays;
        for (const KernelArgument& argument : context.lab.arguments) {
            if (argument.role == KernelArgument::Role::input ||
                argument.role == KernelArgument::Role::output) {
                arrays.push_back(&argument);
            }
        }
        if (number >= arrays.size()) {
            return std::nullopt;
        }
        return EventTarget{arrays[number]->name, context.extents.cells(),
                           static_cast<std::int64_t>(bytes_of(context.lab.element)), false, false};
    }
    if (number >= context.artifact.variables.size()) {
        return std::nullopt;
    }
    const DeviceVariable& variable = context.artifact.variables[number];
    // The type is not known: what is accessed is taken for an element.
    const std::int64_t bytes = std::clamp<std::int64_t>(event.values[1], 1, 16);
    const bool shared = variable.space == DeviceVariable::Space::shared;
    EventTarget target{variable.name, static_cast<std::int64_t>(variable.bytes) / bytes, bytes,
                       shared, shared && variable.bytes == 0};
    const std::int64_t declared =
        std::accumulate(variable.extents.begin(), variable.extents.end(), std::int64_t{1},
                        [](std::int64_t product, std::int64_t extent) { return product * extent; });
    if (!variable.extents.empty() && declared > 0 &&
        declared <= static_cast<std::int64_t>(variable.bytes)) {
        target.elements = declared;
        target.element_bytes = static_cast<std::int64_t>(variable.bytes) / declared;
        target.extents = variable.extents;
    }
    return target;
}

/// "tile[2][0][7]", as the source writes it. An index outside the array shows as one of its first dimension.
std::string element_of(const EventTarget& target, std::int64_t index) {
    std::string indices;
    for (std::size_t axis = target.extents.size(); axis > 1; --axis) {
        const std::int64_t extent = target.extents[axis - 1];
        const std::int64_t own = (index % extent + extent) % extent;
        indices = fmt::format("[{}]{}", own, indices);
        index = (index - own) / extent;
    }
    return fmt::format("{}[{}]{}", target.name, index, indices);
}

std::string elements_of(const EventTarget& target) {
    if (target.extents.size() > 1) {
        return fmt::format("{} elements", fmt::join(target.extents, "×"));
    }
    return fmt::format("{} element{}", thousands(target.elements), target.elements == 1 ? "" : "s");
}

/// An index below 0 as an unsigned number of 32 bits; it is far outside every array.
bool has_wrapped(std::int64_t index) {
    constexpr std::int64_t numbers = std::int64_t{1} << 32;
    return index < numbers && index >= numbers - (1 << 24);
}

std::string wrapped_hint(std::int64_t index) {
    return fmt::format("{} is what {} becomes as an unsigned number: convert unsigned coordinates, "
                       "such as blockIdx.x and threadIdx.x, to int before you subtract.",
                       index, static_cast<std::int32_t>(index));
}

/// The extents in a type such as "float[8][6]".
std::vector<std::int64_t> extents_in(const std::string& type) {
    std::vector<std::int64_t> extents;
    for (std::size_t at = type.find('['); at != std::string::npos; at = type.find('[', at + 1)) {
        extents.push_back(std::strtoll(type.c_str() + at + 1, nullptr, 10));
    }
    return extents;
}

/// The same, and puts into the finding which element of it the event is about: negative before the
/// array's beginning.
std::optional<EventTarget> name_target(const runtime::Event& event, const EventContext& context,
                                       Finding& finding) {
    const auto target = target_of(event, context);
    if (target) {
        finding.array = target->name;
        finding.index = event.values[0] / target->element_bytes -
                        (event.values[0] % target->element_bytes < 0 ? 1 : 0);
    }
    return target;
}

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
    return std::any_of(barriers.begin(), barriers.end(),
                       [&](int barrier) { return first < barrier && barrier < second; });
}

/// Whether each line of the race adds to a cell of the array: "out[i + 1] += x;".
bool adds_in_place(const Finding& race, const std::string& array) {
    const std::string name = array.substr(array.rfind('.') + 1); // "flags" of "above.flags"
    return !race.lines.empty() &&
           std::all_of(race.lines.begin(), race.lines.end(), [&](const SourceLine& line) {
               const std::vector<Token> tokens = tokens_of(line.text);
               const auto is_named = [&](const Token& each) { return each.is(name); };
               const auto named = std::find_if(tokens.begin(), tokens.end(), is_named);
               const auto plus = std::adjacent_find(
                   named, tokens.end(), [](const Token& first, const Token& second) {
                       return first.is("+") && (second.is("=") || second.is("+"));
                   });
               return plus != tokens.end() && // "a[i] += a[i - 1]" reads another's cell
                      std::count_if(named, tokens.end(), is_named) == 1 &&
                      std::none_of(named, plus,
                                   [](const Token& each) { return each.is("=") || each.is(";"); });
           });
}

/// What to do against an access outside a global array. Some labs compute the ends of the grid, too.
std::string global_hint(const Lab& lab, bool before, bool store) {
    if (store && !before) {
        return "Guard the store: a thread past the last cell must not write.";
    }
    const bool computes_ends = lab.boundary != BoundaryRule::keep;
    if (before) {
        return fmt::format(
            "An index below 0 belongs to a thread at the low end of an axis: {}, with "
            "signed coordinates.",
            computes_ends ? "apply the lab's rule for the grid's ends" : "guard it");
    }
    return fmt::format("Guard the access: a thread past the last cell must not read{}.",
                       computes_ends
                           ? ". For the others, apply the lab's rule for the grid's ends: "
                             "the last cell has no neighbour after it"
                       : reach(lab) > 0 ? ", and the last cell has no neighbour after it"
                                        : "");
}

} // namespace

void explain_out_of_bounds(const Event& event, const EventContext& context, Finding& finding) {
    const auto target = name_target(event, context, finding);
    const bool store = event.values[2] != 0;
    if (!target) {
        return;
    }
    finding.kind =
        target->shared ? FindingKind::out_of_bounds_shared : FindingKind::out_of_bounds_global;
    const auto slab = slab_array_of(event, context);
    const bool before = *finding.index < 0;
    // All lines of a sum that run past the same end lack the same guard: one cause.
    finding.cause = {before ? Cause::Kind::before_array : Cause::Kind::past_array,
                     target->name + (store ? " written" : " read")};
    const std::string element = element_of(*target, *finding.index);
    finding.message =
        target->dynamic
            ? fmt::format("The kernel {} {}, beyond the dynamic shared memory that "
                          "launch_config() asks for.",
                          store ? "writes" : "reads", element)
            : fmt::format("The kernel {} {}, {} of the array, which has {}.",
                          store ? "writes" : "reads", element,
                          before ? "before the beginning" : "past the end", elements_of(*target));
    finding.hint =
        has_wrapped(*finding.index) ? wrapped_hint(*finding.index)
        : target->dynamic
            ? "launch_config() returns the bytes of dynamic shared memory after grid and block, as "
              "shared_bytes: is that the whole array, and is the index within it?"
        : slab && slab->gpu != event.gpu
            ? "Slabs differ in height: count a neighbour's planes with its own `planes`. Its ghost "
              "planes are 0 and planes + 1."
        : target->shared ? "Compare the index's range with the array's extents, halo included."
                         : global_hint(context.lab, before, store);
}

void explain_row_overrun(const Event& event, const EventContext& context, Finding& finding) {
    const int line = static_cast<int>(std::clamp<std::int64_t>(event.values[1], 0, 1 << 30));
    const int column = static_cast<int>(std::clamp<std::int64_t>(event.values[2], 0, 1 << 30));
    // A line of lab.cuh is no line of the finding's: there c[] is indexed.
    const bool is_own = std::any_of(finding.lines.begin(), finding.lines.end(),
                                    [line](const SourceLine& own) { return own.line == line; });
    const std::string name = event.values[1] < 0 ? "c" // seen by the runtime itself
                             : is_own ? subscripted_name(context.submission.line(line), column)
                                      : "";
    const auto& variables = context.artifact.variables;
    const auto variable =
        std::find_if(variables.begin(), variables.end(),
                     [&name](const DeviceVariable& each) { return each.name == name; });
    if (variable != variables.end() && variable->space == DeviceVariable::Space::shared) {
        finding.kind = FindingKind::out_of_bounds_shared;
    } else if (variable != variables.end() || name == "c") { // c[] is the kit's own
        finding.kind = FindingKind::out_of_bounds_global;
    } else {
        finding.kind = FindingKind::crash; // the thread's own array
    }
    finding.array = name;
    finding.index = event.values[0];
    const bool wrapped = has_wrapped(event.values[0]);
    finding.cause = {
        event.values[0] < 0 || wrapped ? Cause::Kind::before_row : Cause::Kind::past_row, name};
    const std::vector<std::int64_t> extents = extents_in(text_of(event));
    const bool is_coefficients = name.empty() || name == "c";
    const bool is_inner = variable != variables.end() && variable->extents.size() > extents.size();
    if (extents.empty()) {
        finding.message = fmt::format("An index of {} is {}, outside the array.",
                                      name.empty() ? "an array" : name, event.values[0]);
    } else if (extents.size() == 1 && !is_inner) {
        finding.message = fmt::format("The kernel uses {0}[{1}]; {0} has {2}, {0}[0] to {0}[{3}].",
                                      name.empty() ? "c" : name, event.values[0],
                                      fmt::format("{} {}{}", extents[0],
                                                  is_coefficients ? "coefficient" : "element",
                                                  extents[0] == 1 ? "" : "s"),
                                      extents[0] - 1);
    } else {
        const std::vector<std::int64_t>& all = is_inner ? variable->extents : extents;
        finding.message =
            fmt::format("An index of {0} is {1}; in that dimension {0}[{2}] has 0 to {3}.",
                        name.empty() ? "an array" : name, event.values[0], fmt::join(all, "]["),
                        extents[0] - 1);
    }
    finding.hint =
        wrapped           ? wrapped_hint(event.values[0])
        : is_coefficients ? "Each point of the stencil has one coefficient, counted from 0."
        : extents.size() > 1 || is_inner
            ? "Compare the index's range with the array's extents, halo included. In memory the "
              "index reaches another row, so nothing crashes there."
            : "Compare the index's range with the array's extent, halo included.";
}

void explain_wild_access(const Event& event, const EventContext& context, Finding& finding) {
    finding.kind = FindingKind::out_of_bounds_global;
    const auto address = static_cast<std::uint64_t>(event.values[0]);
    finding.message = fmt::format("The kernel {} address 0x{:x}, which belongs to no array.",
                                  event.values[2] != 0 ? "writes to" : "reads from", address);
    finding.hint =
        has_slabs(context.lab)
            ? "The first GPU has no neighbour below and the last none above: their slabs "
              "have 0 planes and no memory."
            : "Look at the pointer: was it set, and is the index far outside?";
}

void explain_misaligned(const Event& event, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message =
        fmt::format("The kernel {} {} bytes at once at an address that is no "
                    "multiple of {}: a GPU stops there.",
                    event.values[2] != 0 ? "writes" : "reads", event.values[1], event.values[1]);
    finding.hint = "A float4 must begin at an index that is a multiple of 4: rows whose "
                   "length is no multiple of 4 break that.";
}

void explain_write_to_constant(Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = "The kernel writes to constant memory, which only the host can.";
}

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
            ? "In sweep 0 there is nothing to wait for: what it reads was there before the launch, "
              "and nobody has read what it writes."
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
    constexpr const char* many_hint =
        "Each cell is written by many threads: does every thread compute all cells, in a loop? A "
        "thread computes its own cell, and the launch has a thread for each.";
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

void explain_uninitialized(const Event& event, const EventContext& context, Finding& finding) {
    const auto target = name_target(event, context, finding);
    if (!target) {
        return;
    }
    finding.kind =
        target->shared ? FindingKind::uninitialized_shared : FindingKind::uninitialized_global;
    finding.cause = {Cause::Kind::unset_read, target->name};
    if (event.other_code != 0) {
        finding.cause.kind = Cause::Kind::copy_on_its_way;
        finding.message =
            fmt::format("The kernel reads {} before the asynchronous copy to it has arrived.",
                        element_of(*target, *finding.index));
        finding.hint = "The thread that began the copy must commit it and wait for it, then all "
                       "threads that read it must meet at a barrier.";
        return;
    }
    const auto slab = slab_array_of(event, context);
    if (slab && slab->gpu == event.gpu && slab->is_sent_by_neighbour(*finding.index, context)) {
        explain_unsent(context, *slab, element_of(*target, *finding.index), finding);
        return;
    }
    finding.message = fmt::format("The kernel reads {}, which {} has written.",
                                  element_of(*target, *finding.index),
                                  target->shared ? "no thread of the block" : "no thread");
    finding.hint =
        target->shared
            ? "Either no thread loads this cell, which may be part of the halo, or a thread "
              "computes that has no output cell."
            : "This array is for the result: read from the input, and store with =, not "
              "+=.";
}

} // namespace kit
