// CUDA's language on the CPU: what a kernel.cu sees when it is compiled for the emulator.
//
// Every memory access of the submission is announced to the kit's runtime, by kit-instrument. A name that is missing here is reported as an unsupported feature.
#pragma once

#include <cstddef>
#include <stdio.h>

extern "C" __attribute__((device)) int printf(const char* format, ...);
// What follows can be called from host and device alike.
#pragma clang force_cuda_host_device begin

#include "kit/qualifiers.h"
// The order matters: types before what uses them.
#include "kit/vector_types.h"

#include "kit/places.h"

#include "kit/atomics.h"
#include "kit/memory.h"
#include "kit/numbers.h"
#include "kit/synchronization.h"
#include "kit/warp.h"

#include <assert.h>

// Language and no library: a braced list in a range-for needs it, and nvcc has it included.
#include <initializer_list>

#pragma clang force_cuda_host_device end

// clang makes for the host a function of each kernel's name, which calls these.
extern "C" {
int cudaLaunchKernel(const void*, dim3, dim3, void**, unsigned long, void*);
unsigned int __cudaPopCallConfiguration(dim3*, dim3*, unsigned long*, void*);
// Not declared: __cudaPushCallConfiguration, which a launch calls. A submission launches nothing.
}
