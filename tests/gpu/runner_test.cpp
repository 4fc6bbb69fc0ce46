// The runner on the fake driver: what it makes of right kernels, wrong ones and cheats.
#include "checker/base/layout.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/gpu/runner/runner.hpp"
#include "tests/catch.hpp"
#include "tests/gpu/fake_cuda.hpp"
#include "tests/gpu/kernels_on_cpu.hpp"
#include "tests/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

using namespace kit;

namespace {

constexpr int side = 9;

const FakeKernel sweep = lab_04_sweep;

const Driver& fake_driver() {
    std::string why;
    const Driver* const driver = system_driver(why);
    INFO(why);
    REQUIRE(driver != nullptr);
    return *driver;
}

/// One job on a fresh fake GPU whose kernel is this one.
JobReply reply_to(const FakeKernel& kernel, bool timed, bool programmatic = false,
                  const std::string& lab = "04-basic-sweep",
                  const std::filesystem::path& root = kit::source_root()) {
    const TemporaryFolder folder;
    fake_gpu.kernel = kernel;
    fake_gpu.launches = 0;
    fake_gpu.log.clear();
    RunnerRequest request;
    request.root = root;
    request.lab = lab;
    request.radius = 1;
    request.kit_cubin = folder.write("kit.cubin", "kit");
    request.launch_deadline = 0.05;
    request.most_seconds = 60; // on a busy machine, too, all launches are made
    Job job;
    job.extents = {side, side, fake_gpu.kernel_of_two ? 1 : side};
    job.kernel = {folder.write("own.cubin", "own"), "kernel", {{2, 2, 2}, {8, 8, 8}, 0}};
    job.kernel.launch.programmatic = programmatic;
    job.seed = 5;
    job.timed = timed;
    request.jobs = {job};
    if (!timed) {
        request.jobs.push_back(job);
    }
    std::string lines;
    run_jobs(fake_driver(), request, [&](const std::string& line) { lines += line + "\n"; });
    const RunnerReply reply = reply_from(lines);
    REQUIRE(reply.device);
    CHECK(reply.device->name == "Fake GPU");
    CHECK(reply.device->capability == 90);
    REQUIRE(!reply.jobs.empty());
    // After a fault the device is lost and nothing more is tried on it.
    const bool lost = reply.jobs[0].end == JobEnd::fault || reply.jobs[0].end == JobEnd::timeout;
    CHECK(reply.jobs.size() == (lost ? 1 : request.jobs.size()));
    return reply.jobs[0];
}

JobReply judged(const FakeKernel& kernel) {
    return reply_to(kernel, false);
}

JobReply timed(const FakeKernel& kernel) {
    return reply_to(kernel, true);
}

} // namespace

TEST_CASE("a right kernel is judged right and timed") {
    const JobReply once = judged(sweep);
    CHECK(once.end == JobEnd::done);
    CHECK(once.check->right());
    CHECK(once.check->comparison.cells == side * side * side);
    const JobReply often = timed(sweep);
    REQUIRE(often.end == JobEnd::done);
    const Timing& timing = *often.timing;
    CHECK(timing.cold.median == Approx(10e-6));
    CHECK(timing.copy.median == Approx(5e-6));
    CHECK(timing.cold.launches >= 30);
    CHECK(timing.bytes == 2 * side * side * side * sizeof(float));
    CHECK(timing.operations == 13 * 7 * 7 * 7);
    CHECK_FALSE(timing.inconclusive);
    CHECK(timing.checked_launches >= 70);
    CHECK(fake_gpu.launches >= timing.checked_launches);
    REQUIRE(timing.series);
    CHECK(timing.series->median == Approx(10e-6));
    CHECK(fake_gpu.overlapping_launches == 0);
    // Clocks of the GPU in use, which NVML is asked for by its PCI bus id.
    CHECK(timing.before.sm_mhz == 1980);
    CHECK(timing.before.memory_mhz == 2619);
    CHECK(timing.after.celsius == 41);
    CHECK(timing.after.throttled == "power cap, hardware thermal limit");
    // Before a cold launch the cache loses its persisting lines and is flushed.
    CHECK(fake_gpu.least_flush >= 64 << 20);
    std::vector<std::string> log = fake_gpu.log;
    log.resize(std::min<std::size_t>(log.size(), 30));
    const std::vector<std::string> launch{
        "reset persisting L2", "kit_touch", "kit_hold",       "event",
        "submission",          "event",     "kit_check_float"};
    CHECK(std::search(log.begin(), log.end(), launch.begin(), launch.end()) != log.end());
}

TEST_CASE("the flush only reads: no line has to be written back while the clock runs") {
    std::vector<uint4> buffer(64, uint4{1, 2, 3, 4});
    const std::vector<uint4> before = buffer;
    unsigned sink = 7;
    kit_touch(buffer.data(), buffer.size(), &sink);
    CHECK(std::memcmp(buffer.data(), before.data(), buffer.size() * sizeof(uint4)) == 0);
    CHECK(sink == 7);
}

TEST_CASE("a wrong kernel is found and the first wrong cell named") {
    const JobReply reply = judged([](const float* in, float* out, int n) {
        sweep(in, out, n);
        out[(3 * n + 4) * n + 5] += 1;
    });
    CHECK(reply.end == JobEnd::done);
    CHECK(reply.check->comparison.mismatches == 1);
    CHECK(reply.check->comparison.first_wrong[0].cell == std::array<std::int64_t, 3>{5, 4, 3});
    const JobReply lazy = judged([](const float*, float*, int) {});
    CHECK(lazy.check->comparison.untouched == 7 * 7 * 7);
}

TEST_CASE("writes outside the arrays and to the input are seen") {
    const JobReply above = judged([](const float* in, float* out, int n) {
        sweep(in, out, n);
        out[n * n * n] = 0;
    });
    CHECK(above.check->changed_guard_words == 1);
    const JobReply below = judged([](const float* in, float* out, int n) {
        sweep(in, out, n);
        out[-1] = 0;
    });
    CHECK(below.check->changed_guard_words == 1);
    const JobReply input = judged([](const float* in, float* out, int n) {
        sweep(in, out, n);
        const_cast<float*>(in)[0] = 2;
    });
    CHECK(input.check->changed_inputs == 1);
    CHECK_FALSE(input.check->right());
}

TEST_CASE("a timed launch that cheats does not get a time") {
    std::vector<float> kept;
    const auto cells = side * side * side;
    // The answer of the first launch, again and again.
    const JobReply cached = timed([&](const float* in, float* out, int n) {
        if (kept.empty()) {
            sweep(in, out, n);
            kept.assign(out, out + cells);
        }
        std::ranges::copy(kept, out);
    });
    CHECK(cached.end == JobEnd::wrong);
    CHECK_FALSE(cached.timing);
    // Work left out where the first cell looks as it did.
    float seen = 2;
    const JobReply skipping = timed([&](const float* in, float* out, int n) {
        if (in[0] != seen && fake_gpu.launches < 30) {
            sweep(in, out, n);
        }
        seen = in[0];
    });
    CHECK(skipping.end == JobEnd::wrong);
    CHECK_THAT(skipping.sentence, ContainsSubstring("wrong cells"));
    // The output of the launch before left in place.
    int launches = 0;
    const JobReply lazy = timed([&](const float* in, float* out, int n) {
        if (++launches < 20) {
            sweep(in, out, n);
        }
    });
    CHECK(lazy.end == JobEnd::wrong);
    CHECK(lazy.check->comparison.untouched == 7 * 7 * 7);
}

TEST_CASE("a series of launches in which some are left out does not get a time") {
    // Cold and hot launches come first, all into one array; a series goes back into the other.
    const float* input = nullptr;
    const auto in_series = [&](const float* in) {
        input = input == nullptr ? in : input;
        return in != input;
    };
    const JobReply skipping = timed([&](const float* in, float* out, int n) {
        if (!in_series(in)) {
            sweep(in, out, n);
        }
    });
    CHECK(skipping.end == JobEnd::wrong);
    // Infinite everywhere: whatever is compared with it looks right.
    input = nullptr;
    const JobReply infinite = timed([&](const float* in, float* out, int n) {
        if (!in_series(in)) {
            sweep(in, out, n);
            return;
        }
        for (int i = 1; i < n - 1; ++i) {
            for (int j = 1; j < n - 1; ++j) {
                for (int k = 1; k < n - 1; ++k) {
                    out[(i * n + j) * n + k] = std::numeric_limits<float>::infinity();
                }
            }
        }
    });
    CHECK(infinite.end == JobEnd::wrong);
    CHECK_FALSE(infinite.timing);
}

TEST_CASE("kernels that die or hang end the runner with a reply") {
    fake_gpu.fault = 700;
    const JobReply dead = judged(sweep);
    fake_gpu.fault = success;
    CHECK(dead.end == JobEnd::fault);
    CHECK(dead.error == "CUDA_ERROR_ILLEGAL_ADDRESS");
    CHECK_THAT(dead.sentence, ContainsSubstring("illegal memory access"));
    fake_gpu.hangs = true;
    const JobReply hung = judged(sweep);
    fake_gpu.hangs = false;
    CHECK(hung.end == JobEnd::timeout);
    CHECK_THAT(hung.sentence, ContainsSubstring("still running after 0.05 s"));
    CHECK(judged(sweep).check->right());
    // To release memory would wait for the kernel that never ends.
    CHECK(fake_gpu.releases_while_hung == 0);
}

TEST_CASE("a device with too little memory fails the job, not the submission") {
    fake_gpu.memory_bytes = 128 << 10;
    const TemporaryFolder folder;
    RunnerRequest request;
    request.root = kit::source_root();
    request.lab = "04-basic-sweep";
    request.kit_cubin = folder.write("kit.cubin", "kit");
    Job job;
    job.extents = {side, side, side};
    job.kernel = {folder.write("own.cubin", "own"), "kernel", {}};
    request.jobs = {job};
    std::string lines;
    run_jobs(fake_driver(), request, [&](const std::string& line) { lines += line + "\n"; });
    fake_gpu.memory_bytes = std::size_t{1} << 30;
    const JobReply reply = reply_from(lines).jobs.at(0);
    CHECK(reply.end == JobEnd::failed);
    CHECK(reply.error == "CUDA_ERROR_OUT_OF_MEMORY");
    CHECK_THAT(reply.sentence, ContainsSubstring("MB of memory: out of memory"));
}

TEST_CASE("while a kernel runs the device does not hold the coefficients that judge it") {
    std::uint64_t found = 0;
    const JobReply reply = timed([&](const float* in, float* out, int n) {
        lab_04_sweep(in, out, n);
        // As the check has them: doubles, in an array that is no larger than a few terms.
        const double coefficient = fake_gpu.coefficients[1];
        for (const auto& [begin, bytes] : fake_gpu.allocations) {
            for (std::size_t at = 0; bytes < 4096 && at + sizeof coefficient <= bytes; at += 8) {
                const auto* const place = reinterpret_cast<const char*>(begin) + at;
                found += std::memcmp(place, &coefficient, sizeof coefficient) == 0 ? 1 : 0;
            }
        }
    });
    // In a series every launch has the same coefficients, and the check comes after the last.
    CHECK(reply.end == JobEnd::done);
    CHECK(found == 0);
}

TEST_CASE("launches overlap in a series only, and only if the submission asks for it") {
    fake_gpu.overlapping_launches = 0;
    CHECK(judged(sweep).end == JobEnd::done);
    CHECK(reply_to(sweep, false, true).end == JobEnd::done);
    CHECK(fake_gpu.overlapping_launches == 0);
    const JobReply often = reply_to(sweep, true, true);
    REQUIRE(often.timing);
    CHECK(often.timing->series);
    CHECK(fake_gpu.overlapping_launches > 0);
    // A kernel that does not wait for the launch before it is found out.
    fake_gpu.waits = false;
    const JobReply early = reply_to(sweep, true, true);
    fake_gpu.waits = true;
    CHECK(early.end == JobEnd::wrong);
    CHECK_THAT(early.sentence, ContainsSubstring("must call cudaGridDependencySynchronize()"));
    CHECK_FALSE(early.timing);
}

TEST_CASE("a series takes the coefficients of its own draw where they are arguments") {
    fake_gpu.argument_bytes = {8, 8, 4, 4, 4, sizeof fake_gpu.coefficients};
    const JobReply reply = reply_to(sweep, true, false, "11-higher-order-star");
    fake_gpu.argument_bytes = {8, 8, 4};
    INFO(reply.sentence);
    CHECK(reply.end == JobEnd::done);
    REQUIRE(reply.timing);
    CHECK(reply.timing->series);
}

TEST_CASE("a kernel whose coefficients are in its text is timed without a series") {
    const TemporaryFolder root;
    namespace fs = std::filesystem;
    const std::string id = "04-basic-sweep";
    for (const std::string& folder : {"labs/" + id, "solutions/" + id}) {
        fs::create_directories(root.path() / folder);
        fs::copy(kit::source_root() / folder, root.path() / folder);
    }
    std::string text = kit::read_file(root.path() / "labs" / id / "lab.toml");
    text = kit::with_replaced(text, "\"drawn\"", "\"fixed\"");
    text = kit::with_replaced(text, "] },", "], coefficient = 0.75 },");
    root.write("labs/" + id + "/lab.toml", text);
    // In a series values would grow without bound: another kernel's coefficients keep them.
    const JobReply reply = reply_to(
        [](const float* in, float* out, int n) {
            std::ranges::fill(fake_gpu.coefficients, 0.75f);
            lab_04_sweep(in, out, n);
        },
        true, false, id, root.path());
    INFO(reply.sentence);
    CHECK(reply.end == JobEnd::done);
    REQUIRE(reply.timing);
    CHECK_FALSE(reply.timing->series);
}

TEST_CASE("a kernel with two inputs gets both, and neither may change") {
    const auto wave = [](const float* now, const float* before, float* next, int width,
                         int height) {
        for (int y = 1; y < height - 1; ++y) {
            for (int x = 1; x < width - 1; ++x) {
                const int own = y * width + x;
                next[own] =
                    now[own] - before[own] +
                    0.25f * (now[own - 1] + now[own + 1] + now[own - width] + now[own + width]);
            }
        }
    };
    const auto reply = [](const auto& kernel, bool is_timed) {
        fake_gpu.kernel_of_two = kernel;
        const auto sizes = std::exchange(fake_gpu.argument_bytes, {8, 8, 8, 4, 4});
        const JobReply one = reply_to(sweep, is_timed, false, "17-wave-equation",
                                      kit::source_root() / "tests/new_lab/examples");
        fake_gpu.kernel_of_two = nullptr;
        fake_gpu.argument_bytes = sizes;
        return one;
    };
    CHECK(reply(wave, false).check->right());
    const JobReply timed = reply(wave, true);
    REQUIRE(timed.end == JobEnd::done);
    CHECK(timed.timing->bytes == 3 * side * side * sizeof(float));
    CHECK(timed.timing->copy_bytes == 2 * side * side * sizeof(float));
    CHECK(timed.timing->copy_seconds() == Approx(1.5 * 5e-6));
    CHECK_FALSE(timed.timing->series);
    const auto exchanged = [&](const float* now, const float* before, float* next, int width,
                               int height) { wave(before, now, next, width, height); };
    CHECK(reply(exchanged, false).check->comparison.mismatches == (side - 2) * (side - 2));
    const auto writes = [&](const float* now, const float* before, float* next, int width,
                            int height) {
        wave(now, before, next, width, height);
        const_cast<float*>(before)[3] = 0;
    };
    const JobReply changed = reply(writes, false);
    CHECK(changed.check->changed_inputs == 1);
    CHECK(changed.check->comparison.mismatches == 0);
}

TEST_CASE("launches past the device's limits are refused with the limit") {
    const auto refused = [](const LaunchShape& shape) {
        const TemporaryFolder folder;
        RunnerRequest request;
        request.root = kit::source_root();
        request.lab = "04-basic-sweep";
        request.kit_cubin = folder.write("kit.cubin", "kit");
        Job job;
        job.extents = {side, side, side};
        job.kernel = {folder.write("own.cubin", "own"), "kernel", shape};
        request.jobs = {job};
        std::string lines;
        run_jobs(fake_driver(), request, [&](const std::string& line) { lines += line + "\n"; });
        const JobReply reply = reply_from(lines).jobs.at(0);
        CHECK(reply.end == JobEnd::refused);
        return reply.sentence;
    };
    CHECK_THAT(refused({{1, 1, 1}, {1024, 1, 1}, 0}), ContainsSubstring("can have 512"));
    CHECK_THAT(refused({{1, 1, 1}, {1, 1, 65}, 0}), ContainsSubstring("1 to 1024, 1024, 64"));
    CHECK_THAT(refused({{1, 65536, 1}, {1, 1, 1}, 0}), ContainsSubstring("grid is 1×65536×1"));
    CHECK_THAT(refused({{1, 1, 1}, {1, 1, 1}, 65536}), ContainsSubstring("allows 65536"));
}

TEST_CASE("a machine without a GPU says so") {
    fake_gpu.devices = 0;
    std::string lines;
    run_jobs(fake_driver(), {}, [&](const std::string& line) { lines += line + "\n"; });
    fake_gpu.devices = 1;
    CHECK(reply_from(lines).no_device == "The driver has no GPU.");
}

namespace {

/// Lab 14 on fake GPUs. `sends`: whether what lies beside the cut is stored there, too.
JobReply on_gpus(int gpus, bool sends, bool timed, bool by_flags) {
    const TemporaryFolder folder;
    fake_gpu.devices = gpus;
    fake_gpu.log.clear();
    fake_gpu.slab_kernel = [sends](const DeviceSlab& own, const DeviceSlab& below,
                                   const DeviceSlab& above, int n) {
        const auto plane = [n](Address array, int number) {
            return reinterpret_cast<float*>(array) + static_cast<std::ptrdiff_t>(number) * n * n;
        };
        for (int p = 1; p <= own.planes; ++p) {
            // A grid of three planes: the boundary, this one, the boundary.
            std::vector<float> out(static_cast<std::size_t>(3 * n * n));
            std::copy_n(plane(own.out, p), n * n, out.begin() + n * n);
            lab_04_sweep_of(plane(own.in, p - 1), out.data(), n, 3);
            std::copy_n(out.begin() + n * n, n * n, plane(own.out, p));
            if (sends && p == 1 && below.planes > 0) {
                std::copy_n(out.begin() + n * n, n * n, plane(below.out, below.planes + 1));
            }
            if (sends && p == own.planes && above.planes > 0) {
                std::copy_n(out.begin() + n * n, n * n, plane(above.out, 0));
            }
        }
    };
    RunnerRequest request;
    request.root = kit::source_root();
    request.lab = "14-several-gpus";
    request.radius = 1;
    request.kit_cubin = folder.write("kit.cubin", "kit");
    request.launch_deadline = 5;
    Job job;
    job.extents = {side, side, side};
    job.kernel = {folder.write("own.cubin", "own"), "kernel", {{2, 2, 2}, {8, 8, 8}, 0}};
    job.kernel.launch.by_flags = by_flags;
    job.on_one = job.weak = job.kernel.launch;
    job.seed = 5;
    job.timed = timed;
    job.gpus = gpus;
    request.jobs = {job};
    std::string lines;
    run_jobs(fake_driver(), request, [&](const std::string& line) { lines += line + "\n"; });
    fake_gpu.devices = 1;
    fake_gpu.slab_kernel = nullptr;
    const RunnerReply reply = reply_from(lines);
    REQUIRE(reply.jobs.size() == 1);
    return reply.jobs[0];
}

} // namespace

TEST_CASE("slabs on two GPUs are judged as the whole grid") {
    const JobReply right = on_gpus(2, true, false, false);
    CHECK(right.end == JobEnd::done);
    CHECK(right.check->right());
    // Each GPU waits for its neighbour's last sweep, but for the first.
    CHECK(std::ranges::count(fake_gpu.log, "wait") == 1 + 2 * 2 + 1);
    const JobReply wrong = on_gpus(2, false, false, false);
    CHECK(wrong.check->comparison.mismatches > 0);
    static_cast<void>(on_gpus(2, true, false, true));
    CHECK(std::ranges::count(fake_gpu.log, "wait") == 2);
}

TEST_CASE("how a kernel scales is measured with every series checked") {
    const JobReply right = on_gpus(2, true, true, true);
    REQUIRE(right.end == JobEnd::done);
    REQUIRE(right.scaling);
    CHECK(right.scaling->gpus == 2);
    CHECK(right.scaling->link == "NVLink");
    CHECK(right.scaling->by_flags);
    CHECK(right.scaling->extents_of_all == Extents{side, side, 2 * (side - 2) + 2});
    CHECK(right.scaling->checked_series >= 3 * 2 * 7);
    CHECK(right.scaling->strong);
    CHECK(right.scaling->copy_rate > 0);
    CHECK(on_gpus(2, false, true, true).end == JobEnd::wrong);
}

TEST_CASE("a machine with one GPU times a kernel for several on it") {
    const JobReply right = on_gpus(1, true, true, false);
    REQUIRE(right.end == JobEnd::done);
    REQUIRE(right.scaling);
    CHECK(right.scaling->gpus == 1);
    CHECK(right.scaling->one.median > 0);
    CHECK_FALSE(right.scaling->strong);
    CHECK_FALSE(right.scaling->weak);
}
