#include "checker/trace/writers.hpp"

#include <map>
#include <tuple>

namespace kit {

Writers::Writers(const Trace& trace) : of(trace.events.size(), nobody) {
    constexpr std::int64_t word_bytes = 4;
    // Shared arrays by block; the others are those of all blocks.
    std::map<std::tuple<std::int32_t, std::uint64_t, std::int64_t>, std::size_t> last;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const TraceEvent& event = trace.events[i];
        if (event.array < 0 || event.outside) {
            continue;
        }
        const bool is_shared = trace.arrays[event.array].is_shared;
        const std::uint64_t block = is_shared ? event.block : 0;
        const std::int64_t first = event.place / word_bytes;
        if (const auto found = last.find({event.array, block, first}); found != last.end()) {
            of[i] = found->second;
        }
        if (event.kind != TraceEvent::Kind::load) {
            for (std::int64_t word = first;
                 word * word_bytes < event.place + std::int64_t{event.bytes} && word < first + 8192;
                 ++word) {
                last[{event.array, block, word}] = i;
            }
        }
    }
}

} // namespace kit
