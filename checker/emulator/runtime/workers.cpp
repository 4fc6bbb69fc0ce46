#include "checker/emulator/runtime/workers.hpp"

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
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <tuple>
#include <vector>

namespace kit::runtime {

namespace {

/// How long a block that waits lets others run. After so many looks without a change it may wait for ever.
constexpr std::chrono::microseconds between_looks(50);
constexpr std::uint32_t looks_of_deadlock = 1000;

/// Of a block that runs: how often it has looked since the last change.
struct Looks {
    std::uint64_t change = 0;
    std::uint32_t count = 0;

    [[nodiscard]] bool waits() const { return change != 0; }
};

/// How far a GPU has come with its launches.
struct Queue {
    std::uint64_t sweep = 0;
    std::uint64_t begun = 0; ///< blocks of it
    std::uint64_t ended = 0;
};

/// What all workers share.
struct Work {
    const Launch& launch;
    const std::uint64_t blocks = launch.blocks();
    std::uint64_t chunk = 1; ///< blocks that a worker takes at a time
    std::atomic<std::uint64_t> next_block{0};
    std::mutex queues_mutex;
    std::condition_variable queue_moved;
    std::array<Queue, max_gpus> queues;     ///< instead of next_block, with several sweeps
    std::map<std::thread::id, Looks> looks; ///< of the workers that run a block that may wait
    std::atomic<std::uint64_t> changes{1};  ///< of words that blocks may wait for
    std::atomic<bool> stuck{false};
    std::mutex workers_mutex;
    std::vector<std::thread> workers;
    std::atomic<std::uint32_t> workers_left{0}; ///< that may be started for blocks that wait
    std::mutex totals_mutex;
    LaunchTotals totals;

    explicit Work(const Launch& its_launch) : launch(its_launch) {}

    /// Whether blocks are left that may begin now.
    [[nodiscard]] bool has_blocks() {
        if (!run_order.of_several_sweeps) {
            return next_block < blocks;
        }
        const std::lock_guard lock(queues_mutex);
        return next_queue() != nullptr;
    }

    // A waiting block looks again and again at the word that another must change. If all blocks that run do so, have
    // looked often since the last change, and none can begin, they wait for ever.

    void note_change() { ++changes; }

    void begin_block() {
        const std::lock_guard lock(queues_mutex);
        looks[std::this_thread::get_id()] = {};
    }

    void end_blocks() {
        const std::lock_guard lock(queues_mutex);
        looks.erase(std::this_thread::get_id());
    }

    [[nodiscard]] std::uint32_t waiting() const {
        return static_cast<std::uint32_t>(std::count_if(
            looks.begin(), looks.end(), [](const auto& each) { return each.second.waits(); }));
    }

    /// False if all wait for ever.
    bool note_look() {
        const bool none_left = !has_blocks();
        const std::lock_guard lock(queues_mutex);
        Looks& own = looks[std::this_thread::get_id()];
        if (own.change != changes) {
            own = {changes, 0};
        }
        ++own.count;
        // Of several GPUs no more blocks may wait than there are workers to spare.
        if (!none_left &&
            (!run_order.of_several_sweeps || looks.size() - waiting() < launch.request.workers)) {
            start_another();
        }
        // Those that run may wait for one that has no room to begin.
        const bool none_can_begin = none_left || workers_left == 0;
        return !none_can_begin || std::any_of(looks.begin(), looks.end(), [this](const auto& each) {
            return each.second.change != changes || each.second.count < looks_of_deadlock;
        });
    }

    struct Blocks {
        std::uint64_t first;
        std::uint64_t last; ///< behind the last; `first`: none are left
    };

    /// The next blocks. Waits for the end of a launch where all that may begin have begun.
    Blocks take() {
        if (!run_order.of_several_sweeps) {
            const std::uint64_t first = std::min(next_block.fetch_add(chunk), blocks);
            return {first, std::min(first + chunk, blocks)};
        }
        std::unique_lock lock(queues_mutex);
        Queue* queue = nullptr;
        queue_moved.wait(lock, [&] {
            queue = next_queue();
            return stuck || queue != nullptr || all_have_begun();
        });
        if (stuck || queue == nullptr) {
            return {0, 0};
        }
        const auto gpu = static_cast<std::uint64_t>(queue - queues.data());
        const std::uint64_t block =
            (queue->sweep * run_order.gpus + gpu) * run_order.blocks + queue->begun++;
        return {block, block + 1};
    }

    void end_block(std::uint64_t block) {
        if (run_order.of_several_sweeps) {
            const std::lock_guard lock(queues_mutex);
            Queue& queue = queues.at(run_order.gpu_of(block));
            if (++queue.ended == run_order.blocks) {
                queue = {.sweep = queue.sweep + 1};
                queue_moved.notify_all();
            }
        }
    }

    [[nodiscard]] bool has_waiting() {
        const std::lock_guard lock(queues_mutex);
        return waiting() > 0;
    }

    void stop() {
        stuck = true;
        const std::lock_guard lock(queues_mutex);
        queue_moved.notify_all();
    }

private:
    /// One for each block that waits would do; more find no block to take.
    void start_another();

    /// Null where no GPU may begin a block. One GPU goes ahead of the others until some of its blocks wait, so that a
    /// kernel which waits for too little reads too early; then the one that is furthest behind, which has nothing to
    /// wait for.
    Queue* next_queue() {
        constexpr std::uint32_t enough_waiting = 4;
        Queue* next = nullptr;
        for (Queue& queue : std::span(queues).first(run_order.gpus)) {
            const bool may_begin = queue.sweep < launch.sweeps && queue.begun < run_order.blocks;
            const bool is_next =
                next == nullptr ||
                (waiting() < enough_waiting
                     ? std::tie(queue.sweep, queue.begun) > std::tie(next->sweep, next->begun)
                     : std::tie(queue.sweep, queue.begun) < std::tie(next->sweep, next->begun));
            if (may_begin && is_next) {
                next = &queue;
            }
        }
        return next;
    }

    [[nodiscard]] bool all_have_begun() const {
        return std::all_of(
            queues.begin(), queues.begin() + run_order.gpus, [this](const Queue& queue) {
                const bool is_last = queue.sweep + 1 == launch.sweeps;
                return queue.sweep == launch.sweeps || (is_last && queue.begun == run_order.blocks);
            });
    }
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
        // The size does not include the variables themselves, which are above the stack.
        const auto end =
            reinterpret_cast<std::uintptr_t>(&thread_state) + sizeof thread_state + 4096;
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

void Work::start_another() {
    std::uint32_t left = workers_left;
    while (left > 0 && !workers_left.compare_exchange_weak(left, left - 1)) {
    }
    if (left > 0) {
        start_worker(*this);
    }
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

    while (!work.stuck) {
        if (launch.uses_fences) {
            work.end_blocks();
        }
        const auto [first, last] = work.take();
        if (launch.uses_fences) {
            work.begin_block();
        }
        for (std::uint64_t number = first; number < last && !work.stuck; ++number) {
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
                work.stop();
                break;
            }
            work.end_block(number);
        }
        if (first == last) {
            break;
        }
    }
    work.end_blocks();
    if (recorder) {
        recorder->settle();
    }
    std::get<EqualWrites>(watchers).on_launch_end();
    add_totals(work, watchers, runner);
    state = {};
}

/// Small enough that cores end together, large enough that neighbouring blocks share caches.
std::uint64_t chunk_of(std::uint64_t blocks, std::uint32_t workers) {
    return std::clamp<std::uint64_t>(blocks / (std::uint64_t{workers} * 16), 1, 64);
}

} // namespace

LaunchTotals run_blocks(const Launch& launch) {
    Work work(launch);
    const auto workers = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        launch.request.workers, 1, std::min<std::uint64_t>(work.blocks, 256)));
    work.chunk = chunk_of(work.blocks, workers);
    if (launch.uses_fences) {
        // Blocks that wait for each other must not stand in one worker's queue.
        work.chunk = 1;
        work.workers_left = waiting_workers(launch.configuration);
        // The C library reserves 64 MiB of address space for each worker otherwise.
        mallopt(M_ARENA_MAX, 1);
    }
    const InterruptsBlocked blocked; // only workers can say what was running
    for (std::uint32_t i = 0; i < workers; ++i) {
        start_worker(work);
    }
    join_workers(work);
    work.totals.stuck = work.stuck;
    return work.totals;
}

bool let_other_blocks_run() {
    const bool goes_on = running.load()->note_look();
    std::this_thread::sleep_for(between_looks);
    return goes_on;
}

void let_waiting_blocks_look(bool waits) {
    Work& work = *running;
    work.note_change();
    if (waits && run_order.of_several_sweeps && work.has_waiting()) {
        std::this_thread::sleep_for(3 * between_looks);
    }
}

} // namespace kit::runtime
