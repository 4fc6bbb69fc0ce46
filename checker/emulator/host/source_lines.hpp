// The student's lines: from an address in the program to its line, by the debug information, and what
// is read off the source because debug information does not say it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

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
