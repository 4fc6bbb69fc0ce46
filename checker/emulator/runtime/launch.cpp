// The program that a submission becomes: maps the mailbox, evaluates launch_config(), has the kernel's
// blocks run and replies.
#include "checker/emulator/runtime/arguments.hpp"
#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/entry.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/locals.hpp"
#include "checker/emulator/runtime/server.hpp"
#include "checker/emulator/runtime/signals.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"
#include "checker/emulator/runtime/thread_stacks.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/workers.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
// lab.cuh declares it as the array c[].
// A page of its own, made unwritable before the launch.
alignas(kit::runtime::largest_page) unsigned char kit_coefficients[kit::runtime::largest_page] = {};
static_assert(kit::runtime::max_coefficients * 8 <= sizeof kit_coefficients);

// What kit-instrument has local variables begin with that the source gives no value.
std::uint32_t kit_unset_float = kit::runtime::unset_float;
std::uint64_t kit_unset_double = kit::runtime::unset_double;

// Of a program of many small changes: the one that is on. The submission's code asks for it.
static int change_on = 0;

int kit_change() {
    return change_on;
}
}

namespace kit::runtime {

namespace {

using runtime::Reply;
using runtime::Request;

// The limits of every GPU since compute capability 3.0 (CUDA C++ Programming Guide, table
// "Technical Specifications per Compute Capability").
constexpr std::uint32_t max_block_threads = 1024;
constexpr Index3 max_block{1024, 1024, 64};
constexpr Index3 max_grid{2147483647, 65535, 65535};

bool within(const std::uint32_t (&extents)[3], Index3 limit) {
    return extents[0] >= 1 && extents[0] <= limit.x && extents[1] >= 1 && extents[1] <= limit.y &&
           extents[2] >= 1 && extents[2] <= limit.z;
}

EventDetails with_values(std::int64_t a, std::int64_t b, std::int64_t c) {
    return {.values = {a, b, c}};
}

/// Whether CUDA would launch it; if not, the event is recorded.
bool acceptable(const KitLaunch& launch, const Request& request) {
    const auto& [grid, block, dynamic_bytes, programmatic, by_flags] = launch;
    if (!within(block, max_block)) {
        record_event(runtime::event_bad_block, with_values(block[0], block[1], block[2]));
        return false;
    }
    const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
    if (threads > max_block_threads) {
        record_event(runtime::event_too_many_threads,
                     with_values(static_cast<std::int64_t>(threads), max_block_threads, 0));
        return false;
    }
    if (!within(grid, max_grid)) {
        record_event(runtime::event_bad_grid, with_values(grid[0], grid[1], grid[2]));
        return false;
    }
    const std::uint64_t static_bytes = static_shared_bytes(request);
    if (static_bytes > most_static_shared_bytes || dynamic_bytes > request.shared_limit ||
        static_bytes + dynamic_bytes > request.shared_limit) {
        record_event(runtime::event_too_much_shared,
                     with_values(static_cast<std::int64_t>(static_bytes),
                                 static_cast<std::int64_t>(dynamic_bytes),
                                 static_cast<std::int64_t>(request.shared_limit)));
        return false;
    }
    return true;
}

/// What races are looked for in. An array that is only read has none: its reads are followed only
/// when a first run saw a store to it.
std::vector<Region> followed_regions(const Request& request, const DeviceMemory& memory,
                                     const ProgramVariables& variables) {
    std::vector<Region> regions = variables.device;
    for (const Region& array : memory.arrays()) {
        if (array.use != Region::Use::input || array.plane_bytes != 0 ||
            request.follow_inputs != 0) {
            regions.push_back(array);
        }
    }
    return regions;
}

/// Whether the submission calls __threadfence(), or may have forgotten it (instrumentation/accesses.cpp).
bool uses_fences = false;

/// Whether it has shuffles, votes or barriers of a warp.
bool has_warp_operations = false;

/// Where what the threads do is recorded; null if it is not.
TraceEvent* map_trace(const Request& request) {
    if (request.trace_capacity == 0) {
        return nullptr;
    }
    void* const memory =
        mmap(nullptr, request.trace_capacity * sizeof(TraceEvent), PROT_READ | PROT_WRITE,
             MAP_SHARED, file_descriptor, static_cast<off_t>(request.trace_offset));
    if (memory == MAP_FAILED) {
        std::fputs("the emulator found no address space for the recording\n", stderr);
        std::_Exit(3);
    }
    return static_cast<TraceEvent*>(memory);
}

/// The ghost planes between two GPUs, without the grid's boundary: what the neighbours are to send in the next sweep.
/// All cells hold what the first one held before the run.
class UnsentCells {
public:
    UnsentCells(const Request& request, const DeviceMemory& first)
        : side_(static_cast<std::uint64_t>(request.extents[0])),
          bytes_(request.plane_bytes / (side_ * side_)), gpus_(request.gpus) {
        for (const Region& array : first.arrays()) {
            if (array.use == Region::Use::output && array.gpu == 1) {
                std::memcpy(&unsent_, inner_cell(array.begin, 1, 1), bytes_);
            }
        }
    }

    void place(const DeviceMemory& next) const {
        for (const Region& array : next.arrays()) {
            if (array.use == Region::Use::output && array.gpu > 0) {
                fill(array.begin);
            }
            if (array.use == Region::Use::output && array.gpu + 1 < gpus_) {
                fill(array.begin + array.bytes - array.plane_bytes);
            }
        }
    }

private:
    [[nodiscard]] void* inner_cell(std::uintptr_t plane, std::uint64_t x, std::uint64_t y) const {
        return reinterpret_cast<void*>(plane + (y * side_ + x) * bytes_);
    }

    void fill(std::uintptr_t plane) const {
        for (std::uint64_t y = 1; y + 1 < side_; ++y) {
            for (std::uint64_t x = 1; x + 1 < side_; ++x) {
                std::memcpy(inner_cell(plane, x, y), &unsent_, bytes_);
            }
        }
    }

    std::uint64_t side_;
    std::uint64_t bytes_; ///< of an element
    std::uint32_t gpus_;
    std::uint64_t unsent_ = 0;
};

void add(LaunchTotals& totals, const LaunchTotals& more) {
    // Counters are numbers of one type, side by side.
    auto* const to = reinterpret_cast<std::uint64_t*>(&totals.counters);
    const auto* const from = reinterpret_cast<const std::uint64_t*>(&more.counters);
    for (std::size_t i = 0; i < sizeof(Counters) / sizeof(std::uint64_t); ++i) {
        to[i] += from[i];
    }
    totals.course += more.course;
    totals.stuck = totals.stuck || more.stuck;
}

/// What this process has had so far.
double processor_seconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    constexpr double micro = 1e-6;
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           micro * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// Runs the kernel if the launch is one that CUDA would accept. Fills the reply as it goes: `stage` says
/// how far it got.
void run(const Request& request, Reply& reply) {
    set_event_target(request, reply);
    handle_signals();
    std::memcpy(kit_coefficients, request.coefficients, request.coefficient_bytes);
    change_on = static_cast<int>(request.change);
    if (request.neutral_locals != 0) {
        kit_unset_float = neutral_float;
        kit_unset_double = neutral_double;
    }

    reply.stage = runtime::stage_configuring;
    KitLaunch configuration{};
    static const StackPool pool(1);
    __safestack_unsafe_stack_ptr = pool.locals_top(0);
    const StackPool::Locals locals = pool.locals(0);
    allow_host_stores(request, locals.begin, locals.end);
    kit_submission_launch_config(request.variant, request.extents, &configuration);
    std::ranges::copy(configuration.grid, reply.grid);
    std::ranges::copy(configuration.block, reply.block);
    reply.dynamic_shared_bytes = configuration.dynamic_shared_bytes;
    reply.programmatic = configuration.programmatic;
    reply.by_flags = configuration.by_flags;
    if (!acceptable(configuration, request)) {
        reply.stage = runtime::stage_refused;
        return;
    }
    if (request.only_configure != 0) {
        reply.stage = runtime::stage_done;
        return;
    }

    const auto& [grid, block, dynamic_bytes, programmatic, by_flags] = configuration;
    kit_block_extents = {{block[0], block[1], block[2]}};
    kit_grid_extents = {{grid[0], grid[1], grid[2]}};
    freeze_constants();
    const DeviceMemory first(request);
    const std::array<DeviceMemory, 2> memory{first, first.in_next_sweep()};
    const ProgramVariables variables(request);
    const Arguments arguments(request, memory);
    const std::uint32_t sweeps = std::max(1u, request.sweeps);
    // With flags all sweeps run at once; else the runner's events order them, and each is a run of its own.
    const std::uint32_t sweeps_of_run = by_flags != 0 ? sweeps : 1;
    run_order = {.blocks = std::uint64_t{grid[0]} * grid[1] * grid[2],
                 .gpus = std::max(1u, request.gpus),
                 .of_several_sweeps = sweeps_of_run > 1};
    const UnsentCells unsent(request, first);
    LaunchTotals totals;
    reply.stage = runtime::stage_running;
    const auto start = std::chrono::steady_clock::now();
    const double processor_start = processor_seconds();
    for (std::uint32_t sweep = 0; sweep < sweeps && !totals.stuck; sweep += sweeps_of_run) {
        run_order.first_sweep = sweep;
        GlobalShadow shadow(followed_regions(request, first, variables), uses_fences);
        add(totals,
            run_blocks({request, memory, variables, configuration, shadow, arguments, uses_fences,
                        has_warp_operations, reply, map_trace(request), sweeps_of_run}));
        if (sweeps_of_run == 1) {
            unsent.place(memory.at((sweep + 1) % 2));
        }
    }
    // On a busy machine a launch waits for its turn, too.
    reply.seconds =
        std::min(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                 processor_seconds() - processor_start);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    reply.peak_memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    if (totals.stuck) {
        return;
    }
    reply.counters = totals.counters;
    reply.course = totals.course;
    reply.counters.blocks = run_order.blocks * run_order.gpus * sweeps;
    reply.counters.threads = reply.counters.blocks * block[0] * block[1] * block[2];
    reply.counters.shared_bytes_per_block = static_shared_bytes(request) + dynamic_bytes;
    reply.stage = runtime::stage_done;
}

} // namespace

} // namespace kit::runtime

extern "C" {
void kit_has_barriers_in_loops(const std::uint32_t* barriers) {
    kit::runtime::barriers_in_loops = {barriers};
}

void kit_uses_fences(void) {
    kit::runtime::uses_fences = true;
}

void kit_has_warp_operations(void) {
    kit::runtime::has_warp_operations = true;
}
}

int main() {
    using namespace kit::runtime;
    const int file = serve_runs();
    void* memory = mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        std::fputs("this program is started by the checker\n", stderr);
        return 3;
    }
    auto& mailbox = *static_cast<Mailbox*>(memory);
    if (mailbox.request.magic != magic) {
        std::fputs("this program was built by another version of the checker\n", stderr);
        return 3;
    }
    // A kernel that dies leaves what it printed until then.
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
    run(mailbox.request, mailbox.reply);
    std::fflush(stdout);
    // Whatever the submission left to run at exit does not run.
    std::_Exit(0);
}
