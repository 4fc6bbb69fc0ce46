// What kernels print with: the C library's printf writes to memory at %n, behind the
// instrumentation's back.

#include "checker/emulator/runtime/containment.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

/// CUDA prints at most 32 arguments; no honest format is near this.
constexpr std::size_t longest_format = 4096;

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

extern "C" {

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
    std::va_list arguments;
    va_start(arguments, format);
    const int printed = std::vfprintf(stdout, copy, arguments);
    va_end(arguments);
    return printed;
}

int puts(const char* text) {
    return std::fputs(text, stdout) < 0 ? EOF : std::fputc('\n', stdout);
}

int putchar(int letter) {
    return std::fputc(letter, stdout);
}

/// A frame whose end was overwritten.
[[noreturn]] void __stack_chk_fail() {
    kit::runtime::end_at_misuse("wrote past the end of a local array");
}
}
