// What tutorials include beside cuda_runtime.h; it has all that a kernel needs.
#pragma once

#include "cuda_runtime.h"
