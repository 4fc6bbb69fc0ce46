// The calls behind __syncthreads, shuffles, atomics and assert of the headers in include/kit.
#include "checker/emulator/include/kit/atomics.h"
#include "checker/emulator/include/kit/synchronization.h"
#include "checker/emulator/include/kit/warp.h"
#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/recorder.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <bit>
#include <type_traits>

using kit::runtime::Scope;
using kit::runtime::thread_state;

namespace {

/// False in launch_config(), which does not run on a CUDA thread and has no other thread to wait for.
bool on_device() {
    return thread_state.runner != nullptr;
}

template <class T>
T from_bits(unsigned long long bits) {
    if constexpr (sizeof(T) == 4) {
        return std::bit_cast<T>(static_cast<std::uint32_t>(bits));
    } else {
        return std::bit_cast<T>(static_cast<std::uint64_t>(bits));
    }
}

template <class T>
unsigned long long to_bits(T value) {
    if constexpr (sizeof(T) == 4) {
        return std::bit_cast<std::uint32_t>(value);
    } else {
        return std::bit_cast<std::uint64_t>(value);
    }
}

/// The value that the word gets when it holds `old`.
template <class T>
T combined(int operation, T old, T operand, T expected) {
    switch (operation) {
    case kit_atomic_add: return static_cast<T>(old + operand);
    case kit_atomic_minimum: return operand < old ? operand : old;
    case kit_atomic_maximum: return old < operand ? operand : old;
    case kit_atomic_exchange: return operand;
    case kit_atomic_compare_exchange: return old == expected ? operand : old;
    default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        switch (operation) {
        case kit_atomic_and: return static_cast<T>(old & operand);
        case kit_atomic_or: return static_cast<T>(old | operand);
        case kit_atomic_xor: return static_cast<T>(old ^ operand);
        case kit_atomic_increment: return old >= operand ? T{0} : static_cast<T>(old + 1);
        case kit_atomic_decrement:
            return old == 0 || old > operand ? operand : static_cast<T>(old - 1);
        default: break;
        }
    }
    return old;
}

template <class T>
unsigned long long atomically(int operation, void* address, unsigned long long operand,
                              unsigned long long expected) {
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    Word* word = static_cast<Word*>(address);
    Word old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    for (;;) {
        const T value = combined<T>(operation, from_bits<T>(old), from_bits<T>(operand),
                                    from_bits<T>(expected));
        const Word wanted = static_cast<Word>(to_bits(value));
        if (__atomic_compare_exchange_n(word, &old, wanted, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
            return old;
        }
    }
}

unsigned long long atomically(int operation, int type, void* address, unsigned long long operand,
                              unsigned long long expected) {
    switch (type) {
    case kit_atomic_i32: return atomically<std::int32_t>(operation, address, operand, expected);
    case kit_atomic_u32: return atomically<std::uint32_t>(operation, address, operand, expected);
    case kit_atomic_i64: return atomically<std::int64_t>(operation, address, operand, expected);
    case kit_atomic_u64: return atomically<std::uint64_t>(operation, address, operand, expected);
    case kit_atomic_f32: return atomically<float>(operation, address, operand, expected);
    default: return atomically<double>(operation, address, operand, expected);
    }
}

} // namespace

extern "C" {

unsigned int kit_block_barrier_arrivals(void) {
    return on_device() ? thread_state.runner->barrier_arrivals() : 0;
}

unsigned long long kit_warp_collective(int operation, unsigned int mask, unsigned long long value,
                                       unsigned int operand, int width, int line) {
    return on_device() ? thread_state.runner->collective({operation, mask, value, operand, width,
                                                          __builtin_return_address(0), line})
                       : value;
}

unsigned int kit_warp_active(void) {
    return on_device() ? thread_state.runner->converge(__builtin_return_address(0)) : 1;
}

void kit_fence(void) {}

void kit_device_fence(int of_system) {
    if (on_device()) {
        std::get<kit::runtime::GlobalShadowWatcher>(*thread_state.watchers)
            .on_fence(of_system != 0 ? Scope::system : Scope::gpu);
    }
}

/// As LoopTurns::take() has it.
void kit_turn(unsigned long long number) {
    if (!on_device()) {
        return;
    }
    const auto turn = static_cast<std::uint32_t>(number);
    std::get<kit::runtime::WarpCounters>(*thread_state.watchers)
        .on_turn(turn, __builtin_return_address(0));
    if (thread_state.recorder != nullptr) [[unlikely]] {
        thread_state.recorder->on_turn(turn);
    }
}

void kit_loaded_volatile(const void* address) {
    if (on_device()) {
        std::get<kit::runtime::GlobalShadowWatcher>(*thread_state.watchers)
            .on_acquire(reinterpret_cast<std::uintptr_t>(address), Scope::system);
    }
}

unsigned long long kit_atomic(int operation, int type, void* address, unsigned long long operand,
                              unsigned long long expected) {
    const bool wide = type == kit_atomic_i64 || type == kit_atomic_u64 || type == kit_atomic_f64;
    const Scope scope = (operation & kit_atomic_of_block) != 0    ? Scope::block
                        : (operation & kit_atomic_of_system) != 0 ? Scope::system
                                                                  : Scope::gpu;
    operation &= ~(kit_atomic_of_block | kit_atomic_of_system);
    kit::runtime::Comparison comparison{reinterpret_cast<std::uintptr_t>(address), wide ? 8u : 4u,
                                        expected};
    thread_state.comparison = operation == kit_atomic_compare_exchange ? &comparison : nullptr;
    kit::runtime::on_atomic(address, comparison.bytes, scope, __builtin_return_address(0));
    thread_state.comparison = nullptr;
    const unsigned long long old = comparison.failed
                                       ? comparison.found
                                       : atomically(operation, type, address, operand, expected);
    if (!on_device()) {
        return old;
    }
    auto& watcher = std::get<kit::runtime::GlobalShadowWatcher>(*thread_state.watchers);
    // Afterwards, and before others run: who changed the word before had released what it did.
    if (scope != Scope::block) {
        watcher.on_acquire(comparison.address, scope);
    }
    if (operation == kit_atomic_compare_exchange && !comparison.failed && old == 0 &&
        expected == 0 && operand != 0) {
        watcher.on_lock_taken(comparison.address);
    }
    comparison.look();
    if (scope != Scope::block && comparison.found != old) {
        watcher.on_change(comparison.address);
    }
    return old;
}

/// What assert() calls: the C library's own would not know the thread.
[[noreturn]] void __assert_fail(const char* expression, const char*, unsigned int line,
                                const char*) noexcept {
    kit::runtime::record_event(
        kit::runtime::event_assert,
        {.code = __builtin_return_address(0), .values = {line}, .text = expression});
    kit::runtime::end_program(1);
}
}
