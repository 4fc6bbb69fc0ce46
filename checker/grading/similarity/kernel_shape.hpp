// What a kernel consists of, by parts that stay the same if names, order and spelling are changed.
//
// The kinds overlap: a sum in one statement and the same in several differ as sums and are equal as terms. So that
// each disguise leaves some kinds as they were, files are compared by several choices of kinds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kit {

struct ShapePart {
    enum class Kind {
        run,       ///< a few words in a row; the comparison adds them
        written,   ///< a statement's words, without names and types
        sum,       ///< what a statement stores or adds
        term,      ///< a summand of it
        condition, ///< what is tested together, with a name or without
        test,      ///< one comparison of it
        name,      ///< what a variable stands for
        rest,      ///< barriers, arrays, places that are stored to, results
    };

    std::uint64_t hash = 0;
    Kind kind = Kind::written;
    int first_line = 1;
    int last_line = 1;
};

/// Expressions count as what they compute, whatever the order and spelling of their parts; names as what they
/// stand for. Leaves out what no result depends on. Accepts any text.
[[nodiscard]] std::vector<ShapePart> shape_of(std::string_view text);

} // namespace kit
