#include "analytics/quiz/question.hpp"

#include <algorithm>
#include <array>

namespace kit {

QuizQuestion quiz_question(std::string_view id, const ExerciseSizes& sizes,
                           Conventions conventions) {
    QuizQuestion asked;
    asked.id = id;
    asked.sizes = sizes;
    asked.working = exercise(id, sizes);
    asked.text = asked.working.text + asked.working.quiz_text;
    for (const Answer& answer : asked.working.answers) {
        if (answer.quiz == Answer::Quiz::right ||
            (answer.quiz == Answer::Quiz::by_other_convention && conventions == Conventions::any)) {
            asked.accepted.push_back(answer);
        }
    }
    constexpr std::array units{Unit::points, Unit::cells, Unit::blocks, Unit::bytes,
                               Unit::operations_per_byte};
    asked.unit = *std::ranges::find_if(
        units, [&](Unit unit) { return unit_name(unit) == asked.accepted.front().unit; });
    asked.known = wrong_workings(id, sizes);
    return asked;
}

} // namespace kit
