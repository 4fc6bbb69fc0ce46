// Times one launch of the kernel of NVIDIA's sample FDTD3d, a star of radius RADIUS over n·n·n cells, in microseconds: the
// median of 30, each after the caches were overwritten. sweep_peers.py builds it with the sample's folder `inc` in
// its path and a radius that it writes over the sample's own.
#include "FDTD3dGPUKernel.cuh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char** arguments) {
    const int n = std::atoi(arguments[1]);
    const std::size_t side = n + 2 * RADIUS;
    const std::size_t padding = 128 / sizeof(float) - RADIUS; // as in the sample: rows begin aligned
    const std::size_t cells = side * side * side + padding;
    constexpr std::size_t flushed = std::size_t{256} << 20;
    float* in = nullptr;
    float* out = nullptr;
    void* flush = nullptr;
    cudaMalloc(&in, cells * sizeof(float));
    cudaMalloc(&out, cells * sizeof(float));
    cudaMalloc(&flush, flushed);
    std::vector<float> values(cells);
    for (float& value : values) {
        value = static_cast<float>(std::rand()) / RAND_MAX - 0.5f;
    }
    cudaMemcpy(in, values.data(), cells * sizeof(float), cudaMemcpyHostToDevice);
    float weights[RADIUS + 1];
    std::fill(weights, weights + RADIUS + 1, 0.1f);
    cudaMemcpyToSymbol(stencil, weights, sizeof weights);
    const dim3 block(k_blockDimX, k_blockDimMaxY);
    const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    std::vector<float> times;
    for (int launch = 0; launch < 33; ++launch) {
        cudaMemset(flush, launch, flushed);
        cudaEventRecord(begin);
        FiniteDifferencesKernel<<<grid, block>>>(out + padding, in + padding, n, n, n);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, begin, end);
        times.push_back(milliseconds);
    }
    times.erase(times.begin(), times.begin() + 3);
    std::sort(times.begin(), times.end());
    // One cell, the middle one, against the plain sum.
    std::vector<float> result(cells);
    cudaMemcpy(result.data(), out, cells * sizeof(float), cudaMemcpyDeviceToHost);
    const std::size_t strides[] = {1, side, side * side};
    const std::size_t middle = padding + (n / 2 + RADIUS) * (1 + side + side * side);
    double sum = values[middle];
    for (int r = 1; r <= RADIUS; ++r) {
        for (const std::size_t stride : strides) {
            sum += values[middle - r * stride] + values[middle + r * stride];
        }
    }
    if (cudaGetLastError() != cudaSuccess || std::abs(result[middle] - 0.1 * sum) > 1e-5) {
        std::printf("wrong\n");
        return 1;
    }
    std::printf("%.2f\n", times[times.size() / 2] * 1e3);
}
