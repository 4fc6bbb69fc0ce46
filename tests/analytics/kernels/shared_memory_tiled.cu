// Block = input tile: each thread loads its one cell into shared memory.

extern __shared__ Element tile[];

__global__ void sweep(const Element* in, Element* out, int width, int height, int depth) {
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int tz = threadIdx.z;
    const int sx = blockDim.x;
    const int sy = blockDim.y;
    const int sz = blockDim.z;
    const int x = static_cast<int>(blockIdx.x) * (sx - 2 * reach(0)) + tx - reach(0);
    const int y = static_cast<int>(blockIdx.y) * (sy - 2 * reach(1)) + ty - reach(1);
    const int z = static_cast<int>(blockIdx.z) * (sz - 2 * reach(2)) + tz - reach(2);
    const int place = (tz * sy + ty) * sx + tx;
    if (on_axis(x, width) && on_axis(y, height) && on_axis(z, depth)) {
        tile[place] = in[(z * height + y) * width + x];
    }
    __syncthreads();
    const bool has_neighbours = tx >= reach(0) && tx < sx - reach(0) && ty >= reach(1) &&
                                ty < sy - reach(1) && tz >= reach(2) && tz < sz - reach(2);
    if (has_neighbours && interior(x, y, z, width, height, depth)) {
        out[(z * height + y) * width + x] = stencil_sum(
            x, y, z, width, height, depth, [&](int dx, int dy, int dz) { return tile[place + (dz * sy + dy) * sx + dx]; });
    }
}

LaunchConfig launch_config(int, int, int) {
    return launch_with(static_cast<int>(c[BLOCK] * c[BLOCK + 1] * c[BLOCK + 2]));
}
