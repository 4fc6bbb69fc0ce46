// Asynchronous copies: the functions for single threads.
#pragma once

#include "cuda_pipeline_primitives.h"
