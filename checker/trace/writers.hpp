// Who wrote what the accesses of a trace read.
#pragma once

#include "checker/model/trace.hpp"

#include <cstddef>
#include <vector>

namespace kit {

/// For each event, the event that wrote the element it loads; `nobody` where no recorded event did: it is the input,
/// or memory that nothing wrote, or another block's. Of other events, what stood there before, in the same way.
struct Writers {
    static constexpr std::size_t nobody = ~std::size_t{0};

    explicit Writers(const Trace& trace);

    std::vector<std::size_t> of;
};

} // namespace kit
