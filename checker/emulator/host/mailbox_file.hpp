// The memory that one run of a submission's program shares with the checker: request, arrays, reply.
#pragma once

#include "checker/base/descriptor.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/slabs.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kit {

/// An anonymous file in memory; gone with the object.
class MailboxFile {
public:
    /// Writes the whole request; `follow_inputs` has races looked for in input arrays, too. Throws
    /// KitError when there is no memory.
    MailboxFile(const Lab& lab, const Artifact& artifact, const RunInput& input,
                bool follow_inputs);
    ~MailboxFile();
    MailboxFile(const MailboxFile&) = delete;
    MailboxFile& operator=(const MailboxFile&) = delete;

    [[nodiscard]] int descriptor() const { return file_.number(); }

    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    /// The program's reply. Read it only after the program has ended, and trust nothing in it.
    [[nodiscard]] const runtime::Reply& reply() const { return mailbox_->reply; }

    /// What the program recorded, as little to be trusted.
    [[nodiscard]] std::span<const runtime::TraceEvent> trace() const;

    // The whole grid, as it is now.
    [[nodiscard]] std::vector<std::byte> input() const;
    [[nodiscard]] std::vector<std::byte> output() const;
    [[nodiscard]] bool holds_input(std::span<const std::byte> wanted) const;

private:
    void fill(const Lab& lab, const Artifact& artifact, const RunInput& input, bool follow_inputs);
    void add(runtime::Array array);
    /// The first byte of the grid, which a slab's array begins with.
    [[nodiscard]] std::size_t first_byte(const runtime::Array& array) const;
    void write(std::uint64_t offset, std::span<const std::byte> contents) const;
    [[nodiscard]] std::span<const std::byte> bytes_of(const runtime::Array& array) const;

    Descriptor file_;
    std::size_t bytes_ = 0;
    std::uint64_t trace_offset_ = 0;
    std::uint64_t trace_capacity_ = 0;
    void* memory_ = nullptr;
    runtime::Mailbox* mailbox_ = nullptr;
    std::vector<SlabPlanes> slabs_;      ///< empty: the arrays are the whole grid
    std::uint32_t sweeps_ = 1;           ///< that are launches of their own
    std::size_t plane_bytes_ = 0;        ///< of the grid
    std::vector<runtime::Array> arrays_; ///< our copy: the shared one may have been written to
};

} // namespace kit
