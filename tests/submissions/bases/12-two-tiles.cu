// Lab 12 by a march with one barrier a plane: two tiles take turns, the planes below and above stay in registers.
#include "lab.cuh"

constexpr int TX = 32;
constexpr int TY = 8;
constexpr int CHUNK = 32;

__global__ void stencil_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[2][TY + 2][TX + 2];
    const int lx = threadIdx.x + 1;
    const int ly = threadIdx.y + 1;
    const int x = blockIdx.x * TX + lx;
    const int y = blockIdx.y * TY + ly;
    const int z0 = blockIdx.z * CHUNK + 1;
    const int z1 = min(z0 + CHUNK, n - 1);
    const bool loads = x < n && y < n;
    const bool computes = x < n - 1 && y < n - 1;
    const int plane = n * n;
    int idx = (z0 * n + y) * n + x;

    float below = loads ? in[idx - plane] : 0.0f;
    float here = loads ? in[idx] : 0.0f;
    int buf = 0;
    for (int z = z0; z < z1; z++) {
        const float above = loads ? in[idx + plane] : 0.0f;
        tile[buf][ly][lx] = here;
        if (threadIdx.x == 0 && y < n) tile[buf][ly][0] = in[idx - 1];
        if (threadIdx.x == TX - 1 && y < n && x + 1 < n) tile[buf][ly][TX + 1] = in[idx + 1];
        if (threadIdx.y == 0 && x < n) tile[buf][0][lx] = in[idx - n];
        if (threadIdx.y == TY - 1 && x < n && y + 1 < n) tile[buf][TY + 1][lx] = in[idx + n];
        __syncthreads();
        if (computes) {
            out[idx] = c[0] * here + c[1] * tile[buf][ly][lx - 1] + c[2] * tile[buf][ly][lx + 1] +
                       c[3] * tile[buf][ly - 1][lx] + c[4] * tile[buf][ly + 1][lx] + c[5] * below +
                       c[6] * above;
        }
        below = here;
        here = above;
        idx += plane;
        buf ^= 1;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n - 2 + TX - 1) / TX, (n - 2 + TY - 1) / TY, (n - 2 + CHUNK - 1) / CHUNK),
            dim3(TX, TY)};
}
