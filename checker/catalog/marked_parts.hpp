// The parts of a kernel.cu that are the student's: what lies between the marks ">>> your part 2: the load" and
// "<<< your part 2".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct MarkedPart {
    int number = 0;
    std::string title;     ///< "the load"; may be empty
    int line = 0;          ///< of its first mark, from 1
    int last_line = 0;     ///< of its second mark
    std::size_t begin = 0; ///< of its text, which is whole lines without the marks
    std::size_t end = 0;   ///< behind it
};

/// In the file's order. None if a mark lacks the other one, or a number comes twice.
[[nodiscard]] std::vector<MarkedPart> marked_parts(std::string_view text);

} // namespace kit
