#include "checker/emulator/runtime/store_bounds.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/locals.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace kit::runtime {

namespace {

/// What launch_config() may write to.
struct Host {
    ProgramVariables variables;
    std::uintptr_t locals_begin;
    std::uintptr_t locals_end;
};

std::optional<Host> host;

void freeze(void* page, std::size_t bytes) {
    if (mprotect(page, bytes, PROT_READ) != 0) {
        std::fputs("the emulator cannot protect its constants\n", stderr);
        std::_Exit(3);
    }
}

/// The array in which the access would be if its index, an unsigned number of 32 bits, had not wrapped below 0.
/// Null if there is none.
const Region* array_of_wrapped(const Access& access) {
    constexpr std::uint64_t numbers = std::uint64_t{1} << 32;
    constexpr std::uint64_t least = numbers - (1 << 24);
    if (thread_state.global == nullptr || access.bytes == 0) {
        return nullptr;
    }
    for (const Region& array : thread_state.global->arrays()) {
        const std::uint64_t index = (access.address - array.begin) / access.bytes;
        if (index >= least && index < numbers) {
            return &array;
        }
    }
    return nullptr;
}

} // namespace

void record_wild_access(const Access& access) {
    if (const Region* const array = array_of_wrapped(access)) {
        record_event(runtime::event_out_of_bounds,
                     {.region = array,
                      .code = access.code,
                      .values = {static_cast<std::int64_t>(access.address - array->begin),
                                 access.bytes, access.store ? 1 : 0}});
        return;
    }
    record_event(runtime::event_wild_access, {.code = access.code,
                                              .values = {static_cast<std::int64_t>(access.address),
                                                         access.bytes, access.store ? 1 : 0}});
}

void end_at_access(const Access& access) {
    record_wild_access(access);
    end_program(1);
}

void end_at_misuse(const char* what, const void* code) {
    record_event(runtime::event_misuse, {.code = code, .text = what});
    end_program(1);
}

void hold_within(const Access& access, std::uintptr_t begin, std::uint64_t bytes) {
    const std::uint64_t offset = access.address - begin;
    if (access.store && (offset > bytes || access.bytes > bytes - offset)) {
        end_at_access(access);
    }
}

void check_locals_end(const ThreadState& state, const Access& access) {
    if (reinterpret_cast<std::uintptr_t>(__safestack_unsafe_stack_ptr) <
        state.runner->locals().begin) {
        record_event(runtime::event_stack_overflow, {.code = access.code, .values = {local_bytes}});
        end_program(1);
    }
}

void check_stack_store(const ThreadState& state, const Access& access) {
    check_locals_end(state, access);
    const auto begin = reinterpret_cast<std::uintptr_t>(__safestack_unsafe_stack_ptr);
    const std::uintptr_t end = state.runner->locals().end;
    if (access.address < begin || access.address >= end || access.bytes > end - access.address) {
        end_at_access(access);
    }
}

void refuse_block(std::uint64_t threads, std::uint64_t most_threads) {
    record_event(runtime::event_too_many_threads,
                 {.values = {static_cast<std::int64_t>(threads),
                             static_cast<std::int64_t>(most_threads), 1}});
    end_program(1);
}

void allow_host_stores(const runtime::Request& request, std::uintptr_t locals_begin,
                       std::uintptr_t locals_end) {
    host.emplace(Host{ProgramVariables(request), locals_begin, locals_end});
}

void check_host_store(const Access& access) {
    if (!host) {
        end_at_access(access);
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(__safestack_unsafe_stack_ptr);
    if (begin < host->locals_begin) {
        record_event(runtime::event_stack_overflow, {.code = access.code, .values = {local_bytes}});
        end_program(1);
    }
    const bool local = access.address >= begin && access.address < host->locals_end &&
                       access.bytes <= host->locals_end - access.address;
    if (!local && holding(host->variables.device, access) == nullptr &&
        holding(host->variables.constant, access) == nullptr &&
        !is_allocated(access.address, access.bytes)) {
        end_at_access(access);
    }
}

void freeze_constants() {
    freeze(kit_coefficients, largest_page);
    freeze(&kit_block_extents, sizeof kit_block_extents);
    freeze(&kit_grid_extents, sizeof kit_grid_extents);
}

} // namespace kit::runtime
