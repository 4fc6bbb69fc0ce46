// Device functions for whole numbers and their bits: CUDA Math API, "Integer Intrinsics", and dot products and the
// like of packed numbers.
#pragma once

#include "numbers.h"

KIT_DEVICE int __popc(unsigned int x) { return __builtin_popcount(x); }
KIT_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
KIT_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
KIT_DEVICE int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
KIT_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
KIT_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
KIT_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
KIT_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
KIT_DEVICE unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
KIT_DEVICE unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
KIT_DEVICE unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

/// The low 24 bits of each, without and with a sign.
KIT_DEVICE unsigned int __umul24(unsigned int a, unsigned int b) {
    return (a & 0xffffffu) * (b & 0xffffffu);
}
KIT_DEVICE int __mul24(int a, int b) {
    const auto low = [](int x) {
        return static_cast<unsigned int>(static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8);
    };
    return static_cast<int>(low(a) * low(b));
}
KIT_DEVICE int __mulhi(int a, int b) {
    return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
KIT_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b >> 32);
}
KIT_DEVICE long long __mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
KIT_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}

// Averages, rounded down and up, without overflow.
KIT_DEVICE int __hadd(int a, int b) {
    return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
KIT_DEVICE int __rhadd(int a, int b) {
    return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
KIT_DEVICE unsigned int __uhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b) >> 1);
}
KIT_DEVICE unsigned int __urhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
/// |a - b| + c
KIT_DEVICE unsigned int __sad(int a, int b, unsigned int c) {
    const long long difference = static_cast<long long>(a) - b;
    return static_cast<unsigned int>(difference < 0 ? -difference : difference) + c;
}
KIT_DEVICE unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
    return (a < b ? b - a : a - b) + c;
}

/// Each of the result's four bytes is the one of b:a that four bits of `selector` name; their highest bit asks for the
/// byte's sign instead.
KIT_DEVICE unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i) {
        result |= static_cast<unsigned int>(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
    }
    return result;
}

// Shifts of 64 bits, high:low, of which 32 are kept. _lc and _rc take distances beyond 32 for 32, the others take
// their last five bits.
KIT_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int by) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both << (by & 31) >> 32);
}
KIT_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int by) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (by & 31));
}
KIT_DEVICE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int by) {
    return by >= 32 ? low : __funnelshift_l(low, high, by);
}
KIT_DEVICE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int by) {
    return by >= 32 ? high : __funnelshift_r(low, high, by);
}

/// The place of the |n|-th set bit from `base` on, up for n > 0 and down for n < 0; 0xffffffff if there is none.
KIT_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int n) {
    if (n == 0) {
        return base < 32 && (mask >> base & 1) != 0 ? base : 0xffffffffu;
    }
    const int step = n > 0 ? 1 : -1;
    int left = n > 0 ? n : -n;
    for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
        left -= static_cast<int>(mask >> at & 1);
        if (left == 0) {
            return static_cast<unsigned int>(at);
        }
    }
    return 0xffffffffu;
}

/// Number `lane` of those of a type that are packed into a word.
template <class Lane>
KIT_DEVICE Lane kit_lane(unsigned int word, int lane) {
    return static_cast<Lane>(word >> lane * static_cast<int>(sizeof(Lane)) * 8);
}

// The dot product of four bytes, or of two short numbers and two bytes, and a third number.
#define KIT_DOT_PRODUCTS(type, byte, half)                                                         \
    KIT_DEVICE type __dp4a(type a, type b, type c) {                                               \
        for (int i = 0; i < 4; ++i) {                                                              \
            c += static_cast<type>(kit_lane<byte>(static_cast<unsigned int>(a), i)) *              \
                 kit_lane<byte>(static_cast<unsigned int>(b), i);                                  \
        }                                                                                          \
        return c;                                                                                  \
    }                                                                                              \
    KIT_DEVICE type kit_dp2a(type a, type b, type c, int first) {                                  \
        for (int i = 0; i < 2; ++i) {                                                              \
            c += static_cast<type>(kit_lane<half>(static_cast<unsigned int>(a), i)) *              \
                 kit_lane<byte>(static_cast<unsigned int>(b), first + i);                          \
        }                                                                                          \
        return c;                                                                                  \
    }                                                                                              \
    KIT_DEVICE type __dp2a_lo(type a, type b, type c) { return kit_dp2a(a, b, c, 0); }             \
    KIT_DEVICE type __dp2a_hi(type a, type b, type c) { return kit_dp2a(a, b, c, 2); }
KIT_DOT_PRODUCTS(int, signed char, short)
KIT_DOT_PRODUCTS(unsigned int, unsigned char, unsigned short)
#undef KIT_DOT_PRODUCTS

KIT_DEVICE unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
KIT_DEVICE unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
KIT_DEVICE long long llmin(long long a, long long b) { return min(a, b); }
KIT_DEVICE long long llmax(long long a, long long b) { return max(a, b); }
KIT_DEVICE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
KIT_DEVICE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
