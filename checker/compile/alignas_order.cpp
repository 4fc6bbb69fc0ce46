#include "checker/compile/alignas_order.hpp"

namespace kit {

namespace {

/// The end of `alignas(...)` that begins at `at`, blanks allowed before the bracket; npos if there is none.
std::size_t end_of_alignas(std::string_view text, std::size_t at) {
    constexpr std::string_view word = "alignas";
    if (text.substr(at, word.size()) != word) {
        return std::string_view::npos;
    }
    // Within a line, without comments and literals: so no text becomes a comment or a directive by it, which has
    // been looked at before.
    text = text.substr(0, text.find_first_of("\n/\"'#\\", at));
    at = text.find_first_not_of(" \t", at + word.size());
    int open = 0;
    for (; at < text.size() && (open > 0 || text[at] == '('); ++at) {
        open += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (open == 0) {
            return at + 1;
        }
    }
    return std::string_view::npos;
}

} // namespace

std::string with_alignas_first(std::string_view text) {
    constexpr std::string_view word = "__shared__";
    constexpr std::string_view blanks = " \t";
    std::string result;
    std::size_t copied = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t next = text.find_first_not_of(blanks, at + word.size());
        const std::size_t end = next == std::string_view::npos ? next : end_of_alignas(text, next);
        if (end == std::string_view::npos) {
            continue;
        }
        std::size_t begin = at;
        for (bool more = true; more;) {
            const std::string_view before = text.substr(copied, begin - copied);
            const std::size_t last = before.find_last_not_of(blanks);
            more = false;
            for (const std::string_view storage : {"extern", "static", "volatile"}) {
                if (last != std::string_view::npos && last + 1 < before.size() &&
                    before.substr(0, last + 1).ends_with(storage)) {
                    begin = copied + last + 1 - storage.size();
                    more = true;
                }
            }
        }
        result += text.substr(copied, begin - copied);
        result += text.substr(next, end - next);
        result += text.substr(at + word.size(), next - at - word.size());
        result += text.substr(begin, at + word.size() - begin);
        copied = end;
    }
    return result.append(text.substr(copied));
}

} // namespace kit
