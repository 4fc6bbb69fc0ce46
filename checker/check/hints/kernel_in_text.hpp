// The lab's kernel in a submission's text, with the whole numbers that are the same for all threads.
#pragma once

#include "checker/base/tokens.hpp"
#include "checker/check/hints/loops_in_text.hpp"
#include "checker/check/hints/whole_numbers.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <algorithm>
#include <cstdint>
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
    int line_of_access = 0;            ///< if not 0, any access to it in this line is looked for
    std::vector<std::string_view> parameters; ///< the arguments' names in the file
    NamedNumbers numbers; ///< constants, the launch's arguments, and its extents
};

/// Nothing where the file does not define the lab's kernel, or not readably.
[[nodiscard]] std::optional<KernelText> kernel_text(const Lab& lab, const Tokens& tokens,
                                                    const Extents& extents,
                                                    const LaunchShape& launch);

/// A lambda of the kernel: "name = [&](int i) { body }".
struct Lambda {
    std::string_view name;
    TokenAt parameters; ///< their "("
    TokenAt body;       ///< its "{"
    TokenAt end;        ///< its "}"
};

/// The lambda that has the line in question; nothing if none has.
[[nodiscard]] std::optional<Lambda> lambda_of_line(const KernelText& text);

/// Gives the name before `sign`, an "=", the value from there to the next "," or the end; where the value ends. The
/// statement or declaration begins at `begin`.
TokenAt assign(NamedNumbers& numbers, TokenAt begin, TokenAt sign, TokenAt end);

/// Where the value begins that the kernel last gives this name before `at`; the kernel's end if it gives none.
[[nodiscard]] TokenAt last_value(const KernelText& text, TokenAt at, std::string_view name);

} // namespace kit
