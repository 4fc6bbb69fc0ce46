#include "checker/grading/class_page/leaderboard.hpp"

#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// Runs differ by more than a hundredth, so that is not ranked.
double hundredths(double value) {
    return std::round(value * 100) / 100;
}

bool has_speed(const CheckedSubmission& check) {
    return check.time && check.time->reference_seconds && check.time->seconds > 0 &&
           *check.time->reference_seconds > 0 && !check.time->inconclusive;
}

struct Entry {
    std::string name;
    const CheckedSubmission* check = nullptr;
};

std::vector<Entry> entries_of(const GradedClass& graded, std::size_t lab) {
    std::vector<Entry> entries;
    for (const GradedStudent& student : graded.students) {
        if (!wants_leaderboard(student) || lab >= student.labs().size()) {
            continue;
        }
        const GradedItem& item = student.labs()[lab];
        if (item.passed() && item.check) {
            entries.push_back(
                {student.pseudonym.empty() ? student.name : student.pseudonym, &*item.check});
        }
    }
    return entries;
}

void rank(std::vector<LeaderboardRow>& rows, bool greatest_first) {
    std::ranges::sort(rows, [&](const LeaderboardRow& a, const LeaderboardRow& b) {
        const double sign = greatest_first ? -1 : 1;
        return std::tuple(sign * a.value, a.name) < std::tuple(sign * b.value, b.name);
    });
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].rank = i > 0 && rows[i].value == rows[i - 1].value ? rows[i - 1].rank
                                                                   : static_cast<int>(i) + 1;
    }
}

} // namespace

bool wants_leaderboard(const GradedStudent& student) {
    return std::ranges::all_of(student.columns, [](const auto& column) {
        const std::string value = in_small_letters(column.second);
        return in_small_letters(column.first) != "leaderboard" || value.empty() || value == "yes" ||
               value == "y" || value == "true" || value == "1";
    });
}

std::vector<LeaderboardLab>
leaderboard_of(const GradedClass& graded,
               const std::map<std::string, std::uint64_t>& reference_sectors) {
    std::vector<LeaderboardLab> labs;
    for (std::size_t i = 0; i < graded.labs().size(); ++i) {
        const ItemFacts& facts = graded.labs()[i];
        LeaderboardLab lab;
        lab.number = facts.number;
        lab.title = facts.title;
        const std::vector<Entry> entries = entries_of(graded, i);
        lab.by_speed =
            std::ranges::any_of(entries, [](const Entry& one) { return has_speed(*one.check); });
        const auto reference = reference_sectors.find(facts.id);
        lab.reference_sectors =
            reference == reference_sectors.end() || lab.by_speed ? 0 : reference->second;
        for (const Entry& one : entries) {
            if (lab.by_speed) {
                if (has_speed(*one.check)) {
                    const CheckedTime& time = *one.check->time;
                    lab.gpu = time.gpu;
                    lab.rows.push_back(
                        {1, one.name, hundredths(*time.reference_seconds / time.seconds)});
                }
            } else if (one.check->traffic && one.check->traffic->sectors > 0) {
                const auto sectors = static_cast<double>(one.check->traffic->sectors);
                lab.rows.push_back({1, one.name,
                                    lab.reference_sectors > 0
                                        ? sectors / static_cast<double>(lab.reference_sectors)
                                        : sectors});
            }
        }
        rank(lab.rows, lab.by_speed);
        if (!lab.rows.empty()) {
            labs.push_back(std::move(lab));
        }
    }
    return labs;
}

std::string leaderboard_page(const std::string& title, const std::vector<LeaderboardLab>& labs) {
    Json all = Json::array();
    for (const LeaderboardLab& lab : labs) {
        Json rows = Json::array();
        for (const LeaderboardRow& row : lab.rows) {
            rows.push_back({row.rank, row.name, row.value});
        }
        all.push_back({{"number", lab.number},
                       {"title", lab.title},
                       {"by_speed", lab.by_speed},
                       {"gpu", lab.gpu},
                       {"reference_sectors", lab.reference_sectors},
                       {"rows", std::move(rows)}});
    }
    const Json data{{"title", title}, {"labs", std::move(all)}};
    return filled_page(leaderboard_parts(), title, script_json(ascii_json(data)));
}

} // namespace kit
