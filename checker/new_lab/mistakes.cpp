#include "checker/new_lab/mistakes.hpp"

#include "checker/base/tokens.hpp"
#include "checker/catalog/marked_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace kit {

namespace {

using Kinds = std::vector<FindingKind>;

/// What a wrong place in an array leads to.
const Kinds of_places{FindingKind::wrong_output,
                      FindingKind::out_of_bounds_global,
                      FindingKind::out_of_bounds_shared,
                      FindingKind::uninitialized_shared,
                      FindingKind::uninitialized_global,
                      FindingKind::race_global,
                      FindingKind::race_shared,
                      FindingKind::technique_missing,
                      FindingKind::crash,
                      FindingKind::invalid_launch};
const Kinds of_order{FindingKind::race_shared, FindingKind::uninitialized_shared,
                     FindingKind::race_global};
const Kinds of_sums{FindingKind::wrong_output};

class Mistakes {
public:
    explicit Mistakes(const std::string& text)
        : text_(text), parts_(marked_parts(text)), tokens_(tokens_of(text_)) {}

    [[nodiscard]] std::vector<Mistake> made() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (is_in_part(tokens_[i])) {
                look_at(i);
            }
        }
        exchange_coefficients();
        return std::move(made_);
    }

private:
    [[nodiscard]] std::size_t place(const Token& token) const {
        return static_cast<std::size_t>(token.text.data() - text_.data());
    }

    [[nodiscard]] bool is_in_part(const Token& token) const {
        return std::ranges::any_of(parts_, [&](const MarkedPart& part) {
            return part.begin <= place(token) && place(token) < part.end;
        });
    }

    [[nodiscard]] bool is_at(std::size_t i, std::string_view word) const {
        return i < tokens_.size() && tokens_[i].is(word);
    }

    /// Tokens i to last become `by`.
    void replace(std::size_t i, std::size_t last, std::string_view by, const std::string& what,
                 const Kinds& kinds) {
        const std::size_t begin = place(tokens_[i]);
        const std::size_t end = place(tokens_[last]) + tokens_[last].text.size();
        std::string changed = text_;
        changed.replace(begin, end - begin, by);
        made_.push_back({fmt::format("{} in line {}", what, tokens_[i].line), changed, kinds});
    }

    void look_at(std::size_t i) {
        if (is_at(i, "__syncthreads") && is_at(i + 1, "(") && is_at(i + 2, ")")) {
            replace(i, i + 2, "", "without the barrier", of_order);
        }
        // A row of n cells, of n - 1; of width cells, of height.
        const bool is_extent = is_at(i, "n") || is_at(i, "width") || is_at(i, "height");
        if (is_extent && i > 0 && is_at(i - 1, "*") && is_at(i + 1, "+")) {
            const bool is_width = is_at(i, "width");
            const std::string by = is_at(i, "n")    ? "(n - 1)"
                                   : !has("height") ? "(width - 1)"
                                   : is_width       ? "height"
                                                    : "width";
            replace(i, i, by, fmt::format("with {} for {}", by, tokens_[i].text), of_places);
        }
        look_at_bound(i);
        // What rounds a number of blocks up.
        const bool rounds = is_at(i, "+") && is_at(i + 1, "1") && is_in_launch(i);
        if (rounds) {
            replace(i, i + 1, "", "with one block less", of_places);
        }
        if (is_at(i, "-") && is_at(i + 1, "1") && is_at(i + 2, ")") && is_at(i + 3, "/") && i > 1 &&
            is_at(i - 2, "+") && is_in_launch(i)) {
            replace(i - 2, i + 1, "", "with one block less", of_places);
        }
    }

    [[nodiscard]] bool has(std::string_view word) const { return has_token(tokens_, word); }

    [[nodiscard]] bool is_in_launch(std::size_t i) const {
        for (std::size_t k = i; k-- > 0;) {
            if (tokens_[k].is("launch_config")) {
                return true;
            }
        }
        return false;
    }

    /// "k < n - 1": its last cell, and one more; of conditions, not of loops.
    void look_at_bound(std::size_t i) {
        const bool is_condition = line_has(i, "&&") && !line_has(i, "for");
        // With a blank before it: else it is a template's, or half of <<.
        const bool is_less = is_at(i, "<") && i > 0 && !is_at(i - 1, "<") && !is_at(i + 1, "<") &&
                             text_[place(tokens_[i]) - 1] == ' ';
        if (is_condition && is_less && !is_at(i + 1, "=")) {
            replace(i, i, "<=", "with <= for <", of_places);
        } else if (is_condition && is_less) {
            replace(i, i + 1, "<= 1 +", "with a bound one higher", of_places);
        }
    }

    [[nodiscard]] bool line_has(std::size_t i, std::string_view word) const {
        const std::size_t begin = text_.rfind('\n', place(tokens_[i])) + 1;
        const std::size_t end = std::min(text_.find('\n', place(tokens_[i])), text_.size());
        return std::string_view(text_).substr(begin, end - begin).find(word) !=
               std::string_view::npos;
    }

    /// The first two of one line that differ: c[1] and c[2], c[at] and c[at + 1].
    void exchange_coefficients() {
        std::optional<std::pair<std::size_t, std::size_t>> first;
        for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
            if (!tokens_[i].is("c") || !is_at(i + 1, "[") || !is_in_part(tokens_[i])) {
                continue;
            }
            std::size_t last = i + 1;
            while (last + 1 < tokens_.size() && !tokens_[last].is("]")) {
                ++last;
            }
            if (!first || tokens_[first->first].line != tokens_[i].line ||
                between(first->first, first->second) == between(i, last)) {
                first = {i, last};
                continue;
            }
            const std::string one = between(first->first, first->second);
            const std::string other = between(i, last);
            std::string changed = text_;
            changed.replace(place(tokens_[i]), other.size(), one);
            changed.replace(place(tokens_[first->first]), one.size(), other);
            made_.push_back(
                {fmt::format("with {} and {} exchanged in line {}", one, other, tokens_[i].line),
                 changed, of_sums});
            return;
        }
    }

    [[nodiscard]] std::string between(std::size_t i, std::size_t last) const {
        return text_.substr(place(tokens_[i]),
                            place(tokens_[last]) + tokens_[last].text.size() - place(tokens_[i]));
    }

    const std::string& text_;
    std::vector<MarkedPart> parts_;
    Tokens tokens_;
    std::vector<Mistake> made_;
};

} // namespace

std::vector<Mistake> mistakes_in(const std::string& solution) {
    return Mistakes(solution).made();
}

} // namespace kit
