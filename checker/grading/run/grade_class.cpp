#include "checker/grading/run/grade_class.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/grading/class_folder/archives.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/grading/rules/item_points.hpp"
#include "checker/grading/run/in_copies.hpp"
#include "checker/grading/store/attempts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// A student's lab, by their places in the request.
struct Place {
    std::size_t student = 0;
    std::size_t lab = 0;
};

/// Whether a kept result can be read, as one of this lab. Else the file is checked again.
bool is_whole(const std::optional<Json>& document, const std::string& lab) {
    try {
        return document && document->value("lab", "") == lab &&
               checked_submission_from(*document, "").outcome != Outcome::error;
    } catch (const KitError&) {
        return false;
    } catch (const nlohmann::json::exception&) {
        return false;
    }
}

class Grading {
public:
    Grading(const GradingRequest& request, const SubmissionFinder& finder,
            const ResultFolder& results, const std::function<void(const GradingState&)>& shown)
        : request_(request), finder_(finder), results_(results), shown_(shown) {}

    GradedClass run(const Executor& executor) {
        name_class();
        graded_.not_recognized = request_.hand_ins.not_recognized;
        graded_.gradebook = request_.gradebook;
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
            std::error_code error;
            if (!std::filesystem::is_directory(request_.folder, error)) {
                graded_.title = without_archive_ending(graded_.title);
            }
        }
        graded_.kit_version = KIT_VERSION;
        graded_.seed = request_.settings.seed;
        for (const Lab& lab : request_.labs) {
            graded_.items.push_back(
                {lab.number, lab.id, lab.title, lab.source, static_cast<double>(lab.points)});
        }
        if (request_.rules.quiz_points > 0) {
            graded_.items.push_back(quiz_facts(request_.rules.quiz_points));
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
                std::vector<GradedItem>& items = graded_.students.back().items;
                items.push_back(graded_quiz_in_copy(answers_of(entry), request_.rules));
                if (items.back().state == GradedItem::State::refused) {
                    items.back().state = state_of_doubt();
                }
                decide(entry.id, items.back());
            }
        }
        // Known results are graded before the first check begins.
        std::vector<std::string> known;
        for (const auto& [key, places] : waiting_) {
            if (is_whole(results_.check(key), request_.labs[places.front().lab].id)) {
                known.push_back(key);
            }
        }
        for (const std::string& key : known) {
            state_.known += waiting_.at(key).size();
            finish(key);
        }
        std::erase_if(tasks, [&](const CheckTask& task) { return waiting_.count(task.key) == 0; });
        return tasks;
    }

    [[nodiscard]] HandedIn answers_of(const RosterEntry& entry) const {
        const auto found = request_.hand_ins.answers.find(entry.id);
        return found == request_.hand_ins.answers.end() ? HandedIn{}
                                                        : finder_.read_bytes(found->second);
    }

    void plan_lab(const RosterEntry& entry, std::size_t number, const std::string& identity,
                  std::vector<CheckTask>& tasks, std::set<std::string>& forgotten) {
        const Lab& lab = request_.labs[number];
        const Place place{graded_.students.size() - 1, number};
        GradedItem& graded = graded_.students.back().items.emplace_back();
        graded.id = lab.id;
        const bool anew =
            request_.anew.count(lab.id) != 0 &&
            (request_.anew_students.empty() || request_.anew_students.count(entry.id) != 0);
        if (request_.keeps_others && !anew) {
            if (auto kept = results_.kept_item(entry.id, lab.id)) {
                graded = std::move(*kept);
                graded.attempts = attempts_with(graded, entry.id, results_, now_);
                decide(entry.id, graded);
                results_.keep_grade(entry.id, graded);
                return;
            }
        }
        const Submission* submission = request_.hand_ins.find(entry.id, lab.id);
        if (submission == nullptr) {
            const auto deadline = deadline_of(request_.rules, entry, lab);
            const bool is_due = !deadline || *deadline <= std::chrono::system_clock::now();
            const std::string nobodys = is_due ? request_.hand_ins.nobodys() : "";
            graded.reason = request_.hand_ins.why_missing(entry.id);
            if (request_.hand_ins.needs_look(entry.id)) {
                graded.state = state_of_doubt();
            } else if (!nobodys.empty() && !request_.by_autograder) {
                graded.state = state_of_doubt();
                graded.reason += (graded.reason.empty() ? "" : "; ") + nobodys;
            } else if (const auto before = attempts_with(graded, entry.id, results_, now_);
                       !before.empty() && graded.reason.empty()) {
                graded.state = state_of_doubt();
                graded.reason = fmt::format("what was graded on {} is not there any more",
                                            local_moment_text(before.back().graded));
            }
            grade(place, graded);
            return;
        }
        HandedIn handed_in = finder_.read(submission->file);
        graded.file = submission->file;
        graded.matched_by = submission->matched_by;
        graded.notes = submission->notes;
        if (handed_in.file.empty()) { // since the folder was looked through
            graded.state = state_of_doubt();
            graded.reason = "it was there when the class was looked through, and is not any more";
            grade(place, graded);
            return;
        }
        if (!handed_in.reason.empty()) {
            graded.state = state_of_doubt();
            graded.reason = std::move(handed_in.reason);
            grade(place, graded);
            return;
        }
        if (!submission->doubt.empty() && !request_.by_autograder) {
            graded.state = GradedItem::State::needs_look;
            graded.reason = submission->doubt;
            grade(place, graded);
            return;
        }
        HandInTime time = hand_in_time(request_, entry, lab, *submission, handed_in);
        graded.submitted = time.moment;
        graded.submitted_from = std::move(time.from);
        graded.submitted_is_file_time = time.is_file_time;
        graded.marked_late = time.is_marked_late;
        graded.sha256 = sha256_of(handed_in.text);
        graded.check_key = check_key(graded.sha256, identity);
        ++state_.all;
        if (anew && forgotten.insert(graded.check_key).second) {
            results_.forget(graded.check_key);
        }
        std::vector<Place>& places = waiting_[graded.check_key];
        if (places.empty()) {
            tasks.push_back({graded.check_key, lab.id, graded.file, graded.sha256});
        }
        places.push_back(place);
    }

    /// The state of a lab that a person must look at. On a platform nobody does before the student reads the result.
    [[nodiscard]] GradedItem::State state_of_doubt() const {
        return request_.by_autograder ? GradedItem::State::refused : GradedItem::State::needs_look;
    }

    /// Grades everybody who waits for this check.
    void finish(const std::string& key) {
        const auto document = results_.check(key);
        const auto found = waiting_.find(key);
        if (found == waiting_.end()) {
            return;
        }
        for (const Place& place : found->second) {
            const GradedStudent& student = graded_.students[place.student];
            GradedItem& graded = graded_.students[place.student].items[place.lab];
            take_result(graded, key, document);
            grade(place, graded);
            ++state_.done;
            state_.last =
                fmt::format("{} · {}: {}", student.id, graded.id,
                            graded.check ? name(graded.check->outcome) : name(graded.state));
        }
        waiting_.erase(found);
    }

    void take_result(GradedItem& graded, const std::string& key,
                     const std::optional<Json>& document) {
        if (document) {
            try {
                graded.check = checked_submission_from(*document, graded.file);
                graded.state = GradedItem::State::graded;
                return;
            } catch (const KitError& error) {
                results_.forget(key); // the next grading checks the file again
                graded.reason = error.what();
            }
        } else {
            graded.reason = results_.error(key);
        }
        graded.state = GradedItem::State::error;
        ++state_.errors;
    }

    void grade(const Place& place, GradedItem& graded) {
        const Lab& lab = request_.labs[place.lab];
        const std::string& student = graded_.students[place.student].id;
        const auto deadline = deadline_of(request_.rules, request_.roster[place.student], lab);
        if (graded.state == GradedItem::State::missing && deadline &&
            *deadline > std::chrono::system_clock::now()) {
            graded.state = GradedItem::State::not_due;
        }
        add_points(graded, lab, request_.rules, deadline);
        // Before any doubt or decision: attempts are what the kit found.
        graded.attempts = attempts_with(graded, student, results_, now_);
        const Submission* const submission = request_.hand_ins.find(student, lab.id);
        mark_doubt(graded,
                   submission == nullptr || request_.by_autograder ? "" : submission->other_lab);
        decide(student, graded);
        note_change(student, graded);
        results_.keep_grade(student, graded);
    }

    /// What the instructor decided comes before what was computed.
    void decide(const std::string& student, GradedItem& item) const {
        for (const SetByHand& decision : request_.decisions) {
            if (decision.student == student && decision.item == item.id) {
                set_by_hand(item, decision);
            }
        }
    }

    /// Compares with what was kept of the last grading.
    void note_change(const std::string& student, const GradedItem& item) {
        const auto before = results_.grade(student, item.id);
        if (!before) {
            return;
        }
        GradeChange change;
        change.student = student;
        change.item = item.id;
        const auto value = [&](const char* key) { return before->value(key, Json()); };
        if (value("points").is_number()) {
            change.points_before = value("points").get<double>();
        }
        change.state_before = value("state").is_string() ? value("state") : "";
        change.state = name(item.state);
        change.points = item.known() ? std::optional(item.points) : std::nullopt;
        change.new_file = value("sha256") != item.sha256 && !item.sha256.empty();
        if (change.new_file || change.points != change.points_before ||
            change.state != change.state_before) {
            graded_.changes.push_back(std::move(change));
        }
    }

    static void add_up(GradedStudent& student) {
        student.points = 0;
        student.max_points = 0;
        for (const GradedItem& item : student.items) {
            if (item.counts()) {
                student.points += item.known() ? item.points : 0;
                student.max_points += item.max_points;
                student.complete = student.complete && item.known();
            }
        }
        student.points = std::round(student.points * 100) / 100;
    }

    const GradingRequest& request_;
    const SubmissionFinder& finder_;
    const ResultFolder& results_;
    const std::function<void(const GradingState&)>& shown_;
    std::chrono::sys_seconds now_ =
        std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    GradedClass graded_;
    GradingState state_;
    std::map<std::string, std::vector<Place>> waiting_; ///< by the check's key
};

} // namespace

HandInTime hand_in_time(const GradingRequest& request, const RosterEntry& entry, const Lab& lab,
                        const Submission& submission, const HandedIn& handed_in) {
    if (const auto given = entry.submitted.find(lab.number); given != entry.submitted.end()) {
        return {given->second, "the roster", false, false, false};
    }
    const auto of_worksheet = entry.submitted.find(0);
    if (of_worksheet != entry.submitted.end() && request.labs.size() == 1) {
        return {of_worksheet->second, "Moodle's worksheet", false, false, false};
    }
    if (submission.submitted) {
        return {submission.submitted, submission.submitted_from, false, false, false};
    }
    if (request.file_times) {
        return {handed_in.modified, "the file's time", true, false, false};
    }
    return {std::nullopt, "", false, submission.marked_late, submission.marked_in_time};
}

std::optional<std::chrono::sys_seconds> deadline_of(const GradingRules& rules,
                                                    const RosterEntry& entry, const Lab& lab) {
    if (entry.deadline) {
        return entry.deadline;
    }
    const auto own = rules.deadlines.find(lab.id);
    return own == rules.deadlines.end() ? rules.deadline : own->second;
}

GradedClass grade_class(const GradingRequest& request, const SubmissionFinder& finder,
                        const ResultFolder& results, const Executor& executor,
                        const std::function<void(const GradingState&)>& shown) {
    return Grading(request, finder, results, shown).run(executor);
}

std::vector<CheckTask> share_of_checks(const GradingRequest& request,
                                       const SubmissionFinder& finder, const ResultFolder& results,
                                       std::size_t first, std::size_t all) {
    std::map<std::string, CheckTask> needed;
    for (const Lab& lab : request.labs) {
        const std::string identity = settings_identity(lab, request.settings);
        for (const RosterEntry& entry : request.roster) {
            const Submission* submission = request.hand_ins.find(entry.id, lab.id);
            const HandedIn file =
                submission == nullptr ? HandedIn{} : finder.read(submission->file);
            if (submission != nullptr && submission->doubt.empty() && file.reason.empty()) {
                const std::string sha256 = sha256_of(file.text);
                const std::string key = check_key(sha256, identity);
                needed.emplace(key, CheckTask{key, lab.id, submission->file, sha256});
            }
        }
    }
    std::vector<CheckTask> share;
    std::size_t number = 0;
    for (const auto& [key, task] : needed) {
        if (number++ % all == first && !is_whole(results.check(key), task.lab)) {
            share.push_back(task);
        }
    }
    return share;
}

} // namespace kit
