#include "checker/grading/similarity/tokens.hpp"

#include "checker/base/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <unordered_set>
#include <utility>

namespace kit {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Bytes from 128 on as well: names may be in any script.
bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 128;
}

bool goes_on_name(char c) {
    return begins_name(c) || is_digit(c);
}

// The longest first: the first that fits is taken.
constexpr std::array<std::string_view, 25> long_marks{
    "<<=", ">>=", "...", "->*", "<=>", "::", "->", "++", "--", "<<", ">>", "<=", ">=",
    "==",  "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="};

class TokenReader {
public:
    explicit TokenReader(std::string_view text) : text_(text) {}

    std::vector<KernelToken> read() {
        while (at_ < text_.size()) {
            if (!skip_blank()) {
                token();
            }
        }
        return std::move(tokens_);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    [[nodiscard]] bool stands_here(std::string_view words) const {
        return text_.substr(at_).starts_with(words);
    }

    /// Goes to `end`, or to the end of the text, and counts lines.
    void go_to(std::size_t end) {
        end = std::min(end, text_.size());
        line_ +=
            static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                        text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        at_ = end;
    }

    [[nodiscard]] std::size_t after(std::string_view words, std::size_t from) const {
        const std::size_t found = text_.find(words, from);
        return found == std::string_view::npos ? text_.size() : found + words.size();
    }

    bool skip_blank() {
        const char c = peek();
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            go_to(at_ + 1);
        } else if (stands_here("\\\n") || stands_here("\\\r\n")) {
            go_to(after("\n", at_));
        } else if (stands_here("/*")) {
            go_to(after("*/", at_ + 2));
        } else if (stands_here("//")) {
            skip_line();
        } else {
            return false;
        }
        return true;
    }

    /// A comment goes on where its line is continued.
    void skip_line() {
        bool continued = true;
        while (continued && at_ < text_.size()) {
            const std::size_t end = after("\n", at_);
            std::string_view line = text_.substr(at_, end - at_);
            line = line.substr(0, line.find_last_not_of("\r\n") + 1);
            continued = line.ends_with('\\');
            go_to(end);
        }
    }

    void take(KernelToken::Kind kind, std::size_t end) {
        end = std::min(end, text_.size());
        tokens_.push_back({kind, text_.substr(at_, end - at_), line_});
        go_to(end);
    }

    [[nodiscard]] std::size_t end_of_quoted(std::size_t from, char quote) const {
        while (from < text_.size() && text_[from] != quote && text_[from] != '\n') {
            from += text_[from] == '\\' ? 2 : 1;
        }
        return from + 1;
    }

    [[nodiscard]] std::size_t end_of_raw(std::size_t quote) const {
        const std::size_t open = text_.find('(', quote);
        if (open == std::string_view::npos || open - quote > 17) {
            return quote + 1;
        }
        std::string close(1, ')');
        close += text_.substr(quote + 1, open - quote - 1);
        return after(close + '"', open);
    }

    [[nodiscard]] std::size_t end_of_number() const {
        std::size_t end = at_;
        while (end < text_.size()) {
            const char c = text_[end];
            const char before = end > at_ ? text_[end - 1] : '\0';
            const bool sign = (c == '+' || c == '-') &&
                              (before == 'e' || before == 'E' || before == 'p' || before == 'P');
            const bool hexadecimal = at_ + 1 < text_.size() && (text_[at_ + 1] | 32) == 'x';
            const bool of_exponent = sign && (!hexadecimal || before == 'p' || before == 'P');
            const bool separator =
                c == '\'' && end + 1 < text_.size() && goes_on_name(text_[end + 1]);
            if (!goes_on_name(c) && c != '.' && !of_exponent && !separator) {
                break;
            }
            ++end;
        }
        return end;
    }

    void token() {
        const char c = peek();
        if (begins_name(c)) {
            std::size_t end = at_;
            while (end < text_.size() && goes_on_name(text_[end])) {
                ++end;
            }
            const std::string_view word = text_.substr(at_, end - at_);
            if (end < text_.size() && text_[end] == '"' && word.size() <= 3 && word.back() == 'R') {
                take(KernelToken::Kind::text, end_of_raw(end));
            } else {
                take(KernelToken::Kind::name, end);
            }
        } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
            take(KernelToken::Kind::number, end_of_number());
        } else if (c == '"' || c == '\'') {
            take(KernelToken::Kind::text, end_of_quoted(at_ + 1, c));
        } else {
            const auto mark = std::find_if(long_marks.begin(), long_marks.end(),
                                           [&](std::string_view m) { return stands_here(m); });
            take(KernelToken::Kind::mark, at_ + (mark == long_marks.end() ? 1 : mark->size()));
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    std::vector<KernelToken> tokens_;
};

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

std::vector<KernelToken> kernel_tokens(std::string_view text) {
    return TokenReader(text).read();
}

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
            symbol = symbol_of(number_text(token.spelling));
        } else if (token.kind == KernelToken::Kind::mark || known().contains(token.spelling)) {
            symbol = symbol_of(token.spelling);
        } else if (token.kind == KernelToken::Kind::name) {
            symbol = whole_number_types().contains(token.spelling) ? any_type : any_name;
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
