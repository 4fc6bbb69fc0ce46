#include "checker/emulator/runtime/workers.hpp"

#include "checker/emulator/runtime/block_queue.hpp"
#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/locals.hpp"
#include "checker/emulator/runtime/placed_garbage.hpp"
#include "checker/emulator/runtime/program_places.hpp"
#include "checker/emulator/runtime/recorder.hpp"
#include "checker/emulator/runtime/signals.hpp"
#include "checker/emulator/runtime/thread_stacks.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <malloc.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace kit::runtime {

namespace {

/// How long a block that waits lets others run.
constexpr std::chrono::microseconds between_looks(50);

/// Small enough that cores end together, large enough that neighbouring blocks share caches.
std::uint64_t chunk_of(std::uint64_t blocks, std::uint32_t workers) {
    return std::clamp<std::uint64_t>(blocks / (std::uint64_t{workers} * 16), 1, 64);
}

/// What all workers share.
struct Work {
    const Launch& launch;
    const std::uint32_t first_workers = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        launch.request.workers, 1, std::min<std::uint64_t>(launch.blocks(), 256)));
    std::mutex workers_mutex;
    std::vector<std::thread> workers;
    std::atomic<std::uint32_t> workers_left{0}; ///< that may be started for blocks that wait
    /// Blocks that wait for each other must not stand in one worker's queue.
    BlockQueue queue{launch.sweeps, launch.request.workers,
                     launch.uses_fences ? 1 : chunk_of(launch.blocks(), first_workers),
                     [this] { return start_another(); }};
    std::mutex totals_mutex;
    LaunchTotals totals;

    explicit Work(const Launch& its_launch) : launch(its_launch) {}

private:
    /// One for each block that waits would do; more find no block to take.
    bool start_another();
};

/// Adds what a worker counted at one place in the code.
void add_site(Reply& reply, const Site& site) {
    const std::uint32_t kept = std::min(reply.site_count, max_sites);
    Site* const end = reply.sites + kept;
    Site* const total = std::find_if(reply.sites, end,
                                     [&site](const Site& each) { return each.code == site.code; });
    if (total != end) {
        total->requests += site.requests;
        total->sectors += site.sectors;
        total->conflicts += site.conflicts;
        total->lanes += site.lanes;
        total->bytes += site.bytes;
        total->divergent += site.divergent;
        return;
    }
    if (kept < max_sites) {
        *end = site;
    }
    reply.site_count = kept + 1;
}

void add_totals(Work& work, const Watchers& watchers, const BlockRunner& runner) {
    const auto& bytes = std::get<ByteCounter>(watchers);
    const std::lock_guard lock(work.totals_mutex);
    Counters& totals = work.totals.counters;
    totals.global_atomics += bytes.global().atomics;
    totals.input_atomics += bytes.input_atomics();
    totals.global_load_bytes += bytes.global().loaded;
    totals.global_store_bytes += bytes.global().stored;
    totals.shared_load_bytes += bytes.shared().loaded;
    totals.shared_store_bytes += bytes.shared().stored;
    totals.idle_blocks += bytes.idle_blocks();
    totals.remote_load_bytes += bytes.remote().loaded;
    totals.remote_store_bytes += bytes.remote().stored;
    totals.barriers += runner.barriers();
    work.totals.course += thread_state.course;
    const auto& warps = std::get<WarpCounters>(watchers);
    totals.global_load_requests += warps.global().load_requests;
    totals.global_load_sectors += warps.global().load_sectors;
    totals.global_store_requests += warps.global().store_requests;
    totals.global_store_sectors += warps.global().store_sectors;
    totals.shared_load_requests += warps.shared().load_requests;
    totals.shared_store_requests += warps.shared().store_requests;
    totals.shared_bank_conflicts += warps.shared_load_conflicts() + warps.shared_store_conflicts();
    totals.divergent_requests += warps.divergent_requests();
    if (warps.sites() != nullptr) {
        for (const auto& [code, site] : *warps.sites()) {
            Site placed = site;
            placed.code = place_in_file(code);
            add_site(work.launch.reply, placed);
        }
    }
    totals.global_load_repeated_bytes += warps.repeated_load_bytes();
    totals.global_store_repeated_bytes += warps.repeated_store_bytes();
}

/// The C library puts a thread's variables into the mapping of its stack.
void find_private_memory(ThreadState& state) {
    pthread_attr_t attributes;
    void* begin = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &begin, &bytes);
        pthread_attr_destroy(&attributes);
        // The size does not include the variables themselves, which are above the stack. Their last page is the
        // mapping's: on the next one another may begin, such as what the kernel has allocated.
        constexpr std::uintptr_t page = 4096;
        const auto end =
            (reinterpret_cast<std::uintptr_t>(&thread_state) + sizeof thread_state + page - 1) /
            page * page;
        state.private_begin = reinterpret_cast<std::uintptr_t>(begin);
        state.private_bytes = std::max<std::uint64_t>(bytes, end - state.private_begin);
    }
}

/// The launch that runs; null before it.
std::atomic<Work*> running = nullptr;

/// How many workers there may be besides the first ones, for blocks that others wait for: what fits
/// into the address space that the checker leaves to the submission (limits_of() in host/run.cpp).
std::uint32_t waiting_workers(const KitLaunch& configuration) {
    constexpr std::uint64_t most = 64;
    constexpr std::uint64_t all_bytes = std::uint64_t{1} << 30;
    constexpr std::uint64_t bytes_of_os_thread = std::uint64_t{24} << 20;
    const auto& block = configuration.block;
    const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
    const std::uint64_t bytes = threads * (stack_bytes + local_bytes + 4096) + bytes_of_os_thread;
    return static_cast<std::uint32_t>(std::min(most, all_bytes / bytes));
}

void take_blocks(Work& work);

void start_worker(Work& work) {
    const std::lock_guard lock(work.workers_mutex);
    work.workers.emplace_back([&work] {
        allow_interrupts();
        take_blocks(work);
    });
}

bool Work::start_another() {
    std::uint32_t left = workers_left;
    while (left > 0 && !workers_left.compare_exchange_weak(left, left - 1)) {
    }
    if (left > 0) {
        start_worker(*this);
    }
    return left > 0;
}

/// A worker may start another one, but only as long as it runs itself.
void join_workers(Work& work) {
    for (;;) {
        std::thread last;
        {
            const std::lock_guard lock(work.workers_mutex);
            if (work.workers.empty()) {
                return;
            }
            last = std::move(work.workers.back());
            work.workers.pop_back();
        }
        last.join();
    }
}

/// The block that runs next, and which arrays it finds where.
void set_place(ThreadState& state, const Launch& launch, std::uint64_t block, std::uint32_t sweep) {
    const DeviceMemory* const memory = &launch.memory.at(sweep % 2);
    const std::uint32_t gpu = run_order.gpu_of(block);
    if (memory != state.global || gpu != state.gpu) {
        state.last_load = state.last_store = state.usual_loads = state.usual_stores = {};
        state.gpu = gpu;
        state.global = memory;
        std::get<ByteCounter>(*state.watchers).set_gpu(gpu);
    }
    state.block = block;
}

/// Takes blocks until none are left. Runs on an OS thread of its own.
void take_blocks(Work& work) {
    const Launch& launch = work.launch;
    const Request& request = launch.request;
    const auto& block = launch.configuration.block;
    SharedMemory shared(request, launch.configuration.dynamic_shared_bytes);
    BlockRunner runner({block[0], block[1], block[2]}, request.variant);
    Watchers watchers;
    std::get<GlobalShadowWatcher>(watchers).set_follow_inputs(request.follow_inputs != 0);
    if (request.watching == runtime::watch_errors) {
        std::get<WarpCounters>(watchers).turn_off();
    }
    if (request.by_site != 0) {
        std::get<WarpCounters>(watchers).count_sites();
    }
    if (request.workers == 1 && !launch.uses_fences) {
        std::get<EqualWrites>(watchers).compare_global();
    }
    ThreadState& state = thread_state;
    state.shared_begin = shared.begin();
    state.shared_bytes = shared.bytes();
    state.global_begin = launch.memory.front().begin();
    state.global_bytes = launch.memory.front().bytes();
    state.stacks_begin = reinterpret_cast<std::uintptr_t>(runner.stacks().begin());
    state.stacks_bytes = runner.stacks().bytes();
    find_private_memory(state);
    state.watchers = &watchers;
    state.watching = request.watching;
    std::optional<Recorder> recorder;
    if (launch.trace != nullptr) {
        state.recorder = &recorder.emplace(request, launch.reply, launch.trace);
    }
    std::optional<PlacedGarbage> placed;
    if (request.garbage_code != 0) {
        state.placed_garbage = &placed.emplace(address_of_place(request.garbage_code),
                                               request.garbage, shared.begin(), shared.bytes());
    }
    // Accesses on the usual path are not recorded.
    const bool is_watched = request.watching <= runtime::watch_errors && !recorder;
    state.has_usual_shared = is_watched && !launch.has_warp_operations;
    state.has_usual_loads = is_watched && request.follow_inputs == 0;
    state.runner = &runner;
    state.shared = &shared;
    state.variables = &launch.variables;
    state.global_shadow = &launch.shadow;
    const SignalStack signal_stack;
    running = &work;

    while (!work.queue.is_stopped()) {
        if (launch.uses_fences) {
            work.queue.end_waiting();
        }
        const auto [first, last] = work.queue.take();
        if (launch.uses_fences) {
            work.queue.begin_waiting();
        }
        for (std::uint64_t number = first; number < last && !work.queue.is_stopped(); ++number) {
            const std::uint32_t sweep = run_order.sweep_of(number);
            set_place(state, launch, number, sweep);
            shared.fill_with_garbage(placed ? usual_garbage : request.garbage);
            if (placed) {
                placed->on_block_begin();
            }
            if (recorder) {
                recorder->on_block_begin(number);
            }
            if (!runner.run(position_in(kit_grid_extents.index, run_order.in_grid(number)),
                            launch.arguments.of(state.gpu, sweep))) {
                work.queue.stop();
                break;
            }
            work.queue.end_block(number);
        }
        if (first == last) {
            break;
        }
    }
    work.queue.end_waiting();
    if (recorder) {
        recorder->settle();
    }
    std::get<EqualWrites>(watchers).on_launch_end();
    add_totals(work, watchers, runner);
    state = {};
}

} // namespace

LaunchTotals run_blocks(const Launch& launch) {
    Work work(launch);
    if (launch.uses_fences) {
        work.workers_left = waiting_workers(launch.configuration);
        // The C library reserves 64 MiB of address space for each worker otherwise.
        mallopt(M_ARENA_MAX, 1);
    }
    const InterruptsBlocked blocked; // only workers can say what was running
    for (std::uint32_t i = 0; i < work.first_workers; ++i) {
        start_worker(work);
    }
    join_workers(work);
    work.totals.stuck = work.queue.is_stopped();
    return work.totals;
}

bool let_other_blocks_run() {
    const bool goes_on = running.load()->queue.note_look();
    std::this_thread::sleep_for(between_looks);
    return goes_on;
}

void let_waiting_blocks_look(bool waits) {
    const bool are_waiting = running.load()->queue.note_change();
    if (waits && are_waiting && run_order.of_several_sweeps) {
        std::this_thread::sleep_for(3 * between_looks);
    }
}

} // namespace kit::runtime
