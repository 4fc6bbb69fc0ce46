#include "checker/check/hints/recordings.hpp"

#include <algorithm>

namespace kit {

std::shared_ptr<const RecordedLaunch>
Recordings::of(const Case& grid, std::optional<std::uint64_t> block, std::uint64_t capacity) {
    const auto known = std::ranges::find_if(kept_, [&](const Kept& kept) {
        return kept.variant == grid.variant && kept.extents == grid.extents &&
               kept.block == block && kept.capacity == capacity;
    });
    if (known != kept_.end()) {
        return known->launch;
    }
    auto launch = std::make_shared<const RecordedLaunch>(
        record_launch(*grid.variant, grid.extents, *sources_.program, sources_.submission,
                      sources_.seed, block, {}, capacity));
    constexpr std::size_t most =
        4; // of up to 27 MB, and a hundred where a hint asks for more events
    if (kept_.size() == most) {
        kept_.pop_front();
    }
    kept_.push_back({grid.variant, grid.extents, block, capacity, launch});
    return launch;
}

} // namespace kit
