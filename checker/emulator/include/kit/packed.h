// Device functions for two numbers of 16 bits, or four of 8, that are packed into a word: CUDA Math API, "SIMD
// Intrinsics" and "DPX".
#pragma once

#include "integers.h"

/// Puts what `work` makes of each lane of three words into the lanes of one.
template <class Lane, class Work>
KIT_DEVICE unsigned int kit_lanes(unsigned int a, unsigned int b, unsigned int c, Work work) {
    constexpr int bits = static_cast<int>(sizeof(Lane)) * 8;
    unsigned int result = 0;
    for (int i = 0; i * bits < 32; ++i) {
        const int made = work(kit_lane<Lane>(a, i), kit_lane<Lane>(b, i), kit_lane<Lane>(c, i));
        result |= (static_cast<unsigned int>(made) & ((1u << bits) - 1)) << i * bits;
    }
    return result;
}

/// The sum of what `work` makes of each lane.
template <class Lane, class Work>
KIT_DEVICE unsigned int kit_lanes_sum(unsigned int a, unsigned int b, Work work) {
    unsigned int sum = 0;
    for (int i = 0; i < 4 / static_cast<int>(sizeof(Lane)); ++i) {
        sum += static_cast<unsigned int>(work(kit_lane<Lane>(a, i), kit_lane<Lane>(b, i)));
    }
    return sum;
}

/// The nearest number that a lane can hold.
template <class Lane>
KIT_DEVICE int kit_saturated(int value) {
    constexpr int bits = static_cast<int>(sizeof(Lane)) * 8;
    constexpr int least = static_cast<Lane>(-1) < 0 ? -(1 << (bits - 1)) : 0;
    constexpr int most = least + (1 << bits) - 1;
    return value < least ? least : value > most ? most : value;
}

#define KIT_OF_TWO(name, lane, value)                                                              \
    KIT_DEVICE unsigned int name(unsigned int a, unsigned int b) {                                 \
        return kit_lanes<lane>(a, b, 0, [](int x, int y, int) { return value; });                  \
    }
#define KIT_OF_ONE(name, lane, value)                                                              \
    KIT_DEVICE unsigned int name(unsigned int a) {                                                 \
        return kit_lanes<lane>(a, 0, 0, [](int x, int, int) { return value; });                    \
    }
#define KIT_COMPARED(name, lane, lanes, operation)                                                 \
    KIT_OF_TWO(__vcmp##name##lanes, lane, x operation y ? -1 : 0)                                  \
    KIT_OF_TWO(__vset##name##lanes, lane, x operation y ? 1 : 0)
#define KIT_DIFFERENCES(name, lane, lanes)                                                         \
    KIT_OF_TWO(__vabsdiff##name##lanes, lane, x < y ? y - x : x - y)                               \
    KIT_DEVICE unsigned int __vsad##name##lanes(unsigned int a, unsigned int b) {                  \
        return kit_lanes_sum<lane>(a, b, [](int x, int y) { return x < y ? y - x : x - y; });      \
    }
#define KIT_PACKED(lanes, with_sign, without)                                                      \
    KIT_OF_ONE(__vabs##lanes, with_sign, x < 0 ? -x : x)                                           \
    KIT_OF_ONE(__vabsss##lanes, with_sign, kit_saturated<with_sign>(x < 0 ? -x : x))               \
    KIT_OF_ONE(__vneg##lanes, with_sign, -x)                                                       \
    KIT_OF_ONE(__vnegss##lanes, with_sign, kit_saturated<with_sign>(-x))                           \
    KIT_OF_TWO(__vadd##lanes, without, x + y)                                                      \
    KIT_OF_TWO(__vaddss##lanes, with_sign, kit_saturated<with_sign>(x + y))                        \
    KIT_OF_TWO(__vaddus##lanes, without, kit_saturated<without>(x + y))                            \
    KIT_OF_TWO(__vsub##lanes, without, x - y)                                                      \
    KIT_OF_TWO(__vsubss##lanes, with_sign, kit_saturated<with_sign>(x - y))                        \
    KIT_OF_TWO(__vsubus##lanes, without, kit_saturated<without>(x - y))                            \
    KIT_OF_TWO(__vavgs##lanes, with_sign, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)                     \
    KIT_OF_TWO(__vavgu##lanes, without, (x + y + 1) >> 1)                                          \
    KIT_OF_TWO(__vhaddu##lanes, without, (x + y) >> 1)                                             \
    KIT_OF_TWO(__vmaxs##lanes, with_sign, x < y ? y : x)                                           \
    KIT_OF_TWO(__vmaxu##lanes, without, x < y ? y : x)                                             \
    KIT_OF_TWO(__vmins##lanes, with_sign, y < x ? y : x)                                           \
    KIT_OF_TWO(__vminu##lanes, without, y < x ? y : x)                                             \
    KIT_COMPARED(eq, without, lanes, ==)                                                           \
    KIT_COMPARED(ne, without, lanes, !=)                                                           \
    KIT_COMPARED(ges, with_sign, lanes, >=)                                                        \
    KIT_COMPARED(geu, without, lanes, >=)                                                          \
    KIT_COMPARED(gts, with_sign, lanes, >)                                                         \
    KIT_COMPARED(gtu, without, lanes, >)                                                           \
    KIT_COMPARED(les, with_sign, lanes, <=)                                                        \
    KIT_COMPARED(leu, without, lanes, <=)                                                          \
    KIT_COMPARED(lts, with_sign, lanes, <)                                                         \
    KIT_COMPARED(ltu, without, lanes, <)                                                           \
    KIT_DIFFERENCES(s, with_sign, lanes)                                                           \
    KIT_DIFFERENCES(u, without, lanes)
KIT_PACKED(2, short, unsigned short)
KIT_PACKED(4, signed char, unsigned char)
#undef KIT_PACKED
#undef KIT_DIFFERENCES
#undef KIT_COMPARED
#undef KIT_OF_TWO
#undef KIT_OF_ONE

// The greater or smaller of a sum and a third number, of three numbers, and of two with a note which it was; _relu:
// and not below 0. Sums wrap.
#define KIT_THREE(suffix, type)                                                                    \
    KIT_DEVICE type __viaddmax_##suffix(type a, type b, type c) {                                  \
        return max(static_cast<type>(static_cast<unsigned int>(a) + b), c);                        \
    }                                                                                              \
    KIT_DEVICE type __viaddmin_##suffix(type a, type b, type c) {                                  \
        return min(static_cast<type>(static_cast<unsigned int>(a) + b), c);                        \
    }                                                                                              \
    KIT_DEVICE type __vimax3_##suffix(type a, type b, type c) { return max(max(a, b), c); }        \
    KIT_DEVICE type __vimin3_##suffix(type a, type b, type c) { return min(min(a, b), c); }        \
    KIT_DEVICE type __vibmax_##suffix(type a, type b, bool* first) {                               \
        *first = a >= b;                                                                           \
        return max(a, b);                                                                          \
    }                                                                                              \
    KIT_DEVICE type __vibmin_##suffix(type a, type b, bool* first) {                               \
        *first = a <= b;                                                                           \
        return min(a, b);                                                                          \
    }
KIT_THREE(s32, int)
KIT_THREE(u32, unsigned int)
#undef KIT_THREE
KIT_DEVICE int __viaddmax_s32_relu(int a, int b, int c) { return max(__viaddmax_s32(a, b, c), 0); }
KIT_DEVICE int __viaddmin_s32_relu(int a, int b, int c) { return max(__viaddmin_s32(a, b, c), 0); }
KIT_DEVICE int __vimax3_s32_relu(int a, int b, int c) { return max(__vimax3_s32(a, b, c), 0); }
KIT_DEVICE int __vimin3_s32_relu(int a, int b, int c) { return max(__vimin3_s32(a, b, c), 0); }
KIT_DEVICE int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
KIT_DEVICE int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }

#define KIT_THREE_PACKED(suffix, lane)                                                             \
    KIT_DEVICE unsigned int __viaddmax_##suffix(unsigned int a, unsigned int b, unsigned int c) {  \
        return kit_lanes<lane>(a, b, c, [](int x, int y, int z) {                                  \
            return max(static_cast<int>(static_cast<lane>(x + y)), z);                             \
        });                                                                                        \
    }                                                                                              \
    KIT_DEVICE unsigned int __viaddmin_##suffix(unsigned int a, unsigned int b, unsigned int c) {  \
        return kit_lanes<lane>(a, b, c, [](int x, int y, int z) {                                  \
            return min(static_cast<int>(static_cast<lane>(x + y)), z);                             \
        });                                                                                        \
    }                                                                                              \
    KIT_DEVICE unsigned int __vimax3_##suffix(unsigned int a, unsigned int b, unsigned int c) {    \
        return kit_lanes<lane>(a, b, c, [](int x, int y, int z) { return max(max(x, y), z); });    \
    }                                                                                              \
    KIT_DEVICE unsigned int __vimin3_##suffix(unsigned int a, unsigned int b, unsigned int c) {    \
        return kit_lanes<lane>(a, b, c, [](int x, int y, int z) { return min(min(x, y), z); });    \
    }                                                                                              \
    KIT_DEVICE unsigned int __vibmax_##suffix(unsigned int a, unsigned int b, bool* first_high,    \
                                              bool* first_low) {                                   \
        *first_high = kit_lane<lane>(a, 1) >= kit_lane<lane>(b, 1);                                \
        *first_low = kit_lane<lane>(a, 0) >= kit_lane<lane>(b, 0);                                 \
        return kit_lanes<lane>(a, b, 0, [](int x, int y, int) { return max(x, y); });              \
    }                                                                                              \
    KIT_DEVICE unsigned int __vibmin_##suffix(unsigned int a, unsigned int b, bool* first_high,    \
                                              bool* first_low) {                                   \
        *first_high = kit_lane<lane>(a, 1) <= kit_lane<lane>(b, 1);                                \
        *first_low = kit_lane<lane>(a, 0) <= kit_lane<lane>(b, 0);                                 \
        return kit_lanes<lane>(a, b, 0, [](int x, int y, int) { return min(x, y); });              \
    }
KIT_THREE_PACKED(s16x2, short)
KIT_THREE_PACKED(u16x2, unsigned short)
#undef KIT_THREE_PACKED
KIT_DEVICE unsigned int kit_not_below_0(unsigned int a) { return __vmaxs2(a, 0); }
KIT_DEVICE unsigned int __viaddmax_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    return kit_not_below_0(__viaddmax_s16x2(a, b, c));
}
KIT_DEVICE unsigned int __viaddmin_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    return kit_not_below_0(__viaddmin_s16x2(a, b, c));
}
KIT_DEVICE unsigned int __vimax3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    return kit_not_below_0(__vimax3_s16x2(a, b, c));
}
KIT_DEVICE unsigned int __vimin3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
    return kit_not_below_0(__vimin3_s16x2(a, b, c));
}
KIT_DEVICE unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) {
    return kit_not_below_0(__vmaxs2(a, b));
}
KIT_DEVICE unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) {
    return kit_not_below_0(__vmins2(a, b));
}
