#include "checker/compile/screening/assembly_rules.hpp"

#include "checker/compile/submission_file.hpp"

#include <fmt/format.h>

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
    Finding finding = refusal_finding(
        submission, 0, "The emulator does not have std::atomic and the compiler's own atomics.",
        "CUDA's functions are there: atomicAdd() and its companions.");
    finding.kind = FindingKind::unsupported_feature;
    return finding;
}

std::string_view last_operand(std::string_view operands) {
    int depth = 0;
    for (std::size_t i = operands.size(); i-- > 0;) {
        depth += operands[i] == ')' ? 1 : operands[i] == '(' ? -1 : 0;
        if (depth == 0 && operands[i] == ',') {
            operands.remove_prefix(i + 1);
            break;
        }
    }
    operands.remove_prefix(std::min(operands.find_first_not_of(" \t"), operands.size()));
    return operands;
}

/// Bytes that an instruction with its destination in memory stores.
unsigned stored_bytes(std::string_view name) {
    if (name.starts_with("movup") || name.starts_with("movap") || name.starts_with("movdq")) {
        return 16;
    }
    if (name == "movss" || name == "movd") {
        return 4;
    }
    if (name.starts_with("set")) {
        return 1;
    }
    switch (name.empty() ? ' ' : name.back()) {
    case 'b': return 1;
    case 'w': return 2;
    case 'l': return 4;
    default: return 8;
    }
}

/// Follows one function in the order of its lines: whether each of its stores is announced by the call
/// just before it, and whether it takes the address of its own frame.
class FrameCheck {
public:
    /// A function begins.
    void begin() { *this = {}; }

    void follow(const Instruction& instruction) {
        const std::string_view name = instruction.name;
        const std::string_view to = last_operand(instruction.operands);
        if (name == "call") {
            announced_ = announced_by(instruction.operands);
            return;
        }
        if (name.starts_with("lea")) {
            takes_address_ = takes_address_ || ((instruction.operands.find("(%rsp)") != npos ||
                                                 instruction.operands.find("(%rbp)") != npos) &&
                                                to != "%rsp");
            return;
        }
        if (name == "movq" && instruction.operands.find("%rsp, %") != npos) {
            takes_address_ = takes_address_ || to != "%rbp";
            return;
        }
        if (to.find('(') == npos || name.starts_with("cmp") || name.starts_with("test") ||
            name.starts_with("j") || name.starts_with("push") || name.starts_with("ucomis") ||
            name.starts_with("comis") || name.starts_with("prefetch") || name.starts_with("nop")) {
            return;
        }
        const bool frame = to.find("(%rsp") != npos;
        const bool indexed = to.find("(%rsp,") != npos || to.find(",%rsp") != npos;
        if (indexed) {
            unannounced_ = takes_address_ = true;
        } else if (!frame) {
            const unsigned bytes = stored_bytes(name);
            unannounced_ = unannounced_ || bytes > announced_;
            announced_ -= std::min(bytes, announced_);
        }
    }

    [[nodiscard]] bool stores_unseen() const { return takes_address_ && unannounced_; }

private:
    static constexpr auto npos = std::string_view::npos;

    /// The bytes of the store that this call tells the runtime of.
    static unsigned announced_by(std::string_view callee) {
        const auto write = callee.find("write");
        if (callee.find("__tsan_") == npos || write == npos) {
            return 0;
        }
        const std::string_view size = callee.substr(write + 5);
        return size.starts_with("16")  ? 16
               : size.starts_with("8") ? 8
               : size.starts_with("4") ? 4
               : size.starts_with("2") ? 2
               : size.starts_with("1") ? 1
                                       : 0;
    }

    bool takes_address_ = false;
    bool unannounced_ = false;
    unsigned announced_ = 0;
};

/// The next line, which `text` loses.
std::string_view take_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

} // namespace

bool stores_unseen(std::string_view assembly) {
#if defined(__x86_64__)
    FrameCheck function;
    bool is_glue = false; // the kit's own functions are not instrumented
    while (!assembly.empty()) {
        const std::string_view line = take_line(assembly);
        if (line.find(".type") != std::string_view::npos &&
            line.find("@function") != std::string_view::npos) {
            function.begin();
            is_glue = line.find("kit_submission_") != std::string_view::npos;
        }
        const Instruction instruction = instruction_in(line);
        if (!instruction.name.empty() && !is_glue) {
            function.follow(instruction);
        }
        if (function.stores_unseen()) {
            return true;
        }
    }
    return false;
#else
    return !assembly.empty();
#endif
}

std::string with_marked_text(const std::string& assembly) {
    constexpr const char* mark = "\t.section\t.text.{0},\"ax\",@progbits\n\t.globl\t{0}\n{0}:\n{1}";
    // What falls off a function's end, or the last one's, stops there.
    return fmt::format(fmt::runtime(mark), "kit_text_begin", "\tud2\n\t.text\n") + assembly +
           fmt::format(fmt::runtime(mark), "kit_text_end", "\tud2\n");
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
