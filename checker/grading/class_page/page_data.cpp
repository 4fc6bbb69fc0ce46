#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/grading/class_page/class_page.hpp"
#include "checker/grading/class_page/class_statistics.hpp"
#include "checker/grading/class_page/page_history.hpp"
#include "checker/grading/class_page/shared_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// Points to the hundredth: 12.5, not 12.500000000000002.
double rounded(double value) {
    return std::round(value * 100) / 100;
}

Json optional_number(const std::optional<double>& value) {
    return value ? Json(rounded(*value)) : Json(nullptr);
}

std::string thread_text(const ThreadPlace& place) {
    return fmt::format("thread ({},{},{}) of block ({},{},{}){}", place.thread[0], place.thread[1],
                       place.thread[2], place.block[0], place.block[1], place.block[2],
                       place.gpu ? fmt::format(" on GPU {}", *place.gpu) : "");
}

class PageData {
public:
    PageData() { texts_.place_of(""); }

    Json of(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
            const ShownSources& sources) {
        Json students = Json::array();
        for (const GradedStudent& student : graded.students) {
            places_.emplace(student.id, students.size());
            students.push_back(of(student));
        }
        const ClassStatistics statistics = statistics_of(graded);
        Json labs = Json::array();
        for (std::size_t i = 0; i < graded.labs().size(); ++i) {
            labs.push_back(of(graded.items[i], statistics.labs[i]));
        }
        return {{"title", graded.title},
                {"kit_version", graded.kit_version},
                {"seed", graded.seed},
                {"labs", std::move(labs)},
                {"totals", statistics.totals},
                {"incomplete", statistics.incomplete},
                {"mean", optional_number(statistics.mean)},
                {"median", optional_number(statistics.median)},
                {"students", std::move(students)},
                {"findings", findings_.values()},
                {"parts", parts_.values()},
                {"traffic", traffic_.values()},
                {"similar", of(similar, graded)},
                {"not_recognized", not_recognized(graded)},
                {"sources", page_sources(graded, sources)},
                {"attempts", page_attempts(graded)},
                {"texts", texts_.values()}};
    }

private:
    std::size_t text(const std::string& words) { return texts_.place_of(words); }

    Json of(const ItemFacts& facts, const LabStatistics& statistics) {
        Json findings = Json::array();
        for (const FindingCount& count : statistics.findings) {
            findings.push_back({name(count.kind), count.students});
        }
        Json worst = nullptr;
        if (statistics.worst) {
            worst = {name(statistics.worst->kind), statistics.worst->students};
        }
        Json worst_part = nullptr;
        if (!statistics.worst_part.empty()) {
            worst_part = {statistics.worst_part, statistics.worst_part_students};
        }
        return {{"id", facts.id},
                {"number", facts.number},
                {"title", facts.title},
                {"source", facts.source},
                {"max", rounded(facts.max_points)},
                {"passed", statistics.passed},
                {"failed", statistics.failed},
                {"refused", statistics.refused},
                {"missing", statistics.missing},
                {"errors", statistics.errors},
                {"late", statistics.late},
                {"mean", optional_number(statistics.mean_points)},
                {"findings", std::move(findings)},
                {"worst", std::move(worst)},
                {"worst_part", std::move(worst_part)}};
    }

    Json of(const GradedStudent& student) {
        Json labs = Json::array();
        for (const GradedItem& lab : student.labs()) {
            labs.push_back(of(lab, student.id));
        }
        Json columns = Json::array();
        for (const auto& [key, value] : student.columns) {
            columns.push_back({text(key), value});
        }
        if (!student.pseudonym.empty()) {
            columns.push_back({text("pseudonym"), student.pseudonym});
        }
        return {student.id,
                student.name == student.id ? "" : student.name,
                student.email,
                std::move(columns),
                rounded(student.points),
                rounded(student.max_points),
                student.complete ? 1 : 0,
                std::move(labs),
                student.quiz() != nullptr ? of_quiz(*student.quiz()) : Json(0)};
    }

    Json of(const GradedItem& lab, const std::string& id) {
        Json parts = Json::array();
        for (const PointsPart& part : lab.parts) {
            parts.push_back(parts_.place_of({name(part.kind), rounded(part.points),
                                             rounded(part.max_points), text(part.reason)}));
        }
        Json findings = Json::array();
        Json traffic = 0;
        Json time = 0;
        int outcome = 0;
        if (lab.check) {
            const CheckedSubmission& check = *lab.check;
            outcome = static_cast<int>(check.outcome);
            for (const Finding& finding : check.findings) {
                findings.push_back(findings_.place_of(of(finding, lab.file)));
            }
            if (check.traffic) {
                traffic = traffic_.place_of(of(*check.traffic)) + 1;
            }
            if (check.time) {
                time = of(*check.time);
            }
        }
        std::string reason = lab.reason;
        if (reason.empty() && lab.check) {
            reason = lab.check->kit_error;
        }
        if (reason.empty()) {
            reason = join(lab.notes, "; ");
        }
        if (lab.by_hand) {
            reason += (reason.empty() ? "" : ". ") + by_hand_text(lab);
        }
        // "by-hand" follows the states in data.js.
        const int state = lab.by_hand && lab.known() ? 7 : static_cast<int>(lab.state);
        Json entry = {state,
                      outcome,
                      rounded(lab.points),
                      text(without_id(lab.file, id)),
                      lab.submitted ? Json(lab.submitted->time_since_epoch().count()) : Json(0),
                      text(reason),
                      std::move(parts),
                      std::move(findings),
                      std::move(traffic),
                      std::move(time),
                      lab.has_trace ? Json(lab.check_key) : Json(0)};
        while (!entry.empty() && (entry.back() == 0 || entry.back().empty())) {
            entry.erase(entry.size() - 1);
        }
        return entry;
    }

    /// Most paths differ only in the student's id.
    static std::string without_id(std::string file, const std::string& id) {
        const auto at = id.empty() ? std::string::npos : file.find(id);
        return at == std::string::npos ? file : file.replace(at, id.size(), "\x1f");
    }

    /// Leaves out empty values.
    Json of(const Finding& finding, const std::string& file) {
        Json entry = {{"kind", name(finding.kind)}, {"message", text(finding.message)}};
        const auto add = [&](const char* key, const std::string& words) {
            if (!words.empty()) {
                entry[key] = text(words);
            }
        };
        if (finding.severity == Severity::warning) {
            entry["warning"] = 1;
        }
        for (const SourceLine& line : finding.lines) {
            Json place = {line.line, text(line.text)};
            if (line.file != file && !line.file.empty()) {
                place.push_back(text(line.file));
            }
            entry["lines"].push_back(std::move(place));
        }
        std::vector<std::string> threads;
        for (const ThreadPlace& place : finding.threads) {
            threads.push_back(thread_text(place));
        }
        add("threads", join(threads, "; "));
        add("array", finding.index && !finding.array.empty()
                         ? fmt::format("{}[{}]", finding.array, *finding.index)
                         : finding.array);
        if (finding.count != 1) {
            entry["count"] = finding.count;
        }
        add("cases", join(finding.cases, ", "));
        add("place", finding.place);
        add("detail", finding.detail);
        add("hint", finding.hint);
        if (finding.follows) {
            entry["follows"] = *finding.follows;
        }
        return entry;
    }

    static Json of(const CheckedTraffic& traffic) {
        const auto predicted = [](const std::optional<std::uint64_t>& bytes) {
            return bytes ? Json(*bytes) : Json(nullptr);
        };
        return {traffic.operations, traffic.load_bytes, traffic.store_bytes,
                predicted(traffic.predicted_load_bytes), predicted(traffic.predicted_store_bytes)};
    }

    Json of(const CheckedTime& time) {
        return {text(time.gpu), time.seconds, time.reference_seconds.value_or(0), time.operations,
                time.inconclusive ? 1 : 0};
    }

    Json of_quiz(const GradedItem& quiz) {
        Json exercises = Json::array();
        for (const GradedExercise& exercise : quiz.exercises) {
            exercises.push_back({text(exercise.id), exercise.right ? 1 : 0, text(exercise.reason)});
        }
        return {static_cast<int>(quiz.state), rounded(quiz.points), rounded(quiz.max_points),
                text(quiz.reason), std::move(exercises)};
    }

    /// Students by their places in the class; anybody else by name.
    Json of(const std::vector<LabSimilarity>& similar, const GradedClass& graded) {
        Json all = Json::array();
        for (const LabSimilarity& lab : similar) {
            const auto labs = graded.labs();
            const auto facts =
                std::ranges::find_if(labs, [&](const auto& one) { return one.id == lab.lab; });
            Json found = Json::array();
            for (const SimilarFiles& files : lab.result.found) {
                Json students = Json::array();
                for (const std::size_t file : files.files) {
                    const std::string& id = lab.students.at(file);
                    const auto place = places_.find(id);
                    students.push_back(place == places_.end() ? Json(id) : Json(place->second));
                }
                found.push_back({std::move(students), std::floor(files.similarity * 1000) / 1000,
                                 rounded(files.same_names), ranges_json(files.first_lines),
                                 ranges_json(files.second_lines), files.is_of_dolos ? 1 : 0});
            }
            all.push_back({{"lab", facts - labs.begin()},
                           {"left_out", lab.result.left_out},
                           {"too_small", lab.result.too_small},
                           {"found", std::move(found)}});
        }
        return all;
    }

    Json not_recognized(const GradedClass& graded) {
        Json all = Json::array();
        for (const NotRecognized& one : graded.not_recognized) {
            const auto place = places_.find(one.student);
            all.push_back({place == places_.end() ? Json(nullptr) : Json(place->second), one.file,
                           text(one.reason), one.is_other_attempt ? 1 : 0});
        }
        return all;
    }

    std::unordered_map<std::string_view, std::size_t> places_; ///< of students, by id
    SharedList texts_;
    SharedList findings_;
    SharedList parts_;
    SharedList traffic_;
};

} // namespace

std::string page_data(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                      const ShownSources& sources) {
    // Bytes that are not UTF-8, which file names may contain, become the replacement character.
    return script_json(ascii_json(PageData().of(graded, similar, sources)));
}

} // namespace kit
