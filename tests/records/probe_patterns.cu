// Runs one warp memory instruction for each of many patterns, and prints the patterns:
// record_patterns.sh has Nsight Compute count what each costs.
#include <cstdio>
#include <random>
#include <vector>

namespace {

constexpr int lanes = 32;

using Pattern = std::vector<int>; // element of each lane, -1: takes no part

enum Kind { shared_load, shared_store, global_load, global_store };

// Beside the instruction in question, one that reads the pattern (4 sectors) and, for loads, one
// that stores the result; a shared store is followed by a load of one word.
template <class T, Kind kind>
__global__ void probe(const int* pattern, T* cells, T* result) {
    __shared__ T tile[2048];
    const int lane = threadIdx.x;
    const int element = pattern[lane];
    T value{};
    if (kind == shared_load) {
        if (element >= 0) {
            value = tile[element];
        }
        result[lane] = value;
    } else if (kind == shared_store) {
        value = cells[lane];
        if (element >= 0) {
            tile[element] = value;
        }
        __syncthreads();
        result[0] = tile[5];
    } else if (kind == global_load) {
        if (element >= 0) {
            value = cells[element];
        }
        result[lane] = value;
    } else if (element >= 0) {
        cells[element] = value;
    }
}

template <class Element>
void add(std::vector<Pattern>& patterns, Element element) {
    Pattern pattern;
    for (int lane = 0; lane < lanes; ++lane) {
        pattern.push_back(element(lane));
    }
    patterns.push_back(pattern);
}

std::vector<Pattern> all_patterns() {
    std::vector<Pattern> all;
    for (const int stride : {1, 2, 4, 8, 16, 32, 33, 3}) {
        add(all, [=](int l) { return l * stride; });
    }
    add(all, [](int) { return 7; });
    for (const int group : {2, 4, 8}) {
        add(all, [=](int l) { return l / group; });
    }
    for (const int period : {16, 8, 4, 2}) {
        add(all, [=](int l) { return l % period; });
    }
    add(all, [](int l) { return l ^ 1; });
    add(all, [](int l) { return 31 - l; });
    add(all, [](int l) { return l < 16 ? l : -1; });
    add(all, [](int l) { return l % 2 ? -1 : l; });
    add(all, [](int l) { return l < 8 ? l : -1; });
    add(all, [](int l) { return l == 5 ? l : -1; });
    add(all, [](int l) { return l % 2 ? l : -1; });
    add(all, [](int l) { return l < 16 ? l : l + 16; });
    add(all, [](int l) { return l < 16 ? l * 2 : 5; });
    add(all, [](int l) { return l / 2 * 17; });
    add(all, [](int l) { return l / 2 * 16; });
    add(all, [](int l) { return l % 2 * 16 + l / 2; });
    for (const int begin : {1, 2, 3}) {
        add(all, [=](int l) { return l + begin; });
    }
    add(all, [](int l) { return (l & 2) ? -1 : l; });
    add(all, [](int l) { return (l & 1) ? -1 : l * 16; });
    add(all, [](int l) { return l >= 28 ? l : -1; });
    add(all, [](int l) { return l >= 12 && l < 20 ? l : -1; });
    add(all, [](int l) { return l / 4 * 8 + l % 2; });
    add(all, [](int l) { return l / 16 * 4 + l % 4; });
    add(all, [](int l) { return l * 32 + (l % 16 == 0); });
    std::mt19937 random(1);
    for (const unsigned range : {16, 32, 64, 256, 2048}) {
        for (const unsigned percent_active : {100, 50, 20}) {
            for (int repeat = 0; repeat < 4; ++repeat) {
                add(all, [&](int) {
                    const bool active = random() % 100 < percent_active;
                    return active ? static_cast<int>(random() % range) : -1;
                });
            }
        }
    }
    return all;
}

template <class T, Kind kind>
void run(const std::vector<Pattern>& patterns) {
    int* pattern = nullptr;
    T* cells = nullptr;
    T* result = nullptr;
    cudaMalloc(&pattern, lanes * sizeof(int));
    cudaMalloc(&cells, 4096 * sizeof(T));
    cudaMalloc(&result, lanes * sizeof(T));
    cudaMemset(cells, 0, 4096 * sizeof(T));
    for (const Pattern& one : patterns) {
        cudaMemcpy(pattern, one.data(), lanes * sizeof(int), cudaMemcpyHostToDevice);
        probe<T, kind><<<1, lanes>>>(pattern, cells, result);
        std::printf("%d %zu", kind, sizeof(T));
        for (const int element : one) {
            std::printf(" %d", element);
        }
        std::printf("\n");
    }
}

template <class T>
void run_kinds(const std::vector<Pattern>& patterns) {
    run<T, shared_load>(patterns);
    run<T, shared_store>(patterns);
    run<T, global_load>(patterns);
    run<T, global_store>(patterns);
}

} // namespace

int main() {
    const std::vector<Pattern> patterns = all_patterns();
    run_kinds<float>(patterns);
    run_kinds<float2>(patterns);
    run_kinds<float4>(patterns);
    const cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
        return 1;
    }
    return 0;
}
