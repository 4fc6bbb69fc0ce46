// The kit's own kernels, which are trusted: they draw inputs, poison outputs, guard arrays and judge
// what a submission left, all on the GPU. Their loops stride by the number of threads, so that any
// launch shape does any size. Tests compile this file for the CPU, as one thread.
#include "checker/reference/cell.hpp"

using namespace kit;

namespace {

__device__ long long thread_number() {
    return blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
}

__device__ long long thread_count() {
    return gridDim.x * static_cast<long long>(blockDim.x);
}

__device__ void place_of(const CellGrid& grid, long long cell, std::int64_t* at) {
    at[0] = cell % grid.axis[0].extent;
    at[1] = cell / grid.axis[0].extent % grid.axis[1].extent;
    at[2] = cell / (grid.axis[0].extent * grid.axis[1].extent);
}

__device__ long long cell_count(const CellGrid& grid) {
    return grid.axis[0].extent * grid.axis[1].extent * grid.axis[2].extent;
}

/// Nanoseconds of the GPU's clock.
__device__ std::uint64_t now() {
#ifdef __CUDACC__
    std::uint64_t time;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time;
#else
    static std::uint64_t time = 0;
    return ++time;
#endif
}

/// Calls work(number, words, place) for each of `count` things: `each` of them take their words from one block of
/// the stream, so a thread draws a block for all of these.
template <class Work>
__device__ void for_each_drawn(const StreamKey& key, long long count, int each, const Work& work) {
    const long long blocks = (count + each - 1) / each;
    for (long long block = thread_number(); block < blocks; block += thread_count()) {
        std::uint32_t words[block_words];
        stream_block(key, stream_of_numbers, static_cast<std::uint64_t>(block), words);
        const long long left = count - block * each;
        for (int i = 0; i < each && i < left; ++i) {
            work(block * each + i, words, i);
        }
    }
}

/// Calls work(cell, input) for each cell.
template <class T, class Work>
__device__ void for_each_input(const CellGrid& grid, const CellDraw& draw, const Work& work) {
    for_each_drawn(draw.key, cell_count(grid), cells_of_block<T>,
                   [&](long long cell, const std::uint32_t* words, int place) {
                       T value;
                       drawn_input(draw, words, place, value);
                       work(cell, value);
                   });
}

/// Inputs, and outputs that hold the poison or, at a boundary that is kept, the input.
template <class T>
__device__ void fill(T* input, T* output, const CellGrid& grid, const CellDraw& draw) {
    for_each_input<T>(grid, draw, [&](long long cell, T value) {
        input[cell] = value;
        std::int64_t at[3];
        place_of(grid, cell, at);
        const bool kept = grid.rule == 0 && !is_interior(grid, at);
        // As bits: a signalling NaN that is assigned as a number may become a quiet one.
        const std::uint64_t bits = kept ? bits_of_element(value) : draw.poison;
        memcpy(output + cell, &bits, sizeof(T));
    });
}

/// The same, but so late that the next launch, if it does not wait, finds what was there before.
template <class T>
__device__ void fill_late(T* input, T* output, const CellGrid& grid, const CellDraw& draw,
                          std::uint64_t nanoseconds) {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    const std::uint64_t begin = now();
    while (now() - begin < nanoseconds) {
    }
    fill(input, output, grid, draw);
}

/// What a cell must be: `stepped` after several sweeps, or without it after one.
template <class T>
__device__ CellExpected expected(const CellGrid& grid, const CellTerm* terms, const T* input,
                                 const CellStep* stepped, long long cell, const std::int64_t* at) {
    if (stepped != nullptr) {
        return {stepped[cell].value, 0, stepped[cell].allowed};
    }
    return expected_cell(grid, terms, input, at);
}

template <class T>
__device__ void check_input(const T* input, const CellGrid& grid, const CellDraw& draw,
                            CellTally* tally) {
    for_each_input<T>(grid, draw, [&](long long cell, T before) {
        if (bits_of_element(before) != bits_of_element(input[cell])) {
            atomicAdd(reinterpret_cast<unsigned long long*>(&tally->changed_inputs), 1ull);
        }
    });
}

template <class T>
__device__ void check(const T* input, const T* output, const CellGrid& grid, const CellDraw& draw,
                      const CellTerm* terms, const CellStep* stepped, CellTally* tally) {
    double max_error = 0;
    double allowed_error = 0;
    for_each_input<T>(grid, draw, [&](long long cell, T before) {
        if (bits_of_element(before) != bits_of_element(input[cell])) {
            atomicAdd(reinterpret_cast<unsigned long long*>(&tally->changed_inputs), 1ull);
        }
        std::int64_t at[3];
        place_of(grid, cell, at);
        const bool inside = is_interior(grid, at);
        const T got = output[cell];
        double error = 0;
        bool right = false;
        if (grid.rule == 0 && !inside) {
            right = bits_of_element(before) == bits_of_element(got);
            error = fabs(static_cast<double>(got) - static_cast<double>(before));
        } else {
            const CellExpected must = expected(grid, terms, input, stepped, cell, at);
            error = fabs((static_cast<double>(got) - must.value) - must.correction);
            right = error <= must.allowed; // false for NaN
            allowed_error = fmax(allowed_error, must.allowed);
        }
        if (right) {
            max_error = fmax(max_error, error);
            return;
        }
        const auto add = [](std::uint64_t& counter) {
            atomicAdd(reinterpret_cast<unsigned long long*>(&counter), 1ull);
        };
        add(tally->mismatches);
        if (bits_of_element(got) == draw.poison) {
            add(tally->untouched);
        } else if (error != error) {
            add(tally->not_a_number);
        } else {
            max_error = fmax(max_error, error);
        }
        if (!inside) {
            add(tally->boundary_mismatches);
        }
        atomicMin(reinterpret_cast<unsigned long long*>(&tally->first_wrong),
                  static_cast<unsigned long long>(cell));
    });
    // Doubles that are not negative are ordered like their bits.
    atomicMax(reinterpret_cast<unsigned long long*>(&tally->max_error),
              static_cast<unsigned long long>(__double_as_longlong(max_error)));
    atomicMax(reinterpret_cast<unsigned long long*>(&tally->allowed_error),
              static_cast<unsigned long long>(__double_as_longlong(allowed_error)));
}

} // namespace

extern "C" {

#define KIT_KERNELS_OF(T)                                                                          \
    __global__ void kit_fill_##T(T* input, T* output, CellGrid grid, CellDraw draw) {              \
        fill(input, output, grid, draw);                                                           \
    }                                                                                              \
    __global__ void kit_fill_late_##T(T* input, T* output, CellGrid grid, CellDraw draw,           \
                                      std::uint64_t nanoseconds) {                                 \
        fill_late(input, output, grid, draw, nanoseconds);                                         \
    }                                                                                              \
    __global__ void kit_check_input_##T(const T* input, CellGrid grid, CellDraw draw,              \
                                        CellTally* tally) {                                        \
        check_input(input, grid, draw, tally);                                                     \
    }                                                                                              \
    __global__ void kit_check_##T(const T* input, const T* output, CellGrid grid, CellDraw draw,   \
                                  const CellTerm* terms, const CellStep* stepped,                  \
                                  CellTally* tally) {                                              \
        check(input, output, grid, draw, terms, stepped, tally);                                   \
    }

KIT_KERNELS_OF(int)
KIT_KERNELS_OF(float)
KIT_KERNELS_OF(double)

/// The grid before the first of several sweeps, twice: a sweep leaves the boundary where it is.
__global__ void kit_begin_steps(CellGrid grid, CellDraw draw, CellStep* one, CellStep* other) {
    for_each_input<float>(grid, draw, [&](long long cell, float value) {
        one[cell] = {static_cast<double>(value), 0};
        other[cell] = one[cell];
    });
}

__global__ void kit_step(CellGrid grid, const CellTerm* terms, const CellStep* before,
                         CellStep* after) {
    const long long cells = cell_count(grid);
    for (long long cell = thread_number(); cell < cells; cell += thread_count()) {
        std::int64_t at[3];
        place_of(grid, cell, at);
        if (is_interior(grid, at)) {
            after[cell] = stepped_cell(grid, terms, before, at);
        }
    }
}

__global__ void kit_guard(std::uint32_t* words, std::uint64_t count, StreamKey key) {
    for_each_drawn(
        key, static_cast<long long>(count), block_words,
        [&](long long i, const std::uint32_t* drawn, int place) { words[i] = drawn[place]; });
}

__global__ void kit_check_guard(const std::uint32_t* words, std::uint64_t count, StreamKey key,
                                CellTally* tally) {
    for_each_drawn(key, static_cast<long long>(count), block_words,
                   [&](long long i, const std::uint32_t* drawn, int place) {
                       if (words[i] != drawn[place]) {
                           atomicAdd(reinterpret_cast<unsigned long long*>(&tally->changed_guards),
                                     1ull);
                       }
                   });
}

/// Reads a buffer, so that the L2 cache holds as much of it as fits and nothing else. It must not write:
/// lines still to be written back would slow down what is timed next.
__global__ void kit_touch(const uint4* buffer, std::uint64_t count, unsigned* sink) {
    unsigned sum = 0;
    for (std::uint64_t i = thread_number(); i < count; i += thread_count()) {
        const uint4 value = buffer[i];
        sum ^= value.x ^ value.y ^ value.z ^ value.w;
    }
    if (sum == 0x5eed5eedu) {
        *sink = sum; // hardly ever: it only keeps the compiler from leaving the loads out
    }
}

/// Keeps the stream busy until everything that follows is queued, so that no launch waits for the host.
__global__ void kit_hold(std::uint64_t nanoseconds) {
    const std::uint64_t begin = now();
    while (now() - begin < nanoseconds) {
    }
}

__global__ void kit_empty() {}
}
