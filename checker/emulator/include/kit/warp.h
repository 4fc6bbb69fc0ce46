// Shuffles, votes and barriers among the 32 lanes of a warp.
#pragma once

#include "atomics.h"

enum KitWarpOperation {
    kit_warp_barrier,
    kit_warp_shuffle,      ///< lane `operand` of the segment
    kit_warp_shuffle_up,   ///< `operand` lanes below, within the segment
    kit_warp_shuffle_down, ///< `operand` lanes above, within the segment
    kit_warp_shuffle_xor,  ///< lane number xor `operand`, within the segment
    kit_warp_ballot,
    kit_warp_match_any,
    kit_warp_match_all,
};

extern "C" {
/// Waits until all lanes of `mask` that have not returned meet in the same operation, then gives this lane its
/// result: the bits of the lane shuffled from, or the mask of lanes that voted. `line`: of a shuffle of floats the line
/// of its call, of doubles the same below 0: what a lane that takes no part would give is a NaN of that line.
unsigned long long kit_warp_collective(int operation, unsigned int mask, unsigned long long value,
                                       unsigned int operand, int width, int line);
/// Lanes of this warp that run and come to this call, too, before they wait for others. Calls of two branches stay
/// two.
#ifdef __clang__ // and not the compiler of the runtime, which knows no such attribute
__attribute__((nomerge))
#endif
unsigned int kit_warp_active(void);
}

KIT_INLINE void __syncwarp(unsigned int mask = 0xffffffffu) {
    kit_warp_collective(kit_warp_barrier, mask, 0, 0, 32, 0);
}

/// CUDA's functions take int and larger: bool, char and short are promoted.
template <class T>
KIT_INLINE auto kit_promoted(T value) {
    if constexpr (sizeof(T) < sizeof(int)) {
        return static_cast<int>(value);
    } else {
        return value;
    }
}

template <class T>
constexpr bool kit_is_real = false;
template <>
inline constexpr bool kit_is_real<float> = true;
template <>
inline constexpr bool kit_is_real<double> = true;

#define KIT_SHUFFLE(name, operation, operand_type)                                                 \
    template <class T>                                                                             \
    KIT_INLINE auto name(unsigned int mask, T value, operand_type operand, int width = 32,         \
                         int line = __builtin_LINE()) {                                            \
        static_assert(sizeof(T) <= 4 || sizeof(T) == 8, "a shuffle moves 4 or 8 bytes");           \
        const auto promoted = kit_promoted(value);                                                 \
        return kit_value<decltype(kit_promoted(value))>(kit_warp_collective(                       \
            operation, mask, kit_bits(promoted), static_cast<unsigned int>(operand), width,        \
            kit_is_real<T> ? (sizeof(T) == 8 ? -line : line) : 0));                                \
    }
KIT_SHUFFLE(__shfl_sync, kit_warp_shuffle, int)
KIT_SHUFFLE(__shfl_up_sync, kit_warp_shuffle_up, unsigned int)
KIT_SHUFFLE(__shfl_down_sync, kit_warp_shuffle_down, unsigned int)
KIT_SHUFFLE(__shfl_xor_sync, kit_warp_shuffle_xor, int)
#undef KIT_SHUFFLE

KIT_INLINE unsigned int __ballot_sync(unsigned int mask, int predicate) {
    return static_cast<unsigned int>(
        kit_warp_collective(kit_warp_ballot, mask, predicate != 0, 0, 32, 0));
}
KIT_INLINE int __any_sync(unsigned int mask, int predicate) {
    return __ballot_sync(mask, predicate) != 0;
}
KIT_INLINE int __all_sync(unsigned int mask, int predicate) {
    return __ballot_sync(mask, !predicate) == 0;
}
template <class T>
KIT_INLINE unsigned int __match_any_sync(unsigned int mask, T value) {
    return static_cast<unsigned int>(
        kit_warp_collective(kit_warp_match_any, mask, kit_bits(kit_promoted(value)), 0, 32, 0));
}
template <class T>
KIT_INLINE unsigned int __match_all_sync(unsigned int mask, T value, int* all_equal) {
    const unsigned int lanes = static_cast<unsigned int>(
        kit_warp_collective(kit_warp_match_all, mask, kit_bits(kit_promoted(value)), 0, 32, 0));
    *all_equal = lanes != 0;
    return lanes;
}
KIT_INLINE unsigned int __activemask() { return kit_warp_active(); }
