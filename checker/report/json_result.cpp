#include "checker/report/json_result.hpp"

#include "checker/base/errors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <initializer_list>
#include <optional>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

KitError unknown(const std::string& word) {
    return KitError(fmt::format("a stored result has \"{}\", which this version does not know: "
                                "remove the results folder and grade again",
                                word));
}

KitError damaged(const std::string& how) {
    return KitError(fmt::format("a stored result cannot be read: {}; remove the results folder "
                                "and grade again",
                                how));
}

/// The value with this name.
template <class Value>
Value named(std::initializer_list<Value> values, const std::string& wanted) {
    for (const Value value : values) {
        if (name(value) == wanted) {
            return value;
        }
    }
    throw unknown(wanted);
}

Outcome outcome_from(const Json& json) {
    return named({Outcome::passed, Outcome::failed, Outcome::error}, json.get<std::string>());
}

FindingKind kind_from(const std::string& word) {
    const std::optional<FindingKind> kind = kind_named(word);
    return kind ? *kind : throw unknown(word);
}

std::string text_from(const Json& json) {
    return json.is_null() ? "" : json.get<std::string>();
}

template <class Value>
std::optional<Value> optional_from(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(json.get<Value>());
}

Finding finding_from(const Json& json, const std::string& file) {
    Finding finding;
    finding.kind = kind_from(json.at("kind").get<std::string>());
    finding.severity =
        named({Severity::error, Severity::warning}, json.at("severity").get<std::string>());
    finding.message = json.at("message");
    for (const Json& line : json.at("lines")) {
        finding.lines.push_back({file, optional_from<int>(line.at("line")).value_or(0),
                                 optional_from<int>(line.at("column")).value_or(0),
                                 text_from(line.at("text")), text_from(line.at("expansion"))});
    }
    for (const Json& place : json.at("threads")) {
        finding.threads.push_back({place.at("block"), place.at("thread")});
        if (place.contains("gpu")) {
            finding.threads.back().gpu = place.at("gpu").get<unsigned>();
        }
    }
    finding.array = text_from(json.at("array"));
    finding.index = optional_from<std::int64_t>(json.at("index"));
    finding.count = json.at("count");
    finding.cases = json.at("cases").get<std::vector<std::string>>();
    finding.detail = text_from(json.at("detail"));
    finding.hint = text_from(json.at("hint"));
    finding.place = text_from(json.at("place"));
    if (!json.at("explanation").is_null()) {
        Explanation explanation;
        explanation.id = json.at("explanation");
        finding.explanations.push_back(explanation);
    }
    finding.follows = optional_from<std::size_t>(json.at("follows"));
    return finding;
}

TriedPart part_from(const Json& json) {
    const auto state = part_state_named(json.at("state").get<std::string>());
    const std::string shows = text_from(json.at("shows"));
    return {json.at("number"), json.at("title"), json.at("line"),
            state ? *state : throw unknown(json.at("state")),
            shows.empty() ? std::nullopt : std::optional(kind_from(shows))};
}

CheckedTraffic traffic_from(const Json& counters) {
    const auto of = [&](const char* key, const char* side) {
        return optional_from<std::uint64_t>(counters.at(key).at(side));
    };
    CheckedTraffic traffic;
    traffic.operations = of("operations", "predicted").value_or(0);
    traffic.load_bytes = of("global_load_bytes", "counted").value_or(0);
    traffic.store_bytes = of("global_store_bytes", "counted").value_or(0);
    traffic.predicted_load_bytes = of("global_load_bytes", "predicted");
    traffic.predicted_store_bytes = of("global_store_bytes", "predicted");
    traffic.sectors = of("global_load_sectors", "counted").value_or(0) +
                      of("global_store_sectors", "counted").value_or(0);
    return traffic;
}

CheckedTime time_from(const Json& timing, const std::string& lab) {
    CheckedTime time;
    time.gpu = timing.at("gpu");
    time.seconds = timing.at("cold").at("seconds");
    time.operations = timing.at("operations");
    time.bytes = timing.at("bytes");
    time.inconclusive = timing.at("inconclusive");
    // A submission is compared only with the lab's own solution.
    if (timing.at("baseline_lab") == lab && !timing.at("baseline").is_null()) {
        time.reference_seconds = timing.at("baseline").at("seconds").get<double>();
    }
    return time;
}

} // namespace

CheckedSubmission checked_submission_from(const Json& document, const std::string& file) {
    try {
        CheckedSubmission checked;
        checked.outcome = outcome_from(document.at("verdict"));
        checked.score = document.at("score");
        checked.max_score = document.at("max_score");
        constexpr std::size_t most_axes = 3;
        for (const Json& one : document.at("cases")) {
            checked.cases.push_back({one.at("extents").get<std::vector<std::int64_t>>(),
                                     text_from(one.at("variant")), outcome_from(one.at("verdict")),
                                     one.at("drawn")});
            const std::size_t axes = checked.cases.back().extents.size();
            if (axes == 0 || axes > most_axes) {
                throw damaged(fmt::format("a case has {} extents", axes));
            }
        }
        const std::size_t findings = document.at("findings").size();
        for (const Json& finding : document.at("findings")) {
            checked.findings.push_back(finding_from(finding, file));
            if (checked.findings.back().follows.value_or(0) >= findings) {
                throw damaged("a finding follows one that is not there");
            }
        }
        if (checked.outcome == Outcome::passed && has_error(checked.findings)) {
            throw damaged("it passed and has errors");
        }
        if (document.contains("parts")) {
            for (const Json& part : document.at("parts")) {
                checked.parts.parts.push_back(part_from(part));
            }
            checked.parts.outside_is_wrong = document.at("outside_parts_is_wrong");
        }
        if (!document.at("counters").is_null()) {
            checked.traffic = traffic_from(document.at("counters"));
        }
        if (!document.at("timing").is_null()) {
            checked.time = time_from(document.at("timing"), document.at("lab"));
        }
        return checked;
    } catch (const nlohmann::json::exception& error) {
        throw damaged(error.what());
    }
}

} // namespace kit
