#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/platforms/class_layout.hpp"
#include "checker/grading/model/moment.hpp"

#include <fmt/format.h>

#include <string_view>

namespace kit {

namespace {

struct BlackboardName {
    std::string assignment;
    std::string person;
    std::string file; ///< empty: Blackboard's own note on the attempt
    std::optional<std::chrono::sys_seconds> submitted;
};

/// "Lab 5_adaalpha_attempt_2026-11-24-19-30-12_kernel.cu"; the note on it ends in ".txt" behind the time.
std::optional<BlackboardName> blackboard_name(const std::string& name) {
    constexpr std::string_view middle = "_attempt_";
    constexpr std::size_t time_length = 19;
    const std::size_t at = name.rfind(middle);
    const std::size_t line =
        at == std::string::npos || at == 0 ? std::string::npos : name.rfind('_', at - 1);
    if (line == std::string::npos || line == 0 || name.size() < at + middle.size() + time_length) {
        return std::nullopt;
    }
    const std::string time = name.substr(at + middle.size(), time_length);
    const std::string rest = name.substr(at + middle.size() + time_length);
    BlackboardName found;
    found.assignment = name.substr(0, line);
    found.person = name.substr(line + 1, at - line - 1);
    found.file = rest.starts_with('_') ? rest.substr(1) : "";
    // "2026-11-24-19-30-12"
    found.submitted =
        parse_moment(fmt::format("{} {}:{}:{}", time.substr(0, 10), time.substr(11, 2),
                                 time.substr(14, 2), time.substr(17, 2)));
    return found.submitted && (rest == ".txt" || !found.file.empty()) ? std::optional(found)
                                                                      : std::nullopt;
}

} // namespace

std::vector<std::string> read_blackboard(const LayoutLevel& level, const std::vector<Lab>& labs,
                                         ClassLayout& layout) {
    std::vector<std::string> taken;
    for (const auto& [name, node] : level.node->inside) {
        const std::optional<BlackboardName> parts = blackboard_name(name);
        if (!parts) {
            continue;
        }
        taken.push_back(name);
        if (parts->file.empty()) {
            continue;
        }
        PersonsPart part = part_of(level, name, parts->person);
        part.own_name = parts->file;
        if (const auto named = lab_in_name(parts->assignment, labs); named && !named->lab.empty()) {
            part.lab = named->lab;
            part.lab_by = fmt::format("the assignment {}", parts->assignment);
        }
        part.submitted = parts->submitted;
        part.submitted_from = "Blackboard's name of it";
        part.attempt = parts->submitted->time_since_epoch().count();
        layout.parts.push_back(std::move(part));
    }
    if (!taken.empty()) {
        note_layout(layout, "Blackboard");
    }
    return taken;
}

} // namespace kit
