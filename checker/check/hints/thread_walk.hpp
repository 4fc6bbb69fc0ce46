// A thread followed through a kernel's text: its whole numbers, and the conditions between it and a store.
#pragma once

#include "checker/base/tokens.hpp"
#include "checker/check/hints/whole_numbers.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

/// Names and their values: few, and asked for often.
class NamedNumbers {
public:
    [[nodiscard]] std::optional<WholeNumber> find(std::string_view name) const {
        for (const auto& [other, number] : all_) {
            if (other == name) {
                return number;
            }
        }
        return std::nullopt;
    }

    void set(std::string_view name, const std::optional<WholeNumber>& number) {
        const auto found = std::ranges::find(all_, name, &Named::first);
        if (found == all_.end()) {
            all_.emplace_back(name, number);
        } else {
            found->second = number;
        }
    }

private:
    using Named = std::pair<std::string_view, std::optional<WholeNumber>>;
    std::vector<Named> all_;
};

/// The lab's kernel in the file, with the numbers that no thread changes.
struct KernelText {
    TokenAt body;                      ///< behind its "{"
    TokenAt end;                       ///< its "}"
    std::string_view out;              ///< the array whose stores are looked for: the lab's output
    std::vector<std::int64_t> extents; ///< of that array, if it has several
    NamedNumbers numbers;              ///< constants, the launch's arguments, and its extents
};

/// Nothing where the file does not define the lab's kernel, or not readably.
[[nodiscard]] std::optional<KernelText> kernel_text(const Lab& lab, const Tokens& tokens,
                                                    const Extents& extents,
                                                    const LaunchShape& launch);

/// Where the statement that begins here ends: at its ";", whatever stands in brackets before it.
[[nodiscard]] TokenAt semicolon(TokenAt at, TokenAt end);

/// Where the value of a variable that begins here ends: at a "," or ";" outside of brackets.
[[nodiscard]] TokenAt end_of_value(TokenAt at, TokenAt end);

/// A condition that a thread met before a store.
struct MetCondition {
    TokenAt begin;
    TokenAt end;
    bool holds = true;
    NamedNumbers numbers; ///< the thread's, there
    bool is_loop = false; ///< the thread's loop has ended
};

struct StoreOfThread {
    int line = 0; ///< 0: no store has such an index
    std::int64_t element = 0;
    std::vector<MetCondition> obstacles; ///< what keeps the thread from it, the first one first
    std::vector<MetCondition> passed;    ///< without obstacles: what it met on its way, each once
};

/// Follows a thread to the store to such an element of the output, also on ways that it does not take: into an if whose
/// condition is false, and through one more round of each loop. Nothing where the text does not tell: the value of an
/// index or of a condition on the way is not known, or a loop is no `for`. Each statement that is followed takes one
/// off `steps_left`; at 0 it ends.
[[nodiscard]] std::optional<StoreOfThread>
store_of_thread(const KernelText& text, const std::array<std::uint32_t, 3>& block,
                const std::array<std::uint32_t, 3>& thread,
                const std::function<bool(std::int64_t)>& is_wanted, int& steps_left);

} // namespace kit
