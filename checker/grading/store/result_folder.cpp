#include "checker/grading/store/result_folder.hpp"

#include "checker/check/check_submission.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/grading/model/encodings.hpp"
#include "checker/grading/writers/formats.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace kit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t longest_name = 120;

std::optional<Json> read_json(const fs::path& path) {
    const std::optional<std::string> text = read_file_if_there(path);
    if (!text) {
        return std::nullopt;
    }
    Json json = Json::parse(*text, nullptr, false);
    return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

std::string dumped(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

fs::path check_path(const fs::path& folder, const std::string& key, const char* ending) {
    return folder / "checks" / (key + ending);
}

} // namespace

std::string file_name_for(std::string_view text) {
    bool first = true;
    std::string name = percent_encoded(text, [&](char letter) {
        const bool inside = !std::exchange(first, false);
        return is_letter_or_digit(letter) || letter == '_' ||
               (inside && (letter == '.' || letter == '-'));
    });
    if (name.size() > longest_name) {
        // Only a cut name has "%-" in it.
        name = name.substr(0, longest_name - 34) + "%-" + sha256_of(text).substr(0, 32);
    }
    return name;
}

ResultFolder::ResultFolder(fs::path folder) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error || !fs::is_directory(folder_, error)) {
        throw KitError(fmt::format("{}: cannot make the folder for results: {}", folder_.string(),
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
    replace_file(path, dumped({{"seed", seed}}));
    return seed;
}

bool ResultFolder::has_check(const std::string& key) const {
    return check(key).has_value();
}

std::optional<Json> ResultFolder::check(const std::string& key) const {
    return read_json(check_path(folder_, key, ".json"));
}

void ResultFolder::keep_check(const std::string& key, std::string_view json) const {
    replace_file(check_path(folder_, key, ".json"), json);
    std::error_code none;
    fs::remove(check_path(folder_, key, ".error"), none);
}

std::string ResultFolder::error(const std::string& key) const {
    return read_file_if_there(check_path(folder_, key, ".error")).value_or("");
}

void ResultFolder::keep_error(const std::string& key, const std::string& why) const {
    replace_file(check_path(folder_, key, ".error"), why);
}

void ResultFolder::forget(const std::string& key) const {
    for (const char* ending : {".json", ".error"}) {
        std::error_code none;
        fs::remove(check_path(folder_, key, ending), none);
    }
}

void ResultFolder::keep_grade(const std::string& student, const GradedItem& lab) const {
    replace_file(folder_ / "students" / file_name_for(student) / (lab.id + ".json"),
                 dumped(grade_document(student, lab)));
}

std::optional<Json> ResultFolder::grade(const std::string& student, const std::string& lab) const {
    return read_json(folder_ / "students" / file_name_for(student) / (lab + ".json"));
}

} // namespace kit
