// Lab 02, finite differences: a derivative is a short sum of neighbours.
// First read handouts/02-finite-difference.md. Then fill in the parts and run: ./lab check 2
//
// The derivative of f at point i is estimated from the 2R + 1 values around it, each with its own
// coefficient:
//
//     df[i] = c[0]·f[i - R] + … + c[R]·f[i] + … + c[2R]·f[i + R]          in the middle
//
// With R = 1, (-1, 0, 1) / 2h is a first derivative and (1, -2, 1) / h² a second one, where h is the
// distance between points. The kernel knows neither h nor the order: it only gets the coefficients.
//
// Near the ends the window of 2R + 1 points does not fit. It is moved inwards until it fits, and
// the point is no longer in its middle:
//
//     R = 2, n = 9     i = 0: window 0 to 4, i at position 0   i = 4: window 2 to 6, i at position 2
//                      i = 1: window 0 to 4, i at position 1   i = 8: window 4 to 8, i at position 4
//
// These are one-sided differences, which need other coefficients. So c has 2R + 1 sets of 2R + 1
// numbers: the set for position p begins at c[p·(2R + 1)]. The formula above uses set R.
//
// If there are fewer points than in a window, there is no derivative: every df[i] is 0.

#include "lab.cuh"

constexpr int TPB = 128; // threads per block

// f, df: n values each. The kernel is compiled for T = float and double, and for R = 1, 2 and 3.
template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int POINTS = 2 * R + 1; // in a window

    // >>> your part 1: the point, and whether it exists
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    // <<< your part 1

    // >>> your part 2: too few points
    if (n < POINTS) {
        df[i] = 0;
        return;
    }
    // <<< your part 2

    // >>> your part 3: the window
    // The middle is [R, n - 1 - R], both ends included.
    const int last_middle = n - 1 - R;
    const int first = i < R ? 0 : i > last_middle ? n - POINTS : i - R;
    // <<< your part 3

    // >>> your part 4: the sum
    const auto window_sum = [&](int place) {
        T sum = 0;
        for (int p = 0; p < POINTS; ++p) {
            sum += c[place * POINTS + p] * f[first + p];
        }
        return sum;
    };
    // In the middle the position is R: the compiler then knows the index of each coefficient.
    const int place = i - first;
    df[i] = place == R ? window_sum(R) : window_sum(place);
    // <<< your part 4
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    // >>> your part 5: how many blocks
    const int blocks = (n + TPB - 1) / TPB;
    // <<< your part 5
    return {dim3(blocks), dim3(TPB)};
}
