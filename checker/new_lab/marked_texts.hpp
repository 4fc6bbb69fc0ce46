// The solution of a new lab and its todo.txt, written side by side: marked parts are in both, other lines in the
// solution only.
#pragma once

#include "checker/new_lab/plan.hpp"

#include <string>
#include <string_view>

namespace kit {

class MarkedTexts {
public:
    struct Part {
        std::string title;
        std::string solution; ///< its lines
        std::string todo;     ///< what a student reads there
        std::string start;    ///< lines that the student begins with; may be empty
    };

    /// Lines that students get as they are, `indent` columns further right.
    void lines(std::string_view text, int indent = 0);

    void part(const Part& part, int indent = 4);

    /// With a blank line before and after each part that does not begin or end a block.
    [[nodiscard]] KernelTexts texts() const;

private:
    KernelTexts texts_;
    int parts_ = 0;
};

} // namespace kit
