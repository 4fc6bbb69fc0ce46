#include "checker/grading/rules/grading_rules.hpp"

#include "analytics/questions/exercises.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/toml_depth.hpp"
#include "checker/base/toml_reader.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/model/moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kit {

namespace {

std::vector<std::string> exercises_of(TomlTable& table) {
    std::vector<std::string> ids;
    if (table.has("exercises")) {
        for (const TomlText& text : table.texts("exercises")) {
            try {
                for (std::string& id : exercise_ids(text.value)) {
                    ids.push_back(std::move(id));
                }
            } catch (const BadInput& error) {
                table.note("exercises", text.line, error.what());
            }
        }
    }
    return ids;
}

void take_moment(TomlTable& table, std::string_view key,
                 std::optional<std::chrono::sys_seconds>& moment) {
    if (const auto text = table.date(key, TomlTable::Need::optional)) {
        moment = parse_moment(*text);
        if (!moment) {
            table.note(key, "must be a date and time, such as \"2026-11-20 23:59\"");
        }
    }
}

/// A number from `low` to `high`; keeps its value if the key is missing or wrong.
void take_number(TomlTable& table, std::string_view key, double low, double high, double& value) {
    if (const auto number = table.number(key, TomlTable::Need::optional)) {
        if (*number < low || *number > high) {
            table.note(key, fmt::format("must be from {} to {}", low, high));
        } else {
            value = *number;
        }
    }
}

/// partial_credit: true, false or "parts".
Credit credit_in(TomlTable& top) {
    if (top.has_text("partial_credit")) {
        constexpr std::array<Choice<Credit>, 1> choices{{{"parts", Credit::parts}}};
        return top.choice("partial_credit", choices).value_or(Credit::cases);
    }
    return top.flag("partial_credit", TomlTable::Need::optional).value_or(true) ? Credit::cases
                                                                                : Credit::nothing;
}

void take_timezone(TomlTable& table, std::string& zone) {
    const auto name = table.text("timezone", TomlTable::Need::optional);
    if (!name) {
        return;
    }
    const bool is_name =
        !name->empty() && name->front() != '/' && name->find("..") == std::string::npos;
    std::error_code error;
    if (!is_name || !std::filesystem::is_regular_file(
                        std::filesystem::path("/usr/share/zoneinfo") / *name, error)) {
        table.note("timezone",
                   "must be a zone that this machine knows, such as \"Europe/Berlin\" (the folder "
                   "/usr/share/zoneinfo, from the package tzdata)");
        return;
    }
    zone = *name;
    setenv("TZ", zone.c_str(), 1);
    tzset();
}

/// What a lab is called in this table: its id, or its number as "05" or "5".
std::string key_of_lab(TomlTable& table, const std::string& id) {
    const std::string number = id.substr(0, id.find('-'));
    const std::size_t zeros = std::min(number.find_first_not_of('0'), number.size());
    for (const std::string& key : {number, number.substr(zeros)}) {
        if (table.has(key)) {
            return key;
        }
    }
    return id;
}

GradingRules rules_from(const toml::table& root, const std::filesystem::path& path,
                        const std::vector<std::string>& lab_ids, Problems& problems) {
    constexpr auto optional = TomlTable::Need::optional;
    constexpr double most_points = 10'000;
    GradingRules rules;
    TomlTable top(root, path, problems);
    rules.title = top.text("title", optional).value_or("");
    if (top.has("labs")) {
        for (TomlText& text : top.texts("labs")) {
            if (rules.labs_place.empty()) {
                rules.labs_place = fmt::format("{}:{}", path.string(), text.line);
            }
            rules.labs.push_back(std::move(text.value));
        }
    }
    take_timezone(top, rules.timezone);
    take_moment(top, "deadline", rules.deadline);
    if (top.has("attempt")) {
        constexpr std::array<Choice<CountedAttempt>, 3> choices{
            {{"newest", CountedAttempt::newest},
             {"best", CountedAttempt::best},
             {"best-after-late", CountedAttempt::best_after_late}}};
        rules.attempt = top.choice("attempt", choices).value_or(rules.attempt);
    }
    rules.partial_credit = credit_in(top);
    take_number(top, "technique_percent", 0, 100, rules.technique_percent);
    take_number(top, "similar_percent", 50, 100, rules.similar_percent);
    if (TomlTable deadlines = top.table("deadlines", optional); deadlines.present()) {
        for (const std::string& id : lab_ids) {
            std::optional<std::chrono::sys_seconds> moment;
            take_moment(deadlines, key_of_lab(deadlines, id), moment);
            if (moment) {
                rules.deadlines[id] = *moment;
            }
        }
        deadlines.finish();
    }
    if (TomlTable points = top.table("points", optional); points.present()) {
        for (const std::string& id : lab_ids) {
            if (const auto of_lab = points.whole(key_of_lab(points, id), 0,
                                                 static_cast<int>(most_points), optional)) {
                rules.points[id] = static_cast<int>(*of_lab);
            }
        }
        points.finish();
    }
    if (TomlTable late = top.table("late", optional); late.present()) {
        rules.late.grace_minutes = late.whole("grace_minutes", 0, 100'000, optional).value_or(0);
        take_number(late, "percent_per_day", 0, 100, rules.late.percent_per_day);
        rules.late.most_days = late.whole("most_days", 0, 10'000, optional);
        late.finish();
    }
    if (TomlTable bonus = top.table("bonus", optional); bonus.present()) {
        rules.bonus = BonusRule{};
        take_number(bonus, "points", 0, most_points, rules.bonus->points);
        take_number(bonus, "at_speed", 0.01, 100, rules.bonus->at_speed);
        bonus.finish();
    }
    if (TomlTable leaderboard = top.table("leaderboard", optional); leaderboard.present()) {
        constexpr std::array<Choice<LeaderboardNames>, 2> choices{
            {{"names", LeaderboardNames::names}, {"pseudonyms", LeaderboardNames::pseudonyms}}};
        rules.leaderboard = leaderboard.choice("show", choices);
        leaderboard.finish();
    }
    if (TomlTable gradebook = top.table("gradebook", optional); gradebook.present()) {
        for (const std::string& id : lab_ids) {
            if (const auto column = gradebook.text(key_of_lab(gradebook, id), optional)) {
                rules.gradebook_columns[id] = *column;
            }
        }
        if (const auto column = gradebook.text("quiz", optional)) {
            rules.gradebook_columns[quiz_facts(0).id] = *column;
        }
        gradebook.finish();
    }
    if (TomlTable quiz = top.table("quiz", optional); quiz.present()) {
        take_number(quiz, "points", 0, most_points, rules.quiz_points);
        rules.exercises = exercises_of(quiz);
        if (const auto seed = quiz.whole("seed", 0, 1'000'000'000, optional)) {
            rules.quiz_seed = static_cast<std::uint64_t>(*seed);
        }
        quiz.finish();
    }
    top.finish();
    return rules;
}

} // namespace

GradingRules read_grading_rules(const std::filesystem::path& path,
                                const std::vector<std::string>& lab_ids) {
    const std::optional<std::string> text = read_file_if_there(path);
    if (!text) {
        throw UsageError("{}: no such file", path.string());
    }
    if (const auto deep = too_deep_toml(*text)) {
        throw UsageError("{}:{}: {}; these are not grading rules", path.string(), deep->line,
                         deep->what);
    }
    toml::table root;
    try {
        root = toml::parse(*text);
    } catch (const toml::parse_error& error) {
        throw UsageError("{}:{}: {}", path.string(), error.source().begin.line,
                         error.description());
    }
    Problems problems;
    GradingRules rules = rules_from(root, path, lab_ids, problems);
    try {
        problems.throw_if_any();
    } catch (const KitError& error) {
        throw UsageError(error.what()); // the instructor's file, not the kit's
    }
    return rules;
}

} // namespace kit
