#include "tests/bench/oclgrind.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/sandbox/process.hpp"
#include "tests/bench/measurement.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

constexpr int tile = 8;
constexpr int output_tile = 6;

constexpr const char* kernel = R"(__kernel void sweep(__global const float* in, __global float* out,
                    __constant float* c, int n) {
    __local float tile[8][8][8];
    const int tz = get_local_id(2), ty = get_local_id(1), tx = get_local_id(0);
    const int i = get_group_id(2) * 6 + tz - 1;
    const int j = get_group_id(1) * 6 + ty - 1;
    const int k = get_group_id(0) * 6 + tx - 1;
    if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
        tile[tz][ty][tx] = in[(i * n + j) * n + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tz >= 1 && tz <= 6 && ty >= 1 && ty <= 6 && tx >= 1 && tx <= 6 && i >= 1 && i <= n - 2 &&
        j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2) {
        out[(i * n + j) * n + k] = c[0] * tile[tz][ty][tx] + c[1] * tile[tz][ty][tx - 1] +
                                   c[2] * tile[tz][ty][tx + 1] + c[3] * tile[tz][ty - 1][tx] +
                                   c[4] * tile[tz][ty + 1][tx] + c[5] * tile[tz - 1][ty][tx] +
                                   c[6] * tile[tz + 1][ty][tx];
    }
}
)";

int blocks_of(int side) {
    return (side - 1 + output_tile - 1) / output_tile;
}

double time_run(const std::string& program, const ScratchFolder& folder, int side) {
    const int threads = blocks_of(side) * tile;
    const int cells = side * side * side;
    write_file(folder.path() / "sweep.cl", kernel);
    write_file(folder.path() / "sweep.sim",
               fmt::format("sweep.cl\nsweep\n{0} {0} {0}\n{1} {1} {1}\n\n<size={2} fill=1 float>\n"
                           "<size={2} fill=0 float>\n<size=28 fill=1 float>\n<size=4 int>\n{3}\n",
                           threads, tile, cells * 4, side));
    ProcessRequest request;
    request.command = {program, "--data-races", "--uninitialized", "sweep.sim"};
    request.directory = folder.path();
    request.limits.seconds = 300;
    request.limits.memory_bytes = 64ull << 30;
    const ProcessResult result = run_process(request);
    if (result.end != ProcessResult::End::exited || result.code != 0 || !result.errors.empty()) {
        throw KitError(fmt::format("oclgrind-kernel failed:\n{}{}", result.output, result.errors));
    }
    return result.seconds;
}

} // namespace

std::optional<OclgrindTime> time_oclgrind() {
    const auto program = find_program("oclgrind-kernel");
    if (!program) {
        return std::nullopt;
    }
    const ScratchFolder folder;
    OclgrindTime time;
    time.side = 31;
    const auto blocks = static_cast<std::uint64_t>(blocks_of(time.side));
    time.threads = blocks * blocks * blocks * tile * tile * tile;
    const double start_up = time_run(program->string(), folder, 3); // next to nothing to do
    time.seconds = time_run(program->string(), folder, time.side) - start_up;
    return time;
}

} // namespace kit
