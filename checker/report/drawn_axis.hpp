// Where a value lies on a picture: linear and logarithmic axes.
#pragma once

#include <cmath>

namespace kit {

/// An axis from `low` to `high`, drawn from `begin` to `end`.
struct DrawnAxis {
    double low = 0;
    double high = 1;
    double begin = 0;
    double end = 1;
    bool logarithmic = true; ///< then `low` is above 0

    [[nodiscard]] double at(double value) const {
        const double part = logarithmic ? std::log(value / low) / std::log(high / low)
                                        : (value - low) / (high - low);
        return begin + part * (end - begin);
    }
};

} // namespace kit
