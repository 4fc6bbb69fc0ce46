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
constexpr const char* key_name = "check_key";

std::optional<Json> read_json(const fs::path& path) {
    std::error_code error;
    const auto type = fs::status(path, error).type();
    if (type != fs::file_type::regular && type != fs::file_type::unknown) {
        return std::nullopt; // nor a folder, a pipe or a device
    }
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

/// Removes what is not a regular file (a folder, a pipe, a link), so that the file can be written.
void clear_place(const fs::path& path) {
    std::error_code error;
    const auto type = fs::symlink_status(path, error).type();
    if (type != fs::file_type::regular && type != fs::file_type::not_found) {
        fs::remove_all(path, error);
    }
}

/// The result with its own key in it, by which another's result in this place is told.
std::string with_key(std::string_view result, const std::string& key) {
    Json json = Json::parse(result, nullptr, false);
    if (!json.is_object()) {
        return std::string(result);
    }
    json[key_name] = key;
    return dumped(json);
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
    std::optional<Json> json = read_json(check_path(folder_, key, ".json"));
    const bool is_own =
        json && json->is_object() && json->contains(key_name) && json->at(key_name) == key;
    return is_own ? std::move(json) : std::nullopt;
}

void ResultFolder::keep_check(const std::string& key, std::string_view json) const {
    const fs::path path = check_path(folder_, key, ".json");
    clear_place(path);
    replace_file(path, with_key(json, key));
    std::error_code none;
    fs::remove_all(check_path(folder_, key, ".error"), none);
}

std::string ResultFolder::error(const std::string& key) const {
    const fs::path path = check_path(folder_, key, ".error");
    std::error_code none;
    return fs::is_regular_file(path, none) ? read_file_if_there(path).value_or("") : "";
}

void ResultFolder::keep_error(const std::string& key, const std::string& why) const {
    const fs::path path = check_path(folder_, key, ".error");
    clear_place(path);
    replace_file(path, why);
}

void ResultFolder::forget(const std::string& key) const {
    for (const char* ending : {".json", ".error"}) {
        std::error_code none;
        fs::remove_all(check_path(folder_, key, ending), none);
    }
}

void ResultFolder::keep_grade(const std::string& student, const GradedItem& lab) const {
    const fs::path path = folder_ / "students" / file_name_for(student) / (lab.id + ".json");
    std::error_code error;
    if (!fs::is_directory(path.parent_path(), error)) {
        fs::remove(path.parent_path(), error);
    }
    clear_place(path);
    replace_file(path, dumped(grade_document(student, lab)));
}

std::optional<Json> ResultFolder::grade(const std::string& student, const std::string& lab) const {
    return read_json(folder_ / "students" / file_name_for(student) / (lab + ".json"));
}

} // namespace kit
