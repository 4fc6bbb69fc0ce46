// As coarsened, with one plane in shared memory and a thread's own column in registers.

extern __shared__ Element plane[];

__global__ void sweep(const Element* in, Element* out, int width, int height, int depth) {
    const int r = reach(0);
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int sx = blockDim.x;
    const int sy = blockDim.y;
    const int x = static_cast<int>(blockIdx.x) * (sx - 2 * r) + tx - r;
    const int y = static_cast<int>(blockIdx.y) * (sy - 2 * r) + ty - r;
    const int first = static_cast<int>(blockIdx.z) * static_cast<int>(c[PLANES]);
    const int end = first + static_cast<int>(c[PLANES]);
    const bool has_neighbours = tx >= r && tx < sx - r && ty >= r && ty < sy - r;

    Element column[2 * MOST_ORDER + 1] = {}; // of planes z - r to z + r
    const auto load = [&](int z, Element& to) {
        if (on_axis(x, width) && on_axis(y, height) && on_axis(z, depth)) {
            to = in[(z * height + y) * width + x];
        }
    };
    for (int i = 0; i < 2 * r; ++i) {
        load(first - r + i, column[i]);
    }
    for (int z = first; z < end; ++z) {
        load(z + r, column[2 * r]);
        plane[ty * sx + tx] = column[r];
        __syncthreads();
        if (has_neighbours && interior(x, y, z, width, height, depth)) {
            out[(z * height + y) * width + x] = stencil_sum(x, y, z, width, height, depth, [&](int dx, int dy, int dz) {
                return dz != 0 ? column[r + dz] : plane[(ty + dy) * sx + tx + dx];
            });
        }
        __syncthreads();
        for (int i = 0; i < 2 * r; ++i) {
            column[i] = column[i + 1];
        }
    }
}

LaunchConfig launch_config(int, int, int) {
    return launch_with(static_cast<int>(c[BLOCK] * c[BLOCK + 1]));
}
