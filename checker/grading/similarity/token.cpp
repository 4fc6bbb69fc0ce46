#include "checker/grading/similarity/token.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
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

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

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

} // namespace

std::vector<KernelToken> kernel_tokens(std::string_view text) {
    return Reader(text).read();
}

} // namespace kit
