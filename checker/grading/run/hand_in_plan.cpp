#include "checker/grading/run/hand_in_plan.hpp"

#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/optional_json.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/grading/rules/item_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// A student's lab that is there.
struct PlannedLab {
    const RosterEntry* entry = nullptr;
    const Lab* lab = nullptr;
    const Submission* submission = nullptr;
    HandInTime time;
    std::string refused; ///< why its file is not taken
    int days_late = 0;
};

std::vector<PlannedLab> planned_labs(const GradingRequest& request,
                                     const SubmissionFinder& finder) {
    std::vector<PlannedLab> all;
    for (const RosterEntry& entry : request.roster) {
        for (const Lab& lab : request.labs) {
            const Submission* submission = request.hand_ins.find(entry.id, lab.id);
            if (submission == nullptr) {
                continue;
            }
            const HandedIn file = finder.read(submission->file);
            PlannedLab one{&entry,      &lab,
                           submission,  hand_in_time(request, entry, lab, *submission, file),
                           file.reason, 0};
            const auto deadline = deadline_of(request.rules, entry, lab);
            if (deadline && one.time.moment) {
                one.days_late = days_late(*one.time.moment, *deadline, request.rules.late);
            }
            all.push_back(std::move(one));
        }
    }
    return all;
}

std::string when_text(const PlannedLab& one) {
    std::string text = one.time.moment ? moment_text(*one.time.moment) + " by " + one.time.from
                       : one.time.is_marked_late ? "marked late, but not when"
                       : one.time.is_in_time     ? "in time: it is not marked late"
                                                 : "time not known";
    if (one.days_late > 0) {
        text += fmt::format(", {} late", plural(static_cast<std::size_t>(one.days_late), "day"));
    }
    return text;
}

void add_student(std::string& text, const RosterEntry& entry,
                 const std::vector<const PlannedLab*>& labs, const GradingRequest& request,
                 const TextStyle& style) {
    text += paint(style, Tone::heading, one_line(entry.id)) +
            (entry.name == entry.id ? "" : " · " + one_line(entry.name)) + "\n";
    for (const PlannedLab* one : labs) {
        text +=
            fmt::format("  {}: {}\n    by {} · {}\n", one->lab->id, one_line(one->submission->file),
                        one_line(one->submission->matched_by), one_line(when_text(*one)));
        if (!one->refused.empty()) {
            text += "    refused: " + one->refused + "\n";
        }
        for (const std::string& note : one->submission->notes) {
            text += "    " + one_line(note) + "\n";
        }
    }
    const auto answers = request.hand_ins.answers.find(entry.id);
    if (request.rules.quiz_points > 0 && answers != request.hand_ins.answers.end()) {
        text += "  Quiz: " + one_line(answers->second) + "\n";
    } else if (labs.empty()) {
        const bool is_unknown = !request.hand_ins.why_missing(entry.id).empty();
        const auto others = std::ranges::count_if(
            request.hand_ins.labs, [&](const auto& one) { return one.first.first == entry.id; });
        text += is_unknown   ? "  nothing that was recognized: see below\n"
                : others > 0 ? "  none of these labs, but others\n"
                             : "  nothing was handed in\n";
    }
}

Json lab_document(const PlannedLab& one) {
    return {{"lab", one.lab->id},
            {"file", one.submission->file},
            {"matched_by", one.submission->matched_by},
            {"submitted", one.time.moment ? Json(moment_text(*one.time.moment)) : Json(nullptr)},
            {"submitted_from", text_or_null(one.time.from)},
            {"marked_late", one.time.is_marked_late},
            {"refused", text_or_null(one.refused)},
            {"notes", one.submission->notes}};
}

std::string layouts_text(const std::vector<std::string>& layouts) {
    std::vector<std::string> words;
    for (const std::string& layout : layouts) {
        words.push_back(layout == "git repositories" ? layout : "a download from " + layout);
    }
    return words.empty() ? "a folder for each student" : join(words);
}

bool is_told(const NotRecognized& one) {
    return !one.is_other_attempt;
}

} // namespace

std::string hand_in_plan_text(const GradingRequest& request, const SubmissionFinder& finder,
                              const TextStyle& style) {
    const std::vector<PlannedLab> all = planned_labs(request, finder);
    std::string text;
    auto next = all.begin();
    for (const RosterEntry& entry : request.roster) {
        std::vector<const PlannedLab*> labs;
        for (; next != all.end() && next->entry == &entry; ++next) {
            labs.push_back(&*next);
        }
        add_student(text, entry, labs, request, style);
    }
    const std::string unknown = not_recognized_text(request.hand_ins.not_recognized, SIZE_MAX);
    text += (unknown.empty() ? "" : "\n" + unknown) + "\n";
    text += fmt::format("Read as {}: {}. Handed in:\n", layouts_text(request.hand_ins.layouts),
                        plural(request.roster.size(), "student"));
    for (const Lab& lab : request.labs) {
        const auto count =
            std::ranges::count_if(all, [&](const auto& one) { return one.lab == &lab; });
        text += fmt::format("  {:<28} {} of {}\n", lab.id, count, request.roster.size());
    }
    if (request.gradebook) {
        text += fmt::format("Points go into {}'s gradebook:\n", name(request.gradebook->platform));
        for (const auto& [item, column] : request.gradebook->columns) {
            text += fmt::format("  {:<28} {}\n", item, one_line(column));
        }
    }
    return text + "Nothing was checked or graded: leave out --plan to do that.\n";
}

std::string hand_in_plan_json(const GradingRequest& request, const SubmissionFinder& finder) {
    const std::vector<PlannedLab> all = planned_labs(request, finder);
    Json json;
    json["layouts"] = request.hand_ins.layouts;
    if (request.gradebook) {
        json["gradebook"] = {{"platform", name(request.gradebook->platform)},
                             {"columns", request.gradebook->columns}};
    }
    json["students"] = Json::array();
    auto next = all.begin();
    for (const RosterEntry& entry : request.roster) {
        Json labs = Json::array();
        for (; next != all.end() && next->entry == &entry; ++next) {
            labs.push_back(lab_document(*next));
        }
        const auto answers = request.hand_ins.answers.find(entry.id);
        json["students"].push_back(
            {{"id", entry.id},
             {"name", entry.name},
             {"labs", labs},
             {"answers",
              answers == request.hand_ins.answers.end() ? Json(nullptr) : Json(answers->second)}});
    }
    json["not_recognized"] = Json::array();
    for (const NotRecognized& one : request.hand_ins.not_recognized) {
        json["not_recognized"].push_back({{"student", text_or_null(one.student)},
                                          {"file", text_or_null(one.file)},
                                          {"reason", one.reason},
                                          {"other_attempt", one.is_other_attempt}});
    }
    return indented_json(json);
}

std::string not_recognized_text(const std::vector<NotRecognized>& all, std::size_t most) {
    const auto count = static_cast<std::size_t>(std::ranges::count_if(all, is_told));
    const std::size_t others = all.size() - count;
    std::string text;
    if (count > 0) {
        text = fmt::format("Not recognized, so not graded: {}\n", plural(count, "file"));
    }
    constexpr std::size_t many = 5; // students with the same file: what everybody was given
    using Kind = std::pair<std::string, std::string>;
    const auto kind_of = [](const NotRecognized& one) {
        return Kind{std::filesystem::path(one.file).filename().string(), one.reason};
    };
    std::map<Kind, std::size_t> of_kind;
    for (const NotRecognized& one : all) {
        of_kind[kind_of(one)] += is_told(one) && !one.file.empty() ? 1 : 0;
    }
    std::size_t told = 0;
    std::size_t lines = 0;
    for (const NotRecognized& one : all) {
        std::size_t& alike = of_kind[kind_of(one)];
        if (!is_told(one) || lines == most || (alike == 0 && !one.file.empty())) {
            continue;
        }
        ++lines;
        constexpr int most_columns = 100;
        const bool are_many = alike >= many;
        told += are_many ? alike : 1;
        const std::string file = are_many
                                     ? fmt::format("{} ({} of them)", kind_of(one).first, alike)
                                     : (one.file.empty() ? one.student : one.file);
        text += fmt::format("  {}: {}\n", cut(one_line(file), most_columns), one_line(one.reason));
        if (are_many) {
            alike = 0; // all of them are in this line
        }
    }
    if (count > told) {
        text += fmt::format("  and {} more: they are all in report.html and grades.json\n",
                            count - told);
    }
    if (others > 0) {
        text +=
            fmt::format("Other attempts at the same lab, not graded: {}\n", plural(others, "file"));
    }
    return text;
}

std::vector<std::string> time_notices(const GradingRequest& request,
                                      const SubmissionFinder& finder) {
    constexpr std::size_t many = 5; // that all of them are late is no chance
    const std::vector<PlannedLab> all = planned_labs(request, finder);
    std::vector<std::string> lines;
    std::size_t marked = 0;
    std::size_t unknown = 0;
    const bool has_deadline = std::ranges::any_of(all, [&](const PlannedLab& one) {
        return deadline_of(request.rules, *one.entry, *one.lab).has_value();
    });
    if (has_deadline) {
        lines.push_back(fmt::format("times without a zone are taken as {}",
                                    request.rules.timezone.empty()
                                        ? "this machine's; timezone in grading.toml sets another"
                                        : request.rules.timezone + "'s"));
    } else if (request.rules.late.percent_per_day > 0 && !all.empty()) {
        lines.push_back("[late] takes nothing off: grading.toml and the roster give no deadline");
    }
    for (const PlannedLab& one : all) {
        marked += one.time.is_marked_late ? 1 : 0;
        unknown += !one.time.moment && !one.time.is_marked_late && !one.time.is_in_time &&
                           deadline_of(request.rules, *one.entry, *one.lab)
                       ? 1
                       : 0;
    }
    constexpr const char* how =
        "To give the times, add columns submitted-05 and so on to the roster";
    if (unknown > 0) {
        lines.push_back(
            fmt::format("when {} handed in is not known: none of them counts as late. "
                        "{}, or take the files' times with --file-times",
                        unknown == 1 ? "1 lab was" : fmt::format("{} labs were", unknown), how));
    }
    if (marked > 0) {
        lines.push_back(fmt::format("{} marked late by the platform, which does not say when: "
                                    "nothing was taken off. {}",
                                    marked == 1 ? "1 lab is" : fmt::format("{} labs are", marked),
                                    how));
    }
    for (const Lab& lab : request.labs) {
        std::size_t count = 0;
        std::size_t late = 0;
        std::string from;
        for (const PlannedLab& one : all) {
            if (one.lab == &lab &&
                (one.time.moment || one.time.is_marked_late || one.time.is_in_time)) {
                ++count;
                late += one.days_late > 0 || one.time.is_marked_late ? 1 : 0;
                from = one.time.from;
            }
        }
        if (count >= many && late == count) {
            lines.push_back(fmt::format(
                "all {} who handed in {} are late{}: is that the deadline, and are these the times "
                "of handing in? ./lab grade --plan shows them",
                count, lab.id, from.empty() ? "" : " by " + one_line(from)));
        }
    }
    return lines;
}

bool is_anything_handed_in(const GradingRequest& request) {
    return std::ranges::any_of(request.roster, [&](const RosterEntry& entry) {
        return (request.rules.quiz_points > 0 && request.hand_ins.answers.count(entry.id) != 0) ||
               std::ranges::any_of(request.labs, [&](const Lab& lab) {
                   return request.hand_ins.find(entry.id, lab.id) != nullptr;
               });
    });
}

} // namespace kit
