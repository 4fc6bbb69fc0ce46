// Launches one submission once, so that Nsight Compute can count it: record_counters.sh compiles
// this for each kernel.cu, named by KERNEL_FILE.
#include KERNEL_FILE

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void must(cudaError_t status, const char* what) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        std::exit(1);
    }
}

} // namespace

int main(int count, char** words) {
    const int n = count == 2 ? std::atoi(words[1]) : 0;
    if (n < 3) {
        std::fprintf(stderr, "usage: %s CELLS_ALONG_EACH_AXIS\n", words[0]);
        return 2;
    }
    // The values decide nothing: none of the kernels' addresses depends on them.
    const std::vector<LAB_ELEMENT> cells(static_cast<std::size_t>(n) * n * n, LAB_ELEMENT{1});
    const std::size_t bytes = cells.size() * sizeof(LAB_ELEMENT);
    LAB_ELEMENT* in = nullptr;
    LAB_ELEMENT* out = nullptr;
    must(cudaMalloc(&in, bytes), "in");
    must(cudaMalloc(&out, bytes), "out");
    must(cudaMemcpy(in, cells.data(), bytes, cudaMemcpyHostToDevice), "in");
    must(cudaMemcpy(out, cells.data(), bytes, cudaMemcpyHostToDevice), "out");
    must(cudaMemcpyToSymbol(c, cells.data(), sizeof(c)), "coefficients");
    const LaunchConfig launch = launch_config(n);
    stencil_kernel<<<launch.grid, launch.block, launch.shared_bytes>>>(in, out, n);
    must(cudaGetLastError(), "launch");
    must(cudaDeviceSynchronize(), "kernel");
    return 0;
}
