#include "checker/grading/run/grade_class.hpp"

#include "checker/grading/points/lab_points.hpp"
#include "checker/grading/points/quiz_points.hpp"
#include "checker/grading/store/check_document.hpp"
#include "checker/grading/store/sha256.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace kit {

namespace {

/// A student's lab and who waits for the same check.
struct Place {
    std::size_t student = 0;
    std::size_t lab = 0;
};

class Grading {
public:
    Grading(const GradingRequest& request, const SubmissionFinder& finder,
            const ResultFolder& results, const std::function<void(const GradingState&)>& shown)
        : request_(request), finder_(finder), results_(results), shown_(shown) {}

    GradedClass run(const Executor& executor) {
        name_class();
        std::vector<CheckTask> tasks = plan();
        shown_(state_);
        executor(tasks, [&](std::size_t task) {
            if (task != SIZE_MAX) {
                finish(tasks[task].key);
            }
            shown_(state_);
        });
        for (GradedStudent& student : graded_.students) {
            add_up(student);
        }
        return std::move(graded_);
    }

private:
    void name_class() {
        graded_.title = request_.rules.title;
        if (graded_.title.empty()) {
            graded_.title = std::filesystem::absolute(request_.folder / ".")
                                .lexically_normal()
                                .parent_path()
                                .filename()
                                .string();
        }
        graded_.kit_version = KIT_VERSION;
        graded_.seed = request_.settings.seed;
        for (const Lab& lab : request_.labs) {
            graded_.labs.push_back(
                {lab.number, lab.id, lab.title, lab.source, static_cast<double>(lab.points)});
        }
    }

    std::vector<CheckTask> plan() {
        std::vector<std::string> identities;
        for (const Lab& lab : request_.labs) {
            identities.push_back(settings_identity(lab, request_.settings));
        }
        std::vector<CheckTask> tasks;
        std::set<std::string> forgotten;
        for (const RosterEntry& entry : request_.roster) {
            GradedStudent student;
            student.id = entry.id;
            student.name = entry.name;
            student.email = entry.email;
            student.columns = entry.columns;
            graded_.students.push_back(std::move(student));
            for (std::size_t lab = 0; lab < request_.labs.size(); ++lab) {
                plan_lab(entry, lab, identities[lab], tasks, forgotten);
            }
            if (request_.rules.quiz_points > 0) {
                graded_.students.back().quiz =
                    graded_quiz(finder_.find_answers(entry), request_.rules);
            }
        }
        // What is known is graded before the first check begins.
        for (const auto& [key, places] : waiting_) {
            if (results_.has_check(key)) {
                known_.push_back(key);
            }
        }
        for (const std::string& key : known_) {
            state_.known += waiting_.at(key).size();
            finish(key);
        }
        std::erase_if(tasks, [&](const CheckTask& task) { return waiting_.count(task.key) == 0; });
        return tasks;
    }

    void plan_lab(const RosterEntry& entry, std::size_t number, const std::string& identity,
                  std::vector<CheckTask>& tasks, std::set<std::string>& forgotten) {
        const Lab& lab = request_.labs[number];
        GradedStudent& student = graded_.students.back();
        student.labs.emplace_back();
        GradedLab& graded = student.labs.back();
        graded.lab = lab.id;
        HandedIn handed_in = finder_.find(entry, lab);
        graded.file = std::move(handed_in.file);
        if (graded.file.empty() || !handed_in.reason.empty()) {
            graded.state =
                graded.file.empty() ? GradedLab::State::missing : GradedLab::State::refused;
            graded.reason = std::move(handed_in.reason);
            grade(student, lab, graded);
            return;
        }
        const auto told = entry.submitted.find(lab.number);
        graded.submitted = told != entry.submitted.end() ? told->second : handed_in.modified;
        graded.sha256 = sha256_of(handed_in.text);
        graded.check_key = check_key(graded.sha256, identity);
        ++state_.all;
        const bool anew =
            request_.anew.count(lab.id) != 0 &&
            (request_.anew_students.empty() || request_.anew_students.count(entry.id) != 0);
        if (anew && forgotten.insert(graded.check_key).second) {
            results_.forget(graded.check_key);
        }
        std::vector<Place>& places = waiting_[graded.check_key];
        if (places.empty()) {
            tasks.push_back({graded.check_key, lab.id, graded.file, graded.sha256});
        }
        places.push_back({graded_.students.size() - 1, number});
    }

    /// Grades everybody who waits for this check.
    void finish(const std::string& key) {
        const auto document = results_.check(key);
        const auto found = waiting_.find(key);
        if (found == waiting_.end()) {
            return;
        }
        for (const Place& place : found->second) {
            GradedStudent& student = graded_.students[place.student];
            GradedLab& graded = student.labs[place.lab];
            if (document) {
                graded.state = GradedLab::State::graded;
                graded.check = checked_submission_from(*document, graded.file);
            } else {
                graded.state = GradedLab::State::error;
                graded.reason = results_.error(key);
                ++state_.errors;
            }
            grade(student, request_.labs[place.lab], graded);
            ++state_.done;
            state_.last =
                fmt::format("{} · {}: {}", student.id, graded.lab,
                            graded.check ? name(graded.check->outcome) : name(graded.state));
        }
        waiting_.erase(found);
    }

    void grade(const GradedStudent& student, const Lab& lab, GradedLab& graded) {
        std::optional<std::chrono::sys_seconds> deadline = request_.rules.deadline;
        if (const auto own = request_.rules.deadlines.find(lab.id);
            own != request_.rules.deadlines.end()) {
            deadline = own->second;
        }
        const auto entry =
            std::find_if(request_.roster.begin(), request_.roster.end(),
                         [&](const RosterEntry& one) { return one.id == student.id; });
        if (entry->deadline) {
            deadline = entry->deadline;
        }
        add_points(graded, lab, request_.rules, deadline);
        results_.keep_grade(student, graded);
    }

    static void add_up(GradedStudent& student) {
        student.points = 0;
        student.max_points = 0;
        for (const GradedLab& lab : student.labs) {
            student.points += lab.points;
            student.max_points += lab.max_points;
            student.complete = student.complete && lab.state != GradedLab::State::error;
        }
        if (student.quiz) {
            student.points += student.quiz->points;
            student.max_points += student.quiz->max_points;
        }
        student.points = std::round(student.points * 100) / 100;
    }

    const GradingRequest& request_;
    const SubmissionFinder& finder_;
    const ResultFolder& results_;
    const std::function<void(const GradingState&)>& shown_;
    GradedClass graded_;
    GradingState state_;
    std::map<std::string, std::vector<Place>> waiting_; ///< by the check's key
    std::vector<std::string> known_;
};

} // namespace

GradedClass grade_class(const GradingRequest& request, const SubmissionFinder& finder,
                        const ResultFolder& results, const Executor& executor,
                        const std::function<void(const GradingState&)>& shown) {
    return Grading(request, finder, results, shown).run(executor);
}

} // namespace kit
