// Counts the bytes that a kernel's loads and stores name.
#pragma once

#include "checker/emulator/runtime/access.hpp"

namespace kit::runtime {

/// The hardware counts atomics apart from loads and stores, and so they are left out.
class ByteCounter {
public:
    void on_shared(Access access) { add(access, shared_); }

    void on_global(Access access) { add(access, global_); }

    struct Bytes {
        std::uint64_t loaded = 0;
        std::uint64_t stored = 0;
    };

    [[nodiscard]] const Bytes& shared() const { return shared_; }

    [[nodiscard]] const Bytes& global() const { return global_; }

private:
    static void add(Access access, Bytes& bytes) {
        if (access.atomic) {
            return;
        }
        (access.store ? bytes.stored : bytes.loaded) += access.bytes;
    }

    Bytes shared_;
    Bytes global_;
};

} // namespace kit::runtime
