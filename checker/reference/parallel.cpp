#include "checker/reference/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace kit {

namespace {

std::int64_t cores() {
    return std::max<std::int64_t>(1, std::thread::hardware_concurrency());
}

} // namespace

std::int64_t parts_for(std::int64_t cells) {
    // A thread starts in some 50 µs, in which one core compares this many cells.
    constexpr std::int64_t cells_worth_a_thread = 16384;
    return std::clamp<std::int64_t>(cells / cells_worth_a_thread, 1, 4 * cores());
}

void for_each_part(std::int64_t count, std::int64_t parts,
                   const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& work) {
    std::atomic<std::int64_t> next = 0;
    std::mutex guard;
    std::exception_ptr failure;
    const auto take_parts = [&] {
        try {
            for (std::int64_t part = next++; part < parts; part = next++) {
                work(part, count * part / parts, count * (part + 1) / parts);
            }
        } catch (...) {
            const std::lock_guard lock(guard);
            if (!failure) {
                failure = std::current_exception();
            }
        }
    };
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(cores()));
    try {
        while (static_cast<std::int64_t>(threads.size()) + 1 < std::min(cores(), parts)) {
            threads.emplace_back(take_parts);
        }
    } catch (const std::system_error&) {
        // The machine gives no further thread: those there are do the work.
    }
    take_parts();
    for (std::thread& thread : threads) {
        thread.join();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

} // namespace kit
