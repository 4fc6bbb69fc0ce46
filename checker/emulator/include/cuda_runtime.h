// CUDA's language on the CPU: what a kernel.cu sees when it is compiled for the emulator.
//
// Included before the file's first line, as nvcc does. Every memory access of the submission is announced
// to the kit's runtime, by kit-instrument. A name that is missing here is reported as an unsupported
// feature.
#pragma once

#include <cstddef>
// printf is for host and device alike, the rest of the header for the host.
// Declared for each side by itself, only one of the two would come out of a precompiled header.
#pragma push_macro("printf")
#define printf kit_printf_of_the_host
#include <stdio.h>
#pragma pop_macro("printf")
#include <type_traits>
extern "C" __attribute__((host, device)) int printf(const char* format, ...);
// What follows can be called from host and device alike.
#pragma clang force_cuda_host_device begin

// Of <cmath>, which comes with these, what is C++20's own stays the host's.
#define lerp kit_lerp_of_the_host
#include "kit/qualifiers.h"
// The order matters: types before what uses them.
#include "kit/vector_types.h"

#include "kit/places.h"

#include "kit/async_copies.h"
#include "kit/atomics.h"
#include "kit/memory.h"
#include "kit/numbers.h"
#include "kit/small_changes.h"
#include "kit/special.h"
#include "kit/synchronization.h"
#include "kit/warp.h"
#undef lerp

#include <assert.h>

// Language and no library: a braced list in a range-for needs it, and nvcc has it included.
#include <initializer_list>

#pragma clang force_cuda_host_device end

// What nvcc's own headers bring: std::max() for launch_config(), nullptr_t.
#include <array>
using std::nullptr_t;

namespace std {
constexpr float lerp(float a, float b, float t) { return kit_lerp_of_the_host(a, b, t); }
constexpr double lerp(double a, double b, double t) { return kit_lerp_of_the_host(a, b, t); }
} // namespace std

// For device code alone.
#include "kit/integers.h"
#include "kit/packed.h"
#include "kit/rounding.h"

// What nvcc has in device code of the C++ library's constexpr functions, besides the above; with an option of clang's it
// has all of them.
#ifndef KIT_CONSTEXPR_OF_BOTH
namespace std {
template <class T>
__attribute__((device)) constexpr typename remove_reference<T>::type&& move(T&& value) noexcept {
    return static_cast<typename remove_reference<T>::type&&>(value);
}

template <class T>
__attribute__((device)) constexpr T&& forward(typename remove_reference<T>::type& value) noexcept {
    return static_cast<T&&>(value);
}

template <class T>
__attribute__((device)) constexpr T&& forward(typename remove_reference<T>::type&& value) noexcept {
    return static_cast<T&&>(value);
}
} // namespace std
#endif

// What nvcc of CUDA 13.0 defines, for GPUs of compute capability 9.0 (an H100 or H200). Code for other capabilities is
// compiled only where that for 9.0 cannot be, and then as for KIT_CAPABILITY.
#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_ARCH_LIST__ 900
#define CUDART_VERSION 13000
#ifdef __CUDA_ARCH__ // on the device's side
#undef __CUDA_ARCH__
#ifdef KIT_CAPABILITY
#define __CUDA_ARCH__ KIT_CAPABILITY
#else
#define __CUDA_ARCH__ 900
#endif
#endif

// clang makes for the host a function of each kernel's name, which calls these.
extern "C" {
int cudaLaunchKernel(const void*, dim3, dim3, void**, unsigned long, void*);
unsigned int __cudaPopCallConfiguration(dim3*, dim3*, unsigned long*, void*);
// Not declared: __cudaPushCallConfiguration, which a launch calls. A submission launches nothing.
}
