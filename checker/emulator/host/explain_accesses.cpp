#include "checker/emulator/host/event_findings.hpp"

#include "checker/base/numbers.hpp"
#include "checker/emulator/host/event_target.hpp"
#include "checker/emulator/host/slab_arrays.hpp"
#include "checker/emulator/host/source_text.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace kit {

using runtime::Event;

namespace {

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

/// Where the number itself tells why an index is what it is; else empty.
std::string hint_by_number(std::int64_t index) {
    return has_wrapped(index) ? wrapped_hint(index)
           : index == unset_int
               ? fmt::format("{} is what the checker puts into an int that has no value yet: which "
                             "variable in this index was nothing stored to?",
                             index)
               : "";
}

/// `extents`: of the coefficients as they were declared.
std::string coefficients_hint(const Lab& lab, const std::vector<std::int64_t>& extents) {
    const std::size_t points = lab.stencil.size();
    if (lab.shape == PointPattern::star) {
        return fmt::format("c[0] belongs to the cell itself. The coefficients of its {0} "
                           "neighbours at distance r begin at c[{0} * (r - 1) + 1], and r counts "
                           "from 1.",
                           2 * lab.axes);
    }
    if (coefficient_sets(lab) == 1 || extents.size() != 1) {
        return "Each point of the stencil has one coefficient, counted from 0.";
    }
    return fmt::format("Set p of the coefficients begins at c[p * {0}]: p is the point's place in "
                       "its window, from 0 to {1}, not in the grid. So is the number of the term "
                       "that is added to it.",
                       points, points - 1);
}

/// The extents in a type such as "float[8][6]".
std::vector<std::int64_t> extents_in(const std::string& type) {
    std::vector<std::int64_t> extents;
    for (std::size_t at = type.find('['); at != std::string::npos; at = type.find('[', at + 1)) {
        extents.push_back(std::strtoll(type.c_str() + at + 1, nullptr, 10));
    }
    return extents;
}

/// Whether a pointer may point to such an array: its extents are these, or have more before them.
bool ends_with(const std::vector<std::int64_t>& all, const std::vector<std::int64_t>& extents) {
    return extents.size() <= all.size() &&
           std::equal(extents.rbegin(), extents.rend(), all.rbegin());
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
    const std::string by_number = hint_by_number(*finding.index);
    finding.message =
        target->dynamic
            ? fmt::format("The kernel {} {}, beyond the dynamic shared memory that "
                          "launch_config() asks for.",
                          store ? "writes" : "reads", element)
            : fmt::format("The kernel {} {}, {} of the array, which has {}.",
                          store ? "writes" : "reads", element,
                          before ? "before the beginning" : "past the end", elements_of(*target));
    finding.hint =
        !by_number.empty() ? by_number
        : target->dynamic
            ? "launch_config() returns the bytes of dynamic shared memory after grid and block, as "
              "shared_bytes: is that the whole array, and is the index within it?"
        : slab && slab->gpu != event.gpu
            ? "Slabs differ in height: count a neighbour's planes with its own `planes`. Its ghost "
              "planes are 0 and planes + 1."
        : slab && !slab->is_flags()
            ? fmt::format("A GPU computes its planes 1 to own.planes, here {}, and reads the "
                          "ghost planes at both ends, 0 and own.planes + 1. Beyond them the slab "
                          "has nothing: which plane does this thread compute?",
                          slab->planes)
        : target->shared ? "Compare the index's range with the array's extents, halo included."
                         : global_hint(context.lab, before, store);
}

void explain_row_overrun(const Event& event, const EventContext& context, Finding& finding) {
    const int line = static_cast<int>(std::clamp<std::int64_t>(event.values[1], 0, 1 << 30));
    const int column = static_cast<int>(std::clamp<std::int64_t>(event.values[2], 0, 1 << 30));
    // A line of lab.cuh is no line of the finding's: there c[] is indexed.
    const bool is_own = std::ranges::any_of(
        finding.lines, [line](const SourceLine& own) { return own.line == line; });
    const std::string name = event.values[1] < 0 ? "c" // seen by the runtime itself
                             : is_own ? subscripted_name(context.submission.line(line), column)
                                      : "";
    const auto& variables = context.artifact.variables;
    const auto variable = std::ranges::find_if(
        variables, [&name](const DeviceVariable& each) { return each.name == name; });
    const std::vector<std::int64_t> extents = extents_in(text_of(event));
    const bool is_pointer =
        is_own && context.submission.line(line).find("(*" + name + ")") != std::string::npos;
    const bool is_shared = std::ranges::any_of(variables, [&](const DeviceVariable& each) {
        return each.space == DeviceVariable::Space::shared &&
               (each.name == name || (is_pointer && ends_with(each.extents, extents)));
    });
    if (is_shared) {
        finding.kind = FindingKind::out_of_bounds_shared;
    } else if (variable != variables.end() || name == "c") { // c[] is the kit's own
        finding.kind = FindingKind::out_of_bounds_global;
    } else {
        finding.kind = FindingKind::crash; // the thread's own array
    }
    finding.array = name;
    finding.index = event.values[0];
    const std::string by_number = hint_by_number(event.values[0]);
    finding.cause = {event.values[0] < 0 || has_wrapped(event.values[0]) ? Cause::Kind::before_row
                                                                         : Cause::Kind::past_row,
                     name};
    const bool is_coefficients = name == "c" || (name.empty() && !is_own);
    const bool is_inner = variable != variables.end() && variable->extents.size() > extents.size();
    if (extents.empty()) {
        finding.message = fmt::format("An index of {} is {}, outside the array.",
                                      name.empty() ? "an array" : name, event.values[0]);
    } else if (is_pointer || (name.empty() && !is_coefficients)) {
        finding.message =
            fmt::format("An index of {} is {}; in that dimension it has 0 to {}.",
                        name.empty() ? "an array" : name, event.values[0], extents[0] - 1);
    } else if (extents.size() == 1 && !is_inner) {
        finding.message = fmt::format("The kernel uses {0}[{1}]; {0} has {2}, {0}[0] to {0}[{3}].",
                                      is_coefficients ? "c" : name, event.values[0],
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
        !by_number.empty() ? by_number
        : is_coefficients  ? coefficients_hint(context.lab, extents)
        : is_inner ? "Compare the index's range with the array's extents, halo included. In memory "
                     "the index reaches another row, so nothing crashes there."
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
            : "Look at the pointer: was it set, and is the index far outside? Where an unsigned "
              "number should be -1, it is 4,294,967,295.";
}

void explain_misaligned(const Event& event, const EventContext& context, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.cause = {Cause::Kind::misaligned, std::to_string(event.values[1])};
    finding.message =
        fmt::format("The kernel {} {} bytes at once at an address that is no "
                    "multiple of {}: a GPU stops there.",
                    event.values[2] != 0 ? "writes" : "reads", event.values[1], event.values[1]);
    const std::size_t cells =
        static_cast<std::size_t>(event.values[1]) / bytes_of(context.lab.element);
    finding.hint = fmt::format(
        "{0} cells at once must begin at an index that is a multiple of {0}: {1}.", cells,
        context.lab.axes == 1
            ? fmt::format("multiply the thread's number in the whole launch by {}", cells)
            : fmt::format("rows whose length is no multiple of {} break that", cells));
}

void explain_write_to_constant(Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = "The kernel writes to constant memory, which only the host can.";
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
