// Files of answers, which students hand in: read and judged.
#pragma once

#include "analytics/quiz/question.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// `student = "Ada"` and `seed = 7`, both optional, and a table `[answers]` with an answer for each
/// exercise: `1a = "118^3"` or `1b = 3375`.
struct AnswersFile {
    std::filesystem::path path;
    std::optional<std::string> student;
    std::optional<std::uint64_t> seed;          ///< of fresh sizes
    std::map<std::string, std::string> answers; ///< by exercise, as typed
};

/// Throws BadInput with file, line and key on what cannot be read, is not TOML, or has an unknown
/// exercise or key.
[[nodiscard]] AnswersFile read_answers(const std::filesystem::path& path);

/// As read_answers() of a file with this text.
[[nodiscard]] AnswersFile answers_from(const std::filesystem::path& path, std::string_view text);

struct GradedAnswer {
    QuizQuestion question;
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

/// The exercises to ask, and their sizes.
struct QuizPlan {
    std::vector<std::string> ids;
    ExerciseSizes sizes;
    std::optional<std::uint64_t> seed; ///< by which `sizes` were drawn
    /// The user chose the sizes: then a file's seed must not ask for others.
    bool sizes_chosen = false;
    Conventions conventions = Conventions::course;
};

/// The plan's questions in their order. Throws as question() does.
[[nodiscard]] std::vector<QuizQuestion> questions(const QuizPlan& plan);

/// Judges the file's answers, of fresh sizes where it has a seed. Throws BadInput where its seed is
/// another than the plan's, or where the plan has sizes and no seed.
[[nodiscard]] GradedFile grade(const AnswersFile& file, const QuizPlan& plan);

} // namespace kit
