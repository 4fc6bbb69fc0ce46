// Asynchronous copies of single threads.
#pragma once

#include "cuda_runtime.h"

#pragma clang force_cuda_host_device begin

KIT_INLINE void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                        size_t zeros = 0) {
    kit_copy_begin(to, from, bytes, zeros);
}

KIT_INLINE void __pipeline_commit() { kit_copy_commit(); }
KIT_INLINE void __pipeline_wait_prior(size_t batches) { kit_copy_wait(batches); }

#pragma clang force_cuda_host_device end
