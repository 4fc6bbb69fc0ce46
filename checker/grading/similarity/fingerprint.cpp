#include "checker/grading/similarity/fingerprint.hpp"

#include <algorithm>
#include <limits>

namespace kit {

std::vector<Fingerprint> runs_of(const std::vector<PlainToken>& tokens, std::size_t run) {
    std::vector<Fingerprint> runs;
    for (std::size_t begin = 0; begin + run <= tokens.size(); ++begin) {
        std::uint64_t hash = 0;
        for (std::size_t i = begin; i < begin + run; ++i) {
            hash = (hash ^ tokens[i].symbol) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 29U;
        }
        runs.push_back({hash, tokens[begin].line, tokens[begin + run - 1].line});
    }
    return runs;
}

std::vector<Fingerprint> winnowed(const std::vector<Fingerprint>& runs, std::size_t window) {
    std::vector<Fingerprint> chosen;
    std::size_t last = std::numeric_limits<std::size_t>::max();
    for (std::size_t begin = 0; begin < runs.size(); ++begin) {
        const std::size_t end = std::min(begin + window, runs.size());
        if (end - begin < window && begin > 0) {
            break;
        }
        std::size_t least = begin;
        for (std::size_t i = begin; i < end; ++i) {
            // Of equal ones the rightmost: it stays the least for the most windows.
            if (runs[i].hash <= runs[least].hash) {
                least = i;
            }
        }
        if (least != last) {
            chosen.push_back(runs[least]);
            last = least;
        }
    }
    return chosen;
}

} // namespace kit
