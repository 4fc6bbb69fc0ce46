// Where a thread is: threadIdx and its companions.
//
// They are const for the submission: a compiler does not announce reads of constants, and in the
// life of one thread they are. The runtime, which defines them, sets them at every switch.
#pragma once

#include "vector_types.h"

// kit-instrument makes the first two thread-local.
#define KIT_PLACE extern __attribute__((device)) const uint3
#define KIT_PLACE_OF_THREAD KIT_PLACE

KIT_PLACE_OF_THREAD threadIdx __asm__("kit_thread_index");
KIT_PLACE_OF_THREAD blockIdx __asm__("kit_block_index");
KIT_PLACE blockDim __asm__("kit_block_extents");
KIT_PLACE gridDim __asm__("kit_grid_extents");
constexpr int warpSize = 32;

#undef KIT_PLACE
#undef KIT_PLACE_OF_THREAD
