#include "checker/course/progress_file.hpp"

#include "checker/base/whole_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace kit {

namespace {

constexpr const char* opening =
    "# Your progress in the labs. ./lab check and ./lab watch write this file; without it, the\n"
    "# course starts again.\n";

/// A key with the wrong type; never leaves this file.
struct WrongType : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The key's node, which must be of this type; null if there is none.
template <class Node>
const auto* node_of(const toml::table& table, std::string_view key, const char* wanted) {
    const toml::node* node = table.get(key);
    const auto* typed = node == nullptr ? nullptr : node->as<Node>();
    if (node != nullptr && typed == nullptr) {
        throw WrongType(
            fmt::format("line {}: {} is not {}", node->source().begin.line, key, wanted));
    }
    return typed;
}

std::string text_of(const toml::table& table, std::string_view key) {
    const auto* text = node_of<std::string>(table, key, "a string");
    return text == nullptr ? "" : text->get();
}

int count_of(const toml::table& table, std::string_view key) {
    const auto* node = node_of<std::int64_t>(table, key, "a whole number");
    const std::int64_t value = node == nullptr ? 0 : node->get();
    if (value < 0 || value > std::numeric_limits<int>::max()) {
        throw WrongType(fmt::format("{} is out of range", key));
    }
    return static_cast<int>(value);
}

bool is_set(const toml::table& table, std::string_view key) {
    const auto* node = node_of<bool>(table, key, "true or false");
    return node != nullptr && node->get();
}

const toml::table* table_of(const toml::table& table, std::string_view key) {
    return node_of<toml::table>(table, key, "a table");
}

/// The array's elements, each a Node converted by `read`; empty if the key is missing.
template <class Node, class Read>
auto list_of(const toml::table& table, std::string_view key, Read read) {
    std::vector<std::decay_t<decltype(read(std::declval<const Node&>()))>> list;
    const toml::array* array = node_of<toml::array>(table, key, "an array");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        const auto* one = (*array)[i].as<Node>();
        if (one == nullptr) {
            throw WrongType(fmt::format("line {}: {} holds something of another type",
                                        (*array)[i].source().begin.line, key));
        }
        list.push_back(read(*one));
    }
    return list;
}

NotedLine line_of(const toml::table& table) {
    return {count_of(table, "line"), text_of(table, "text"), count_of(table, "column")};
}

TriedPart part_of(const toml::table& table) {
    return {count_of(table, "number"), text_of(table, "title"), count_of(table, "line"),
            part_state_named(text_of(table, "state")).value_or(TriedPart::State::not_yet),
            kind_named(text_of(table, "shows"))};
}

LabProgress lab_of(const toml::table& table) {
    LabProgress lab;
    lab.passed_at = text_of(table, "passed");
    lab.points = count_of(table, "points");
    lab.checks = count_of(table, "checks");
    lab.hints_seen = count_of(table, "hints_seen");
    lab.passed_fingerprint = text_of(table, "passed_fingerprint");
    lab.checked_fingerprint = text_of(table, "checked_fingerprint");
    lab.parts.parts = list_of<toml::table>(table, "parts", part_of);
    lab.puzzles = list_of<toml::value<std::string>>(
        table, "puzzles", [](const toml::value<std::string>& id) { return id.get(); });
    lab.parts.outside_is_wrong = is_set(table, "outside_is_wrong");
    if (const toml::table* finding = table_of(table, "last_finding")) {
        lab.finding = NotedFinding{.kind = text_of(*finding, "kind"),
                                   .explanation = text_of(*finding, "explanation"),
                                   .message = text_of(*finding, "message"),
                                   .hint = text_of(*finding, "hint"),
                                   .lines = list_of<toml::table>(*finding, "lines", line_of),
                                   .hints_seen = count_of(*finding, "hints_seen")};
    }
    return lab;
}

/// The subtable, created if it is missing.
toml::table& within(toml::table& table, std::string_view key) {
    if (toml::table* there = table[key].as_table()) {
        return *there;
    }
    return *table.insert_or_assign(key, toml::table{}).first->second.as_table();
}

/// Leaves out empty keys, so that the file says only what happened.
void set(toml::table& table, std::string_view key, const std::string& value) {
    if (value.empty()) {
        table.erase(key);
    } else {
        table.insert_or_assign(key, value);
    }
}

void set(toml::table& table, std::string_view key, int value) {
    table.insert_or_assign(key, std::int64_t{value});
}

void set(toml::table& table, const NotedFinding& finding) {
    set(table, "kind", finding.kind);
    set(table, "explanation", finding.explanation);
    set(table, "message", finding.message);
    set(table, "hint", finding.hint);
    set(table, "hints_seen", finding.hints_seen);
    toml::array lines;
    for (const NotedLine& line : finding.lines) {
        toml::table one;
        one.insert("line", std::int64_t{line.line});
        one.insert("text", line.text);
        if (line.column > 0) {
            one.insert("column", std::int64_t{line.column});
        }
        lines.push_back(std::move(one));
    }
    table.insert_or_assign("lines", std::move(lines));
}

void set(toml::table& table, const TriedParts& tried) {
    if (tried.parts.empty()) {
        table.erase("parts");
        table.erase("outside_is_wrong");
        return;
    }
    toml::array parts;
    for (const TriedPart& part : tried.parts) {
        toml::table one;
        set(one, "number", part.number);
        set(one, "title", part.title);
        set(one, "line", part.line);
        set(one, "state", std::string(name(part.state)));
        set(one, "shows", part.shows ? std::string(name(*part.shows)) : "");
        parts.push_back(std::move(one));
    }
    table.insert_or_assign("parts", std::move(parts));
    table.insert_or_assign("outside_is_wrong", tried.outside_is_wrong);
}

void set(toml::table& table, const LabProgress& lab) {
    set(table, "passed", lab.passed_at);
    set(table, "points", lab.points);
    set(table, "checks", lab.checks);
    set(table, "hints_seen", lab.hints_seen);
    set(table, "passed_fingerprint", lab.passed_fingerprint);
    set(table, "checked_fingerprint", lab.checked_fingerprint);
    set(table, lab.parts);
    if (!lab.puzzles.empty()) {
        toml::array puzzles;
        for (const std::string& id : lab.puzzles) {
            puzzles.push_back(id);
        }
        table.insert_or_assign("puzzles", std::move(puzzles));
    }
    if (lab.finding) {
        set(within(table, "last_finding"), *lab.finding);
    } else {
        table.erase("last_finding");
    }
}

} // namespace

std::optional<CourseProgress> read_progress_text(std::string_view text, std::string& what) {
    CourseProgress course;
    try {
        const toml::table file = toml::parse(text);
        if (const toml::table* labs = table_of(file, "labs")) {
            for (const auto& [id, node] : *labs) {
                const toml::table* lab = table_of(*labs, id.str());
                course[std::string(id.str())] = lab_of(*lab);
            }
        }
    } catch (const toml::parse_error& error) {
        what = fmt::format("line {}: {}", error.source().begin.line, error.description());
        return std::nullopt;
    } catch (const WrongType& error) {
        what = error.what();
        return std::nullopt;
    }
    return course;
}

std::string progress_text(const CourseProgress& course, std::string_view before) {
    toml::table file = toml::parse(before);
    toml::table& labs = within(file, "labs");
    for (const auto& [id, lab] : course) {
        set(within(labs, id), lab);
    }
    std::ostringstream text;
    text << opening << "\n"
         << toml::toml_formatter(file, toml::format_flags::quote_dates_and_times) << "\n";
    return text.str();
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
        const std::string name = number == 1 ? ".lab-progress.damaged.toml"
                                             : fmt::format(".lab-progress.damaged.{}.toml", number);
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

std::optional<Known> parsed(std::string text, std::string& what) {
    std::optional<CourseProgress> course = read_progress_text(text, what);
    if (!course) {
        return std::nullopt;
    }
    return Known{std::move(text), std::move(*course)};
}

/// Precondition: the caller holds the lock, if it could be had.
Known read_or_move_aside(const fs::path& file, std::string& notice) {
    FileText read = text_of(file);
    if (read.error == ENOENT) {
        return {};
    }
    if (read.error != 0) {
        notice = fmt::format("{}: your progress cannot be read: {}; this check is not noted.",
                             file.string(), std::strerror(read.error));
        return {"", {}, false};
    }
    std::string what;
    if (std::optional<Known> known = parsed(std::move(read.text), what)) {
        return std::move(*known);
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
    : folder_(std::move(root)), file_(folder_ / ".lab-progress.toml") {}

CourseProgress ProgressFile::read(std::string& notice) const {
    notice.clear();
    if (switched_off()) {
        return {};
    }
    const FileText read = text_of(file_);
    if (read.error == ENOENT) {
        return {};
    }
    std::string what;
    if (read.error == 0) {
        if (std::optional<Known> known = parsed(read.text, what)) {
            return std::move(known->course);
        }
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
    }
    return std::move(known.course);
}

} // namespace kit
