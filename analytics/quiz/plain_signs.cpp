#include "analytics/quiz/plain_signs.hpp"

#include "checker/base/utf8.hpp"

#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

namespace kit {

namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

/// Longer ones before those that they begin with.
constexpr auto sign_forms = std::to_array<Replacement>({
    {"\u00a0", " "},
    {"\u2000", " "},
    {"\u2001", " "},
    {"\u2002", " "},
    {"\u2003", " "},
    {"\u2004", " "},
    {"\u2005", " "},
    {"\u2006", " "},
    {"\u2007", " "},
    {"\u2008", " "},
    {"\u2009", " "},
    {"\u200a", " "},
    {"\u202f", " "},
    {"\u205f", " "},
    {"\u3000", " "},
    {"\t", " "},
    {"\u200b", ""},
    {"\u200c", ""},
    {"\u200d", ""},
    {"\u2060", ""},
    {"\ufeff", ""},
    {"’", "'"},
    {"‘", "'"},
    {"ʼ", "'"},
    {"′", "'"},
    {"´", "'"},
    {"˙", "'"},
    {"“", "\""},
    {"”", "\""},
    {"„", "\""},
    {"«", "\""},
    {"»", "\""},
    {"−", "-"},
    {"–", "-"},
    {"—", "-"},
    {"‐", "-"},
    {"‑", "-"},
    {"×", "*"},
    {"✕", "*"},
    {"✖", "*"},
    {"⨯", "*"},
    {"∗", "*"},
    {"•", "*"},
    {"∙", "*"},
    {"·", "*"},
    {"⋅", "*"},
    {"÷", "/"},
    {"∕", "/"},
    {"⁄", "/"},
    {"∶", ":"},
    {"½", "(1/2)"},
    {"¼", "(1/4)"},
    {"¾", "(3/4)"},
    {"≃", "≈"},
    {"≅", "≈"},
    {"≐", "≈"},
    {"∼", "≈"},
    {"~", "≈"},
    {"≡", "="},
    {"⇒", "="},
    {"→", "="},
    {"\\left", ""},
    {"\\right", ""},
    {"\\times", "*"},
    {"\\cdot", "*"},
    {"\\approx", "≈"},
    {"\\lceil", "⌈"},
    {"\\rceil", "⌉"},
    {"\\lfloor", "⌊"},
    {"\\rfloor", "⌋"},
    {"\\,", " "},
    {"\\;", " "},
    {"\\ ", " "},
    {"\\%", "%"},
    {"{,}", ","},
    {"{.}", "."},
    {"$", ""},
    {"\\text", ""},
    {"\\boxed", ""},
    {"\\mathrm", ""},
    {"\\dfrac", "\\frac"},
    {"{", "("},
    {"}", ")"},
    {"std::ceil", "ceil"},
    {"math.ceil", "ceil"},
    {"np.ceil", "ceil"},
    {"ceilf", "ceil"},
    {"std::floor", "floor"},
    {"math.floor", "floor"},
    {"np.floor", "floor"},
    {"floorf", "floor"},
    {"===", "="},
    {"==", "="},
    {":=", "="},
    {"=>", "="},
    {"->", "="},
    {"~=", "≈"},
    {"=≈", "≈"},
    {"≈=", "≈"},
});

constexpr auto word_forms = std::to_array<Replacement>({
    {" to the power of ", "^"},
    {" raised to ", "^"},
    {" divided by ", "/"},
    {" geteilt durch ", "/"},
    {" multiplied by ", "*"},
    {" times ", "*"},
    {" by ", "*"},
    {" mal ", "*"},
    {" fois ", "*"},
    {" hoch ", "^"},
    {" plus ", "+"},
    {" minus ", "-"},
    {" cubed", "^3"},
    {" squared", "^2"},
    {" equals ", "="},
    {" gives ", "="},
});

constexpr std::array<std::string_view, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};

constexpr char32_t fullwidth_first = 0xff01;
constexpr char32_t fullwidth_last = 0xff5e;
constexpr char32_t fullwidth_to_ascii = 0xfee0;

/// Full-width forms as ASCII, which becomes lower case.
std::string narrow_lower(std::string_view text) {
    std::string narrow;
    while (!text.empty()) {
        const Utf8Character next = first_character(text);
        if (next.is_valid && next.point >= fullwidth_first && next.point <= fullwidth_last) {
            narrow += static_cast<char>(next.point - fullwidth_to_ascii);
        } else {
            narrow += text.substr(0, next.bytes);
        }
        text.remove_prefix(next.bytes);
    }
    for (char& letter : narrow) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return narrow;
}

/// "10⁶" as "10^6"; several digits together are one exponent.
std::string without_superscripts(std::string_view text) {
    std::string plain;
    bool raised = false;
    while (!text.empty()) {
        std::size_t digit = 0;
        while (digit < superscripts.size() && !text.starts_with(superscripts.at(digit))) {
            ++digit;
        }
        const bool is_superscript = digit < superscripts.size();
        if (is_superscript) {
            plain += raised ? "" : "^";
            plain += static_cast<char>('0' + digit);
            text.remove_prefix(superscripts.at(digit).size());
        } else {
            plain += text.front();
            text.remove_prefix(1);
        }
        raised = is_superscript;
    }
    return plain;
}

/// \frac(a)(b) as (a)/(b).
std::string without_frac(std::string text) {
    constexpr std::string_view name = "\\frac";
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.erase(at, name.size());
        const std::size_t middle =
            at < text.size() && text[at] == '(' ? behind_parenthesis(text, at) : std::string::npos;
        if (middle < text.size() && text[middle] == '(') {
            text.insert(middle, "/");
        }
    }
    return text;
}

/// pow(a, b) as (a)^(b).
std::string without_pow(std::string text) {
    constexpr std::string_view name = "pow(";
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        const std::size_t open = at + name.size() - 1;
        const std::size_t end = behind_parenthesis(text, open);
        const std::size_t comma = text.find(',', open);
        if (end == std::string::npos || comma == std::string::npos || comma > end) {
            return text;
        }
        text.replace(comma, 1, ")^(");
        text.erase(at, name.size() - 1);
    }
    return text;
}

} // namespace

std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

std::size_t behind_parenthesis(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

std::string plain_signs(std::string_view text) {
    std::string plain = narrow_lower(text);
    for (const auto& [from, to] : sign_forms) {
        plain = with_replaced(std::move(plain), from, to);
    }
    for (const auto& [from, to] : word_forms) {
        plain = with_replaced(std::move(plain), from, to);
    }
    return without_pow(without_frac(without_superscripts(plain)));
}

} // namespace kit
