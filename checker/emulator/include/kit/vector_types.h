// CUDA's built-in vector types, with the alignments that decide how wide a memory access is.
#pragma once

#define KIT_VECTOR_TYPES(base, name, align2, align4)                                               \
    struct name##1 {                                                                               \
        base x;                                                                                    \
    };                                                                                             \
    struct __attribute__((aligned(align2))) name##2 {                                              \
        base x, y;                                                                                 \
    };                                                                                             \
    struct name##3 {                                                                               \
        base x, y, z;                                                                              \
    };                                                                                             \
    struct __attribute__((aligned(align4))) name##4 {                                              \
        base x, y, z, w;                                                                           \
    };                                                                                             \
    constexpr name##1 make_##name##1(base x) { return {x}; }                                       \
    constexpr name##2 make_##name##2(base x, base y) { return {x, y}; }                            \
    constexpr name##3 make_##name##3(base x, base y, base z) { return {x, y, z}; }                 \
    constexpr name##4 make_##name##4(base x, base y, base z, base w) { return {x, y, z, w}; }

KIT_VECTOR_TYPES(signed char, char, 2, 4)
KIT_VECTOR_TYPES(unsigned char, uchar, 2, 4)
KIT_VECTOR_TYPES(short, short, 4, 8)
KIT_VECTOR_TYPES(unsigned short, ushort, 4, 8)
KIT_VECTOR_TYPES(int, int, 8, 16)
KIT_VECTOR_TYPES(unsigned int, uint, 8, 16)
KIT_VECTOR_TYPES(long, long, 16, 16)
KIT_VECTOR_TYPES(unsigned long, ulong, 16, 16)
KIT_VECTOR_TYPES(long long, longlong, 16, 16)
KIT_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
KIT_VECTOR_TYPES(float, float, 8, 16)
KIT_VECTOR_TYPES(double, double, 16, 16)

#undef KIT_VECTOR_TYPES

/// Extents of a grid or a block; what is left out is 1.
struct dim3 {
    unsigned int x, y, z;

    constexpr dim3(unsigned int width = 1, unsigned int height = 1, unsigned int depth = 1)
        : x(width), y(height), z(depth) {}
    constexpr dim3(uint3 extents) : x(extents.x), y(extents.y), z(extents.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
