#include "checker/explore/finite_difference_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kit {

namespace {

/// Weights at 0 of the derivatives 0 to `order`, for values at `points`: weight[k][j] is that of
/// point j in derivative k. Built up point by point.
std::vector<std::vector<long double>> weights_at_zero(const std::vector<long double>& points,
                                                      int order) {
    const std::size_t count = points.size();
    std::vector<std::vector<long double>> weight(static_cast<std::size_t>(order) + 1,
                                                 std::vector<long double>(count, 0));
    weight[0][0] = 1;
    long double product_before = 1;
    for (std::size_t i = 1; i < count; ++i) {
        long double product = 1;
        const std::size_t highest = std::min(i, static_cast<std::size_t>(order));
        for (std::size_t j = 0; j < i; ++j) {
            const long double distance = points[i] - points[j];
            product *= distance;
            if (j == i - 1) {
                for (std::size_t k = highest; k > 0; --k) {
                    weight[k][i] = product_before / product *
                                   (static_cast<long double>(k) * weight[k - 1][i - 1] -
                                    points[i - 1] * weight[k][i - 1]);
                }
                weight[0][i] = -product_before / product * points[i - 1] * weight[0][i - 1];
            }
            for (std::size_t k = highest; k > 0; --k) {
                weight[k][j] =
                    (points[i] * weight[k][j] - static_cast<long double>(k) * weight[k - 1][j]) /
                    distance;
            }
            weight[0][j] = points[i] * weight[0][j] / distance;
        }
        product_before = product;
    }
    return weight;
}

} // namespace

std::vector<double> finite_difference_weights(int order, int radius) {
    const int points = 2 * radius + 1;
    std::vector<double> all;
    for (int place = 0; place < points; ++place) {
        std::vector<long double> distances;
        for (int point = 0; point < points; ++point) {
            distances.push_back(point - place);
        }
        const auto weights = weights_at_zero(distances, order);
        for (const long double weight : weights[order]) {
            all.push_back(static_cast<double>(weight));
        }
    }
    return all;
}

double discretization_factor(int order, int radius) {
    const double factorial = std::tgamma(radius + 1.0);
    return order == 1 ? factorial * factorial / std::tgamma(2.0 * radius + 2)
                      : 2 * factorial * factorial / std::tgamma(2.0 * radius + 3);
}

} // namespace kit
