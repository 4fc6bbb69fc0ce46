// One thread for each cell; every term comes from global memory.

__global__ void sweep(const Element* in, Element* out, int width, int height, int depth) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (interior(x, y, z, width, height, depth)) {
        out[(z * height + y) * width + x] = stencil_sum(
            x, y, z, width, height, depth, [&](int dx, int dy, int dz) {
                return in[((z + dz) * height + y + dy) * width + x + dx];
            });
    }
}

LaunchConfig launch_config(int, int, int) {
    return launch_with(0);
}
