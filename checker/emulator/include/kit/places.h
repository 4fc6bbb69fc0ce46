// Where a thread is: threadIdx and its companions.
//
// They are const for the submission: a compiler does not instrument reads of constants, and in the
// life of one thread they are. The runtime, which defines them, sets them at every switch.
#pragma once

#include "vector_types.h"

extern constinit const thread_local uint3 threadIdx __asm__("kit_thread_index");
extern constinit const thread_local uint3 blockIdx __asm__("kit_block_index");
extern const uint3 blockDim __asm__("kit_block_extents");
extern const uint3 gridDim __asm__("kit_grid_extents");
constexpr int warpSize = 32;
