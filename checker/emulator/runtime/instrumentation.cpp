// The functions that kit-instrument has called before every memory access, under ThreadSanitizer's names.
#include "checker/emulator/runtime/access.hpp"

#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/placed_garbage.hpp"
#include "checker/emulator/runtime/recorder.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <bit>
#include <cstdio>
#include <cstring>

namespace kit::runtime {

namespace {

void record(Access access, const Region& region, bool outside = false) {
    if (thread_state.recorder != nullptr) {
        access.region = &region;
        thread_state.recorder->on_access(access, outside);
    }
}

void report_out_of_bounds(const Access& access, const Region& nearest) {
    record(access, nearest, true);
    record_event(runtime::event_out_of_bounds,
                 {.region = &nearest,
                  .code = access.code,
                  .values = {static_cast<std::int64_t>(access.address - nearest.begin),
                             access.bytes, access.store ? 1 : 0}});
}

/// Finds the array anew; false, and the event recorded, when the access is inside none. Ends the run
/// where a store would leave the arrays' memory.
template <class Memory>
[[gnu::noinline]] bool find_array(const Memory& memory, const Access& access, Region& last) {
    const Region* region = holding(memory.arrays(), access);
    if (region == nullptr) {
        report_out_of_bounds(access, memory.nearest_array(access.address));
        hold_within(access, memory.begin(), memory.bytes());
        return false;
    }
    last = *region;
    return true;
}

/// The emulator's own thread-local memory, in which the shared arrays lie: only an index far beyond
/// one of them leads there. A GPU stops the kernel at such an access; here a store must not happen.
void access_private(const ThreadState& state, const Access& access) {
    if (state.shared->arrays().empty()) {
        if (access.store) {
            end_at_access(access);
        }
        return;
    }
    report_out_of_bounds(access, state.shared->nearest_array(access.address));
    if (access.store) {
        end_program(1);
    }
}

/// Whether the load is of the lab's coefficients, or of the zeros behind them, which are reported.
bool is_coefficient(const Region& coefficients, const Access& access) {
    constexpr std::uint64_t with_zeros = max_coefficients * 8;
    const std::uint64_t offset = access.address - coefficients.begin;
    if (offset >= with_zeros || access.bytes > with_zeros - offset) {
        return false;
    }
    if (!coefficients.holds(access.address, access.bytes)) {
        char extent[32];
        std::snprintf(extent, sizeof extent, "[%u]",
                      static_cast<unsigned>(coefficients.bytes / access.bytes));
        record_event(runtime::event_row_overrun,
                     {.code = access.code,
                      .values = {static_cast<std::int64_t>(offset / access.bytes), -1, -1},
                      .text = extent});
    }
    return true;
}

/// Neither shared nor global memory nor a stack: the submission's own variables, or anything.
[[gnu::noinline]] void access_elsewhere(ThreadState& state, Access access) {
    if (state.watchers == nullptr) {
        if (access.store) {
            check_host_store(access);
        }
        return;
    }
    check_locals_end(state, access);
    state.last_elsewhere = access;
    if (access.address - state.private_begin < state.private_bytes) {
        access_private(state, access);
        return;
    }
    if (const Region* region = holding(state.variables->device, access)) {
        access.region = region;
        record(access, *region);
        KIT_CALL_WATCHERS(*state.watchers, on_global(access));
        return;
    }
    if (const Region* region = holding(state.variables->constant, access)) {
        if (access.store) {
            record_event(runtime::event_write_to_constant, {.region = region, .code = access.code});
        }
        return;
    }
    if (!access.store && is_coefficient(state.variables->coefficients, access)) {
        return;
    }
    if (!is_allocated(access.address, access.bytes)) {
        end_at_access(access);
    }
}

} // namespace

[[gnu::noinline]] void report_misaligned(const Access& access) {
    if (thread_state.watchers == nullptr) {
        return;
    }
    record_event(runtime::event_misaligned, {.code = access.code,
                                             .values = {static_cast<std::int64_t>(access.address),
                                                        access.bytes, access.store ? 1 : 0}});
}

/// A number for each access that other accesses hardly have. Arrays lie elsewhere in each run.
void add_to_course(ThreadState& state, const Access& access) {
    std::uint64_t number =
        reinterpret_cast<std::uintptr_t>(access.code) << 20 ^ state.block << 10 ^ state.thread;
    for (const std::uint64_t part :
         {std::uint64_t{access.address - access.region->begin},
          static_cast<std::uint64_t>(access.region->number) << 32 | access.bytes}) {
        number = (number ^ number >> 29) * 0xbf58476d1ce4e5b9u + part;
    }
    number *= 0x94d049bb133111ebu;
    state.course += number ^ number >> 31;
}

[[gnu::always_inline]] inline void tell_of_shared(ThreadState& state, Access access) {
    if (state.watching > runtime::watch_errors) [[unlikely]] {
        if (state.placed_garbage != nullptr) {
            state.placed_garbage->on_shared(access);
        }
        state.watching == runtime::watch_bytes
            ? std::get<ByteCounter>(*state.watchers).on_shared(access)
            : add_to_course(state, access);
    } else {
        KIT_CALL_WATCHERS(*state.watchers, on_shared(access));
    }
}

[[gnu::always_inline]] inline void tell_of_global(ThreadState& state, Access access) {
    if (state.watching > runtime::watch_errors) [[unlikely]] {
        state.watching == runtime::watch_bytes
            ? std::get<ByteCounter>(*state.watchers).on_global(access)
            : add_to_course(state, access);
    } else {
        KIT_CALL_WATCHERS(*state.watchers, on_global(access));
    }
}

[[gnu::always_inline]] inline void on_access(Access access) {
    ThreadState& state = thread_state;
    state.last_code = access.code;
    if (access.address - state.shared_begin < state.shared_bytes) {
        if (state.last_shared.holds(access.address, access.bytes) ||
            find_array(*state.shared, access.apart(), state.last_shared)) {
            access.region = &state.last_shared;
            if (state.recorder != nullptr) [[unlikely]] {
                state.recorder->on_access(access.apart(), false);
            }
            tell_of_shared(state, access);
            if (state.has_usual_shared) {
                state.usual_shared = state.last_shared;
            }
        }
    } else if (access.address - state.global_begin < state.global_bytes) {
        Region& last = access.store ? state.last_store : state.last_load;
        if (last.holds(access.address, access.bytes) ||
            find_array(*state.global, access.apart(), last)) {
            access.region = &last;
            if (state.recorder != nullptr) [[unlikely]] {
                state.recorder->on_access(access.apart(), false);
            }
            tell_of_global(state, access);
            if (state.has_usual_loads && !access.store && last.use == Region::Use::input &&
                last.gpu == state.gpu) {
                state.usual_loads = last.middle(planes_of_exchange);
            }
        }
    } else if (access.address - state.stacks_begin >= state.stacks_bytes) {
        access_elsewhere(state, access.apart());
    } else if (access.store) {
        check_stack_store(state, access.apart());
    }
}

/// What nearly all accesses need, without a call, so that nothing has to be saved on the stack. False, and
/// nothing done, for all others.
[[gnu::always_inline]] inline bool take_usual(const Access& access) {
    ThreadState& state = thread_state;
    const bool is_aligned = access.address % access.bytes == 0;
    if (state.usual_shared.holds(access.address, access.bytes)) {
        Watchers& watchers = *state.watchers;
        auto& warps = std::get<WarpCounters>(watchers);
        if (!is_aligned || warps.is_full() ||
            !std::get<SharedShadow>(watchers).take_usual(access)) {
            return false;
        }
        std::get<ByteCounter>(watchers).on_shared(access);
        warps.add(access, true);
    } else if ((access.store ? state.usual_stores : state.usual_loads)
                   .holds(access.address, access.bytes)) {
        Watchers& watchers = *state.watchers;
        auto& warps = std::get<WarpCounters>(watchers);
        if (!is_aligned || warps.is_full() ||
            (access.store && !std::get<GlobalShadowWatcher>(watchers).take_first_store(
                                 access, state.block, state.thread))) {
            return false;
        }
        std::get<ByteCounter>(watchers).on_global(access);
        warps.add(access, false);
    } else {
        return false;
    }
    state.last_code = access.code;
    return true;
}

/// Called last, so that it costs take_usual() nothing.
template <std::uint32_t bytes, bool store, bool is_volatile>
[[gnu::noinline, gnu::flatten]] void on_unusual(std::uintptr_t address, const void* code) {
    Access access{address, bytes, store, false, code};
    access.is_volatile = is_volatile;
    if (address % bytes != 0) [[unlikely]] {
        report_misaligned(access.apart());
    }
    on_access(access);
}

void on_range(const void* address, std::size_t bytes, bool store, const void* code) {
    if (bytes == 0) {
        return;
    }
    if (bytes > 0x7fffffff) {
        end_at_access({reinterpret_cast<std::uintptr_t>(address), 0x7fffffff, store, false, code});
    }
    on_access({reinterpret_cast<std::uintptr_t>(address), static_cast<std::uint32_t>(bytes), store,
               false, code});
}

void Comparison::look() {
    const void* const word = reinterpret_cast<const void*>(address);
    found = bytes == 4 ? __atomic_load_n(static_cast<const std::uint32_t*>(word), __ATOMIC_SEQ_CST)
                       : __atomic_load_n(static_cast<const std::uint64_t*>(word), __ATOMIC_SEQ_CST);
    failed = found != (bytes == 4 ? static_cast<std::uint32_t>(expected) : expected);
}

void on_atomic(void* address, std::uint32_t bytes, Scope scope, const void* code) {
    Access access{reinterpret_cast<std::uintptr_t>(address), bytes, true, true, code};
    access.scope = scope;
    on_access(access);
}

namespace {

void on_aligned(const Access& access) {
    if (access.bytes == 0) {
        return;
    }
    if (std::has_single_bit(access.bytes) && access.address % access.bytes != 0) {
        report_misaligned(access);
    }
    on_access(access);
}

} // namespace

void on_plain(std::uintptr_t address, std::uint32_t bytes, bool store, const void* code) {
    on_aligned({address, bytes, store, false, code});
}

void on_copy_store(std::uintptr_t address, std::uint32_t bytes, const void* code) {
    Access access{address, bytes, true, false, code};
    access.of_copy = true;
    on_aligned(access);
}

} // namespace kit::runtime

using kit::runtime::Access;

#define KIT_CODE __builtin_return_address(0)
#define KIT_ACCESS(name, bytes, store, is_volatile)                                                \
    void name(void* address) {                                                                     \
        const Access access{reinterpret_cast<std::uintptr_t>(address), bytes, store, false,        \
                            KIT_CODE};                                                             \
        if (!kit::runtime::take_usual(access)) {                                                   \
            kit::runtime::on_unusual<bytes, store, is_volatile>(access.address, access.code);      \
        }                                                                                          \
    }
#define KIT_ACCESSES(bytes)                                                                        \
    KIT_ACCESS(__tsan_read##bytes, bytes, false, false)                                            \
    KIT_ACCESS(__tsan_write##bytes, bytes, true, false)                                            \
    KIT_ACCESS(__tsan_volatile_read##bytes, bytes, false, true)                                    \
    KIT_ACCESS(__tsan_volatile_write##bytes, bytes, true, true)

extern "C" {

KIT_ACCESSES(1)
KIT_ACCESSES(2)
KIT_ACCESSES(4)
KIT_ACCESSES(8)
KIT_ACCESSES(16)

void __tsan_read_range(void* address, std::size_t bytes) {
    kit::runtime::on_range(address, bytes, false, KIT_CODE);
}

void __tsan_write_range(void* address, std::size_t bytes) {
    kit::runtime::on_range(address, bytes, true, KIT_CODE);
}

/// What the compiler says of an index that is outside its dimension's extent.
struct IndexSite {
    const char* file;
    std::uint32_t line;
    std::uint32_t column;

    struct Type {
        std::uint16_t kind;
        std::uint16_t information; ///< of integers: bit 0 is set where they have a sign
        char name[1];
    };

    const Type* array;
    const Type* index;
};

void __ubsan_handle_out_of_bounds(const IndexSite* site, std::uintptr_t index) {
    if (kit::runtime::thread_state.watchers == nullptr) {
        return;
    }
    // It comes without its sign.
    const bool is_negative = (site->index->information & 1) != 0 && index > 0x7fffffff;
    const std::int64_t value =
        is_negative ? static_cast<std::int32_t>(index) : static_cast<std::int64_t>(index);
    kit::runtime::record_event(
        kit::runtime::event_row_overrun,
        {.code = KIT_CODE, .values = {value, site->line, site->column}, .text = site->array->name});
}

/// A function came to its end without the value that it must return.
[[noreturn]] void __ubsan_handle_missing_return(const void*) {
    kit::runtime::end_at_misuse("came to the end of a function without returning a value",
                                KIT_CODE);
}
}
