// A march of lab 12 as one writes it first: four cells of a row a thread, the planes below and above in registers.
#include "lab.cuh"

constexpr int BX = 32;
constexpr int BY = 8;
constexpr int V = 4;

__global__ void stencil_kernel(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n) {
    const int k0 = (blockIdx.x * BX + threadIdx.x) * V;
    const int j = blockIdx.y * BY + threadIdx.y + 1;
    const int plane = n * n;
    if (j > n - 2 || k0 >= n) {
        return;
    }
    LAB_ELEMENT below[V], here[V], above[V];
    for (int v = 0; v < V; ++v) {
        const int k = k0 + v;
        below[v] = k < n ? in[j * n + k] : 0;
        here[v] = k < n ? in[plane + j * n + k] : 0;
    }
    for (int i = 1; i <= n - 2; ++i) {
        for (int v = 0; v < V; ++v) {
            const int k = k0 + v;
            above[v] = k < n ? in[(i + 1) * plane + j * n + k] : 0;
        }
        for (int v = 0; v < V; ++v) {
            const int k = k0 + v;
            if (k >= 1 && k <= n - 2) {
                const int at = i * plane + j * n + k;
                LAB_ELEMENT sum = c[0] * here[v];
                sum += c[1] * (v == 0 ? in[at - 1] : here[v == 0 ? 0 : v - 1]);
                sum += c[2] * (v == V - 1 ? in[at + 1] : here[v == V - 1 ? 0 : v + 1]);
                sum += c[3] * in[at - n] + c[4] * in[at + n];
                sum += c[5] * below[v] + c[6] * above[v];
                out[at] = sum;
            }
        }
        for (int v = 0; v < V; ++v) {
            below[v] = here[v];
            here[v] = above[v];
        }
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + BX * V - 1) / (BX * V), (n - 2 + BY - 1) / BY), dim3(BX, BY)};
}
