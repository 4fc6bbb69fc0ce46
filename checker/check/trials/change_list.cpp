#include "checker/check/trials/change_list.hpp"

#include <iterator>
#include <string_view>

namespace kit {

namespace {

/// With an empty one at the end, so that each has a next.
Tokens with_end(Tokens tokens, const std::string& text) {
    tokens.push_back({Token::Kind::mark, std::string_view(text).substr(text.size()), 0});
    return tokens;
}

} // namespace

ChangeList::ChangeList(const std::string& text, const std::set<int>& fixed)
    : text_(text), tokens_(with_end(tokens_of(text), text)), known_(names_in(tokens_)),
      is_fixed_(tokens_.size()) {
    for (auto at = tokens_.begin(); at != tokens_.end(); ++at) {
        is_fixed_[place(at)] = fixed.count(at->line) != 0;
    }
}

void ChangeList::fix(TokenAt begin, TokenAt end) {
    for (; begin < end; ++begin) {
        is_fixed_[place(begin)] = true;
    }
}

ChangeableText ChangeList::take() {
    return {edited(text_, std::move(written_)), std::move(changes_)};
}

bool is_glued(TokenAt at) {
    const auto next = std::next(at);
    return at->text.data() + at->text.size() == next->text.data();
}

bool is_operand(const Token& token) {
    return token.kind == Token::Kind::number || token.is(")") || token.is("]") ||
           (token.kind == Token::Kind::word && !is_reserved_name(token.text));
}

} // namespace kit
