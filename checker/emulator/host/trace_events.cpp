#include "checker/emulator/host/trace_events.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_map>

namespace kit {

namespace {

/// The lab's arrays, then the submission's variables.
std::vector<TraceArray> arrays_of(const Lab& lab, const Extents& extents, const Artifact& artifact,
                                  const SweepOnGpu& traced) {
    std::vector<TraceArray> arrays;
    const auto element_bytes = static_cast<std::uint64_t>(bytes_of(lab.element));
    for (const KernelArgument& argument : lab.arguments) {
        const bool is_input = argument.role == KernelArgument::Role::input;
        if (is_input || argument.role == KernelArgument::Role::output) {
            arrays.push_back({.name = argument.name,
                              .is_input = is_input,
                              .bytes = static_cast<std::uint64_t>(extents.cells()) * element_bytes,
                              .element = lab.element});
        }
    }
    const std::vector<SlabPlanes> slabs = slabs_of(lab, extents);
    for (std::size_t gpu = 0; gpu < slabs.size(); ++gpu) {
        for (const int number : {0, 1, 2}) {
            const bool is_flags = number == 2;
            arrays.push_back(
                {.name = slab_array_name(lab, static_cast<unsigned>(gpu), number, traced),
                 .is_input = !is_flags && (number == 0) == (traced.sweep % 2 == 0),
                 .is_slab = !is_flags,
                 .bytes = is_flags ? runtime::flag_bytes
                                   : static_cast<std::uint64_t>(slabs[gpu].cells(extents)) *
                                         element_bytes,
                 .element = is_flags ? Element::int32 : lab.element});
        }
    }
    for (const DeviceVariable& variable : artifact.variables) {
        TraceArray array{.name = variable.name,
                         .is_shared = variable.space == DeviceVariable::Space::shared,
                         .bytes = variable.bytes,
                         .element = lab.element};
        const auto declared = static_cast<std::uint64_t>(
            std::accumulate(variable.extents.begin(), variable.extents.end(), std::int64_t{1},
                            std::multiplies<>()));
        if (declared * element_bytes == variable.bytes) {
            array.extents = variable.extents;
        }
        arrays.push_back(std::move(array));
    }
    return arrays;
}

TraceEvent::Kind kind_of(std::uint32_t kind) {
    switch (kind) {
    case runtime::trace_load: return TraceEvent::Kind::load;
    case runtime::trace_store: return TraceEvent::Kind::store;
    case runtime::trace_atomic: return TraceEvent::Kind::atomic;
    case runtime::trace_copy: return TraceEvent::Kind::copy;
    case runtime::trace_barrier: return TraceEvent::Kind::barrier;
    default: return TraceEvent::Kind::end;
    }
}

} // namespace

Trace trace_from(std::span<const runtime::TraceEvent> events, std::uint64_t count, const Lab& lab,
                 const Extents& extents, const SweepOnGpu& traced, const Artifact& artifact,
                 const SourceLines& lines) {
    Trace trace;
    trace.arrays = arrays_of(lab, extents, artifact, traced);
    const auto first_variable =
        static_cast<std::int64_t>(trace.arrays.size() - artifact.variables.size());
    trace.left_out = count - std::min<std::uint64_t>(count, events.size());
    trace.events.reserve(events.size());
    std::unordered_map<std::uint64_t, int> line_of_code;
    for (const runtime::TraceEvent& shared : events) {
        const runtime::TraceEvent from = shared; // the program could still change it
        TraceEvent& to = trace.events.emplace_back();
        to.kind = kind_of(from.kind);
        to.block = from.block;
        to.thread = from.thread % 1024;
        to.interval = from.interval;
        to.turns = from.turns;
        to.bytes = from.bytes;
        if (to.kind == TraceEvent::Kind::barrier) {
            to.line = static_cast<int>(std::clamp<std::int64_t>(from.place, 0, 1 << 30));
            continue;
        }
        if (to.kind == TraceEvent::Kind::end) {
            continue;
        }
        const auto [line, is_new] = line_of_code.try_emplace(from.code, 0);
        if (is_new) {
            line->second = lines.line_of_call(from.code);
        }
        to.line = line->second;
        to.code = from.code;
        to.address = from.address;
        to.place = from.place;
        to.outside = from.outside != 0;
        std::ranges::copy(from.value, to.value.begin());
        const std::int64_t array =
            std::int64_t{from.variable} + (from.is_array != 0 ? 0 : first_variable);
        if (from.variable >= 0 && array < static_cast<std::int64_t>(trace.arrays.size())) {
            to.array = static_cast<std::int32_t>(array);
        }
    }
    return trace;
}

} // namespace kit
