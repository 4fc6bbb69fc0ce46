#include "checker/grading/similarity/tokens.hpp"

#include "checker/base/fingerprint.hpp"

#include <algorithm>
#include <limits>
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

/// CUDA's and the C library's names, without the reserved ones.
const Words& known() {
    static const Words words{"define",       "include",   "undef",     "ifdef",       "ifndef",
                             "endif",        "pragma",    "unroll",    "fma",         "fmaf",
                             "min",          "max",       "abs",       "float2",      "float3",
                             "float4",       "int2",      "int3",      "int4",        "double2",
                             "uint2",        "uint3",     "uint4",     "make_float2", "make_float4",
                             "make_double2", "make_int2", "make_int3", "make_int4"};
    return words;
}

/// Mixed once more after FNV-1a, so that similar words are far apart.
std::uint64_t symbol_of(std::string_view spelling) {
    std::uint64_t hash = hash_of(spelling);
    hash ^= hash >> 32U;
    hash *= 0x9e3779b97f4a7c15U;
    return hash == 0 ? 1 : hash;
}

} // namespace

std::string number_text(std::string_view number) {
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

Tokens kernel_tokens(std::string_view text) {
    Tokens words;
    for (const Token& token : tokens_of(text)) {
        const bool is_directive = token.kind == Token::Kind::directive;
        const Tokens parts = is_directive ? parts_of(token) : std::vector{token};
        words.insert(words.end(), parts.begin(), parts.end());
    }
    return words;
}

bool is_known_name(std::string_view name) {
    return known().contains(name) || is_reserved_name(name) || left_out().contains(name) ||
           whole_number_types().contains(name);
}

std::vector<PlainToken> plain_tokens(const Tokens& tokens) {
    static const std::uint64_t any_name = symbol_of("a name");
    static const std::uint64_t any_type = symbol_of("a whole-number type");
    static const std::uint64_t any_text = symbol_of("a text");
    std::vector<PlainToken> plain;
    plain.reserve(tokens.size());
    for (const Token& token : tokens) {
        if (left_out().contains(token.text)) {
            continue;
        }
        std::uint64_t symbol = any_text;
        if (token.kind == Token::Kind::number) {
            symbol = symbol_of(number_text(token.text));
        } else if (token.kind == Token::Kind::mark || known().contains(token.text) ||
                   (is_reserved_name(token.text) && !whole_number_types().contains(token.text))) {
            symbol = symbol_of(token.text);
        } else if (token.kind == Token::Kind::word) {
            symbol = whole_number_types().contains(token.text) ? any_type : any_name;
        }
        // "unsigned long long" counts as "int".
        if (symbol == any_type && !plain.empty() && plain.back().symbol == any_type) {
            continue;
        }
        plain.push_back({symbol, token.line});
    }
    return plain;
}

std::vector<TokenRun> runs_of(const std::vector<PlainToken>& tokens, std::size_t run) {
    std::vector<TokenRun> runs;
    for (std::size_t begin = 0; begin + run <= tokens.size(); ++begin) {
        std::uint64_t hash = 0;
        for (std::size_t i = begin; i < begin + run; ++i) {
            hash = (hash ^ tokens[i].symbol) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 29U;
        }
        runs.push_back({hash, tokens[begin].line, tokens[begin + run - 1].line});
    }
    return runs;
}

std::vector<TokenRun> winnowed(const std::vector<TokenRun>& runs, std::size_t window) {
    std::vector<TokenRun> chosen;
    std::size_t last = std::numeric_limits<std::size_t>::max();
    for (std::size_t begin = 0; begin < runs.size(); ++begin) {
        const std::size_t end = std::min(begin + window, runs.size());
        if (end - begin < window && begin > 0) {
            break;
        }
        std::size_t least = begin;
        for (std::size_t i = begin; i < end; ++i) {
            // The rightmost of equal ones stays the least for the most windows.
            if (runs[i].hash <= runs[least].hash) {
                least = i;
            }
        }
        if (least != last) {
            chosen.push_back(runs[least]);
            last = least;
        }
    }
    return chosen;
}

} // namespace kit
