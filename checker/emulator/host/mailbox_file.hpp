// The checker's side of the memory that it shares with the submission's program.
#pragma once

#include "checker/emulator/host/run.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/files/descriptor.hpp"

#include <cstddef>
#include <vector>

namespace kit {

/// An anonymous file in memory that holds the mailbox and the arrays; gone with the object.
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

    /// The program's reply: to be read once it has ended, and to be trusted in nothing.
    [[nodiscard]] const runtime::Reply& reply() const { return mailbox_->reply; }

    /// What the first array of this role holds now.
    [[nodiscard]] std::vector<std::byte> contents(KernelArgument::Role role) const;

private:
    Descriptor file_;
    std::size_t bytes_ = 0;
    void* memory_ = nullptr;
    runtime::Mailbox* mailbox_ = nullptr;
    std::vector<KernelArgument::Role> roles_; ///< of the arrays
    std::vector<runtime::Array> arrays_;      ///< our copy: the shared one may have been written to
};

} // namespace kit
