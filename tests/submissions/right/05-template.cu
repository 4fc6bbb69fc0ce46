// lab: 5
// what: Tile and stencil are templates, the tile is a type with members.
// expect: passed

#include "lab.cuh"

template <int Z, int Y, int X>
struct Place {
    static constexpr int z = Z;
    static constexpr int y = Y;
    static constexpr int x = X;
};

template <class Cell, int Side>
struct Tile {
    Cell cells[Side][Side][Side];

    template <class At>
    __device__ Cell near(uint3 t) const {
        return cells[t.z + At::z][t.y + At::y][t.x + At::x];
    }

    __device__ static bool has_all_neighbours_of(uint3 t) {
        return t.z - 1 < Side - 2 && t.y - 1 < Side - 2 && t.x - 1 < Side - 2;
    }
};

template <class... Places, class AnyTile>
__device__ float weighted(const AnyTile& tile, uint3 t) {
    int p = 0;
    float sum = 0.0f;
    ((sum += c[p++] * tile.template near<Places>(t)), ...);
    return sum;
}

constexpr int side = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ Tile<float, side> tile;
    const uint3 t = threadIdx;
    const int i = static_cast<int>(blockIdx.z * (side - 2) + t.z) - 1;
    const int j = static_cast<int>(blockIdx.y * (side - 2) + t.y) - 1;
    const int k = static_cast<int>(blockIdx.x * (side - 2) + t.x) - 1;
    if (min(i, min(j, k)) >= 0 && max(i, max(j, k)) < n) {
        tile.cells[t.z][t.y][t.x] = in[(i * n + j) * n + k];
    }
    __syncthreads();
    const bool interior = min(i, min(j, k)) >= 1 && max(i, max(j, k)) <= n - 2;
    if (interior && tile.has_all_neighbours_of(t)) {
        out[(i * n + j) * n + k] =
            weighted<Place<0, 0, 0>, Place<0, 0, -1>, Place<0, 0, 1>, Place<0, -1, 0>,
                     Place<0, 1, 0>, Place<-1, 0, 0>, Place<1, 0, 0>>(tile, t);
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n - 2) / (side - 2) + 1;
    return {{blocks, blocks, blocks}, {side, side, side}};
}
