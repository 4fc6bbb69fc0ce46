#include "checker/course/progress_file.hpp"

#include "checker/base/optional_json.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>

/// By its name. A kind that a newer kit wrote is none.
template <>
struct nlohmann::adl_serializer<std::optional<kit::FindingKind>> {
    static void to_json(json& json, const std::optional<kit::FindingKind>& kind) {
        json = kind ? nlohmann::json(kit::name(*kind)) : nlohmann::json();
    }

    static void from_json(const json& json, std::optional<kit::FindingKind>& kind) {
        kind = json.is_null() ? std::nullopt : kit::kind_named(json.get<std::string>());
    }
};

namespace kit {

using nlohmann::json;

static void to_json(json& value, TriedPart::State state) {
    value = name(state);
}

static void from_json(const json& value, TriedPart::State& state) {
    state = part_state_named(value.get<std::string>()).value_or(TriedPart::State::not_yet);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(NotedLine, line, text, column)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(NotedFinding, kind, explanation, message, hint,
                                                lines, hints_seen)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TriedPart, number, title, line, state, shows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TriedParts, parts, outside_is_wrong)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(LabProgress, passed_at, points, checks, hints_seen,
                                                passed_fingerprint, checked_fingerprint, finding,
                                                parts, puzzles)

namespace {

/// Throws with what is wrong. An object nested so deeply that writing it would overflow the stack is refused.
json parsed_json(std::string_view text) {
    const auto check = [](int depth, json::parse_event_t /*event*/, const json& value) {
        if (depth > 100) {
            throw std::runtime_error("more than 100 levels");
        }
        if (value.is_number() && !(value >= 0 && value <= std::numeric_limits<int>::max())) {
            throw std::runtime_error(value.dump() + " is out of range");
        }
        return true;
    };
    return text.empty() ? json::object() : json::parse(text, check);
}

/// "parse error at line 1, column 2: ...": without the name of the exception's class.
std::string without_class(std::string_view what) {
    const auto end = what.starts_with('[') ? what.find("] ") : what.npos;
    return std::string(end == what.npos ? what : what.substr(end + 2));
}

} // namespace

std::optional<CourseProgress> read_progress_text(std::string_view text, std::string& what) {
    try {
        return parsed_json(text).value("labs", CourseProgress{});
    } catch (const std::exception& error) {
        what = without_class(error.what());
        return std::nullopt;
    }
}

std::string progress_text(const CourseProgress& course, std::string_view before) {
    json file = parsed_json(before);
    file.merge_patch({{"labs", course}}); // leaves keys that it does not name
    return file.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_file =
    (std::size_t{4} << 20) + 1; // a larger one is cut and so is damaged

/// Takes the lock, if it can be had, for as long as the descriptor lives. It is on a separate file: the
/// progress file itself is replaced by every change, and a folder cannot be locked for writing on NFS.
Descriptor locked(const fs::path& folder) {
    Descriptor file(
        open((folder / ".lab-progress.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    while (file.is_open() && flock(file.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
    return file;
}

FileText text_of(const fs::path& path) {
    // Opening a pipe in the file's place must not block.
    const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    return file.is_open() ? read_from(file, largest_file) : FileText{"", errno};
}

/// The damaged file's new path; empty if it could not be moved.
fs::path move_aside(const fs::path& file) {
    for (int number = 1; number < 1000; ++number) {
        const std::string name = number == 1 ? ".lab-progress.damaged.json"
                                             : fmt::format(".lab-progress.damaged.{}.json", number);
        const fs::path aside = file.parent_path() / name;
        std::error_code error;
        if (fs::exists(fs::symlink_status(aside, error))) {
            continue;
        }
        fs::rename(file, aside, error);
        return error ? fs::path() : aside;
    }
    return {};
}

struct Known {
    std::string text;
    CourseProgress course;
    bool usable = true; ///< the file may be overwritten
};

/// Which labs have passed, from the file that kits before this format wrote.
CourseProgress older_progress(const fs::path& file) {
    CourseProgress course;
    try {
        const toml::table older =
            toml::parse_file(fs::path(file).replace_extension(".toml").string());
        if (const toml::table* labs = older["labs"].as_table()) {
            for (const auto& [id, lab] : *labs) {
                LabProgress& known = course[std::string(id.str())];
                known.passed_at = toml::node_view(lab)["passed"].value_or("");
                known.points = toml::node_view(lab)["points"].value_or(0);
                known.checks = toml::node_view(lab)["checks"].value_or(0);
            }
        }
    } catch (const toml::parse_error&) { // there is none, or it cannot be read: nothing is known
    }
    return course;
}

/// Precondition: the caller holds the lock, if it could be had.
Known read_or_move_aside(const fs::path& file, std::string& notice) {
    FileText read = text_of(file);
    if (read.error == ENOENT) {
        return {"", older_progress(file)};
    }
    if (read.error != 0) {
        notice = fmt::format("{}: your progress cannot be read: {}; this check is not noted.",
                             file.string(), std::strerror(read.error));
        return {"", {}, false};
    }
    std::string what;
    if (std::optional<CourseProgress> course = read_progress_text(read.text, what)) {
        return {std::move(read.text), *std::move(course)};
    }
    const fs::path aside = move_aside(file);
    if (aside.empty()) {
        notice = fmt::format("{}: your progress cannot be read ({}), and the file cannot be "
                             "moved; this check is not noted.",
                             file.string(), what);
        return {"", {}, false};
    }
    notice = fmt::format("{}: your progress could not be read ({}); the file is now {}, and "
                         "progress starts again.",
                         file.string(), what, aside.filename().string());
    return {};
}

bool switched_off() {
    const char* setting = std::getenv("KIT_PROGRESS");
    return setting != nullptr && std::string_view(setting) == "none";
}

} // namespace

ProgressFile::ProgressFile(fs::path root)
    : folder_(std::move(root)), file_(folder_ / ".lab-progress.json") {}

CourseProgress ProgressFile::read(std::string& notice) const {
    notice.clear();
    if (switched_off()) {
        return {};
    }
    const FileText read = text_of(file_);
    if (read.error == ENOENT) {
        return older_progress(file_);
    }
    std::string what;
    if (std::optional<CourseProgress> course = read_progress_text(read.text, what);
        course && read.error == 0) {
        return *std::move(course);
    }
    const Descriptor lock = locked(folder_);
    return read_or_move_aside(file_, notice).course;
}

CourseProgress ProgressFile::update(const std::function<void(CourseProgress&)>& change,
                                    std::string& notice) const {
    notice.clear();
    if (switched_off()) {
        CourseProgress course;
        change(course);
        return course;
    }
    const Descriptor lock = locked(folder_);
    Known known = read_or_move_aside(file_, notice);
    change(known.course);
    if (!known.usable) {
        return std::move(known.course);
    }
    // Under the lock one name will do, and a leftover of a killed process is written over.
    if (const int error = replace_file_by(file_.string() + ".new", file_,
                                          progress_text(known.course, known.text))) {
        notice = fmt::format("{}: your progress cannot be written: {}.", file_.string(),
                             std::strerror(error));
    } else { // who deletes the file starts the course over
        std::error_code ignored;
        fs::remove(fs::path(file_).replace_extension(".toml"), ignored);
    }
    return std::move(known.course);
}

} // namespace kit
