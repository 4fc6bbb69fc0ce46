#include "checker/check/hints/thread_walk.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>

namespace kit {

namespace {

/// A thread on its way through the kernel, also on the ways that it does not take.
class Walk {
public:
    Walk(const KernelText& text, NamedNumbers numbers,
         const std::function<bool(std::int64_t)>& is_wanted, int& steps_left)
        : text_(text), numbers_(std::move(numbers)), is_wanted_(is_wanted),
          steps_left_(steps_left) {}

    std::optional<StoreOfThread> walk() {
        block(text_.body, text_.end);
        return is_known_ ? std::optional(found_) : std::nullopt;
    }

private:
    [[nodiscard]] std::optional<WholeNumber> number(TokenAt begin, TokenAt end) const {
        return evaluate_whole(begin, end,
                              [this](std::string_view name) { return numbers_.find(name); });
    }

    void block(TokenAt at, TokenAt end) {
        while (is_known_ && at != end) {
            at = statement(at, end);
        }
    }

    /// Follows one statement; where the next one begins.
    TokenAt statement(TokenAt at, TokenAt end) {
        const Deeper here(depth_);
        is_known_ = is_known_ && --steps_left_ > 0 && depth_ < most_depth;
        if (!is_known_) {
            return end;
        }
        if (at->kind == Token::Kind::directive || at->is(";")) {
            return std::next(at);
        }
        if (at->is("{")) {
            const auto close = closing_bracket(at, end);
            block(std::next(at), close);
            return close == end ? end : std::next(close);
        }
        if (at->is("if") || at->is("for")) {
            return at->is("if") ? choice(at, end) : loop(at, end);
        }
        constexpr std::array others{"while", "do", "switch", "goto", "break"};
        if (is_one_of(others, at->text)) {
            return unknown(end);
        }
        const auto close = semicolon(at, end);
        const bool is_here = blocked_.empty() && !gone_ && !skips_;
        if (at->is("return") || at->is("continue")) {
            look_at_line(std::next(at), close);
            if (is_here) {
                (at->is("return") ? gone_ : skips_) = taken_;
                is_known_ = is_known_ && taken_.has_value(); // else no thread comes to what follows
            }
        } else {
            simple(at, close);
        }
        return close == end ? end : std::next(close);
    }

    TokenAt unknown(TokenAt end) {
        is_known_ = false;
        return end;
    }

    /// What follows a statement.
    static TokenAt behind(TokenAt at, TokenAt end) {
        const auto last = end_of_statement(at, end);
        return last == end ? end : std::next(last);
    }

    /// A statement that the thread does not come to: its stores count, its numbers do not.
    void not_taken(TokenAt at, TokenAt end, const MetCondition& why) {
        const NamedNumbers before = numbers_;
        blocked_.push_back(why);
        statement(at, end);
        blocked_.pop_back();
        numbers_ = before;
    }

    TokenAt choice(TokenAt at, TokenAt end) {
        const auto open = std::next(at);
        const auto close = open != end && open->is("(") ? closing_bracket(open, end) : end;
        if (close == end || std::next(close) == end) {
            return unknown(end);
        }
        const auto holds = number(std::next(open), close);
        const auto body = std::next(close);
        auto next = behind(body, end);
        const bool has_else = next != end && next->is("else");
        const auto other = has_else ? std::next(next) : next;
        next = has_else ? behind(other, end) : next;
        if (!holds) {
            const bool matters = std::any_of(body, next, [this](const Token& one) {
                return one.is(text_.out) || one.is("return") || one.is("continue");
            });
            for (auto sign = body; sign != next; ++sign) { // what may have another value behind it
                if (sign->is("=")) {
                    numbers_.set(std::prev(sign)->text, std::nullopt);
                }
            }
            return matters ? unknown(end) : next;
        }
        const MetCondition here{std::next(open), close, holds->value != 0, numbers_, false};
        const bool had_come = has_come();
        meet(here);
        const auto go = [&](TokenAt branch, bool is_taken) {
            if (!is_taken) {
                not_taken(branch, end, here);
                return;
            }
            const auto outer = std::exchange(taken_, here);
            statement(branch, end);
            taken_ = outer;
        };
        go(body, holds->value != 0);
        if (has_else) {
            go(other, holds->value == 0);
        }
        if (is_known_ && has_come() == had_come && !changes_variables(body, next)) {
            forget(here);
        }
        return next;
    }

    /// Whether the thread has come to such a store.
    [[nodiscard]] bool has_come() const { return found_.line != 0 && found_.obstacles.empty(); }

    void forget(const MetCondition& condition) {
        std::erase_if(met_, [&](const auto& one) { return one.begin == condition.begin; });
    }

    /// Keeps a condition that the thread meets, its last time if there are several.
    void meet(const MetCondition& condition) {
        if (blocked_.empty() && !gone_ && !skips_) {
            forget(condition);
            met_.push_back(condition);
        }
    }

    TokenAt loop(TokenAt at, TokenAt end) {
        const auto open = std::next(at);
        const auto close = open != end && open->is("(") ? closing_bracket(open, end) : end;
        const auto first = semicolon(std::next(open), close);
        const auto second = first == close ? close : semicolon(std::next(first), close);
        if (close == end || second == close) {
            return unknown(end);
        }
        simple(std::next(open), first);
        const auto body = std::next(close);
        auto holds = number(std::next(first), second);
        while (is_known_ && holds && holds->value != 0) {
            meet({std::next(first), second, true, numbers_, false});
            statement(body, end);
            skips_.reset();
            simple(std::next(second), close);
            holds = number(std::next(first), second);
        }
        if (!holds) {
            return unknown(end);
        }
        // One more round, which the thread does not make.
        not_taken(body, end, {std::next(first), second, false, numbers_, true});
        return behind(body, end);
    }

    /// Declarations, assignments and stores.
    void simple(TokenAt begin, TokenAt end) {
        look_at_line(begin, end);
        for (auto at = begin; at != end; ++at) {
            const bool is_step = follows(at, end, {"+", "+"}) || follows(at, end, {"-", "-"});
            if (is_step) {
                const bool is_after = at != begin && std::prev(at)->kind == Token::Kind::word;
                const auto name = is_after ? std::prev(at) : at + 2;
                if (name != end) {
                    change(name->text, at->is("+") ? 1 : -1);
                }
                ++at;
            } else if (at->is(text_.out) && follows(std::next(at), end, {"["})) {
                const auto close = last_bracket(at, end);
                if (close == end || text_.line_of_access != 0 ||
                    !is_stored_to(std::next(close), end)) {
                    continue;
                }
                store(at + 2, close);
                return;
            } else if (at->is("=") && at != begin && !follows(std::next(at), end, {"="})) {
                at = assign(numbers_, begin, at, end);
            } else if (at->is("(") || at->is("[") || at->is("{")) {
                at = closing_bracket(at, end);
            }
            if (at == end) {
                return;
            }
        }
    }

    /// Looks for the access in question if the statement, or a lambda that it may call, has a token in its line.
    void look_at_line(TokenAt begin, TokenAt end) {
        const auto is_on_line = [line = text_.line_of_access](const Token& token) {
            return token.line == line;
        };
        if (text_.line_of_access != 0 && (lambda_ || std::any_of(begin, end, is_on_line))) {
            look_for_access(begin, end);
        }
    }

    /// Any access in the line in question that the statement always makes, or by a ?: whose condition is known.
    void look_for_access(TokenAt begin, TokenAt end) {
        const Deeper here(depth_);
        auto operand = begin; // where that before a "?" begins
        for (auto at = begin; at != end && depth_ < most_depth; ++at) {
            const bool is_given = at->is("=") && at != begin &&
                                  !follows(std::next(at), end, {"="}) &&
                                  !is_one_of(std::array{"=", "<", ">", "!"}, std::prev(at)->text);
            operand = is_given || at->is(",") || at->is(":") ? std::next(at) : operand;
            if (at->is("?")) {
                choose(operand, at, end);
                return;
            }
            if (follows(at, end, {"&", "&"}) || follows(at, end, {"|", "|"})) {
                choose(operand, outside_brackets(at, end, "?"), end);
                return;
            }
            if (lambda_ && at->is(lambda_->name) && follows(std::next(at), end, {"("})) {
                call(*lambda_, std::next(at), end);
            } else if (at->is(text_.out)) {
                access(at, begin, end);
            }
            const bool opens = at->is("(") || at->is("[");
            if (opens || at->is("{")) { // a lambda's body is followed where it is called
                const auto close = closing_bracket(at, end);
                if (opens) {
                    look_for_access(std::next(at), close);
                }
                if (close == end) {
                    return;
                }
                at = close;
            }
        }
    }

    /// Looks at the side of a ?: that the thread takes. `sign` is its "?"; at `end` there is none.
    void choose(TokenAt operand, TokenAt sign, TokenAt end) {
        if (sign == end) {
            return;
        }
        const auto colon = outside_brackets(sign, end, ":");
        const auto holds = number(operand, sign);
        const bool is_second = holds && holds->value == 0 && colon != end;
        const auto from = std::next(is_second ? colon : sign);
        const auto to = is_second ? end : colon;
        if (holds && has_token({from, to}, text_.out)) {
            meet({operand, sign, holds->value != 0, numbers_, false});
            look_for_access(from, to);
        }
    }

    /// "in[i]", and "in + i" in brackets, as in __ldg(in + i).
    void access(TokenAt at, TokenAt begin, TokenAt end) {
        if (std::next(at) == end || at[1].line != text_.line_of_access) {
            return;
        }
        const bool is_pointer = at[1].is("+") && at == begin && std::prev(at)->is("(") &&
                                text_.extents.empty() && !follows(std::next(end), text_.end, {"["});
        const auto close = at[1].is("[") ? last_bracket(at, end) : end;
        if (is_pointer || close != end) {
            store(at + 2, close);
        }
    }

    /// Follows the lambda for the arguments in these brackets.
    void call(const Lambda& lambda, TokenAt open, TokenAt end) {
        const auto outer = std::tuple(numbers_, gone_, skips_, taken_);
        const auto close = closing_bracket(open, end);
        auto value = std::next(open);
        for (auto at = lambda.parameters; at != lambda.body && value < close; ++at) {
            if (at->kind == Token::Kind::word && (at[1].is(",") || at[1].is(")"))) {
                const auto comma = std::min(end_of_value(value, end), close);
                numbers_.set(at->text, number(value, comma));
                value = std::next(comma);
            }
        }
        taken_ = MetCondition{lambda.body, lambda.body, true, {}, false}; // it may return
        block(std::next(lambda.body), lambda.end);
        std::tie(numbers_, gone_, skips_, taken_) = outer;
    }

    /// What closes the last index of the array that is named here; `end` if it has too few.
    [[nodiscard]] TokenAt last_bracket(TokenAt name, TokenAt end) const {
        auto at = name;
        for (std::size_t axis = 0;
             at != end && axis < std::max<std::size_t>(1, text_.extents.size()); ++axis) {
            at = follows(std::next(at), end, {"["}) ? closing_bracket(std::next(at), end) : end;
        }
        return at;
    }

    static bool is_stored_to(TokenAt at, TokenAt end) {
        const bool is_plain = at != end && at->is("=") && !follows(std::next(at), end, {"="});
        return is_plain || follows(at, end, {"+", "="});
    }

    void change(std::string_view name, std::int64_t by) {
        auto number = numbers_.find(name);
        if (number) {
            number->value += by;
            numbers_.set(name, number);
        }
    }

    /// Behind the first "[", to the last "]".
    void store(TokenAt begin, TokenAt end) {
        std::optional<WholeNumber> index = WholeNumber{0};
        bool is_inside = true;
        auto at = begin;
        for (std::size_t axis = 0; index && axis < std::max<std::size_t>(1, text_.extents.size());
             ++axis) {
            const auto close =
                axis + 1 < text_.extents.size() ? closing_bracket(std::prev(at), end) : end;
            const auto next = number(at, close);
            const std::int64_t extent = text_.extents.empty() ? 0 : text_.extents[axis];
            is_inside =
                is_inside && (extent == 0 || (next && next->value >= 0 && next->value < extent));
            index = next ? std::optional(WholeNumber{index->value * extent + next->value}) : next;
            at = close == end ? end : close + 2;
        }
        if (!index) {
            is_known_ = false;
        } else if (is_inside && is_wanted_(index->value) &&
                   (found_.line == 0 || !found_.obstacles.empty())) {
            found_ = {begin->line, index->value, blocked_, {}, begin, end, numbers_};
            for (const auto& left : {skips_, gone_}) {
                if (left) {
                    found_.obstacles.insert(found_.obstacles.begin(), *left);
                }
            }
            if (found_.obstacles.empty()) {
                found_.passed = met_;
            }
        }
    }

    const KernelText& text_;
    const std::optional<Lambda> lambda_ = lambda_of_line(text_);
    NamedNumbers numbers_;
    StoreOfThread found_;
    const std::function<bool(std::int64_t)>& is_wanted_;
    std::vector<MetCondition> blocked_; ///< the way is not taken, for each of these
    std::optional<MetCondition> gone_;  ///< the thread has returned
    std::optional<MetCondition> skips_; ///< it is done with this round of its loop
    std::optional<MetCondition> taken_; ///< the last one that leads here
    std::vector<MetCondition> met_;
    bool is_known_ = true;
    int& steps_left_;
    int depth_ = 0; ///< of statements in statements, and of brackets in brackets
};

} // namespace

std::optional<StoreOfThread> store_of_thread(const KernelText& text,
                                             const std::array<std::uint32_t, 3>& block,
                                             const std::array<std::uint32_t, 3>& thread,
                                             const std::function<bool(std::int64_t)>& is_wanted,
                                             int& steps_left) {
    NamedNumbers numbers = text.numbers;
    constexpr std::array<std::array<std::string_view, 3>, 2> names{
        {{"blockIdx.x", "blockIdx.y", "blockIdx.z"},
         {"threadIdx.x", "threadIdx.y", "threadIdx.z"}}};
    for (std::size_t axis = 0; axis < block.size(); ++axis) {
        numbers.set(names[0][axis], WholeNumber{block[axis], true});
        numbers.set(names[1][axis], WholeNumber{thread[axis], true});
    }
    return Walk(text, std::move(numbers), is_wanted, steps_left).walk();
}

} // namespace kit
