#include "checker/grading/store/attempts.hpp"

#include "checker/grading/model/moment.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

std::string text_in(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_in(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

std::optional<Attempt> attempt_from(const Json& json) {
    if (!json.is_object()) {
        return std::nullopt;
    }
    const auto graded = parse_moment(text_in(json, "graded"));
    const std::string verdict = text_in(json, "verdict");
    if (!graded || (verdict != name(Outcome::passed) && verdict != name(Outcome::failed))) {
        return std::nullopt;
    }
    Attempt attempt;
    attempt.graded = *graded;
    attempt.submitted = parse_moment(text_in(json, "submitted"));
    attempt.sha256 = text_in(json, "sha256");
    attempt.outcome = verdict == name(Outcome::passed) ? Outcome::passed : Outcome::failed;
    attempt.points = number_in(json, "points");
    attempt.max_points = number_in(json, "max_points");
    attempt.finding = text_in(json, "finding");
    return attempt;
}

Json json_of(const Attempt& attempt) {
    return {
        {"graded", moment_text(attempt.graded)},
        {"submitted", attempt.submitted ? Json(moment_text(*attempt.submitted)) : Json(nullptr)},
        {"sha256", attempt.sha256},
        {"verdict", name(attempt.outcome)},
        {"points", attempt.points},
        {"max_points", attempt.max_points},
        {"finding", attempt.finding}};
}

std::vector<Attempt> kept_attempts(const GradedItem& lab, const std::string& student,
                                   const ResultFolder& results) {
    std::vector<Attempt> attempts;
    const std::optional<Json> document = results.attempts(student, lab.id);
    if (document && document->is_object() && document->contains("attempts")) {
        for (const Json& one : document->at("attempts")) {
            if (std::optional<Attempt> attempt = attempt_from(one)) {
                attempts.push_back(std::move(*attempt));
            }
        }
    }
    return attempts;
}

Attempt attempt_of(const GradedItem& lab, std::chrono::sys_seconds now) {
    Attempt attempt{now,        lab.submitted,  lab.sha256, lab.check->outcome,
                    lab.points, lab.max_points, ""};
    const auto& findings = lab.check->findings;
    const auto first = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::error;
    });
    if (first != findings.end()) {
        attempt.finding = name(first->kind);
    }
    return attempt;
}

bool is_same(const Attempt& one, const Attempt& other) {
    return one.sha256 == other.sha256 && one.outcome == other.outcome &&
           std::abs(one.points - other.points) < 0.005 &&
           std::abs(one.max_points - other.max_points) < 0.005;
}

} // namespace

std::vector<Attempt> attempts_with(const GradedItem& lab, const std::string& student,
                                   const ResultFolder& results, std::chrono::sys_seconds now) {
    std::vector<Attempt> attempts = kept_attempts(lab, student, results);
    if (lab.state != GradedItem::State::graded || !lab.check ||
        lab.check->outcome == Outcome::error) {
        return attempts;
    }
    Attempt attempt = attempt_of(lab, now);
    if (!attempts.empty() && is_same(attempts.back(), attempt)) {
        return attempts;
    }
    attempts.push_back(std::move(attempt));
    if (attempts.size() > most_attempts) {
        attempts.erase(attempts.begin() + 1);
    }
    Json all = Json::array();
    for (const Attempt& one : attempts) {
        all.push_back(json_of(one));
    }
    results.keep_attempts(student, lab.id, {{"attempts", std::move(all)}});
    return attempts;
}

} // namespace kit
