// A thread followed through a kernel's text: its whole numbers, and the conditions between it and a store.
#pragma once

#include "checker/base/tokens.hpp"
#include "checker/check/hints/kernel_in_text.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace kit {

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
    std::vector<MetCondition> passed;    ///< without obstacles: what decided on its way, each once
    TokenAt begin = {};                  ///< of the index, behind its first "["
    TokenAt end = {};                    ///< its last "]"
    NamedNumbers numbers = {};           ///< the thread's, there
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
