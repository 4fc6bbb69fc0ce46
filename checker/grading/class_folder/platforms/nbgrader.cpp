#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/platforms/class_layout.hpp"
#include "checker/grading/class_folder/platforms/platform_moment.hpp"

#include <fmt/format.h>

namespace kit {

void read_nbgrader(const LayoutLevel& level, const SubmissionFinder& finder,
                   const std::vector<Lab>& labs, ClassLayout& layout) {
    for (const auto& [student, node] : level.node->inside) {
        const std::string folder = path_below(level.path, student);
        if (!node.is_folder()) {
            layout.nobodys.push_back({"", folder, "it is in nobody's folder"});
            continue;
        }
        bool is_any = false;
        for (const auto& [assignment, of_assignment] : node.inside) {
            PersonsPart part = part_of({folder, &node, "", ""}, assignment, student);
            is_any = true;
            if (!of_assignment.is_folder()) {
                part.own_name = assignment;
            } else if (const auto named = lab_in_name(assignment, labs)) {
                part.lab = named->lab;
                part.lab_by = fmt::format("the folder {}", assignment);
            }
            const std::string stamp = path_below(part.path, "timestamp.txt");
            if (of_assignment.has_file("timestamp.txt")) {
                part.submitted = platform_moment(finder.read(stamp).text);
                part.submitted_from = part.submitted ? "nbgrader's timestamp.txt" : "";
            }
            layout.parts.push_back(std::move(part));
        }
        if (!is_any) {
            layout.parts.push_back(part_of(level, student, student));
        }
    }
    note_layout(layout, "nbgrader");
}

} // namespace kit
