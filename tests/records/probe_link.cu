// What two GPUs bring each other: by copy engines, by a kernel's stores and by its loads, one way and both ways at once.
// Prints CSV, in GB/s of each way. record_scaling.py compiles and runs it.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>

namespace {

constexpr std::size_t bytes = std::size_t{256} << 20;
constexpr int repetitions = 21;

void must(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

__global__ void copy(float4* to, const float4* from) {
    const std::size_t all = bytes / sizeof(float4);
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < all; i += step) {
        to[i] = from[i];
    }
}

/// One GPU's side: what it sends, and where it receives.
struct Side {
    int gpu;
    float4* source;
    float4* target;
    cudaStream_t stream;
    cudaEvent_t end;
};

enum class Way { copy_engines, stores, loads };

/// `by` brings the other's source to its own target, if it loads; else its own source to the other's target.
void bring(Way way, const Side& by, const Side& other) {
    must(cudaSetDevice(by.gpu));
    if (way == Way::copy_engines) {
        must(cudaMemcpyAsync(other.target, by.source, bytes, cudaMemcpyDefault, by.stream));
    } else {
        copy<<<1056, 512, 0, by.stream>>>(way == Way::stores ? other.target : by.target,
                                          way == Way::stores ? by.source : other.source);
        must(cudaGetLastError());
    }
}

double gigabytes_per_second(Way way, bool both, std::vector<Side>& sides) {
    cudaEvent_t begin, end;
    must(cudaSetDevice(0));
    must(cudaEventCreate(&begin));
    must(cudaEventCreate(&end));
    std::vector<float> times;
    for (int i = 0; i < repetitions; ++i) {
        must(cudaSetDevice(0));
        must(cudaEventRecord(begin, sides[0].stream));
        must(cudaSetDevice(1));
        must(cudaStreamWaitEvent(sides[1].stream, begin, 0));
        bring(way, sides[0], sides[1]);
        if (both) {
            bring(way, sides[1], sides[0]);
        }
        must(cudaSetDevice(1));
        must(cudaEventRecord(sides[1].end, sides[1].stream));
        must(cudaSetDevice(0));
        must(cudaStreamWaitEvent(sides[0].stream, sides[1].end, 0));
        must(cudaEventRecord(end, sides[0].stream));
        must(cudaEventSynchronize(end));
        float milliseconds;
        must(cudaEventElapsedTime(&milliseconds, begin, end));
        times.push_back(milliseconds);
    }
    std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
    return bytes / 1e6 / times[repetitions / 2];
}

} // namespace

int main() {
    std::vector<Side> sides(2);
    for (int gpu = 0; gpu < 2; ++gpu) {
        Side& side = sides[gpu];
        side.gpu = gpu;
        must(cudaSetDevice(gpu));
        must(cudaDeviceEnablePeerAccess(1 - gpu, 0));
        must(cudaMalloc(&side.source, bytes));
        must(cudaMalloc(&side.target, bytes));
        must(cudaMemset(side.source, 1, bytes));
        must(cudaStreamCreate(&side.stream));
        must(cudaEventCreateWithFlags(&side.end, cudaEventDisableTiming));
    }
    std::printf("by,one_way_gb_per_s,each_of_both_ways_gb_per_s\n");
    const char* const names[] = {"copy engines", "stores", "loads"};
    for (const Way way : {Way::copy_engines, Way::stores, Way::loads}) {
        const double one = gigabytes_per_second(way, false, sides);
        std::printf("%s,%.0f,%.0f\n", names[static_cast<int>(way)], one,
                    gigabytes_per_second(way, true, sides));
    }
}
