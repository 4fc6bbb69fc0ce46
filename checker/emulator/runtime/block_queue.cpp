#include "checker/emulator/runtime/block_queue.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace kit::runtime {

namespace {

constexpr std::uint32_t looks_of_deadlock = 1000;

} // namespace

BlockQueue::Blocks BlockQueue::take() {
    if (!run_order.of_several_sweeps) {
        const std::uint64_t first = std::min(next_.fetch_add(chunk_), blocks_);
        return {first, std::min(first + chunk_, blocks_)};
    }
    std::unique_lock lock(mutex_);
    Launches* launches = nullptr;
    moved_.wait(lock, [&] {
        launches = next_launches();
        return is_stopped_ || launches != nullptr || all_have_begun();
    });
    if (is_stopped_ || launches == nullptr) {
        return {0, 0};
    }
    const auto gpu = static_cast<std::uint64_t>(launches - launches_.data());
    const std::uint64_t block =
        (launches->sweep * run_order.gpus + gpu) * run_order.blocks + launches->begun++;
    return {block, block + 1};
}

void BlockQueue::end_block(std::uint64_t block) {
    if (run_order.of_several_sweeps) {
        const std::lock_guard lock(mutex_);
        Launches& launches = launches_.at(run_order.gpu_of(block));
        if (++launches.ended == run_order.blocks) {
            launches = {.sweep = launches.sweep + 1};
            moved_.notify_all();
        }
    }
}

void BlockQueue::stop() {
    is_stopped_ = true;
    const std::lock_guard lock(mutex_);
    moved_.notify_all();
}

void BlockQueue::begin_waiting() {
    const std::lock_guard lock(mutex_);
    looks_[std::this_thread::get_id()] = {};
}

void BlockQueue::end_waiting() {
    const std::lock_guard lock(mutex_);
    looks_.erase(std::this_thread::get_id());
}

bool BlockQueue::note_look() {
    const std::lock_guard lock(mutex_);
    Looks& own = looks_[std::this_thread::get_id()];
    if (own.change != changes_) {
        own = {changes_, 0};
    }
    ++own.count;
    bool can_begin = has_blocks();
    // On several GPUs no more blocks may wait than there are workers to spare.
    if (can_begin && (!run_order.of_several_sweeps || looks_.size() - waiting() < workers_)) {
        // Those that run may wait for one that has no room to begin.
        can_begin = start_another_();
    }
    return can_begin || std::ranges::any_of(looks_, [this](const auto& each) {
               return each.second.change != changes_ || each.second.count < looks_of_deadlock;
           });
}

bool BlockQueue::note_change() {
    ++changes_;
    const std::lock_guard lock(mutex_);
    return waiting() > 0;
}

bool BlockQueue::has_blocks() {
    return run_order.of_several_sweeps ? next_launches() != nullptr : next_ < blocks_;
}

std::uint32_t BlockQueue::waiting() const {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(looks_, [](const auto& each) { return each.second.waits(); }));
}

/// Null where no GPU may begin a block. One GPU goes ahead of the others until some of its blocks wait, so that a
/// kernel which waits for too little reads too early; then the one that is furthest behind, which has nothing to
/// wait for.
BlockQueue::Launches* BlockQueue::next_launches() {
    constexpr std::uint32_t enough_waiting = 4;
    Launches* next = nullptr;
    for (Launches& launches : std::span(launches_).first(run_order.gpus)) {
        const bool may_begin = launches.sweep < sweeps_ && launches.begun < run_order.blocks;
        const bool is_next =
            next == nullptr ||
            (waiting() < enough_waiting
                 ? std::tie(launches.sweep, launches.begun) > std::tie(next->sweep, next->begun)
                 : std::tie(launches.sweep, launches.begun) < std::tie(next->sweep, next->begun));
        if (may_begin && is_next) {
            next = &launches;
        }
    }
    return next;
}

bool BlockQueue::all_have_begun() const {
    return std::all_of(
        launches_.begin(), launches_.begin() + run_order.gpus, [this](const Launches& launches) {
            const bool is_last = launches.sweep + 1 == sweeps_;
            return launches.sweep == sweeps_ || (is_last && launches.begun == run_order.blocks);
        });
}

} // namespace kit::runtime
