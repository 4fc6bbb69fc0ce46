// A file of answers: what a student hands in where no terminal is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace analytics {

/// `student = "Ada"` and `seed = 7`, both optional, and a table `[answers]` with an answer for each
/// exercise: `1a = "118^3"` or `1b = 3375`.
struct AnswersFile {
    std::filesystem::path path;
    std::optional<std::string> student;
    std::optional<std::uint64_t> seed;          ///< of fresh sizes
    std::map<std::string, std::string> answers; ///< by exercise, as typed
};

/// Throws BadInput with file, line and key on what cannot be read, is no TOML, or names an exercise
/// or key that there is not.
[[nodiscard]] AnswersFile read_answers(const std::filesystem::path& path);

/// As read_answers() of a file with this text.
[[nodiscard]] AnswersFile answers_from(const std::filesystem::path& path, std::string_view text);

} // namespace analytics
