// Files of answers judged: a student's exercises, or those of a class.
#pragma once

#include "analytics/quiz/answers_file.hpp"
#include "analytics/quiz/question.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace analytics {

struct GradedAnswer {
    Question question;
    Judgement judgement;
};

/// One file, with a point for each right answer.
struct GradedFile {
    std::string file;
    std::string student; ///< as the file says, or its name without ending
    std::optional<std::uint64_t> seed;
    std::vector<GradedAnswer> answers; ///< of each exercise that was asked for, in order

    [[nodiscard]] int score() const;
};

/// What is asked, and of which sizes.
struct QuizPlan {
    std::vector<std::string> ids;
    ExerciseSizes sizes;
    std::optional<std::uint64_t> seed; ///< that `sizes` were drawn by
    /// Whether the user chose the sizes: then a file's own seed may not say otherwise.
    bool sizes_chosen = false;
    Conventions conventions = Conventions::course;
};

/// The plan's questions in their order. Throws as question() does.
[[nodiscard]] std::vector<Question> questions(const QuizPlan& plan);

/// Judges the file's answers, of fresh sizes where it has a seed. Throws BadInput where its seed is
/// another than the plan's, or where the plan has sizes and no seed.
[[nodiscard]] GradedFile grade(const AnswersFile& file, const QuizPlan& plan);

} // namespace analytics
