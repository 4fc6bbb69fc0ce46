// lab: 5
// what: The block is a cooperative group, and each of its sums is found by the lanes of a tile of one thread.
// expect: passed
// grids: 3, 33

#include "lab.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr int IN = 8;
constexpr int OUT = 6;

__global__ void __launch_bounds__(IN* IN* IN) stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[IN][IN][IN];
    auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const auto one = cg::tiled_partition<1>(warp);
    const int z = block.thread_index().z, y = block.thread_index().y, x = block.thread_index().x;
    const int i = static_cast<int>(block.group_index().z) * OUT + z - 1;
    const int j = static_cast<int>(block.group_index().y) * OUT + y - 1;
    const int k = static_cast<int>(block.group_index().x) * OUT + x - 1;
    if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
        tile[z][y][x] = in[(i * n + j) * n + k];
    }
    cg::sync(block);
    const bool out_tile = z >= 1 && z <= OUT && y >= 1 && y <= OUT && x >= 1 && x <= OUT;
    const int lanes = cg::reduce(warp, 1, cg::plus<int>());
    if (lanes == 32 && warp.any(1) && out_tile && i >= 1 && i < n - 1 && j >= 1 && j < n - 1 &&
        k >= 1 && k < n - 1) {
        float sum = c[0] * tile[z][y][x];
        sum += c[1] * tile[z][y][x - 1] + c[2] * tile[z][y][x + 1];
        sum += c[3] * tile[z][y - 1][x] + c[4] * tile[z][y + 1][x];
        sum += c[5] * tile[z - 1][y][x] + c[6] * tile[z + 1][y][x];
        out[(i * n + j) * n + k] = cg::reduce(one, sum, cg::plus<float>());
    }
}

LaunchConfig launch_config(int n) {
    const unsigned tiles = (n + OUT - 1) / OUT;
    return {dim3(tiles, tiles, tiles), dim3(IN, IN, IN)};
}
