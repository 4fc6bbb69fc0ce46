// Runs what is independent side by side.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

/// Calls work(0) to work(count - 1), each once, two or more at a time; Catch2's macros are not for inside.
template <class Work>
void in_parallel(std::size_t count, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> threads(std::max(2U, std::thread::hardware_concurrency()));
    for (std::jthread& thread : threads) {
        thread = std::jthread([&] {
            for (std::size_t i = next++; i < count; i = next++) {
                work(i);
            }
        });
    }
}
