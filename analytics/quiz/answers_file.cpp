#include "analytics/quiz/answers_file.hpp"

#include "analytics/errors.hpp"
#include "analytics/exercises.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

namespace analytics {

namespace {

constexpr std::uintmax_t most_bytes = 1 << 20;

[[noreturn]] void fail(const std::filesystem::path& path, const toml::source_region& place,
                       const std::string& what) {
    throw BadInput(fmt::format("{}:{}: {}.", path.string(), place.begin.line, what));
}

std::string content(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw BadInput(fmt::format("{} is a folder, not a file of answers.", path.string()));
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
        throw BadInput(fmt::format("The answers in {} cannot be read: {}.", path.string(),
                                   std::strerror(errno)));
    }
    std::string text(most_bytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most_bytes) {
        throw BadInput(fmt::format("{} has over 1 MB: that is no file of answers.", path.string()));
    }
    return text;
}

toml::table parsed(const std::filesystem::path& path, std::string_view text) {
    try {
        return toml::parse(text, path.string());
    } catch (const toml::parse_error& error) {
        fail(path, error.source(), std::string(error.description()));
    }
}

/// As it was typed, or would be.
std::string answer_text(const std::filesystem::path& path, std::string_view key,
                        const toml::node& node) {
    if (const auto* words = node.as_string()) {
        return words->get();
    }
    if (const auto* whole = node.as_integer()) {
        return std::to_string(whole->get());
    }
    if (const auto* decimal = node.as_floating_point()) {
        // Shortest: 2.5 was not meant as 2.500000.
        return fmt::format("{}", decimal->get());
    }
    fail(path, node.source(),
         fmt::format("{} takes a number or words in quotation marks, like \"20^3\"", key));
}

void read_table(const toml::table& table, AnswersFile& file) {
    for (const auto& [key, node] : table) {
        try {
            if (exercise_ids(key.str()).front() != key.str()) {
                throw BadInput(fmt::format("'{}' stands for more than one exercise.", key.str()));
            }
        } catch (const BadInput& error) {
            std::string what = error.what();
            what.pop_back();
            fail(file.path, key.source(), what);
        }
        file.answers[std::string(key.str())] = answer_text(file.path, key.str(), node);
    }
}

} // namespace

AnswersFile read_answers(const std::filesystem::path& path) {
    return answers_from(path, content(path));
}

AnswersFile answers_from(const std::filesystem::path& path, std::string_view text) {
    const toml::table root = parsed(path, text);
    AnswersFile file;
    file.path = path;
    for (const auto& [key, node] : root) {
        if (key == "student" && node.is_string()) {
            file.student = node.as_string()->get();
        } else if (key == "seed" && node.is_integer() && node.as_integer()->get() >= 0) {
            file.seed = static_cast<std::uint64_t>(node.as_integer()->get());
        } else if (key == "answers" && node.is_table()) {
            read_table(*node.as_table(), file);
        } else {
            fail(path, key.source(),
                 fmt::format("{} {}; there are student (words), seed (a whole number from 0) and "
                             "the table [answers]",
                             key.str(),
                             key == "student" || key == "seed" || key == "answers"
                                 ? "has another kind of value"
                                 : "is no key of a file of answers"));
        }
    }
    if (!root.contains("answers")) {
        throw BadInput(fmt::format("{} has no table [answers]; ./lab analytics quiz --template "
                                   "prints a file to fill in.",
                                   path.string()));
    }
    return file;
}

} // namespace analytics
