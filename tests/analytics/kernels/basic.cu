// One thread for each cell; every term comes from global memory, one outside the grid from the cell
// nearest to it.

__device__ int onto_axis(int cell, int cells) {
    return min(max(cell, 0), cells - 1);
}

__global__ void sweep(const Element* in, Element* out, int width, int height, int depth) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (interior(x, y, z, width, height, depth)) {
        out[(z * height + y) * width + x] = stencil_sum([&](int dx, int dy, int dz) {
            const int row = onto_axis(z + dz, depth) * height + onto_axis(y + dy, height);
            return in[row * width + onto_axis(x + dx, width)];
        });
    }
}

LaunchConfig launch_config(int, int, int) {
    return launch_with(0);
}
