// The processor that kernels are compiled for, which is the kit's own, by the names that compilers and Debian give it.
#pragma once

#include <array>

namespace kit::processor {

#if defined(__x86_64__)
constexpr const char* triple = "x86_64-pc-linux-gnu";
constexpr const char* llvm_target = "X86";
constexpr const char* least = "x86-64"; ///< any of them runs what is compiled for it
constexpr const char* libraries = "/usr/lib/x86_64-linux-gnu";
constexpr std::array<const char*, 0> flags{};
#elif defined(__aarch64__)
constexpr const char* triple = "aarch64-unknown-linux-gnu";
constexpr const char* llvm_target = "AArch64";
constexpr const char* least = "generic";
constexpr const char* libraries = "/usr/lib/aarch64-linux-gnu";
/// It divides by 0 and goes on: as on x86-64, that ends the program (runtime/signals.cpp).
constexpr std::array flags{"-Xclang", "-fsanitize=integer-divide-by-zero", "-Xclang",
                           "-fsanitize-trap=integer-divide-by-zero"};
#else
#error "The kit runs on x86-64 and arm64."
#endif

} // namespace kit::processor
