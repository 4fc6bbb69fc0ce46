// Block = output tile: each thread loads its own cell, those at the block's edge also the faces of
// the halo.

extern __shared__ Element tile[];

__global__ void sweep(const Element* in, Element* out, int width, int height, int depth) {
    const int start[3] = {static_cast<int>(blockIdx.x * blockDim.x),
                          static_cast<int>(blockIdx.y * blockDim.y),
                          static_cast<int>(blockIdx.z * blockDim.z)};
    const int thread[3] = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y),
                           static_cast<int>(threadIdx.z)};
    const int side[3] = {static_cast<int>(blockDim.x), static_cast<int>(blockDim.y),
                         static_cast<int>(blockDim.z)};
    const int sx = side[0] + 2 * reach(0);
    const int sy = side[1] + 2 * reach(1);

    // Cell (tx, ty, tz) from the block's first one, from -R on.
    const auto place = [&](int tx, int ty, int tz) {
        return ((tz + reach(2)) * sy + ty + reach(1)) * sx + tx + reach(0);
    };
    const auto load = [&](const int* t) {
        const int x = start[0] + t[0];
        const int y = start[1] + t[1];
        const int z = start[2] + t[2];
        if (on_axis(x, width) && on_axis(y, height) && on_axis(z, depth)) {
            tile[place(t[0], t[1], t[2])] = in[(z * height + y) * width + x];
        }
    };
    load(thread);
    for (int axis = 0; axis < 3; ++axis) {
        // The first R threads of a row load its two ends, in turns where the row is shorter.
        for (int h = thread[axis]; h < reach(axis); h += side[axis]) {
            int halo[3] = {thread[0], thread[1], thread[2]};
            halo[axis] = h - reach(axis);
            load(halo);
            halo[axis] = side[axis] + h;
            load(halo);
        }
    }
    __syncthreads();
    const int x = start[0] + thread[0];
    const int y = start[1] + thread[1];
    const int z = start[2] + thread[2];
    if (interior(x, y, z, width, height, depth)) {
        out[(z * height + y) * width + x] = stencil_sum(x, y, z, width, height, depth, [&](int dx, int dy, int dz) {
            return tile[place(thread[0] + dx, thread[1] + dy, thread[2] + dz)];
        });
    }
}

LaunchConfig launch_config(int, int, int) {
    const int order = static_cast<int>(c[ORDER]);
    int elements = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const bool has_halo = axis < static_cast<int>(c[AXES]);
        elements *= static_cast<int>(c[BLOCK + axis]) + (has_halo ? 2 * order : 0);
    }
    return launch_with(elements);
}
