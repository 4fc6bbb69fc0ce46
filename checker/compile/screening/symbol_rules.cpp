#include "checker/compile/screening/symbol_rules.hpp"

#include "checker/base/tokens.hpp"
#include "checker/compile/instrumentation/library_functions.hpp"
#include "checker/compile/object_file.hpp"
#include "checker/compile/submission_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace kit {

namespace {

/// The runtime's: what the kit's headers, its glue and the compilers' instrumentation name.
constexpr std::array runtime_names{
    // What the kit's headers and its glue name.
    "__safestack_unsafe_stack_ptr", "kit_atomic", "kit_block_barrier", "kit_block_barrier_arrivals",
    "kit_block_extents", "kit_block_index", "kit_change", "kit_check_call", "kit_coefficients",
    "kit_copy_begin", "kit_copy_commit", "kit_copy_wait", "kit_device_fence", "kit_fence",
    "kit_grid_extents", "kit_double_of_signed", "kit_double_of_unsigned", "kit_float_of_double",
    "kit_float_of_signed", "kit_float_of_unsigned", "kit_has_barriers_in_loops",
    "kit_has_warp_operations", "kit_launch_bounds", "kit_loaded_volatile", "kit_returns",
    "kit_rounded_double", "kit_rounded_float", "kit_special_function", "kit_thread_index",
    "kit_turn", "kit_unset_double", "kit_unset_float", "kit_uses_fences", "kit_warp_active",
    "kit_warp_collective",
    // What compilers call.
    "__assert_fail", "__stack_chk_fail", "__ubsan_handle_missing_return",
    "__ubsan_handle_out_of_bounds", "__cxa_pure_virtual", "_GLOBAL_OFFSET_TABLE_",
    // From the C library.
    "abort", "printf", "putchar", "puts"};

/// From the instrumentation.
constexpr std::array watched{"__tsan_read", "__tsan_write", "__tsan_volatile_read",
                             "__tsan_volatile_write"};

/// What they read and write is announced.
constexpr std::array announced{"memcpy", "memmove", "memset", "abs", "labs", "llabs"};

/// From the C++ library: how its containers end a program.
constexpr std::array throwing{
    "_ZSt17__throw_bad_allocv",           "_ZSt19__throw_logic_errorPKc",
    "_ZSt20__throw_length_errorPKc",      "_ZSt20__throw_out_of_rangePKc",
    "_ZSt24__throw_out_of_range_fmtPKcz", "_ZSt25__throw_bad_function_callv",
    "_ZSt28__throw_bad_array_new_lengthv"};

/// From the compilers' own library: arithmetic that processors lack.
constexpr std::array arithmetic{
    "__popcountsi2", "__popcountdi2", "__popcountti2", "__clzdi2",  "__ctzdi2",  "__ffsdi2",
    "__paritydi2",   "__divti3",      "__modti3",      "__udivti3", "__umodti3", "__muldc3",
    "__mulsc3",      "__divdc3",      "__divsc3",      "__powidf2", "__powisf2"};

/// A C++ function of no library's: the file declares it and does not define it, which the linker tells
/// best.
bool is_own_function(std::string_view name) {
    constexpr std::array libraries{"_ZN3kit",        "_ZNK3kit",        "_ZN9__gnu_cxx",
                                   "_ZNK9__gnu_cxx", "_ZN10__cxxabiv1", "_ZNK10__cxxabiv1",
                                   "_ZN14__cxxabi"};
    const std::string_view rest = name.starts_with("_ZNK")  ? name.substr(4)
                                  : name.starts_with("_ZN") ? name.substr(3)
                                  : name.starts_with("_Z")  ? name.substr(2)
                                                            : std::string_view();
    return !rest.empty() && rest.front() >= '0' && rest.front() <= '9' &&
           std::ranges::none_of(
               libraries, [name](std::string_view prefix) { return name.starts_with(prefix); });
}

template <class List>
bool begins_with_one_of(const List& list, std::string_view word) {
    return std::ranges::any_of(
        list, [word](std::string_view prefix) { return word.starts_with(prefix); });
}

/// "mmap", or "std::terminate()" of a mangled name, without its parameters.
std::string shown_name(std::string_view symbol) {
    const std::string name = demangled_symbol(std::string(symbol));
    return name.substr(0, name.find('('));
}

/// The first place where the submission's own text has the last part of a name.
struct Mention {
    int line = 0;
    bool is_call = true; ///< a parenthesis follows, or nothing is known
};

Mention mention_of(const std::string& name, const SubmissionFile& submission) {
    const auto scope = name.rfind("::");
    const std::string last = scope == std::string::npos ? name : name.substr(scope + 2);
    const Tokens tokens = tokens_of(submission.text);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == Token::Kind::word && tokens[i].is(last)) {
            return {tokens[i].line, i + 1 < tokens.size() && tokens[i + 1].is("(")};
        }
    }
    return {};
}

Finding missing_symbol(std::string_view symbol, const SubmissionFile& submission) {
    const std::string name = shown_name(symbol);
    const Mention mention = mention_of(name, submission);
    if (name == "__cxa_atexit" || name == "__dso_handle" || name == "__cxa_thread_atexit") {
        return refusal_finding(
            submission, 0,
            "The file has a static variable with a destructor, which would run when the "
            "program ends.",
            "Use local variables in launch_config().");
    }
    if (mention.line == 0 && name.starts_with("std::")) {
        return refusal_finding(
            submission, 0,
            fmt::format("The file needs {}, which the emulator does not have.", name),
            "Of the C++ library a file can use what is only in headers, such as std::vector in "
            "launch_config(). In kernels nvcc takes little of it: min(), for instance, not "
            "std::min().");
    }
    return refusal_finding(
        submission, mention.line,
        mention.is_call ? fmt::format("The file calls {}(), which kernels may not call.", name)
                        : fmt::format("The file uses '{}', which kernels may not use.", name),
        "A kernel computes from its arguments. It cannot call functions of the operating system or "
        "for files, nor functions that the file declares but does not define.");
}

} // namespace

bool is_allowed_symbol(std::string_view name) {
    const bool replaced = std::ranges::any_of(
        replaced_symbols, [name](const auto& each) { return name == each.second; });
    return replaced || is_one_of(arithmetic, name) || is_own_function(name) ||
           is_one_of(runtime_names, name) || begins_with_one_of(watched, name) ||
           is_one_of(announced, name) || is_one_of(host_readers, name) ||
           is_one_of(throwing, name) || is_mathematics(name);
}

bool is_free_symbol(std::string_view name) {
    constexpr std::array own{"kit_submission_kernel", "kit_submission_launch_config"};
    constexpr std::array taken{"main",   "malloc", "calloc", "realloc", "free",
                               "_start", "_init",  "_fini",  "environ", "stdin",
                               "stdout", "stderr", "abort",  "exit",    "_exit"};
    constexpr std::array prefixes{"kit_", "_ZN3kit", "_ZNK3kit", "__", "_dl_", "_Unwind_"};
    if (is_one_of(own, name)) {
        return true;
    }
    return !is_one_of(taken, name) && !begins_with_one_of(prefixes, name) &&
           !is_one_of(announced, name) && !is_one_of(host_readers, name) &&
           !is_one_of(runtime_names, name) && !is_mathematics(name);
}

std::optional<Finding> breach_in_symbols(const std::filesystem::path& object,
                                         const SubmissionFile& submission) {
    const ElfFile file(object, false);
    std::optional<Finding> finding;
    each_symbol(file.get(), [&](std::string_view name, const GElf_Sym& symbol) {
        const auto type = GELF_ST_TYPE(symbol.st_info);
        if (finding || name.empty() || type == STT_FILE || type == STT_SECTION) {
            return;
        }
        const bool local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
        if (symbol.st_shndx == SHN_UNDEF) {
            // An extern __shared__ array is thread-local here: the launch gives its memory.
            if (!is_allowed_symbol(name) && (type != STT_TLS || !is_free_symbol(name))) {
                finding = missing_symbol(name, submission);
            }
        } else if (name.starts_with("_GLOBAL__") || name.starts_with("__cxx_global_var_init")) {
            finding = refusal_finding(
                submission, 0,
                "A variable outside all functions is computed when the program starts.",
                "Give it a value that the compiler can compute (constexpr), or "
                "compute it in launch_config() or in the kernel.");
        } else if (type == STT_GNU_IFUNC || (!local && !is_free_symbol(name))) {
            const std::string shown = shown_name(name);
            finding =
                refusal_finding(submission, mention_of(shown, submission).line,
                                fmt::format("The file defines '{}', which the emulator or the C "
                                            "library has.",
                                            shown),
                                "Give it a name of your own.");
        }
    });
    return finding;
}

} // namespace kit
