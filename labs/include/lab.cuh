// A kernel.cu uses these few names besides CUDA's own.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

// The checker sets both for each lab; the defaults are for editors.
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
extern __constant__ const LAB_ELEMENT c[LAB_COEFFICIENTS] __asm__("kit_coefficients");
#else
__constant__ LAB_ELEMENT c[LAB_COEFFICIENTS];
#endif

/// N coefficients as a kernel argument; like all arguments it is in constant memory.
template <class T, int N>
struct Coefficients {
    T value[N];

    __host__ __device__ const T& operator[](int i) const {
        [[maybe_unused]] const T read = value[i]; // a reference may be to one past the end
        return value[i];
    }
};

/// One GPU's part of a grid that is cut across z, for labs with several GPUs: `planes` planes of its own and, before
/// and after them, a ghost plane. Plane p of row y begins at index (p * n + y) * n; 0 and planes + 1 are the ghost planes:
/// copies of the neighbours' outermost planes or, at the ends of the grid, its boundary.
struct Slab {
    const LAB_ELEMENT* in;
    LAB_ELEMENT* out;
    unsigned int* flags; ///< LAB_FLAGS of them, 0 before the first sweep
    int planes;          ///< its own; 0, and no memory, where no neighbour is
};
constexpr int LAB_FLAGS = 1024;

/// What launch_config() returns: the kernel is launched with <<<grid, block, shared_bytes>>>.
struct LaunchConfig {
    dim3 grid;
    dim3 block;
    std::size_t shared_bytes = 0; ///< dynamic shared memory of one block
    /// In a series of launches, the kernel may start before the previous one has ended; it waits for
    /// that itself before it reads, by cudaGridDependencySynchronize(): programmatic dependent launch, on
    /// GPUs since Hopper.
    bool programmatic = false;
    /// With several GPUs: a kernel waits itself, by flags, for what the neighbours send. Otherwise no GPU begins a sweep
    /// before its neighbours have ended the one before.
    bool by_flags = false;
};
