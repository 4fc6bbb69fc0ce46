// From an address in a submission's program to the student's line, by the debug information.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

namespace kit {

class SourceLines {
public:
    /// Opens the program's debug information; without any, every line is 0.
    explicit SourceLines(const std::filesystem::path& program);
    ~SourceLines();
    SourceLines(const SourceLines&) = delete;
    SourceLines& operator=(const SourceLines&) = delete;

    /// The line of kernel.cu that the call returning to `address` stands in: the innermost one when
    /// functions of the kit's headers were inlined there. 0 when the code is not the student's.
    [[nodiscard]] int line_of_call(std::uint64_t address) const;

    /// The line of kernel.cu that the instruction at `address` belongs to, or 0.
    [[nodiscard]] int line_at(std::uint64_t address) const;

private:
    struct DebugInformation;
    std::unique_ptr<DebugInformation> information_;
};

} // namespace kit
