#include "checker/trace/stores.hpp"

#include "checker/diagnosis/wording.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace kit {

std::vector<Store> stores_of(const RecordedLaunch& recorded) {
    const Trace& trace = recorded.observation.trace;
    const LaunchShape& launch = recorded.observation.launch;
    const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
    std::vector<Store> stores;
    for (const TraceEvent& event : trace.events) {
        if (event.kind != TraceEvent::Kind::store || event.array < 0 || event.outside ||
            trace.arrays[event.array].name != out) {
            continue;
        }
        const std::int64_t first = element_index(trace, event);
        const std::int64_t last = // one past it: a float4 has four
            std::min<std::int64_t>(
                first + static_cast<std::int64_t>(event.bytes / bytes_of(recorded.lab.element)),
                recorded.extents.cells());
        for (std::int64_t element = first; element < last; ++element) {
            stores.push_back({position(event.block, launch.grid),
                              position(event.thread, launch.block),
                              recorded.extents.cell(element)});
        }
    }
    return stores;
}

} // namespace kit
