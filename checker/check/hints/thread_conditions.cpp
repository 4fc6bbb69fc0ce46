#include "checker/check/hints/thread_conditions.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/kernel_in_text.hpp"
#include "checker/check/hints/whole_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// What constants and variables are set to, of those that are set once.
std::map<std::string_view, Tokens> set_once(const Tokens& tokens) {
    std::map<std::string_view, Tokens> values;
    std::map<std::string_view, int> times;
    const auto set = [&](std::string_view name, TokenAt begin, TokenAt end) {
        values[name] = ++times[name] == 1 ? Tokens(begin, end) : Tokens();
    };
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (at->kind == Token::Kind::directive) {
            const Tokens parts = parts_of(*at);
            if (parts.size() > 2 && parts[0].is("define")) {
                set(parts[1].text, parts.begin() + 2, parts.end());
            }
        } else if (at == tokens.begin() || tokens.end() - at < 3) {
            continue;
        } else if (const auto before = std::prev(at); at->is("=") && !std::next(at)->is("=") &&
                                                      !before->is("=") && !before->is("<") &&
                                                      !before->is(">") && !before->is("!")) {
            const auto end = end_of_value(std::next(at), tokens.end());
            const bool changes = before != tokens.begin() && before->kind == Token::Kind::mark &&
                                 !before->is("]") && !before->is(")"); // "t += 2"
            set(changes ? std::prev(before)->text : before->text, std::next(at),
                changes ? std::next(at) : end);
        } else if ((at->is("+") || at->is("-")) && std::next(at)->is(at->text)) {
            set(before->text, at, at); // "t++", and "++t"
            set((at + 2)->text, at, at);
        }
    }
    return values;
}

/// A thread of a block, by whose numbers conditions are worked out.
class ThreadOfBlock {
public:
    ThreadOfBlock(const std::map<std::string_view, Tokens>& values,
                  const std::array<std::uint32_t, 3>& block)
        : values_(values), block_(block) {}

    std::optional<WholeNumber> number(TokenAt begin, TokenAt end) {
        return evaluate_whole(begin, end, [this](std::string_view name) { return value(name); });
    }

    std::array<std::uint32_t, 3> thread{};
    std::set<std::size_t> asked; ///< the axes whose threadIdx was needed

private:
    std::optional<WholeNumber> value(std::string_view name) {
        for (std::size_t axis = 0; axis < block_.size(); ++axis) {
            const char letter = "xyz"[axis];
            if (name.ends_with(letter) && name.starts_with("threadIdx.")) {
                asked.insert(axis);
                return WholeNumber{thread[axis], true};
            }
            if (name.ends_with(letter) && name.starts_with("blockDim.")) {
                return WholeNumber{block_[axis], true};
            }
        }
        constexpr int most_names = 10;        // one may be set from itself
        constexpr int most_lookups = 500'000; // or each from two others, and so on
        const auto found = values_.find(name);
        if (found == values_.end() || depth_ > most_names || ++lookups_ > most_lookups) {
            return std::nullopt;
        }
        ++depth_;
        const auto worth = number(found->second.begin(), found->second.end());
        --depth_;
        return worth;
    }

    const std::map<std::string_view, Tokens>& values_;
    const std::array<std::uint32_t, 3>& block_;
    int depth_ = 0;
    int lookups_ = 0;
};

/// Whether the part of a condition depends on the thread, and no thread of the block fulfils it.
bool is_of_no_thread(ThreadOfBlock& of, const std::array<std::uint32_t, 3>& block, TokenAt begin,
                     TokenAt end) {
    auto& [x, y, z] = of.thread;
    of.asked.clear();
    for (z = 0; z < block[2]; ++z) {
        for (y = 0; y < block[1]; ++y) {
            for (x = 0; x < block[0]; ++x) {
                const auto holds = of.number(begin, end);
                if (!holds || holds->value != 0 || of.asked.empty()) {
                    return false;
                }
            }
        }
    }
    return true;
}

} // namespace

std::string condition_of_no_thread(const SubmissionFile& submission,
                                   const std::array<std::uint32_t, 3>& block) {
    const Tokens tokens = tokens_of(submission.text);
    const auto values = set_once(tokens);
    ThreadOfBlock of(values, block);
    const auto ends_part = [](const Token& token) {
        return token.is("(") || token.is(")") || token.is("&") || token.is("|") || token.is("!");
    };
    for (auto at = tokens.begin(); tokens.end() - at > 1; ++at) {
        if (!at->is("if") || !std::next(at)->is("(")) {
            continue;
        }
        const auto close = closing_bracket(std::next(at), tokens.end());
        if (close == tokens.end()) {
            break;
        }
        for (auto begin = at + 2; begin < close;) {
            const auto end = std::find_if(begin, close, ends_part);
            const bool compares = std::any_of(begin, end, [](const Token& token) {
                return token.is("<") || token.is(">") || token.is("=");
            });
            if (compares && is_of_no_thread(of, block, begin, end)) {
                std::vector<std::string> numbers;
                for (const std::size_t axis : of.asked) {
                    numbers.push_back(
                        fmt::format("threadIdx.{} from 0 to {}", "xyz"[axis], block[axis] - 1));
                }
                return fmt::format("The condition in line {} is never true: '{}' holds for no "
                                   "thread, and those of a block have {}.",
                                   begin->line, words_of({begin, end}),
                                   fmt::join(numbers, " and "));
            }
            begin = end == close ? close : std::next(end);
        }
    }
    return "";
}

} // namespace kit
