// Where a thread is: threadIdx and its companions.
//
// They are const for the submission, and in the life of one thread they are: kit-instrument does not announce
// reads of them. The runtime, which defines them, sets them at every switch.
#pragma once

#include "vector_types.h"

// kit-instrument makes the first two thread-local.
#define KIT_PLACE extern __attribute__((device)) const uint3

KIT_PLACE threadIdx __asm__("kit_thread_index");
KIT_PLACE blockIdx __asm__("kit_block_index");
KIT_PLACE blockDim __asm__("kit_block_extents");
KIT_PLACE gridDim __asm__("kit_grid_extents");
// Not a constant for the compiler: CUDA takes it for no array's size and no template's argument.
__attribute__((device)) static const int warpSize =
    static_cast<int>(reinterpret_cast<unsigned long>(reinterpret_cast<const char*>(32ul)));

#undef KIT_PLACE
