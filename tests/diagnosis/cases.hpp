// A case that ran, made in code: what the lab asks for, for a test to spoil.
#pragma once

#include "checker/model/observation.hpp"
#include "checker/reference/sweep.hpp"
#include "tests/reference/labs.hpp"

#include <bit>
#include <cstring>

namespace kit::tests {

/// Row-major float cells, written as bits so that a NaN stays the one it is.
inline void set_cell(std::vector<std::byte>& array, std::int64_t index, float value) {
    std::memcpy(array.data() + sizeof(float) * static_cast<std::size_t>(index), &value,
                sizeof(float));
}

/// A completed run of a float lab whose output is right.
inline Observation right_observation(const Lab& lab, const CaseData& data) {
    Observation observation;
    observation.extents = data.extents;
    observation.launched = true;
    observation.completed = true;
    observation.input = data.input;
    observation.output = data.output;
    observation.seconds = 0.5;
    const Sweep sweep(lab, data);
    ExpectedStrip expected;
    for (std::int64_t number = 0; number < sweep.strips(); ++number) {
        const Strip strip = sweep.strip(number);
        sweep.compute(strip, expected);
        for (std::int64_t i = expected.first; i < expected.last; ++i) {
            set_cell(observation.output, data.extents.index(strip.x + i, strip.y, strip.z),
                     static_cast<float>(expected.value[i]));
        }
    }
    return observation;
}

} // namespace kit::tests
