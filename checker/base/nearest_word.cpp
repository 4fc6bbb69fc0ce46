#include "checker/base/nearest_word.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace kit {

namespace {

/// Letters to insert, delete, replace or swap with the next to turn `from` into `to`. Each row
/// holds the distances of one beginning of `from` to all beginnings of `to`; a swap looks two rows
/// back.
std::size_t edits(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before;
    std::vector<std::size_t> above(to.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::vector<std::size_t> row(to.size() + 1, i);
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t replaced = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before = std::exchange(above, std::move(row));
    }
    return above.back();
}

} // namespace

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
    std::optional<std::string> best;
    std::size_t fewest = 0;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edits(word, candidate);
        const std::size_t allowed = std::max<std::size_t>(candidate.size() / 3, 1);
        if (distance <= allowed && (!best || distance < fewest)) {
            best = candidate;
            fewest = distance;
        }
    }
    if (best || word.empty()) {
        return best;
    }
    const auto contains = [word](const std::string& candidate) {
        return candidate.find(word) != std::string::npos;
    };
    const auto found = std::ranges::find_if(candidates, contains);
    if (found != candidates.end() && std::none_of(found + 1, candidates.end(), contains)) {
        return *found;
    }
    return std::nullopt;
}

} // namespace kit
