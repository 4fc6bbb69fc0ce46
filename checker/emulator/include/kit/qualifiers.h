// CUDA's declaration specifiers in clang's words.
#pragma once

// The standard headers come first: some of them spell attributes with the names defined below.
// libstdc++ puts the special functions of C++17 (std::legendre and the like) into <math.h>: two thirds
// of what compiling a kernel took. A kernel on a GPU has none of them. The switch is set by the first
// header of the library, and another library does not know it.
#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __managed__ __attribute__((device))
// The compiler for a GPU keeps the bound; kit-instrument finds it by the annotation.
#define __launch_bounds__(...)                                                                     \
    __attribute__((launch_bounds(__VA_ARGS__), annotate("kit_launch_bounds", __VA_ARGS__)))
#define __grid_constant__
#define __cluster_dims__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))

#define __shared__ __attribute__((shared))

// kit-instrument tells constant memory from __device__ variables by the annotation.
#define __constant__ __attribute__((constant, annotate("kit_constant")))

// clang 16 and later know the word, and headers of the C++ library rely on that.
#if __clang_major__ < 16
#define __noinline__ __attribute__((noinline))
#endif
