// What of a file is looked up in other files: hashes of runs of its words, a sparse choice that two
// files with the same run make alike.
//
// The idea is winnowing: Schleimer, Wilkerson, Aiken, "Winnowing: local algorithms for document
// fingerprinting", SIGMOD 2003. Of every `window` runs in a row the one with the least hash is
// kept, so that a common stretch of `run` + `window` − 1 words is never missed.
#pragma once

#include "checker/grading/similarity/token.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit {

struct Fingerprint {
    std::uint64_t hash = 0;
    int first_line = 1; ///< of the run's first word
    int last_line = 1;

    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Every run of `run` words, in their order; none where there are fewer words. Expects run ≥ 1.
[[nodiscard]] std::vector<Fingerprint> runs_of(const std::vector<PlainToken>& tokens,
                                               std::size_t run);

/// The chosen ones, in their order, each once; all of them with a window of 1, at least one where
/// there is any. Expects window ≥ 1.
[[nodiscard]] std::vector<Fingerprint> winnowed(const std::vector<Fingerprint>& runs,
                                                std::size_t window);

} // namespace kit
