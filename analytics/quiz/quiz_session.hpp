// The quiz as a conversation, line by line.
#pragma once

#include "analytics/quiz/question.hpp"
#include "checker/base/exact.hpp"

#include <iosfwd>
#include <vector>

namespace kit {

struct SessionResult {
    Rational score;         ///< 1 for an answer right at once, 1/2 after a miss or a hint
    int asked = 0;          ///< questions that were shown
    bool all_right = false; ///< every question of the quiz was answered right in the end
};

/// Asks the questions in turn, two tries each, until all are done, `quit` is typed or the input
/// ends. Answers come from `in`; everything that the student reads goes to `out`.
[[nodiscard]] SessionResult run_session(const std::vector<QuizQuestion>& questions,
                                        std::istream& in, std::ostream& out);

} // namespace kit
