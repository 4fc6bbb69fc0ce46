#include "analytics/quiz/grade.hpp"

#include "analytics/quiz/question.hpp"
#include "checker/base/toml_depth.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace kit {

namespace {

constexpr std::uintmax_t most_bytes = 1 << 20;

[[noreturn]] void fail(const std::filesystem::path& path, const toml::source_region& place,
                       const std::string& what) {
    throw BadInput("{}:{}: {}.", path.string(), place.begin.line, what);
}

std::string content(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw BadInput("{} is a folder, not a file of answers.", path.string());
    }
    FileText file = try_read_file(path, most_bytes + 1);
    if (file.error != 0) {
        throw BadInput("The answers in {} cannot be read: {}.", path.string(),
                       std::strerror(file.error));
    }
    return std::move(file.text);
}

toml::table parsed(const std::filesystem::path& path, std::string_view text) {
    if (text.size() > most_bytes) {
        throw BadInput("{} is over 1 MB, too large for a file of answers.", path.string());
    }
    if (const auto deep = too_deep_toml(text)) {
        throw BadInput("{}:{}: {}; this is not an answers file.", path.string(), deep->line,
                       deep->what);
    }
    try {
        return toml::parse(text, path.string());
    } catch (const toml::parse_error& error) {
        fail(path, error.source(), std::string(error.description()));
    }
}

/// The answer as a student would type it.
std::string answer_text(const std::filesystem::path& path, std::string_view key,
                        const toml::node& node) {
    if (const auto* words = node.as_string()) {
        return words->get();
    }
    if (const auto* whole = node.as_integer()) {
        return std::to_string(whole->get());
    }
    if (const auto* decimal = node.as_floating_point()) {
        // The shortest form: 2.5, not 2.500000.
        return fmt::format("{}", decimal->get());
    }
    fail(path, node.source(),
         fmt::format("{} takes a number or words in quotation marks, like \"20^3\"", key));
}

void read_table(const toml::table& table, AnswersFile& file) {
    for (const auto& [key, node] : table) {
        try {
            if (exercise_ids(key.str()).front() != key.str()) {
                throw BadInput("'{}' means more than one exercise.", key.str());
            }
        } catch (const BadInput& error) {
            std::string what = error.what();
            what.pop_back();
            fail(file.path, key.source(), what);
        }
        file.answers[std::string(key.str())] = answer_text(file.path, key.str(), node);
    }
}

QuizPlan plan_of(const AnswersFile& file, QuizPlan plan) {
    if (!file.seed || file.seed == plan.seed) {
        return plan;
    }
    if (plan.seed) {
        throw BadInput("{} has answers for --seed {}, not for --seed {}.", file.path.string(),
                       *file.seed, *plan.seed);
    }
    if (plan.sizes_chosen) {
        throw BadInput("{} has answers for --seed {}, not for other sizes.", file.path.string(),
                       *file.seed);
    }
    plan.seed = file.seed;
    plan.sizes = fresh_sizes(*file.seed);
    return plan;
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
                 fmt::format("{} {}; the keys are student (words), seed (a whole number from 0) "
                             "and the table [answers]",
                             key.str(),
                             key == "student" || key == "seed" || key == "answers"
                                 ? "has another kind of value"
                                 : "is not a key of an answers file"));
        }
    }
    if (!root.contains("answers")) {
        throw BadInput("{} has no table [answers]; ./lab analytics quiz --template "
                       "prints a file to fill in.",
                       path.string());
    }
    return file;
}

int GradedFile::score() const {
    return static_cast<int>(std::ranges::count_if(
        answers, [](const GradedAnswer& each) { return each.judgement.mark == Mark::right; }));
}

std::vector<QuizQuestion> questions(const QuizPlan& plan) {
    std::vector<QuizQuestion> all;
    for (const std::string& id : plan.ids) {
        all.push_back(quiz_question(id, plan.sizes, plan.conventions));
    }
    return all;
}

GradedFile grade(const AnswersFile& file, const QuizPlan& plan) {
    const QuizPlan own = plan_of(file, plan);
    GradedFile graded;
    graded.file = printable(file.path.string());
    const std::string named = file.student.value_or("");
    graded.student = printable(named.empty() ? file.path.stem().string() : named);
    graded.seed = own.seed;
    for (QuizQuestion& asked : questions(own)) {
        const auto found = file.answers.find(asked.id);
        Judgement judgement = judge(asked, found == file.answers.end() ? "" : found->second);
        graded.answers.push_back({std::move(asked), std::move(judgement)});
    }
    return graded;
}

} // namespace kit
