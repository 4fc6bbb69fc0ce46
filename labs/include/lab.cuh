// The few names that a kernel.cu may use besides CUDA's own.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

// The checker sets both for each lab; the defaults serve an editor.
#ifndef LAB_ELEMENT
#define LAB_ELEMENT float
#endif
#ifndef LAB_COEFFICIENTS
#define LAB_COEFFICIENTS 7
#endif

/// The stencil's coefficients, in the order of the lab's formula: the checker draws new ones for
/// every case and sets them before the launch. Labs whose kernel is a template get them as an
/// argument instead.
#ifdef KIT_EMULATOR
extern const LAB_ELEMENT c[LAB_COEFFICIENTS] __asm__("kit_coefficients");
#else
__constant__ LAB_ELEMENT c[LAB_COEFFICIENTS];
#endif

/// N coefficients as a kernel's argument: it lies in constant memory, as all arguments do.
template <class T, int N>
struct Coefficients {
    T value[N];

    __host__ __device__ const T& operator[](int i) const { return value[i]; }
};

/// What launch_config() returns: the kernel is launched with <<<grid, block, shared_bytes>>>.
struct LaunchConfig {
    dim3 grid;
    dim3 block;
    std::size_t shared_bytes = 0; ///< dynamic shared memory of one block
    /// In a series of launches the kernel may begin before the one before it has ended, and waits for
    /// it by itself before it reads (griddepcontrol.wait: programmatic dependent launch).
    bool programmatic = false;
};
