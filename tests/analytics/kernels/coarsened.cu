// Block = one xy plane of the input tile, marching along z with 2R + 1 planes in shared memory.

extern __shared__ Element planes[];

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

    // Plane z of the grid has its turn in the 2R + 1 planes: a new one takes the oldest one's room.
    const auto place = [&](int z) {
        const int turn = (z - first + r) % (2 * r + 1);
        return (turn * sy + ty) * sx + tx;
    };
    const auto load = [&](int z) {
        if (on_axis(x, width) && on_axis(y, height) && on_axis(z, depth)) {
            planes[place(z)] = in[(z * height + y) * width + x];
        }
    };
    for (int z = first - r; z < first + r; ++z) {
        load(z);
    }
    for (int z = first; z < end; ++z) {
        load(z + r);
        __syncthreads();
        if (has_neighbours && interior(x, y, z, width, height, depth)) {
            out[(z * height + y) * width + x] = stencil_sum(
                x, y, z, width, height, depth, [&](int dx, int dy, int dz) { return planes[place(z + dz) + dy * sx + dx]; });
        }
        __syncthreads();
    }
}

LaunchConfig launch_config(int, int, int) {
    return launch_with(static_cast<int>((2 * c[ORDER] + 1) * c[BLOCK] * c[BLOCK + 1]));
}
