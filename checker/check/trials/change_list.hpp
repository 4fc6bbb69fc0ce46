// A text's small changes as they are found, and the text that has all of them.
#pragma once

#include "checker/base/tokens.hpp"
#include "checker/check/trials/small_changes.hpp"
#include "checker/check/trials/visible_names.hpp"

#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kit {

class ChangeList {
public:
    /// The text must outlive it. Nothing in the lines of `fixed` is changed.
    ChangeList(const std::string& text, const std::set<int>& fixed);

    /// The last is empty: each token of a function has a next.
    [[nodiscard]] const Tokens& tokens() const { return tokens_; }

    [[nodiscard]] const NamesInText& known() const { return known_; }

    [[nodiscard]] bool may_change(TokenAt at) const { return !is_fixed_[place(at)]; }

    void fix(TokenAt begin, TokenAt end);

    /// In the text.
    [[nodiscard]] std::size_t begin_of(TokenAt at) const {
        return static_cast<std::size_t>(at->text.data() - text_.data());
    }

    [[nodiscard]] std::size_t end_of(TokenAt at) const { return begin_of(at) + at->text.size(); }

    /// From the token `begin` to that before `end`.
    [[nodiscard]] std::string text_of(TokenAt begin, TokenAt end) const {
        return text_.substr(begin_of(begin), end_of(std::prev(end)) - begin_of(begin));
    }

    [[nodiscard]] bool is_full() const { return changes_.size() >= most_changes; }

    /// The change's number.
    std::size_t add(int line, std::string with, std::vector<TextEdit> edits) {
        changes_.push_back({line, std::move(with), std::move(edits)});
        return changes_.size();
    }

    /// In the text that has all changes these bytes become `text`. Of several at one place the first comes first.
    void write(std::size_t at, std::size_t length, std::string text) {
        written_.push_back({at, length, std::move(text)});
    }

    [[nodiscard]] ChangeableText take();

private:
    /// More would take longer than a student waits.
    static constexpr std::size_t most_changes = 800;

    [[nodiscard]] std::size_t place(TokenAt at) const {
        return static_cast<std::size_t>(at - tokens_.begin());
    }

    const std::string& text_;
    const Tokens tokens_;
    const NamesInText known_;
    std::vector<bool> is_fixed_;
    std::vector<TextEdit> written_;
    std::vector<SmallChange> changes_;
};

/// Whether no blank stands between the token and the next.
[[nodiscard]] bool is_glued(TokenAt at);

/// Whether a sign behind it has two operands.
[[nodiscard]] bool is_operand(const Token& token);

/// One more or one less is let through by a comparison.
void change_comparisons(ChangeList& list, const FunctionInText& function);

/// "&&" for "||" and the other way round, and an if without its condition.
void change_conditions(ChangeList& list, const FunctionInText& function);

/// The other sign of a sum's term, or nothing added.
void change_signs(ChangeList& list, const FunctionInText& function);

/// A statement left out, and "=" for "+=".
void change_statements(ChangeList& list, const FunctionInText& function);

} // namespace kit
