// CUDA's language on the CPU: what a kernel.cu sees when it is compiled for the emulator.
//
// The host compiler instruments every memory access of the submission (-fsanitize=thread) and the
// kit's runtime answers the calls. A name that is missing here is reported as an unsupported feature.
#pragma once

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
#include <stdio.h>

// Language and no library: a braced list in a range-for needs it, and nvcc has it included.
#include <initializer_list>
