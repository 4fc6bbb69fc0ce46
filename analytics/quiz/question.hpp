// One question of the quiz, and the judgement of an answer to it. What is asked and its right answer come from
// questions/exercises.hpp: a new question begins there.
#pragma once

#include "analytics/questions/exercises.hpp"
#include "analytics/questions/slips.hpp"
#include "analytics/quiz/typed_answer.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct QuizQuestion {
    std::string id; ///< "1c"
    ExerciseSizes sizes;
    Question working; ///< with the whole derivation
    std::string text; ///< the exercise's question, made exact where texts count in several ways
    Unit unit = Unit::points;
    std::vector<Answer> accepted;         ///< the first is the one asked for
    std::vector<WrongWorking> known = {}; ///< of wrong answers, as wrong_workings() gives them
};

/// Which of the answers that texts give to 2c are right: the course's own, or all four.
enum class Conventions { course, any };

/// The question of this id. 1c and 1d ask for the least sufficient count; to 1b the count with a
/// thread for each cell is as right. Throws as exercise() does.
[[nodiscard]] QuizQuestion quiz_question(std::string_view id, const ExerciseSizes& sizes,
                                         Conventions conventions = Conventions::course);

enum class Mark { right, wrong, unreadable, missing };

/// "right", "wrong", "unreadable", "missing".
[[nodiscard]] std::string_view mark_name(Mark mark);

struct Judgement {
    Mark mark = Mark::missing;
    std::string given;    ///< as typed; of a very long answer its beginning
    std::string reading;  ///< as understood: "8000 blocks", "2539 or 2.539"; empty where it was not
    std::string sentence; ///< for the student; reveals the answer only where it is right
    /// What explains a wrong answer, each by itself. Empty where nothing known does.
    std::vector<WrongWorking> workings;
};

/// Judges an answer. An answer that cannot be read or that is too coarse to tell is
/// `unreadable`, an empty one `missing`. Never throws, whatever `typed` holds.
[[nodiscard]] Judgement judge(const QuizQuestion& question, std::string_view typed);

/// What leads to `value`: every single slip that does, or else a pair, if just one does.
[[nodiscard]] std::vector<WrongWorking> workings_behind(const QuizQuestion& question,
                                                        const TypedAnswer& value);

/// Sizes of all exercises for this seed, the same on every machine. Of several draws it takes the one
/// in which the most slips change the answer, so that nobody is right by luck. All blocks are within
/// CUDA's limits. Never throws.
[[nodiscard]] ExerciseSizes fresh_sizes(std::uint64_t seed);

} // namespace kit
