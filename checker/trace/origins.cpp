#include "checker/trace/origins.hpp"

#include "checker/trace/naming.hpp"

#include <algorithm>
#include <deque>

namespace kit {

bool is_grid(const RecordedLaunch& recorded, const TraceArray& array) {
    return !array.is_shared && array.bytes == static_cast<std::uint64_t>(recorded.extents.cells()) *
                                                  bytes_of(recorded.lab.element);
}

std::map<std::size_t, std::int64_t> origins_of(const RecordedLaunch& recorded,
                                               std::uint64_t block) {
    using Kind = TraceEvent::Kind;
    constexpr std::size_t remembered = 64;
    const Trace& trace = recorded.observation.trace;
    std::map<std::uint32_t, std::deque<const TraceEvent*>> read_by;
    std::map<std::size_t, std::int64_t> cells;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const TraceEvent& event = trace.events[i];
        if (event.block != block || event.array < 0 || event.outside) {
            continue;
        }
        const TraceArray& array = trace.arrays[event.array];
        auto& reads = read_by[event.thread];
        if (event.kind == Kind::load && array.is_input && is_grid(recorded, array)) {
            reads.push_front(&event);
            if (reads.size() > remembered) {
                reads.pop_back();
            }
        } else if (event.kind == Kind::store && array.is_shared) {
            const auto same = std::ranges::find_if(
                reads, [&](const TraceEvent* read) { return read->value == event.value; });
            if (same != reads.end()) {
                cells.emplace(i, element_index(trace, **same));
            }
        } else if (event.kind == Kind::copy && array.is_shared) {
            reads.clear(); // an asynchronous copy names its destination only
        }
    }
    return cells;
}

} // namespace kit
