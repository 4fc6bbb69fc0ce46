#pragma once

#include "kit/small_floats.h"

KIT_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16, 7, 127)
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
