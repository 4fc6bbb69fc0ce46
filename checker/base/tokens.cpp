#include "checker/base/tokens.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kit {

namespace {

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Bytes of other alphabets count as letters, as compilers take them.
bool begins_word(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
           letter == '$' || (static_cast<unsigned char>(letter) & 0x80) != 0;
}

bool goes_on(char letter) {
    return begins_word(letter) || is_digit(letter);
}

bool is_token_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\v' || letter == '\f' || letter == '\r';
}

constexpr std::array keywords{
    // Statements.
    "break", "case", "catch", "continue", "default", "delete", "do", "else", "for", "goto", "if",
    "new", "return", "switch", "this", "throw", "try", "while",
    // Types, values and casts.
    "alignof", "auto", "bool", "char", "const_cast", "decltype", "double", "dynamic_cast", "false",
    "float", "int", "long", "noexcept", "nullptr", "reinterpret_cast", "short", "signed", "sizeof",
    "static_cast", "true", "typeid", "unsigned", "void",
    // Declarations.
    "alignas", "class", "const", "constexpr", "constinit", "enum", "explicit", "extern", "friend",
    "inline", "mutable", "namespace", "operator", "private", "protected", "public", "register",
    "static", "static_assert", "struct", "template", "thread_local", "typedef", "typename", "union",
    "using", "virtual", "volatile"};

constexpr std::array names{"threadIdx",    "blockIdx",         "blockDim",
                           "gridDim",      "warpSize",         "dim3",
                           "LaunchConfig", "launch_config",    "Coefficients",
                           "LAB_ELEMENT",  "LAB_COEFFICIENTS", "KIT_EMULATOR",
                           "assert",       "printf",           "std"};

/// atomicAdd and its like, not atomics_per_block.
bool is_atomic(std::string_view name) {
    constexpr std::string_view begin = "atomic";
    return name.starts_with(begin) && name.size() > begin.size() && name[begin.size()] >= 'A' &&
           name[begin.size()] <= 'Z';
}

/// Behind a line splice that begins at `at`; 0 if none does.
std::size_t end_of_splice(std::string_view text, std::size_t at) {
    if (text[at] != '\\') {
        return 0;
    }
    do {
        ++at;
    } while (at < text.size() && is_token_blank(text[at]));
    return at < text.size() && text[at] == '\n' ? at + 1 : 0;
}

/// What a word stands for that C++ has in place of an operator; empty for any other word.
std::string_view marks_of(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> all{{{"and", "&&"},
                                                                                 {"or", "||"},
                                                                                 {"not", "!"},
                                                                                 {"and_eq", "&="},
                                                                                 {"or_eq", "|="},
                                                                                 {"not_eq", "!="},
                                                                                 {"xor", "^"},
                                                                                 {"xor_eq", "^="},
                                                                                 {"bitand", "&"},
                                                                                 {"bitor", "|"},
                                                                                 {"compl", "~"}}};
    const auto* const found =
        std::ranges::find(all, word, [](const auto& one) { return one.first; });
    return found == all.end() ? std::string_view() : found->second;
}

/// Cuts one text; `position_` is always at the beginning of what is not cut yet.
class Cutter {
public:
    explicit Cutter(std::string_view text) : text_(text) {
        constexpr std::string_view order_mark = "\xef\xbb\xbf";
        position_ = text_.substr(0, order_mark.size()) == order_mark ? order_mark.size() : 0;
        tokens_.reserve(text.size() / 4);
    }

    Tokens cut() {
        bool at_line_begin = true;
        while (position_ < text_.size()) {
            const char letter = text_[position_];
            if (letter == '\n') {
                next_line();
                at_line_begin = true;
            } else if (const std::size_t spliced = end_of_splice(text_, position_)) {
                position_ = spliced;
                ++line_;
            } else if (is_token_blank(letter)) {
                ++position_;
            } else if (letter == '/' && (peek(1) == '/' || peek(1) == '*')) {
                skip_comment();
            } else if (at_line_begin && (letter == '#' || (letter == '%' && peek(1) == ':') ||
                                         (letter == '?' && peek(1) == '?' && peek(2) == '='))) {
                take_directive();
            } else {
                at_line_begin = false;
                take_token(letter);
            }
        }
        return std::move(tokens_);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead) const {
        return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
    }

    void next_line() {
        ++position_;
        ++line_;
    }

    void add(Token::Kind kind, std::size_t end) {
        tokens_.push_back({kind, text_.substr(position_, end - position_), line_});
        for (; position_ < end; ++position_) {
            line_ += text_[position_] == '\n' ? 1 : 0;
        }
    }

    void skip_comment() {
        const bool block = peek(1) == '*';
        const std::size_t found = block ? text_.find("*/", position_ + 2) : end_of_line(position_);
        const std::size_t end =
            found == std::string_view::npos ? text_.size() : found + (block ? 2 : 0);
        for (; position_ < end; ++position_) {
            line_ += text_[position_] == '\n' ? 1 : 0;
        }
    }

    /// The end of a line that splices carry on.
    [[nodiscard]] std::size_t end_of_line(std::size_t from) const {
        while (from < text_.size() && text_[from] != '\n') {
            from = std::max(end_of_splice(text_, from), from + 1);
        }
        return std::min(from, text_.size());
    }

    /// To the line's end; a block comment may carry it over several lines.
    void take_directive() {
        std::size_t end = position_;
        while (end < text_.size() && text_[end] != '\n') {
            if (text_.substr(end, 2) == "/*") {
                const std::size_t close = text_.find("*/", end + 2);
                end = close == std::string_view::npos ? text_.size() : close + 2;
            } else if (text_.substr(end, 2) == "//") {
                end = end_of_line(end);
            } else if (const std::size_t spliced = end_of_splice(text_, end)) {
                end = spliced;
            } else if (text_[end] == '"' && is_raw(end)) {
                end = end_of_raw(end);
            } else if (text_[end] == '"' || (text_[end] == '\'' && !is_separator(end))) {
                end = end_of_quoted(end);
            } else {
                ++end;
            }
        }
        add(Token::Kind::directive, end);
    }

    /// Whether the quote here stands in a number, as in 1'000.
    [[nodiscard]] bool is_separator(std::size_t quote) const {
        std::size_t begin = quote;
        while (begin > 0 && (goes_on(text_[begin - 1]) || text_[begin - 1] == '\'')) {
            --begin;
            if (begin == run_.quote) { // a number with many quotes is walked through once
                begin = run_.begin;
                break;
            }
        }
        run_ = {quote, begin};
        return begin < quote && is_digit(text_[begin]);
    }

    /// Whether the quote here follows R, LR, uR, UR or u8R, which are no part of a longer word.
    [[nodiscard]] bool is_raw(std::size_t quote) const {
        std::size_t begin = quote;
        while (begin > 0 && goes_on(text_[begin - 1])) {
            --begin;
        }
        const std::string_view word = text_.substr(begin, quote - begin);
        return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    }

    /// Behind the closing quote, or at the line's end.
    [[nodiscard]] std::size_t end_of_quoted(std::size_t open) const {
        std::size_t end = open + 1;
        while (end < text_.size() && text_[end] != text_[open] && text_[end] != '\n') {
            end += text_[end] == '\\' ? 2 : 1;
        }
        return std::min(end < text_.size() && text_[end] == text_[open] ? end + 1 : end,
                        text_.size());
    }

    [[nodiscard]] std::size_t end_of_raw(std::size_t quote) const {
        constexpr std::size_t longest = 18; // the quote, and a delimiter of at most 16 letters
        const std::size_t in_front = text_.substr(quote, longest).find('(');
        if (in_front == std::string_view::npos) {
            return end_of_quoted(quote);
        }
        const std::size_t open = quote + in_front;
        const std::string close =
            ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
        const std::size_t found = text_.find(close, open);
        return found == std::string_view::npos ? text_.size() : found + close.size();
    }

    void take_token(char letter) {
        if (letter == '"' || letter == '\'') {
            add(Token::Kind::literal, end_of_quoted(position_));
        } else if (is_digit(letter) || (letter == '.' && is_digit(peek(1)))) {
            take_number();
        } else if (begins_word(letter)) {
            take_word();
        } else {
            add(Token::Kind::mark, position_ + 1);
        }
    }

    void take_number() {
        std::size_t end = position_ + 1;
        while (end < text_.size()) {
            const char letter = text_[end];
            const char before = text_[end - 1];
            const bool exponent =
                (letter == '+' || letter == '-') &&
                (before == 'e' || before == 'E' || before == 'p' || before == 'P');
            const bool separator =
                letter == '\'' && end + 1 < text_.size() && goes_on(text_[end + 1]);
            if (!goes_on(letter) && letter != '.' && !exponent && !separator) {
                break;
            }
            ++end;
        }
        add(Token::Kind::number, end);
    }

    void take_word() {
        std::size_t end = position_;
        while (end < text_.size() && goes_on(text_[end])) {
            ++end;
        }
        const std::string_view word = text_.substr(position_, end - position_);
        const char next = end < text_.size() ? text_[end] : '\0';
        const bool prefix = word == "L" || word == "u" || word == "U" || word == "u8";
        if (next == '"' && is_raw(end)) {
            add(Token::Kind::literal, end_of_raw(end));
        } else if (prefix && (next == '"' || next == '\'')) {
            add(Token::Kind::literal, end_of_quoted(end));
        } else if (const std::string_view marks = marks_of(word); !marks.empty()) {
            for (std::size_t i = 0; i < marks.size(); ++i) {
                tokens_.push_back({Token::Kind::mark, marks.substr(i, 1), line_});
            }
            position_ = end;
        } else {
            add(Token::Kind::word, end);
        }
    }

    std::string_view text_;
    std::size_t position_ = 0;
    int line_ = 1;

    struct Run {
        std::size_t quote = std::string_view::npos;
        std::size_t begin = 0;
    };

    mutable Run
        run_; ///< of letters, digits and quotes: the last one that is_separator() walked through
    Tokens tokens_;
};

} // namespace

Tokens tokens_of(std::string_view text) {
    return Cutter(text).cut();
}

Tokens parts_of(const Token& directive) {
    std::string_view rest = directive.text;
    rest.remove_prefix(rest.starts_with("%:") ? 2 : rest.starts_with("?\?=") ? 3 : 1);
    Tokens parts = tokens_of(rest);
    for (Token& part : parts) {
        part.line += directive.line - 1;
    }
    return parts;
}

TokenAt closing_bracket(TokenAt open, TokenAt end) {
    const auto is = [](const Token& token, char mark) {
        return token.text.size() == 1 && token.text[0] == mark;
    };
    const char opening = is(*open, '(') ? '(' : is(*open, '[') ? '[' : '{';
    const char closing = opening == '(' ? ')' : opening == '[' ? ']' : '}';
    int depth = 0;
    for (; open != end; ++open) {
        depth += is(*open, opening) ? 1 : is(*open, closing) ? -1 : 0;
        if (depth == 0) {
            break;
        }
    }
    return open;
}

std::string words_of(TokenSpan tokens) {
    std::string words;
    const char* end = nullptr; // of the token before
    for (const Token& token : tokens) {
        words += end != nullptr && end != token.text.data() ? " " : "";
        words += token.text;
        end = token.text.data() + token.text.size();
    }
    return words;
}

bool has_token(TokenSpan tokens, std::string_view text) {
    return std::ranges::find(tokens, text, &Token::text) != tokens.end();
}

bool follows(TokenAt at, TokenAt end, std::initializer_list<std::string_view> texts) {
    return end - at >= std::ssize(texts) &&
           std::equal(texts.begin(), texts.end(), at,
                      [](std::string_view text, const Token& token) { return token.is(text); });
}

std::set<std::string_view> names_set_from(const Tokens& tokens, std::set<std::string_view> found) {
    for (std::size_t sign = 1; sign + 1 < tokens.size(); ++sign) {
        if (!tokens[sign].is("=") || tokens[sign + 1].is("=") ||
            tokens[sign - 1].kind != Token::Kind::word) {
            continue;
        }
        for (std::size_t at = sign + 1; at < tokens.size() && !tokens[at].is(";"); ++at) {
            if (found.contains(tokens[at].text)) {
                found.insert(tokens[sign - 1].text);
            }
        }
    }
    return found;
}

std::string without_splices(std::string_view text) {
    std::string joined;
    joined.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        if (const std::size_t spliced = end_of_splice(text, i)) {
            i = spliced;
        } else {
            joined += text[i++];
        }
    }
    return joined;
}

bool is_reserved_name(std::string_view name) {
    return is_one_of(keywords, name) || is_one_of(names, name) || name.starts_with("__") ||
           is_atomic(name);
}

} // namespace kit
