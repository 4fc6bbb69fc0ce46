// Names the arrays of several GPUs as the kernel does: each has its own slab and knows its neighbours'.
#pragma once

#include "checker/emulator/host/event_findings.hpp"
#include "checker/model/slabs.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kit {

/// One of the arrays of a GPU's slab.
struct SlabArray {
    std::string name;        ///< "below.out", as the GPU that made the access calls it
    unsigned gpu = 0;        ///< whose memory it is
    std::int32_t number = 0; ///< 0: read in even sweeps; 1: in odd ones; 2: the flags
    std::int64_t planes = 0; ///< its GPU's own
    std::int64_t plane_cells = 0;

    [[nodiscard]] bool is_flags() const { return number == 2; }

    [[nodiscard]] std::int64_t elements() const {
        return is_flags() ? std::int64_t{runtime::flag_bytes / 4} : (planes + 2) * plane_cells;
    }

    /// Whether the element lies in the ghost plane below, or above.
    [[nodiscard]] bool is_below(std::int64_t index) const {
        return !is_flags() && index >= 0 && index < plane_cells;
    }

    [[nodiscard]] bool is_above(std::int64_t index) const {
        return !is_flags() && index >= (planes + 1) * plane_cells && index < elements();
    }

    /// Whether the element lies in a ghost plane between two GPUs.
    [[nodiscard]] bool is_sent_by_neighbour(std::int64_t index, const EventContext& context) const {
        const auto gpus = slabs_of(context.lab, context.extents).size();
        return (is_below(index) && gpu > 0) || (is_above(index) && gpu + 1 < gpus);
    }

    /// "plane 3 of GPU 1", "the ghost plane below of GPU 1", "the flags of GPU 1".
    [[nodiscard]] std::string place(std::int64_t index) const;
};

/// Absent if the lab has no slabs, or the event names none of their arrays.
[[nodiscard]] std::optional<SlabArray> slab_array_of(const runtime::Event& event,
                                                     const EventContext& context);

/// Fills message, hint and cause of a race of two GPUs; the finding has the element's index.
void explain_race_of_gpus(const runtime::Event& event, const EventContext& context,
                          const SlabArray& array, Finding& finding);

/// Fills message and hint of a read of what no GPU has sent.
void explain_unsent(const EventContext& context, const SlabArray& array, const std::string& cell,
                    Finding& finding);

} // namespace kit
