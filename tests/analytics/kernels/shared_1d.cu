// A line of TPB threads and an array of TPB + 2R elements: each thread loads its own, the first R
// also the two ends.

extern __shared__ Element cells[];

__global__ void sweep(const Element* in, Element* out, int width, int, int) {
    const int r = reach(0);
    const int start = static_cast<int>(blockIdx.x * blockDim.x);
    const int thread = static_cast<int>(threadIdx.x);
    const int threads = static_cast<int>(blockDim.x);
    const auto load = [&](int t) {
        if (on_axis(start + t, width)) {
            cells[t + r] = in[start + t];
        }
    };
    load(thread);
    for (int h = thread; h < r; h += threads) {
        load(h - r);
        load(threads + h);
    }
    __syncthreads();
    const int x = start + thread;
    if (interior(x, 0, 0, width, 1, 1)) {
        out[x] = stencil_sum(x, 0, 0, width, 1, 1,
                             [&](int dx, int, int) { return cells[thread + dx + r]; });
    }
}

LaunchConfig launch_config(int, int, int) {
    return launch_with(static_cast<int>(c[BLOCK] + 2 * c[ORDER]));
}
