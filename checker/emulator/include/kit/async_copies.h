// Copies from global to shared memory that go on while their thread computes.
#pragma once

#include "synchronization.h"

extern "C" {
/// Begins a copy of `bytes` bytes, the last `zeros` of which are not read: they become 0. The data arrives
/// when this thread waits for it. 4, 8 or 16 bytes from global to shared memory, both aligned so.
void kit_copy_begin(void* to, const void* from, unsigned long bytes, unsigned long zeros);
/// The copies begun since the last call are a batch from now on.
void kit_copy_commit(void);
/// Waits for all batches of this thread but the last `batches`.
void kit_copy_wait(unsigned long batches);
}

/// What one thread copies when `threads` of them share the work: pieces as wide as addresses and size allow,
/// or at once, byte by byte, where they allow none.
KIT_INLINE void kit_copy_share(void* to, const void* from, unsigned long bytes, unsigned int rank,
                               unsigned int threads) {
    char* const target = static_cast<char*>(to);
    const char* const source = static_cast<const char*>(from);
    const unsigned long bits =
        reinterpret_cast<unsigned long>(to) | reinterpret_cast<unsigned long>(from) | bytes;
    const unsigned long piece = bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
    for (unsigned long at = rank * piece; at < bytes; at += threads * piece) {
        if (piece != 1) {
            kit_copy_begin(target + at, source + at, piece, 0);
        } else {
            target[at] = source[at];
        }
    }
}
