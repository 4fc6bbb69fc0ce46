#include "checker/grading/class_folder/platforms/class_layout.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace kit {

namespace {

struct CanvasName {
    std::string person;
    std::string user;   ///< Canvas's number of the person
    std::string number; ///< of the file
    std::string file;   ///< its own name
    bool late = false;
};

/// Digits before the next '_', which is passed, too; empty if something else comes.
std::string digits_and_line(std::string_view& rest) {
    const std::size_t end = rest.find_first_not_of("0123456789");
    if (end == 0 || end == std::string_view::npos || end > 18 || rest[end] != '_') {
        return "";
    }
    const std::string digits(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    return digits;
}

/// person_[LATE_]user_file_name. The person's name may have '_' in it, but no numbers between two of them.
std::optional<CanvasName> canvas_name(std::string_view name) {
    constexpr std::string_view late = "LATE_";
    for (std::size_t line = name.find('_', 1); line != std::string_view::npos;
         line = name.find('_', line + 1)) {
        std::string_view rest = name.substr(line + 1);
        CanvasName found;
        found.person = std::string(name.substr(0, line));
        found.late = rest.starts_with(late);
        rest.remove_prefix(found.late ? late.size() : 0);
        // In anonymous grading five letters or digits stand for the user: "anon_Ab3xY_67890_kernel.cu".
        const std::size_t end_of_user = std::min(rest.find('_'), rest.size());
        if (found.person == "anon" && end_of_user > 0 && end_of_user < rest.size() &&
            std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(end_of_user),
                        [](unsigned char letter) { return std::isalnum(letter) != 0; })) {
            found.user = std::string(rest.substr(0, end_of_user));
            found.person += "_" + found.user;
            rest.remove_prefix(end_of_user + 1);
        } else {
            found.user = digits_and_line(rest);
        }
        if (found.user.empty()) {
            continue;
        }
        if (rest == "text.html" || rest == "link.html") {
            found.number = "0";
            found.file = std::string(rest);
            return found;
        }
        found.number = digits_and_line(rest);
        if (!found.number.empty() && !rest.empty()) {
            found.file = std::string(rest);
            return found;
        }
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> read_canvas(const LayoutLevel& level, ClassLayout& layout) {
    std::vector<std::string> taken;
    for (const auto& [name, node] : level.node->inside) {
        if (node.is_folder() && !node.is_archive) {
            continue;
        }
        const std::optional<CanvasName> parts = canvas_name(name);
        if (!parts) {
            continue;
        }
        PersonsPart part = part_of(level, name, parts->person);
        part.key = parts->user;
        part.canvas_id =
            parts->user.find_first_not_of("0123456789") == std::string::npos ? parts->user : "";
        part.own_name = parts->file;
        part.marked_late = parts->late;
        part.marks_late = true;
        part.file_number = std::stoll(parts->number);
        if (parts->number == "0") {
            part.refusal = parts->file == "link.html" ? "it is a web address that was handed in"
                                                      : "it is text that was typed into Canvas";
        }
        layout.parts.push_back(std::move(part));
        taken.push_back(name);
    }
    if (!taken.empty()) {
        note_layout(layout, "Canvas");
    }
    return taken;
}

} // namespace kit
