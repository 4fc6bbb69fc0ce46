#include "analytics/quiz/plain_signs.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <regex>
#include <utility>

namespace kit {

namespace {

/// Signs and words as typed, and what they mean.
struct Spelling {
    std::string_view plain;
    std::string_view typed; ///< of two that begin alike, the longer one first
};

constexpr auto spellings = std::to_array<Spelling>({
    {" ", "\u00a0|\u2000|\u2001|\u2002|\u2003|\u2004|\u2005|\u2006|\u2007|\u2008|\u2009|\u200a|"
          "\u202f|\u205f|\u3000|\t|\\,|\\;|\\ "},
    {"", "\u200b|\u200c|\u200d|\u2060|\ufeff|$|\\left|\\right|\\text|\\boxed|\\mathrm"},
    {"'", "’|‘|ʼ|′|´|˙"},
    {"\"", "“|”|„|«|»"},
    {"-", "−|–|—|‐|‑"},
    {"*", "×|✕|✖|⨯|∗|•|∙|·|⋅|\\times|\\cdot"},
    {"/", "÷|∕|⁄"},
    {":", "∶"},
    {"(1/2)", "½"},
    {"(1/4)", "¼"},
    {"(3/4)", "¾"},
    {"⌈", "\\lceil"},
    {"⌉", "\\rceil"},
    {"⌊", "\\lfloor"},
    {"⌋", "\\rfloor"},
    {"%", "\\%"},
    {",", "{,}"},
    {".", "{.}"},
    {"\\frac", "\\dfrac"},
    {"(", "{|["},
    {")", "}|]"},
    {"ceil", "std::ceil|math.ceil|np.ceil|ceilf"},
    {"floor", "std::floor|math.floor|np.floor|floorf"},
    {"=", "≡|⇒|→|===|==|:=|=>|->| equals | gives "},
    {"≈", "≃|≅|≐|∼|~|\\approx|=≈|≈="},
    {"4", "sizeof(float)|sizeof(int)"},
    {"8", "sizeof(double)"},
    {"2", "sizeof(half)|sizeof(__half)"},
    {"^", " to the power of | raised to | hoch "},
    {"^2", " squared"},
    {"^3", " cubed"},
    {"/", " divided by | geteilt durch "},
    {"*", " multiplied by | times | by | mal | fois "},
    {"+", " plus "},
    {"-", " minus "},
});

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

} // namespace

bool has_word(std::string_view list, std::string_view word) {
    const std::vector<std::string_view> words = split_at(list, '|');
    return std::ranges::find(words, word) != words.end();
}

std::string plain_signs(std::string_view text) {
    std::string plain = narrow_lower(text);
    for (const auto& [sign, spelled] : spellings) {
        for (const std::string_view typed : split_at(spelled, '|')) {
            plain = with_replaced(std::move(plain), typed, sign);
        }
    }
    // \frac(a)(b) is (a)/(b), and pow(a, b) is (a)^(b); either may stand in the other.
    static const std::regex fraction(R"(\\frac(\((?:[^()]|\([^()]*\))*\))(?=\())");
    static const std::regex power(R"(pow(\((?:[^(),]|\([^()]*\))*),((?:[^()]|\([^()]*\))*\)))");
    static const std::regex factors(R"(\) *\()");
    static const std::regex rate( // "187200 op / 73728 b"
        R"( *(?:op|flop|operation)s? */ *([0-9(][0-9.,*^()]*) *(?:b|bytes?)(?![a-z]))");
    for (const auto& [form, meant] : {std::pair(&fraction, "$1/"), std::pair(&power, "$1)^($2"),
                                      std::pair(&factors, ")*("), std::pair(&rate, "/($1) op/b")}) {
        plain = std::regex_replace(plain, *form, meant);
    }
    return plain;
}

} // namespace kit
