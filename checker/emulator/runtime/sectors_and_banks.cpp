#include "checker/emulator/runtime/sectors_and_banks.hpp"

#include "checker/emulator/runtime/warp.hpp"

#include <algorithm>
#include <array>

namespace kit::runtime {

namespace {

constexpr std::uint32_t sector_shift = 5;
constexpr std::uint32_t word_shift = 2;
constexpr std::uint32_t banks = 32;
constexpr std::uint32_t pass_bytes = 128;
/// Words of one instruction: 16 bytes that begin anywhere are in five words at most.
constexpr std::uint32_t max_units = 32 * 5;

/// Numbers of aligned units of 2^shift bytes that lanes touch, with repetitions.
struct Units {
    std::array<std::uint64_t, max_units> number;
    std::uint32_t count = 0;

    Units(const LaneAddresses& request, std::uint32_t shift) {
        for (std::uint32_t rest = request.lanes; rest != 0; rest &= rest - 1) {
            const std::uint64_t begin = request.address[__builtin_ctz(rest)];
            const std::uint64_t last = (begin + request.bytes - 1) >> shift;
            for (std::uint64_t unit = begin >> shift; unit <= last && count < max_units; ++unit) {
                number[count++] = unit;
            }
        }
    }

    void make_distinct() {
        std::uint64_t* const end = number.data() + count;
        std::sort(number.data(), end);
        count = static_cast<std::uint32_t>(std::unique(number.data(), end) - number.data());
    }
};

/// Whether all words of a request lie within as many as there are banks: no two share one then.
bool within_one_row_of_banks(const LaneAddresses& request) {
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    for (std::uint32_t rest = request.lanes; rest != 0; rest &= rest - 1) {
        const std::uint64_t address = request.address[__builtin_ctz(rest)];
        least = std::min(least, address);
        most = std::max(most, address);
    }
    return ((most + request.bytes - 1) >> word_shift) - (least >> word_shift) < banks;
}

std::uint32_t worst_bank(const LaneAddresses& request) {
    if (request.lanes == 0) {
        return 0;
    }
    if (within_one_row_of_banks(request)) {
        return 1;
    }
    Units words(request, word_shift);
    std::array<std::uint64_t, banks> word_of_bank;
    std::uint32_t used = 0;
    bool conflict = false;
    for (std::uint32_t i = 0; i < words.count; ++i) {
        const auto bank = static_cast<std::uint32_t>(words.number[i] % banks);
        if ((used >> bank & 1) == 0) {
            used |= std::uint32_t{1} << bank;
            word_of_bank[bank] = words.number[i];
        } else {
            conflict |= word_of_bank[bank] != words.number[i];
        }
    }
    if (!conflict) {
        return used != 0 ? 1 : 0;
    }
    words.make_distinct();
    std::array<std::uint32_t, banks> in_bank{};
    for (std::uint32_t i = 0; i < words.count; ++i) {
        ++in_bank[words.number[i] % banks];
    }
    return *std::ranges::max_element(in_bank);
}

/// Whether each lane names the same address as its partner, `distance` away; a lane without an
/// active partner agrees.
bool partners_agree(const LaneAddresses& request, std::uint32_t distance) {
    for (std::uint32_t rest = request.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(rest));
        const std::uint32_t partner = lane ^ distance;
        if ((request.lanes >> partner & 1) != 0 &&
            request.address[lane] != request.address[partner]) {
            return false;
        }
    }
    return true;
}

} // namespace

std::uint32_t sectors(const LaneAddresses& request) {
    // Addresses that rise with the lane, the most common order, need no sorting.
    std::uint32_t count = 0;
    std::uint64_t end = 0; ///< one past the last sector
    for (std::uint32_t rest = request.lanes; rest != 0; rest &= rest - 1) {
        const std::uint64_t begin = request.address[__builtin_ctz(rest)];
        const std::uint64_t first = begin >> sector_shift;
        const std::uint64_t last = (begin + request.bytes - 1) >> sector_shift;
        if (first + 1 < end) {
            Units all(request, sector_shift);
            all.make_distinct();
            return all.count;
        }
        count += static_cast<std::uint32_t>(last - first) + (first + 1 != end ? 1 : 0);
        end = last + 1;
    }
    return count;
}

std::uint32_t repeated_bytes(const LaneAddresses& request) {
    std::uint64_t end = 0; ///< of what the lanes before named
    bool rising = true;
    for (std::uint32_t rest = request.lanes; rest != 0; rest &= rest - 1) {
        const std::uint64_t begin = request.address[__builtin_ctz(rest)];
        rising = rising && begin >= end;
        end = begin + request.bytes;
    }
    if (rising) {
        return 0;
    }
    std::array<std::uint64_t, warp_lanes> begins;
    std::uint32_t count = 0;
    for (std::uint32_t rest = request.lanes; rest != 0; rest &= rest - 1) {
        begins[count++] = request.address[__builtin_ctz(rest)];
    }
    std::sort(begins.data(), begins.data() + count);
    std::uint64_t repeated = 0;
    std::uint64_t covered = 0; ///< up to here all is counted
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t last = begins[i] + request.bytes;
        if (begins[i] < covered) {
            repeated += std::min(covered, last) - begins[i];
        }
        covered = std::max(covered, last);
    }
    return static_cast<std::uint32_t>(repeated);
}

std::uint32_t wavefronts(const LaneAddresses& request, bool store) {
    if (request.bytes <= 4) {
        return worst_bank(request);
    }
    // Two parts that are served apart: halves of the warp, or quarters of each half.
    const std::uint32_t lanes_together = request.bytes <= 8 ? 32 : 16;
    const std::uint32_t half = lanes_together / 2;
    const std::uint32_t half_mask = (std::uint32_t{1} << half) - 1;
    std::uint32_t count = 0;
    for (std::uint32_t first = 0; first < 32; first += lanes_together) {
        LaneAddresses low = request;
        LaneAddresses high = request;
        low.lanes = request.lanes & half_mask << first;
        high.lanes = request.lanes & half_mask << (first + half);
        LaneAddresses both = request;
        both.lanes = low.lanes | high.lanes;
        // Loads of both parts are one pass where neighbouring lanes share their words.
        const bool joined =
            !store && (partners_agree(both, 1) || partners_agree(both, 2)) && worst_bank(both) == 1;
        count += joined ? 1 : worst_bank(low) + worst_bank(high);
    }
    return count;
}

std::uint32_t ideal_wavefronts(const LaneAddresses& request, std::uint32_t needed) {
    const auto active = static_cast<std::uint32_t>(__builtin_popcount(request.lanes));
    // Accesses narrower than a bank take one all the same.
    const std::uint32_t bytes = active * std::max(request.bytes, 4u);
    return std::min(needed, (bytes + pass_bytes - 1) / pass_bytes);
}

} // namespace kit::runtime
