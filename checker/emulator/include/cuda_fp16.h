#pragma once

#include "kit/small_floats.h"

KIT_SMALL_FLOAT(__half, __half2, half, 10, 15)
using half = __half;
using half2 = __half2;
