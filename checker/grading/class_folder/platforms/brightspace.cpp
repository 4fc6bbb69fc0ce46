#include "checker/grading/class_folder/platforms/class_layout.hpp"
#include "checker/grading/class_folder/platforms/platform_moment.hpp"

namespace kit {

namespace {

/// "12345-67890 - Ada Alpha - Nov 24, 2026 730 PM", and " - kernel.cu" behind it where files lie flat. The parts
/// between " - "; empty for another name.
std::vector<std::string> brightspace_name(const std::string& name) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = name.find(" - "); end != std::string::npos && parts.size() < 3;
         end = name.find(" - ", begin)) {
        parts.push_back(name.substr(begin, end - begin));
        begin = end + 3;
    }
    parts.push_back(name.substr(begin));
    const bool is_one = parts.size() >= 3 && parts[0].find('-') != std::string::npos &&
                        parts[0].find_first_not_of("0123456789-") == std::string::npos &&
                        written_moment(parts[2]);
    return is_one ? parts : std::vector<std::string>();
}

} // namespace

std::vector<std::string> read_brightspace(const LayoutLevel& level, ClassLayout& layout) {
    std::vector<std::string> taken;
    for (const auto& [name, node] : level.node->inside) {
        const std::vector<std::string> parts = brightspace_name(name);
        if (parts.empty()) {
            continue;
        }
        taken.push_back(name);
        PersonsPart part = part_of(level, name, parts[1]);
        part.key = parts[0].substr(0, parts[0].find('-'));
        part.name = parts[1];
        part.own_name = parts.size() > 3 ? parts[3] : "";
        part.submitted = written_moment(parts[2]);
        part.submitted_from = "Brightspace's name of it";
        part.attempt = part.submitted->time_since_epoch().count();
        layout.parts.push_back(std::move(part));
    }
    if (!taken.empty()) {
        if (level.node->has_file("index.html")) { // Brightspace's list of all
            taken.emplace_back("index.html");
        }
        note_layout(layout, "Brightspace");
    }
    return taken;
}

} // namespace kit
