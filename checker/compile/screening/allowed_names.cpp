#include "checker/compile/screening/allowed_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kit {

namespace {

/// Honest kernels' and the C and C++ libraries' own. None of them changes what code is made of a
/// function's body, where it is placed or what its symbol is.
constexpr std::array attributes{
    // What is said of calls and values, for warnings and for the optimizer.
    "access", "alloc_align", "alloc_size", "assume", "assume_aligned", "carries_dependency", "cold",
    "const", "diagnose_if", "enable_if", "error", "fallthrough", "fd_arg", "fd_arg_read",
    "fd_arg_write", "format", "format_arg", "hot", "leaf", "likely", "malloc", "maybe_unused",
    "may_alias", "no_dangling", "nodiscard", "nonnull", "nonstring", "noreturn", "nothrow",
    "null_terminated_string_arg", "pure", "returns_nonnull", "sentinel", "unavailable", "unlikely",
    "unused", "warn_unused_result", "warning", "deprecated",
    // Which functions and variables are kept, inlined or shown in a library.
    "abi_tag", "always_inline", "artificial", "exclude_from_explicit_instantiation",
    "externally_visible", "gnu_inline", "noclone", "nocommon", "noinline",
    "require_constant_initialization", "type_visibility", "used", "using_if_exists", "visibility",
    // CUDA's.
    "constant", "device", "global", "host", "launch_bounds", "shared",
    // How a type lies in memory.
    "aligned", "mode", "no_unique_address", "packed", "transparent_union"};

/// By their first words.
constexpr std::array pragmas{// Loops.
                             "unroll", "nounroll", "GCC unroll", "GCC ivdep", "clang loop",
                             "STDC FP_CONTRACT",
                             // Warnings and messages.
                             "message", "diag_", "hd_warning_disable", "GCC diagnostic",
                             "GCC warning", "GCC error", "clang diagnostic",
                             // Headers, their macros and their types.
                             "once", "pack", "push_macro", "pop_macro", "GCC visibility",
                             "GCC system_header", "clang system_header",
                             // Editors and nvcc.
                             "region", "endregion", "mark", "nv_"};

/// Functions of mathematics, which have a form for each type.
constexpr std::array mathematics{
    "abs",    "acos",  "acosh",     "asin",      "asinh",      "atan",    "atan2",
    "atanh",  "cbrt",  "ceil",      "copysign",  "cos",        "cosh",    "erf",
    "erfc",   "exp",   "exp2",      "expm1",     "fabs",       "fdim",    "floor",
    "fma",    "fmax",  "fmin",      "fmod",      "frexp",      "hypot",   "huge_val",
    "ilogb",  "inf",   "ldexp",     "lgamma",    "llrint",     "llround", "log",
    "log10",  "log1p", "log2",      "logb",      "lrint",      "lround",  "modf",
    "nan",    "nans",  "nearbyint", "nextafter", "nexttoward", "pow",     "remainder",
    "remquo", "rint",  "round",     "roundeven", "scalbln",    "scalbn",  "signbit",
    "sin",    "sinh",  "sqrt",      "tan",       "tanh",       "tgamma",  "trunc",
    "cabs",   "cacos", "cacosh",    "carg",      "casin",      "casinh",  "catan",
    "catanh", "ccos",  "ccosh",     "cexp",      "clog",       "conj",    "cpow",
    "cproj",  "csin",  "csinh",     "csqrt",     "ctan",       "ctanh",   "cimag",
    "creal"};

/// Counts of bits, which have a form for each width.
constexpr std::array integers{"clz", "ctz", "clrsb", "ffs", "parity", "popcount", "labs", "llabs"};

constexpr std::array others{
    // Places in the source.
    "FILE", "FUNCTION", "LINE", "COLUMN", "source_location",
    // Numbers and bits.
    "add_overflow", "mul_overflow", "sub_overflow", "bit_cast", "bswap16", "bswap32", "bswap64",
    "bswap128", "complex", "fpclassify", "isfinite", "isgreater", "isgreaterequal", "isinf",
    "isinf_sign", "isless", "islessequal", "islessgreater", "isnan", "isnormal", "isunordered",
    "rotateleft32", "rotateright32",
    // Types and what is known when the file is compiled.
    "addressof", "assume_aligned", "choose_expr", "constant_p", "has_attribute",
    "is_constant_evaluated", "is_corresponding_member", "is_pointer_interconvertible_with_class",
    "launder", "object_size", "offsetof", "types_compatible_p",
    // Memory and text.
    "char_memchr", "free", "index", "memchr", "memcmp", "memcpy", "memmove", "memset",
    "operator_delete", "operator_new", "prefetch", "rindex", "strchr", "strcmp", "strlen",
    "strncmp", "strpbrk", "strrchr", "strstr", "wmemchr", "wmemcmp", "wcslen",
    // The course of the program, and arguments of functions like printf().
    "abort", "expect", "expect_with_probability", "ia32_pause", "trap", "unpredictable",
    "unreachable", "va_arg", "va_copy", "va_end", "va_list", "va_start", "vsnprintf"};

/// Without this end, where it has it.
std::string_view without(std::string_view word, std::string_view end) {
    return word.ends_with(end) ? word.substr(0, word.size() - end.size()) : word;
}

} // namespace

bool is_allowed_attribute(std::string_view name) {
    if (name.size() > 4 && name.starts_with("__") && name.ends_with("__")) {
        name = name.substr(2, name.size() - 4);
    }
    return is_one_of(attributes, name);
}

bool is_allowed_pragma(std::string_view text) {
    return std::any_of(pragmas.begin(), pragmas.end(), [text](std::string_view pragma) {
        if (!text.starts_with(pragma)) {
            return false;
        }
        const char next = text.size() > pragma.size() ? text[pragma.size()] : ' ';
        return pragma.ends_with('_') || !((next >= 'a' && next <= 'z') || next == '_');
    });
}

bool is_allowed_builtin(std::string_view name) {
    constexpr std::string_view prefix = "__builtin_";
    const std::string_view base = name.substr(prefix.size());
    if (is_one_of(others, base) || is_one_of(mathematics, base) || is_one_of(integers, base)) {
        return true;
    }
    // float, long double, __float128 and the types of fixed width
    for (const std::string_view end :
         {"f", "l", "q", "f16", "f32", "f64", "f128", "f32x", "f64x", "f16b"}) {
        if (base.ends_with(end) && is_one_of(mathematics, without(base, end))) {
            return true;
        }
    }
    return is_one_of(integers, without(base, "l")) || is_one_of(integers, without(base, "ll"));
}

} // namespace kit
