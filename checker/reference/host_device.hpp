// Marks a function that nvcc compiles for the kit's own GPU kernels and the host compiler for the reference.
#pragma once

#ifdef __CUDACC__
#define KIT_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define KIT_HOST_DEVICE [[gnu::always_inline]] inline
#endif
