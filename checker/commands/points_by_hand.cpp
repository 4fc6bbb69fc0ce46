#include "checker/commands/points_by_hand.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/separated_table.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <optional>

namespace kit {

namespace {

/// "12", "7.5"; nothing for any other text, or for a number that no lab can be worth.
std::optional<double> points_from(const std::string& text) {
    constexpr double most = 10'000;
    double points = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), points);
    return error == std::errc() && end == text.data() + text.size() && points >= 0 && points <= most
               ? std::optional(points)
               : std::nullopt;
}

/// Says whose points were set by hand though nobody of this id is graded now.
void report_lost_decisions(const std::vector<SetByHand>& decisions, const GradingRequest& request,
                           const ResultFolder& results) {
    for (const SetByHand& decision : decisions) {
        if (std::ranges::none_of(request.roster, [&](const RosterEntry& one) {
                return one.id == decision.student;
            })) {
            fmt::print(stderr, "lab: {} sets {} of \"{}\", who is not in the class now\n",
                       (results.path() / "by-hand.json").string(), decision.item,
                       one_line(decision.student));
        }
    }
}

/// Says so if points that are set are more than what is to be had.
void report_many_points(const SetByHand& decision, const GradingRequest& request) {
    const bool is_quiz = decision.item == quiz_facts(0).id;
    const double most = is_quiz ? request.rules.quiz_points
                                : static_cast<double>(find_lab(request.labs, decision.item).points);
    if (decision.points && *decision.points > most) {
        fmt::print(stderr, "lab: {} is worth {} points, and {} has {} now\n", decision.item,
                   points_text(most), one_line(decision.student), points_text(*decision.points));
    }
}

/// One decision, as it was typed or stands in a line of a table.
struct Wish {
    std::string place; ///< "--set", "points.csv:3"
    std::string student;
    std::string lab;
    std::string points;
    std::string why;
};

/// Adds it to the decisions, or takes one back.
void add(const Wish& wish, const GradingRequest& request, const std::vector<Lab>& catalog,
         std::vector<SetByHand>& decisions) {
    SetByHand decision;
    decision.student = wish.student;
    need_student(request.roster, decision.student);
    const bool is_quiz = wish.lab == "quiz" || wish.lab == "Quiz";
    decision.item = is_quiz ? quiz_facts(0).id : find_lab(catalog, wish.lab).id;
    const bool is_graded = is_quiz ? request.rules.quiz_points > 0
                                   : std::ranges::any_of(request.labs, [&](const Lab& lab) {
                                         return lab.id == decision.item;
                                     });
    if (!is_graded) {
        throw UsageError("{} is not among what is graded", decision.item);
    }
    decision.points = points_from(wish.points);
    if (!decision.points && wish.points != "excused" && wish.points != "computed") {
        throw UsageError("{} {} {}: write points, such as 12 or 7.5, or excused, or "
                         "computed to take a change back",
                         one_line(decision.student), one_line(wish.lab), one_line(wish.points));
    }
    if (wish.why.empty() && wish.points != "computed") {
        throw UsageError("a reason is missing, which the student reads, too: --why \"the file was "
                         "lost\", or a column why");
    }
    report_many_points(decision, request);
    decision.why = wish.why;
    decision.when = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
    std::erase_if(decisions, [&](const SetByHand& one) {
        return one.student == decision.student && one.item == decision.item;
    });
    if (wish.points != "computed") {
        decisions.push_back(std::move(decision));
    }
}

/// The lines of a table with the columns student, lab, points and why, in any order.
std::vector<Wish> wishes_in(const std::string& file) {
    const std::optional<std::string> text = read_file_if_there(file);
    const SeparatedTable table = read_separated_table(text.value_or(""));
    constexpr std::array<std::string_view, 4> names{"student", "lab", "points", "why"};
    std::array<std::size_t, 4> places{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& header = table.rows.empty() ? TableRow{} : table.rows.front();
        places.at(i) = static_cast<std::size_t>(
            std::ranges::find_if(header.fields,
                                 [&](const TableField& field) {
                                     return in_small_letters(trimmed(field.value, " \t")) ==
                                            names.at(i);
                                 }) -
            header.fields.begin());
        if (places.at(i) == header.fields.size()) {
            throw UsageError("{}: {}", file,
                             text ? fmt::format("no column is called {}", names.at(i))
                                  : "no such file");
        }
    }
    std::vector<Wish> wishes;
    for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
        const auto value = [&](std::size_t column) {
            const std::size_t place = places.at(column);
            return place < row->fields.size()
                       ? std::string(trimmed(row->fields[place].value, " \t"))
                       : std::string();
        };
        wishes.push_back(
            {fmt::format("{}:{}", file, row->line), value(0), value(1), value(2), value(3)});
    }
    return wishes;
}

} // namespace

void need_student(const std::vector<RosterEntry>& roster, const std::string& id) {
    if (std::ranges::none_of(roster, [&](const RosterEntry& entry) { return entry.id == id; })) {
        throw UsageError("no student has the id \"{}\"; ids are in the roster, or are "
                         "the folders' names",
                         one_line(id));
    }
}

std::vector<SetByHand> decisions_of(const PointsByHand& options, const GradingRequest& request,
                                    const std::vector<Lab>& catalog, const ResultFolder& results) {
    std::vector<SetByHand> decisions = results.decisions();
    report_lost_decisions(decisions, request, results);
    std::vector<Wish> wishes = options.file.empty() ? std::vector<Wish>() : wishes_in(options.file);
    if (!options.set.empty()) {
        wishes.push_back({"--set", options.set[0], options.set[1], options.set[2], options.why});
    } else if (!options.why.empty()) {
        throw UsageError("--why belongs to --set: --set ADA 5 12 --why \"the file was lost\"");
    }
    for (const Wish& wish : wishes) {
        try {
            add(wish, request, catalog, decisions);
        } catch (const UsageError& error) {
            throw UsageError("{}: {}", wish.place, error.what());
        }
    }
    if (!wishes.empty()) {
        results.keep_decisions(decisions);
    }
    return decisions;
}

} // namespace kit
