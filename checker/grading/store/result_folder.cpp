#include "checker/grading/store/result_folder.hpp"

#include "checker/assessment/check_submission.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/store/sha256.hpp"
#include "checker/grading/store/whole_file.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace kit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t longest_name = 120;

std::optional<Json> read_json(const fs::path& path) {
    std::string text;
    if (!read_whole_file(path, text)) {
        return std::nullopt;
    }
    Json json = Json::parse(text, nullptr, false);
    return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

std::string dumped(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

fs::path check_path(const fs::path& folder, const std::string& key, const char* ending) {
    return folder / "checks" / (key + ending);
}

} // namespace

std::string file_name_for(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                           (letter >= '0' && letter <= '9') || letter == '_' ||
                           (i > 0 && (letter == '.' || letter == '-'));
        name += plain ? std::string(1, letter)
                      : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
    if (name.size() > longest_name) {
        // A cut name has a '%' where no other has one.
        name = name.substr(0, longest_name - 34) + "%-" + sha256_of(text).substr(0, 32);
    }
    return name;
}

ResultFolder::ResultFolder(fs::path folder) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error || !fs::is_directory(folder_, error)) {
        throw KitError(fmt::format("{}: the folder for results cannot be made: {}",
                                   folder_.string(),
                                   error ? error.message() : "a file is in its place"));
    }
}

std::uint64_t ResultFolder::seed(std::optional<std::uint64_t> asked) const {
    const fs::path path = folder_ / "class.json";
    const auto kept = read_json(path);
    std::uint64_t seed = 0;
    if (asked) {
        seed = *asked;
    } else if (kept && kept->contains("seed") && kept->at("seed").is_number_unsigned()) {
        seed = kept->at("seed");
    } else {
        seed = fresh_seed();
    }
    write_whole_file(path, dumped({{"seed", seed}}));
    return seed;
}

bool ResultFolder::has_check(const std::string& key) const {
    return check(key).has_value();
}

std::optional<Json> ResultFolder::check(const std::string& key) const {
    return read_json(check_path(folder_, key, ".json"));
}

void ResultFolder::keep_check(const std::string& key, std::string_view json) const {
    write_whole_file(check_path(folder_, key, ".json"), json);
    std::error_code none;
    fs::remove(check_path(folder_, key, ".error"), none);
}

std::string ResultFolder::error(const std::string& key) const {
    std::string why;
    read_whole_file(check_path(folder_, key, ".error"), why);
    return why;
}

void ResultFolder::keep_error(const std::string& key, const std::string& why) const {
    write_whole_file(check_path(folder_, key, ".error"), why);
}

void ResultFolder::forget(const std::string& key) const {
    for (const char* ending : {".json", ".error"}) {
        std::error_code none;
        fs::remove(check_path(folder_, key, ending), none);
    }
}

Json grade_document(const GradedStudent& student, const GradedLab& lab) {
    Json json;
    json["student"] = student.id;
    json["lab"] = lab.lab;
    json["state"] = name(lab.state);
    json["reason"] = text_or_null(lab.reason);
    json["file"] = text_or_null(lab.file);
    json["sha256"] = text_or_null(lab.sha256);
    json["submitted"] = lab.submitted ? Json(moment_text(*lab.submitted)) : Json(nullptr);
    json["check"] =
        lab.check_key.empty() ? Json(nullptr) : Json("checks/" + lab.check_key + ".json");
    json["verdict"] = lab.check ? Json(name(lab.check->outcome)) : Json(nullptr);
    const bool known = lab.state != GradedLab::State::error;
    json["points"] = known ? Json(lab.points) : Json(nullptr);
    json["max_points"] = lab.max_points;
    json["parts"] = Json::array();
    for (const PointsPart& part : lab.parts) {
        json["parts"].push_back({{"kind", name(part.kind)},
                                 {"points", part.points},
                                 {"max_points", part.max_points},
                                 {"reason", part.reason}});
    }
    return json;
}

void ResultFolder::keep_grade(const GradedStudent& student, const GradedLab& lab) const {
    write_whole_file(folder_ / "students" / file_name_for(student.id) / (lab.lab + ".json"),
                     dumped(grade_document(student, lab)));
}

std::optional<Json> ResultFolder::grade(const std::string& student, const std::string& lab) const {
    return read_json(folder_ / "students" / file_name_for(student) / (lab + ".json"));
}

} // namespace kit
