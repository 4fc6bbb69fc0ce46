#include "checker/emulator/events/explanations.hpp"

#include "checker/model/number_text.hpp"

#include <fmt/format.h>

namespace kit {

using wire::Event;

void explain_launch(const Event& event, Finding& finding) {
    finding.kind = FindingKind::invalid_launch;
    const auto value = [&](int i) { return with_separators(event.values[i]); };
    switch (event.kind) {
    case wire::event_bad_block:
        finding.message =
            fmt::format("launch_config() asks for blocks of {} × {} × {} threads; each "
                        "extent must be at least 1 and at most 1,024, 1,024 and 64.",
                        value(0), value(1), value(2));
        break;
    case wire::event_bad_grid:
        finding.message = fmt::format("launch_config() asks for a grid of {} × {} × {} blocks; "
                                      "each extent must be at least 1 "
                                      "and at most 2,147,483,647, 65,535 and 65,535.",
                                      value(0), value(1), value(2));
        finding.hint = "A count of blocks that is 0 comes from a division that rounds down.";
        break;
    case wire::event_too_many_threads:
        finding.message = fmt::format(
            "launch_config() asks for {} threads a block; CUDA allows {}.", value(0), value(1));
        finding.hint = "The product of the block's three extents counts.";
        break;
    default:
        // Static arrays past the limit are refused sooner, by ptxas ("uses too much shared data").
        finding.message =
            fmt::format("A block would need {} bytes of static and {} of dynamic shared "
                        "memory; it may have {} in all.",
                        value(0), value(1), value(2));
        finding.hint = "Make the tile smaller, or keep fewer planes of it.";
        break;
    }
    // Seen with CUDA 13.0 on an H200 for each of these; other versions may name another error.
    finding.detail = "CUDA itself runs nothing then: with CUDA 13.0 cudaGetLastError() is "
                     "cudaErrorInvalidValue, \"invalid argument\".";
}

} // namespace kit
