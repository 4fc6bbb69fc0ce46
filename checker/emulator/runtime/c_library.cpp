// The functions of the C library that the runtime replaces: exit(), malloc() and new, and those that
// print. What is allocated is in a separate mapping, so that a store to it is not taken for one to the
// runtime's memory, and no store reaches the C library's lists. The C library's printf writes to memory
// at %n, behind the instrumentation's back.
#include "checker/emulator/run_mode.hpp"
#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/store_bounds.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::uint64_t arena_bytes = std::uint64_t{64} << 20; ///< CUDA's heap has 8 MiB
constexpr std::uint64_t least_block = 32;
constexpr unsigned size_classes = 32;

std::atomic_flag busy = ATOMIC_FLAG_INIT;
std::uintptr_t arena = 0;
std::uint64_t used = 0;
/// Released blocks by size, the powers of two; each begins with the address of the next. The
/// submission can write there: an address is looked at before it is handed out again.
std::uintptr_t released[size_classes] = {};

struct Lock {
    Lock() {
        while (busy.test_and_set(std::memory_order_acquire)) {
        }
    }

    ~Lock() { busy.clear(std::memory_order_release); }

    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
};

/// In front of each block's memory: its size class.
constexpr std::uint64_t header_bytes = 64; ///< keeps blocks aligned as cache lines

bool is_inside(std::uintptr_t address, std::uint64_t bytes) {
    return arena != 0 && address >= arena && address - arena < arena_bytes &&
           bytes <= arena_bytes - (address - arena);
}

unsigned class_of(std::uint64_t bytes) {
    return static_cast<unsigned>(std::bit_width(bytes < least_block ? least_block - 1 : bytes - 1));
}

void* allocate(std::uint64_t bytes, std::uint64_t alignment) {
    if (bytes > arena_bytes / 2 || alignment > header_bytes) {
        kit::runtime::end_at_misuse("asked for more memory than it may have");
    }
    const unsigned size_class = class_of(bytes);
    const std::uint64_t block = header_bytes + (std::uint64_t{1} << size_class);
    const Lock lock;
    if (arena == 0) {
        void* memory = mmap(nullptr, arena_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
            std::fputs("the emulator found no address space for the kernel's memory\n", stderr);
            std::_Exit(3);
        }
        arena = reinterpret_cast<std::uintptr_t>(memory);
    }
    std::uintptr_t& first = released[size_class];
    if (is_inside(first, block - header_bytes) && first % header_bytes == 0) {
        const std::uintptr_t address = first;
        std::memcpy(&first, reinterpret_cast<void*>(address), sizeof first);
        return reinterpret_cast<void*>(address);
    }
    first = 0;
    const std::uint64_t begin = (used + header_bytes - 1) / header_bytes * header_bytes;
    if (block > arena_bytes - begin) {
        kit::runtime::end_at_misuse("asked for more memory than it may have");
    }
    used = begin + block;
    auto* const header = reinterpret_cast<void*>(arena + begin);
    std::memcpy(header, &size_class, sizeof size_class);
    return reinterpret_cast<void*>(arena + begin + header_bytes);
}

/// As CUDA's, it holds nothing of use; what a block released before must not show, since it differs from
/// run to run.
void* allocate_garbage(std::size_t bytes, std::size_t alignment) {
    auto* const memory = static_cast<std::byte*>(allocate(bytes, alignment));
    for (std::size_t i = 0; memory != nullptr && i < bytes; i += sizeof(std::uint32_t)) {
        const std::uint32_t word = kit::runtime::garbage_word(static_cast<std::uint32_t>(i),
                                                              kit::runtime::requested_garbage());
        std::memcpy(memory + i, &word, std::min(sizeof word, bytes - i));
    }
    return memory;
}

void release(void* memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (memory == nullptr) {
        return;
    }
    if (!is_inside(address, least_block) || (address - arena) % header_bytes != 0 ||
        address - arena < header_bytes) {
        kit::runtime::end_at_misuse("released memory that it had not allocated");
    }
    unsigned size_class = 0;
    std::memcpy(&size_class, reinterpret_cast<void*>(address - header_bytes), sizeof size_class);
    if (size_class >= size_classes || !is_inside(address, std::uint64_t{1} << size_class)) {
        kit::runtime::end_at_misuse("released memory that it had not allocated");
    }
    const Lock lock;
    std::memcpy(memory, &released[size_class], sizeof released[size_class]);
    released[size_class] = address;
}

template <class T>
void store_result(T* address, T value, const void* code) {
    kit::runtime::on_plain(reinterpret_cast<std::uintptr_t>(address), sizeof value, true, code);
    *address = value;
}

/// CUDA prints at most 32 arguments; no honest format is near this.
constexpr std::size_t longest_format = 4096;

/// CUDA keeps the last 1 MiB that a launch prints. The emulator keeps the first, because a report shows only
/// the beginning. Printing more is not an error.
constexpr std::uint64_t most_printed = std::uint64_t{1} << 20;

std::atomic<std::uint64_t> printed = 0;

bool is_full() {
    return printed.load(std::memory_order_relaxed) >= most_printed;
}

void note_printed(int bytes) {
    printed.fetch_add(bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0, std::memory_order_relaxed);
}

bool writes_to_memory(const char* format) {
    for (const char* at = format; (at = std::strchr(at, '%')) != nullptr;) {
        at += 1 + std::strspn(at + 1, "0123456789.*$ #+-'IhlLqjzt");
        if (*at == 'n') {
            return true;
        }
        at += *at != '\0' ? 1 : 0;
    }
    return false;
}

} // namespace

namespace kit::runtime {

bool is_allocated(std::uintptr_t address, std::uint64_t bytes) {
    return is_inside(address, bytes);
}

} // namespace kit::runtime

extern "C" {

/// exit() of a submission: whatever it left to run at exit does not run.
void kit_exit(int code) {
    kit::runtime::end_program(code);
}

void* kit_malloc(std::size_t bytes) {
    return allocate_garbage(bytes, 16);
}

void* kit_calloc(std::size_t count, std::size_t bytes) {
    if (bytes != 0 && count > arena_bytes / bytes) {
        kit::runtime::end_at_misuse("asked for more memory than it may have");
    }
    return std::memset(allocate(count * bytes, 16), 0, count * bytes);
}

void kit_free(void* memory) {
    release(memory);
}

void* kit_new(std::size_t bytes) {
    return allocate_garbage(bytes, 16);
}

void* kit_new_array(std::size_t bytes) {
    return allocate_garbage(bytes, 16);
}

void* kit_new_aligned(std::size_t bytes, std::size_t alignment) {
    return allocate_garbage(bytes, alignment);
}

void* kit_new_array_aligned(std::size_t bytes, std::size_t alignment) {
    return allocate_garbage(bytes, alignment);
}

#define KIT_DELETE(name, ...)                                                                      \
    void kit_delete##name(void* memory __VA_OPT__(, ) __VA_ARGS__) {                               \
        release(memory);                                                                           \
    }

KIT_DELETE()
KIT_DELETE(_array)
KIT_DELETE(_sized, std::size_t)
KIT_DELETE(_array_sized, std::size_t)
KIT_DELETE(_aligned, std::size_t)
KIT_DELETE(_array_aligned, std::size_t)
KIT_DELETE(_sized_aligned, std::size_t, std::size_t)
KIT_DELETE(_array_sized_aligned, std::size_t, std::size_t)

int printf(const char* format, ...) {
    // A copy: another thread may write to the format while it is read.
    char copy[longest_format];
    const std::size_t length = strnlen(format, longest_format);
    if (length == longest_format) {
        kit::runtime::end_at_misuse("prints with a format of more than 4,095 characters");
    }
    std::memcpy(copy, format, length);
    copy[length] = '\0';
    if (writes_to_memory(copy)) {
        kit::runtime::end_at_misuse("prints with %n, which CUDA does not have");
    }
    if (is_full()) {
        return 0;
    }
    std::va_list arguments;
    va_start(arguments, format);
    const int count = std::vfprintf(stdout, copy, arguments);
    va_end(arguments);
    note_printed(count);
    return count;
}

int puts(const char* text) {
    if (!is_full()) {
        note_printed(std::fputs(text, stdout) < 0 ? 0 : static_cast<int>(std::strlen(text)) + 1);
        std::fputc('\n', stdout);
    }
    return 0;
}

int putchar(int letter) {
    if (!is_full()) {
        std::fputc(letter, stdout);
        note_printed(1);
    }
    return letter;
}

/// The sine and the cosine of one argument.
void kit_sincos(double x, double* sine, double* cosine) {
    store_result(sine, std::sin(x), __builtin_return_address(0));
    store_result(cosine, std::cos(x), __builtin_return_address(0));
}

void kit_sincosf(float x, float* sine, float* cosine) {
    store_result(sine, std::sin(x), __builtin_return_address(0));
    store_result(cosine, std::cos(x), __builtin_return_address(0));
}

/// A frame whose end was overwritten.
[[noreturn]] void __stack_chk_fail() {
    kit::runtime::end_at_misuse("wrote past the end of a local array");
}
}
