#include "checker/grading/store/result_folder.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/grading/writers/formats.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <stdexcept>
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
    Json json = ordered_json_if_any(*text);
    return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

std::string dumped(const Json& json) {
    return indented_json(json);
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

/// The place of a student's lab below a folder of the results.
fs::path place_of(const fs::path& folder, const std::string& student, const std::string& lab) {
    return folder / file_name_for(student) / (lab + ".json");
}

/// Makes room for a file that is two folders deep, whatever lies there.
void clear_place_in_folder(const fs::path& path) {
    std::error_code error;
    if (!fs::is_directory(path.parent_path(), error)) {
        fs::remove(path.parent_path(), error);
    }
    clear_place(path);
}

/// The result with its own key in it: another's result in this place is then recognized.
std::string with_key(std::string_view result, const std::string& key) {
    Json json = ordered_json_if_any(result);
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
        throw KitError("{}: cannot make the folder for results: {}", folder_.string(),
                       error ? error.message() : "a file is in its place");
    }
}

Descriptor ResultFolder::lock() const {
    Descriptor file(open((folder_ / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    while (file.is_open() && flock(file.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
    return file;
}

Json ResultFolder::class_document() const {
    const auto kept = read_json(folder_ / "class.json");
    return kept && kept->is_object() ? *kept : Json::object();
}

std::uint64_t ResultFolder::seed(std::optional<std::uint64_t> asked) const {
    Json json = class_document();
    const bool is_kept = json.contains("seed") && json.at("seed").is_number_unsigned();
    json["seed"] = asked ? *asked : is_kept ? json.at("seed").get<std::uint64_t>() : fresh_seed();
    replace_file(folder_ / "class.json", dumped(json));
    return json.at("seed");
}

std::vector<std::string> ResultFolder::labs() const {
    std::vector<std::string> ids;
    for (const Json& id : class_document().value("labs", Json::array())) {
        if (id.is_string()) {
            ids.push_back(id);
        }
    }
    return ids;
}

void ResultFolder::keep_labs(const std::vector<std::string>& ids) const {
    Json json = class_document();
    json["labs"] = ids;
    replace_file(folder_ / "class.json", dumped(json));
}

std::vector<SetByHand> ResultFolder::decisions() const {
    const fs::path path = folder_ / "by-hand.json";
    const std::optional<std::string> text = read_file_if_there(path);
    std::vector<SetByHand> decisions;
    if (!text) {
        return decisions;
    }
    try {
        for (const Json& one : ordered_json_from(*text)) {
            SetByHand& decision = decisions.emplace_back();
            decision.student = one.at("student");
            decision.item = one.at("item");
            if (!one.at("points").is_null()) {
                decision.points = one.at("points").get<double>();
            }
            decision.why = one.at("why");
            decision.when = one.at("when");
        }
    } catch (const Json::exception& error) {
        throw KitError("{}: this file has the points that were set by hand, and cannot "
                       "be understood: {}. Mend it, or move it away to give them up",
                       path.string(), error.what());
    }
    return decisions;
}

void ResultFolder::keep_decisions(const std::vector<SetByHand>& decisions) const {
    Json json = Json::array();
    for (const SetByHand& one : decisions) {
        json.push_back({{"student", one.student},
                        {"item", one.item},
                        {"points", one.points ? Json(*one.points) : Json(nullptr)},
                        {"why", one.why},
                        {"when", one.when}});
    }
    replace_file(folder_ / "by-hand.json", dumped(json));
}

std::map<std::string, std::string> ResultFolder::pseudonyms() const {
    const fs::path path = folder_ / "pseudonyms.json";
    const std::optional<std::string> text = read_file_if_there(path);
    try {
        return text ? ordered_json_from(*text).get<std::map<std::string, std::string>>()
                    : std::map<std::string, std::string>{};
    } catch (const Json::exception&) {
        throw KitError("{}: this file has the leaderboard's pseudonyms, and cannot be "
                       "understood. Put it back, or remove it: then everybody gets a "
                       "new one",
                       path.string());
    }
}

void ResultFolder::keep_pseudonyms(const std::map<std::string, std::string>& pseudonyms) const {
    const fs::path path = folder_ / "pseudonyms.json";
    replace_file(path, dumped(Json(pseudonyms)));
    std::error_code not_there; // on file systems without owners
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, not_there);
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
    const fs::path path = place_of(folder_ / "students", student, lab.id);
    clear_place_in_folder(path);
    replace_file(path, dumped(grade_document(student, lab)));
}

std::optional<Json> ResultFolder::grade(const std::string& student, const std::string& lab) const {
    return read_json(place_of(folder_ / "students", student, lab));
}

std::optional<Json> ResultFolder::attempts(const std::string& student,
                                           const std::string& lab) const {
    return read_json(place_of(folder_ / "attempts", student, lab));
}

void ResultFolder::keep_attempts(const std::string& student, const std::string& lab,
                                 const Json& attempts) const {
    const fs::path path = place_of(folder_ / "attempts", student, lab);
    clear_place_in_folder(path);
    replace_file(path, dumped(attempts));
}

std::optional<GradedItem> ResultFolder::kept_item(const std::string& student,
                                                  const std::string& lab) const {
    const auto document = grade(student, lab);
    if (!document) {
        return std::nullopt;
    }
    try {
        GradedItem item = graded_item_from(*document);
        if (item.state != GradedItem::State::graded) {
            return item;
        }
        if (const auto result = check(item.check_key)) {
            item.check = checked_submission_from(*result, item.file);
            return item;
        }
    } catch (const Json::exception&) {
    } catch (const KitError&) {
    } catch (const std::out_of_range&) {
    }
    return std::nullopt; // it is graded anew
}

} // namespace kit
