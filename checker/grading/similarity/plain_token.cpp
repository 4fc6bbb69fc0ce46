// What a token is worth in a comparison; see token.hpp.
#include "checker/grading/similarity/token.hpp"

#include <string>
#include <unordered_set>

namespace kit {

namespace {

using Words = std::unordered_set<std::string_view>;

const Words& left_out() {
    static const Words words{"const",        "constexpr",       "consteval", "static",   "inline",
                             "__restrict__", "__forceinline__", "volatile",  "noexcept", "mutable",
                             "__noinline__", "__restrict",      "register",  "{",        "}"};
    return words;
}

const Words& whole_number_types() {
    static const Words words{"int",     "unsigned", "long",     "short",    "auto",      "size_t",
                             "int32_t", "uint32_t", "int64_t",  "uint64_t", "ptrdiff_t", "signed",
                             "int16_t", "uint16_t", "unsigned", "char",     "bool"};
    return words;
}

const Words& known() {
    static const Words words{
        "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue",
        "return", "goto", "true", "false", "sizeof", "alignof", "alignas", "template", "typename",
        "class", "struct", "union", "enum", "namespace", "using", "typedef", "operator", "this",
        "static_cast", "reinterpret_cast", "const_cast", "static_assert", "void", "float", "double",
        "extern", "define", "include", "pragma", "unroll", "undef", "ifdef", "ifndef", "endif",
        // CUDA's
        "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "__global__",
        "__device__", "__host__", "__shared__", "__constant__", "__launch_bounds__", "__align__",
        "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or",
        "__syncwarp", "__threadfence", "__threadfence_block", "__shfl_sync", "__shfl_up_sync",
        "__shfl_down_sync", "__shfl_xor_sync", "__ballot_sync", "__any_sync", "__all_sync",
        "__activemask", "__ldg", "__ldcs", "__ldcg", "__ldca", "__stcs", "__stcg", "__stwt",
        "__fmaf_rn", "fma", "fmaf", "min", "max", "abs", "atomicAdd", "atomicMax", "atomicMin",
        "atomicCAS", "atomicExch", "float2", "float3", "float4", "int2", "int3", "int4", "double2",
        "uint2", "uint3", "uint4", "make_float2", "make_float4", "make_double2", "make_int2",
        "make_int3", "make_int4",
        // lab.cuh's
        "LaunchConfig", "Coefficients"};
    return words;
}

/// FNV-1a, mixed once more so that neighbouring words are far apart.
std::uint64_t symbol_of(std::string_view spelling) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : spelling) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    hash ^= hash >> 32U;
    hash *= 0x9e3779b97f4a7c15U;
    return hash == 0 ? 1 : hash;
}

/// "1'024u" is "1024", "2.50f" is "2.5".
std::string value_of(std::string_view number) {
    std::string value;
    for (const char c : number) {
        if (c != '\'') {
            value += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
    }
    const bool hexadecimal = value.starts_with("0x");
    const char* const suffixes = hexadecimal ? "ul" : "ulf";
    value.erase(value.find_last_not_of(suffixes) + 1);
    if (!hexadecimal && value.find('.') != std::string::npos &&
        value.find('e') == std::string::npos) {
        value.erase(value.find_last_not_of('0') + 1);
        if (value.ends_with('.')) {
            value.pop_back();
        }
    }
    return value;
}

} // namespace

bool is_known_name(std::string_view name) {
    return known().contains(name) || left_out().contains(name) ||
           whole_number_types().contains(name);
}

std::vector<PlainToken> plain_tokens(const std::vector<KernelToken>& tokens) {
    static const std::uint64_t any_name = symbol_of("a name");
    static const std::uint64_t any_type = symbol_of("a whole-number type");
    static const std::uint64_t any_text = symbol_of("a text");
    std::vector<PlainToken> plain;
    plain.reserve(tokens.size());
    for (const KernelToken& token : tokens) {
        if (left_out().contains(token.spelling)) {
            continue;
        }
        std::uint64_t symbol = any_text;
        if (token.kind == KernelToken::Kind::number) {
            symbol = symbol_of(value_of(token.spelling));
        } else if (token.kind == KernelToken::Kind::mark || known().contains(token.spelling)) {
            symbol = symbol_of(token.spelling);
        } else if (token.kind == KernelToken::Kind::name) {
            symbol = whole_number_types().contains(token.spelling) ? any_type : any_name;
        }
        // "unsigned long long" is as good as "int".
        if (symbol == any_type && !plain.empty() && plain.back().symbol == any_type) {
            continue;
        }
        plain.push_back({symbol, token.line});
    }
    return plain;
}

} // namespace kit
