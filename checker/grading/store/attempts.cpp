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

std::optional<Attempt> attempt_from(const Json& json) {
    try {
        const auto graded = parse_moment(json.at("graded"));
        const std::string verdict = json.at("verdict");
        if (!graded || (verdict != name(Outcome::passed) && verdict != name(Outcome::failed))) {
            return std::nullopt;
        }
        const Json& submitted = json.at("submitted");
        return Attempt{
            *graded,           submitted.is_string() ? parse_moment(submitted) : std::nullopt,
            json.at("sha256"), verdict == name(Outcome::passed) ? Outcome::passed : Outcome::failed,
            json.at("points"), json.at("max_points"),
            json.at("finding")};
    } catch (const Json::exception&) {
        return std::nullopt;
    }
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
    const auto first = std::ranges::find_if(
        findings, [](const Finding& finding) { return finding.severity == Severity::error; });
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
