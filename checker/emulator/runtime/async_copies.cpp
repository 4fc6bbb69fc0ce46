#include "checker/emulator/runtime/async_copies.hpp"

#include "checker/emulator/include/kit/async_copies.h"
#include "checker/emulator/run_mode.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <algorithm>
#include <cstring>

namespace kit::runtime {

namespace {

/// What tells the shadow of shared memory of one of the two ends of a copy.
Access store_to(std::uintptr_t address, std::uint32_t bytes, const void* code,
                const Region* region) {
    return {address, bytes, true, false, code, region};
}

const Region* shared_array(std::uintptr_t address, std::uint32_t bytes) {
    return holding(thread_state.shared->arrays(), {address, bytes, true, false, nullptr});
}

} // namespace

void AsyncCopies::on_block_begin(std::uint32_t threads) {
    threads_.clear();
    count_ = threads;
}

AsyncCopies::Thread& AsyncCopies::current() {
    if (threads_.empty()) {
        threads_.resize(count_);
    }
    return threads_[thread_state.thread];
}

void AsyncCopies::begin(std::uintptr_t to, std::uintptr_t from, std::uint32_t bytes,
                        std::uint32_t zeros, const void* code) {
    on_plain(from, bytes - zeros, false, code);
    on_copy_store(to, bytes, code);
    const Region* const region = shared_array(to, bytes);
    if (region == nullptr) {
        if (to - thread_state.shared_begin >= thread_state.shared_bytes) {
            end_at_misuse("copies asynchronously to memory that is not shared", code);
        }
        return; // past an array's end, which was reported
    }
    Copy copy{current().batches, to, bytes, {}};
    std::memcpy(copy.data.data(), reinterpret_cast<const void*>(from), bytes - zeros);
    current().copies.push_back(copy);
    for (std::uint32_t i = 0; i < bytes; i += sizeof(std::uint32_t)) {
        const auto place = static_cast<std::uint32_t>(to - thread_state.shared_begin) + i;
        const std::uint32_t word = garbage_word(place, requested_garbage());
        std::memcpy(reinterpret_cast<void*>(to + i), &word, sizeof word);
    }
    std::get<SharedShadow>(*thread_state.watchers).on_copy_begin(store_to(to, bytes, code, region));
}

void AsyncCopies::commit() {
    ++current().batches;
}

void AsyncCopies::wait(std::uint64_t batches, const void* code) {
    Thread& thread = current();
    const auto arrives = [&](const Copy& copy) { return copy.batch + batches < thread.batches; };
    for (const Copy& copy : thread.copies) {
        if (arrives(copy)) {
            if (thread_state.watching <= watch_errors) {
                std::get<SharedShadow>(*thread_state.watchers)
                    .on_shared(
                        store_to(copy.to, copy.bytes, code, shared_array(copy.to, copy.bytes)));
            }
            std::memcpy(reinterpret_cast<void*>(copy.to), copy.data.data(), copy.bytes);
        }
    }
    std::erase_if(thread.copies, arrives);
}

} // namespace kit::runtime

namespace {

/// None in launch_config(), which has neither kind of memory.
kit::runtime::AsyncCopies* copies_of_block() {
    using kit::runtime::thread_state;
    return thread_state.watchers == nullptr
               ? nullptr
               : &std::get<kit::runtime::AsyncCopies>(*thread_state.watchers);
}

} // namespace

extern "C" {

void kit_copy_begin(void* to, const void* from, unsigned long bytes, unsigned long zeros) {
    if (kit::runtime::AsyncCopies* const copies = copies_of_block()) {
        if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes) {
            kit::runtime::end_at_misuse("copies asynchronously other than 4, 8 or 16 bytes at once",
                                        __builtin_return_address(0));
        }
        copies->begin(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from),
                      static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(zeros),
                      __builtin_return_address(0));
    }
}

void kit_copy_commit(void) {
    if (kit::runtime::AsyncCopies* const copies = copies_of_block()) {
        copies->commit();
    }
}

void kit_copy_wait(unsigned long batches) {
    if (kit::runtime::AsyncCopies* const copies = copies_of_block()) {
        copies->wait(batches, __builtin_return_address(0));
    }
}
}
