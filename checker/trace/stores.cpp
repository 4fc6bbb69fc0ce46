#include "checker/trace/stores.hpp"

#include "checker/diagnosis/wording.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"

#include <string>

namespace kit {

std::vector<Store> stores_of(const RecordedLaunch& recorded) {
    const Trace& trace = recorded.observation.trace;
    const LaunchShape& launch = recorded.observation.launch;
    const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
    std::vector<Store> stores;
    for (const TraceEvent& event : trace.events) {
        if (event.kind != TraceEvent::Kind::store || event.array < 0 || event.outside ||
            trace.arrays[static_cast<std::size_t>(event.array)].name != out) {
            continue;
        }
        stores.push_back({position(event.block, launch.grid), position(event.thread, launch.block),
                          recorded.extents.cell(element_index(trace, event))});
    }
    return stores;
}

} // namespace kit
