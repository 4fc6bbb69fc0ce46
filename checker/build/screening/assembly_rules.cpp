#include "checker/build/screening/assembly_rules.hpp"

#include "checker/build/screening/refusal.hpp"

#include <algorithm>
#include <array>

namespace kit {

namespace {

/// Of x86-64: what leaves the program or changes memory behind the instrumentation's back.
constexpr std::array system_instructions{"syscall", "sysenter", "int",       "in",
                                         "out",     "wrfsbase", "wrgsbase",  "wrpkru",
                                         "xsave",   "fxsave",   "maskmovdqu"};

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t';
}

/// The instruction's name and what follows it; empty for labels, directives and comments.
struct Instruction {
    std::string_view name;
    std::string_view operands;
};

Instruction instruction_in(std::string_view line) {
    if (line.empty() || !is_blank(line.front())) {
        return {};
    }
    const auto begin = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(begin);
    if (line.empty() || line.front() == '.' || line.front() == '#') {
        return {};
    }
    const auto end = std::min(line.find_first_of(" \t;"), line.size());
    return {line.substr(0, end), line.substr(end)};
}

bool is_atomic(const Instruction& instruction) {
    return instruction.name == "lock" || (instruction.name.starts_with("xchg") &&
                                          instruction.operands.find('(') != std::string_view::npos);
}

Finding own_atomics(const SubmissionFile& submission) {
    Finding finding = refusal(
        submission, 0, "The emulator does not have std::atomic and the compiler's own atomics.",
        "CUDA's functions are there: atomicAdd() and its companions.");
    finding.kind = FindingKind::unsupported_feature;
    return finding;
}

/// "8(%rsp,%rax,4)" or "leaq 16(%rsp), %rdi"
bool takes_frame_address(const Instruction& instruction) {
    constexpr std::array indexed{"(%rsp,", "(%rbp,", ",%rbp,", ",%rsp,"};
    const auto has = [&instruction](std::string_view part) {
        return instruction.operands.find(part) != std::string_view::npos;
    };
    const bool address =
        instruction.name.starts_with("lea") && (has("(%rsp)") || has("(%rbp)")) && !has(", %rsp");
    return address || std::any_of(indexed.begin(), indexed.end(), has);
}

/// The next line, which `text` loses.
std::string_view take_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

} // namespace

bool indexes_its_stack(std::string_view assembly) {
#if defined(__x86_64__)
    while (!assembly.empty()) {
        const Instruction instruction = instruction_in(take_line(assembly));
        if (!instruction.name.empty() && takes_frame_address(instruction)) {
            return true;
        }
    }
    return false;
#else
    return !assembly.empty();
#endif
}

std::optional<Finding> breach_in_assembly(std::string_view assembly,
                                          const SubmissionFile& submission) {
    while (!assembly.empty()) {
        const std::string_view line = take_line(assembly);
        if (line == "#APP" || line.starts_with("## InlineAsm Start") || line.find("#APP") == 1) {
            return assembly_refusal(submission, 0);
        }
#if defined(__x86_64__)
        const Instruction instruction = instruction_in(line);
        if (is_atomic(instruction)) {
            return own_atomics(submission);
        }
        if (std::find(system_instructions.begin(), system_instructions.end(), instruction.name) !=
            system_instructions.end()) {
            return assembly_refusal(submission, 0);
        }
#endif
    }
    return std::nullopt;
}

} // namespace kit
