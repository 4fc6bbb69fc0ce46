// lab: 9
// what: The faces of the halo are numbered one after the other and loaded in turns by all threads.
// expect: passed
// grids: 3, 5, 33, 7x200x3

#include "lab.cuh"

constexpr int B = 6;
constexpr int FACE = B * B;

__device__ float limited(float value) {
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float body[B][B][B];
    __shared__ float faces[6][FACE];
    const int3 first = make_int3(blockIdx.x * B, blockIdx.y * B, blockIdx.z * B);
    const int rank = (threadIdx.z * B + threadIdx.y) * B + threadIdx.x;
    const auto fetch = [&](int x, int y, int z, float& to) {
        if (x >= 0 && y >= 0 && z >= 0 && x < width && y < height && z < depth) {
            to = in[(z * height + y) * width + x];
        }
    };
    const int x = first.x + threadIdx.x, y = first.y + threadIdx.y, z = first.z + threadIdx.z;
    fetch(x, y, z, body[threadIdx.z][threadIdx.y][threadIdx.x]);
    for (int number = rank; number < 6 * FACE; number += B * B * B) {
        const int a = number % B, b = number / B % B, far = number / FACE % 2 * (B + 1) - 1;
        float& to = faces[number / FACE][number % FACE];
        switch (number / FACE / 2) {
        case 0: fetch(first.x + far, first.y + a, first.z + b, to); break;
        case 1: fetch(first.x + a, first.y + far, first.z + b, to); break;
        default: fetch(first.x + a, first.y + b, first.z + far, to); break;
        }
    }
    __syncthreads();
    if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 || z >= depth - 1) {
        return;
    }
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    float sum = -6.0f * body[tz][ty][tx];
    sum += tx == 0 ? faces[0][tz * B + ty] : body[tz][ty][tx - 1];
    sum += tx == B - 1 ? faces[1][tz * B + ty] : body[tz][ty][tx + 1];
    sum += ty == 0 ? faces[2][tz * B + tx] : body[tz][ty - 1][tx];
    sum += ty == B - 1 ? faces[3][tz * B + tx] : body[tz][ty + 1][tx];
    sum += tz == 0 ? faces[4][ty * B + tx] : body[tz - 1][ty][tx];
    sum += tz == B - 1 ? faces[5][ty * B + tx] : body[tz + 1][ty][tx];
    out[(z * height + y) * width + x] = limited(sum);
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width - 1) / B + 1, (height - 1) / B + 1, (depth - 1) / B + 1), dim3(B, B, B)};
}
