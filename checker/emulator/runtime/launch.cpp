// The program that a submission becomes: maps the mailbox, evaluates launch_config(), spreads the
// kernel's blocks over the cores and replies.
#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/entry.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/fiber.hpp"
#include "checker/emulator/runtime/locals.hpp"
#include "checker/emulator/runtime/signals.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

extern "C" {
// lab.cuh declares it as the array c[].
// A page of its own, made unwritable before the launch.
alignas(4096) unsigned char kit_coefficients[kit::runtime::max_coefficients * 8] = {};
static_assert(sizeof kit_coefficients == 4096);
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
    const auto& [grid, block, dynamic_bytes, programmatic] = launch;
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
    if (dynamic_bytes > request.shared_limit ||
        static_bytes + dynamic_bytes > request.shared_limit) {
        record_event(runtime::event_too_much_shared,
                     with_values(static_cast<std::int64_t>(static_bytes),
                                 static_cast<std::int64_t>(dynamic_bytes),
                                 static_cast<std::int64_t>(request.shared_limit)));
        return false;
    }
    return true;
}

/// The values the kernel is called with, and their addresses.
class Arguments {
public:
    Arguments(const Request& request, const DeviceMemory& memory) {
        values_.reserve(request.argument_count);
        for (unsigned i = 0; i < request.argument_count; ++i) {
            const runtime::Argument& argument = request.arguments[i];
            Value value{};
            if (argument.array >= 0) {
                value.address = memory.arrays()[static_cast<std::size_t>(argument.array)].begin;
            } else {
                value.number = argument.value;
            }
            values_.push_back(value);
            addresses_.push_back(argument.array == runtime::Argument::is_coefficients
                                     ? static_cast<void*>(kit_coefficients)
                                     : &values_.back());
        }
    }

    Arguments(const Arguments&) = delete;
    Arguments& operator=(const Arguments&) = delete;

    [[nodiscard]] void* const* addresses() const { return addresses_.data(); }

private:
    union Value {
        std::uintptr_t address;
        std::int32_t number;
    };

    std::vector<Value> values_;
    std::vector<void*> addresses_;
};

/// What all workers share.
struct Work {
    const Request& request;
    const DeviceMemory& memory;
    const ProgramVariables& variables;
    const KitLaunch& configuration;
    GlobalShadow& shadow;
    void* const* arguments;
    std::uint64_t blocks;
    std::uint64_t chunk = 1; ///< blocks that a worker takes at a time
    std::atomic<std::uint64_t> next_block{0};
    std::atomic<bool> stuck{false};
    std::mutex totals_mutex;
    runtime::Counters totals{};
    std::uint64_t course = 0;

    Work(const Request& its_request, const DeviceMemory& its_memory,
         const ProgramVariables& its_variables, const KitLaunch& its_configuration,
         GlobalShadow& its_shadow, void* const* its_arguments)
        : request(its_request), memory(its_memory), variables(its_variables),
          configuration(its_configuration), shadow(its_shadow), arguments(its_arguments),
          blocks(std::uint64_t{configuration.grid[0]} * configuration.grid[1] *
                 configuration.grid[2]) {}
};

void add_totals(Work& work, const Watchers& watchers, const BlockRunner& runner) {
    const auto& bytes = std::get<ByteCounter>(watchers);
    const std::lock_guard lock(work.totals_mutex);
    work.totals.global_load_bytes += bytes.global().loaded;
    work.totals.global_store_bytes += bytes.global().stored;
    work.totals.shared_load_bytes += bytes.shared().loaded;
    work.totals.shared_store_bytes += bytes.shared().stored;
    work.totals.barriers += runner.barriers();
    work.course += thread_state.course;
    const auto& warps = std::get<WarpCounters>(watchers);
    work.totals.global_load_requests += warps.global().load_requests;
    work.totals.global_load_sectors += warps.global().load_sectors;
    work.totals.global_store_requests += warps.global().store_requests;
    work.totals.global_store_sectors += warps.global().store_sectors;
    work.totals.shared_load_requests += warps.shared().load_requests;
    work.totals.shared_store_requests += warps.shared().store_requests;
    work.totals.shared_bank_conflicts +=
        warps.shared_load_conflicts() + warps.shared_store_conflicts();
    work.totals.divergent_requests += warps.divergent_requests();
    work.totals.global_load_repeated_bytes += warps.repeated_load_bytes();
    work.totals.global_store_repeated_bytes += warps.repeated_store_bytes();
}

/// What races are looked for in. An array that is only read has none: its reads are followed only
/// when a first run saw a store to it.
std::vector<Region> followed_regions(const Request& request, const DeviceMemory& memory,
                                     const ProgramVariables& variables) {
    std::vector<Region> regions = variables.device;
    for (const Region& array : memory.arrays()) {
        if (array.use == Region::Use::output || request.follow_inputs != 0) {
            regions.push_back(array);
        }
    }
    return regions;
}

/// The C library puts a thread's variables into the mapping of its stack.
void find_private_memory(ThreadState& state) {
    pthread_attr_t attributes;
    void* begin = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &begin, &bytes);
        pthread_attr_destroy(&attributes);
        // The size does not include the variables themselves, which are above the stack.
        const auto end =
            reinterpret_cast<std::uintptr_t>(&thread_state) + sizeof thread_state + 4096;
        state.private_begin = reinterpret_cast<std::uintptr_t>(begin);
        state.private_bytes = std::max<std::uint64_t>(bytes, end - state.private_begin);
    }
}

/// Takes blocks until none are left. Runs on an OS thread of its own.
void run_blocks(Work& work) {
    const auto& block = work.configuration.block;
    SharedMemory shared(work.request, work.configuration.dynamic_shared_bytes);
    BlockRunner runner({block[0], block[1], block[2]}, work.request.variant, work.arguments);
    Watchers watchers;
    std::get<GlobalShadowWatcher>(watchers).set_follow_inputs(work.request.follow_inputs != 0);
    ThreadState& state = thread_state;
    state.shared_begin = shared.begin();
    state.shared_bytes = shared.bytes();
    state.global_begin = work.memory.begin();
    state.global_bytes = work.memory.bytes();
    state.stacks_begin = reinterpret_cast<std::uintptr_t>(runner.stacks().begin());
    state.stacks_bytes = runner.stacks().bytes();
    find_private_memory(state);
    state.watchers = &watchers;
    state.watching = work.request.watching;
    state.runner = &runner;
    state.shared = &shared;
    state.global = &work.memory;
    state.variables = &work.variables;
    state.global_shadow = &work.shadow;
    const SignalStack signal_stack;

    while (!work.stuck) {
        const std::uint64_t first = work.next_block.fetch_add(work.chunk);
        const std::uint64_t last = std::min(first + work.chunk, work.blocks);
        for (std::uint64_t number = first; number < last; ++number) {
            state.block = number;
            shared.fill_with_garbage(work.request.garbage);
            if (!runner.run(position_in(kit_grid_extents.index, number))) {
                work.stuck = true;
                break;
            }
        }
        if (last >= work.blocks || first >= work.blocks) {
            break;
        }
    }
    add_totals(work, watchers, runner);
    state = {};
}

/// Small enough that cores end together, large enough that neighbouring blocks share caches.
std::uint64_t chunk_of(std::uint64_t blocks, std::uint32_t workers) {
    return std::clamp<std::uint64_t>(blocks / (std::uint64_t{workers} * 16), 1, 64);
}

/// Runs the kernel if the launch is one that CUDA would accept. Fills the reply as it goes: `stage` says
/// how far it got.
void launch(const Request& request, Reply& reply) {
    set_event_target(request, reply);
    handle_signals();
    std::memcpy(kit_coefficients, request.coefficients, request.coefficient_bytes);

    reply.stage = runtime::stage_configuring;
    KitLaunch configuration{};
    static const StackPool pool(1);
    __safestack_unsafe_stack_ptr = pool.locals_top(0);
    const StackPool::Locals locals = pool.locals(0);
    allow_host_stores(request, locals.begin, locals.end);
    kit_submission_launch_config(request.variant, request.extents, &configuration);
    std::copy(std::begin(configuration.grid), std::end(configuration.grid), reply.grid);
    std::copy(std::begin(configuration.block), std::end(configuration.block), reply.block);
    reply.dynamic_shared_bytes = configuration.dynamic_shared_bytes;
    reply.programmatic = configuration.programmatic;
    if (!acceptable(configuration, request)) {
        reply.stage = runtime::stage_refused;
        return;
    }
    if (request.only_configure != 0) {
        reply.stage = runtime::stage_done;
        return;
    }

    const auto& [grid, block, dynamic_bytes, programmatic] = configuration;
    kit_block_extents = {{block[0], block[1], block[2]}};
    kit_grid_extents = {{grid[0], grid[1], grid[2]}};
    freeze_constants();
    const DeviceMemory memory(request);
    const ProgramVariables variables(request);
    const Arguments arguments(request, memory);
    GlobalShadow shadow(followed_regions(request, memory, variables));
    Work work(request, memory, variables, configuration, shadow, arguments.addresses());
    const std::uint64_t blocks = work.blocks;
    const auto workers = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(request.workers, 1, std::min<std::uint64_t>(blocks, 256)));
    work.chunk = chunk_of(blocks, workers);

    reply.stage = runtime::stage_running;
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> threads;
    {
        const InterruptsBlocked blocked; // only workers can say what was running
        for (std::uint32_t i = 0; i < workers; ++i) {
            threads.emplace_back([&work] {
                allow_interrupts();
                run_blocks(work);
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
    reply.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    reply.peak_memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    if (work.stuck) {
        return;
    }
    reply.counters = work.totals;
    reply.course = work.course;
    reply.counters.blocks = blocks;
    reply.counters.threads = blocks * block[0] * block[1] * block[2];
    reply.counters.shared_bytes_per_block = static_shared_bytes(request) + dynamic_bytes;
    reply.stage = runtime::stage_done;
}

} // namespace

} // namespace kit::runtime

int main() {
    using namespace kit::runtime;
    void* memory =
        mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED, file_descriptor, 0);
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
    launch(mailbox.request, mailbox.reply);
    std::fflush(stdout);
    // Whatever the submission left to run at exit does not run.
    std::_Exit(0);
}
