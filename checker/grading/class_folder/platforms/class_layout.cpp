#include "checker/grading/class_folder/platforms/class_layout.hpp"

#include "checker/grading/class_folder/archives.hpp"
#include "checker/grading/class_folder/lab_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace kit {

namespace {

constexpr int deepest_level = 6;

/// Parts of a kit that lie in a student's copy of it.
bool is_kits_folder(const std::string& name) {
    return name == "labs" || name == "solutions" || name == "quiz";
}

class LayoutReader {
public:
    LayoutReader(const SubmissionFinder& finder, const std::vector<Lab>& labs,
                 const std::vector<std::string>& roster_ids, ClassLayout& layout)
        : finder_(finder), labs_(labs), roster_ids_(roster_ids), layout_(layout) {}

    void read(const LayoutLevel& level, const std::string& name, int depth) {
        if (name == "submitted" && is_nbgrader(*level.node)) {
            read_nbgrader(level, finder_, labs_, layout_);
            return;
        }
        const std::set<std::string> taken = read_platforms(level, name);
        std::vector<std::string> students;
        const auto submitted = level.node->inside.find("submitted");
        const bool is_nbgraders =
            submitted != level.node->inside.end() && is_nbgrader(submitted->second);
        for (const auto& [child, node] : level.node->inside) {
            if (taken.count(child) != 0 || !node.is_folder() ||
                (is_nbgraders && is_beside_submitted(child)) ||
                (depth == 1 && finder_.holds_results(child))) {
                continue;
            }
            LayoutLevel below{path_below(level.path, child), &node, level.lab, level.lab_by};
            name_lab(child, below);
            if (depth < deepest_level && is_level(child, node, below.lab != level.lab)) {
                read(below, child, depth + 1);
            } else {
                students.push_back(child);
            }
        }
        // A folder around all of them.
        if (depth < deepest_level && taken.empty() && students.size() == 1 &&
            level.node->inside.size() == 1 &&
            is_folder_of_students(level.node->inside.at(students.front()))) {
            const std::string& only = students.front();
            LayoutLevel below{path_below(level.path, only), &level.node->inside.at(only), level.lab,
                              level.lab_by};
            read(below, only, depth + 1);
            return;
        }
        for (const std::string& student : students) {
            add_student(level, student, depth);
        }
        note_rest(level, taken, depth);
    }

private:
    std::set<std::string> read_platforms(const LayoutLevel& level, const std::string& name) {
        std::set<std::string> taken;
        const auto take = [&](const std::vector<std::string>& names) {
            taken.insert(names.begin(), names.end());
        };
        take(read_gradescope(level, finder_, layout_));
        take(read_moodle(level, layout_));
        take(read_canvas(level, layout_));
        take(read_blackboard(level, labs_, layout_));
        take(read_brightspace(level, layout_));
        take(read_clones(level, name, labs_, roster_ids_, layout_));
        return taken;
    }

    void name_lab(const std::string& folder, LayoutLevel& level) const {
        const auto named = lab_in_name(folder, labs_);
        if (named && !named->lab.empty()) {
            level.lab = named->lab;
            level.lab_by =
                fmt::format("the {} {}", level.node->is_archive ? "archive" : "folder", level.path);
        }
    }

    /// Whether a folder is no student's, but holds what several handed in.
    [[nodiscard]] bool is_level(const std::string& name, const TreeNode& node,
                                bool names_lab) const {
        if (name == "submitted" && is_nbgrader(node)) {
            return true;
        }
        ClassLayout trial;
        const LayoutLevel level{"", &node, "", ""};
        if (node.has_file("submission_metadata.yml") || node.has_file("submission_metadata.yaml") ||
            node.has_file("submission_metadata.json") || !read_moodle(level, trial).empty() ||
            !read_canvas(level, trial).empty() || !read_blackboard(level, labs_, trial).empty() ||
            !read_brightspace(level, trial).empty()) {
            return true;
        }
        const auto is_clone = [](const auto& child) { return child.second.is_clone; };
        if (!node.is_clone && std::ranges::any_of(node.inside, is_clone)) {
            return true;
        }
        if (node.inside.size() == 1 && node.inside.begin()->second.is_folder() &&
            is_level(node.inside.begin()->first, node.inside.begin()->second, false)) {
            return true;
        }
        return names_lab && is_folder_of_students(node);
    }

    /// Only folders in it, none of which is a lab's or a part of the kit, with sources in them.
    [[nodiscard]] bool is_folder_of_students(const TreeNode& node) const {
        std::size_t with_sources = 0;
        for (const auto& [name, child] : node.inside) {
            if (!child.is_folder()) {
                if (source_name(name).is_cuda || is_answers_name(name)) {
                    return false;
                }
                continue;
            }
            if (is_kits_folder(name) || names_a_lab(name)) {
                return false;
            }
            with_sources += holds_sources(child, 4) ? 1 : 0;
        }
        return with_sources >= 2;
    }

    [[nodiscard]] bool names_a_lab(const std::string& name) const {
        const auto named = lab_in_name(name, labs_);
        return named && !named->lab.empty();
    }

    static bool holds_sources(const TreeNode& node, int depth) {
        return depth > 0 && std::ranges::any_of(node.inside, [&](const auto& one) {
                   return one.second.is_folder() ? holds_sources(one.second, depth - 1)
                                                 : source_name(one.first).is_cuda;
               });
    }

    /// nbgrader's other folders.
    static bool is_beside_submitted(const std::string& name) {
        return name == "source" || name == "release" || name == "autograded" ||
               name == "feedback" || name == "exchange" || name == "downloaded";
    }

    /// "submitted" with folders of students, and in each a folder for every assignment.
    static bool is_nbgrader(const TreeNode& node) {
        return std::ranges::any_of(node.inside, [](const auto& student) {
            return std::ranges::any_of(student.second.inside, [](const auto& assignment) {
                return assignment.second.is_folder();
            });
        });
    }

    void add_student(const LayoutLevel& level, const std::string& student, int depth) {
        const TreeNode& node = level.node->inside.at(student);
        PersonsPart part =
            part_of(level, student, node.is_archive ? without_archive_ending(student) : student);
        part.is_plain = depth == 1 && !node.is_archive;
        layout_.parts.push_back(std::move(part));
    }

    void note_rest(const LayoutLevel& level, const std::set<std::string>& taken, int depth) {
        for (const auto& [name, node] : level.node->inside) {
            const bool is_instructors =
                depth == 1 && (name == "roster.csv" || name == "grading.toml");
            if (!node.is_folder() && taken.count(name) == 0 && !is_instructors) {
                layout_.nobodys.push_back({"", path_below(level.path, name),
                                           node.kind == TreeNode::Kind::link
                                               ? "it is a link, which is not followed"
                                               : "it is in nobody's folder"});
            }
        }
        if (level.node->is_cut) {
            layout_.nobodys.push_back(
                {"", level.path, "it holds more files than the kit looks at"});
        }
    }

    const SubmissionFinder& finder_;
    const std::vector<Lab>& labs_;
    const std::vector<std::string>& roster_ids_;
    ClassLayout& layout_;
};

} // namespace

PersonsPart part_of(const LayoutLevel& level, const std::string& name, const std::string& id) {
    PersonsPart part;
    part.id = id;
    part.key = id;
    part.path = path_below(level.path, name);
    part.node = &level.node->inside.at(name);
    part.lab = level.lab;
    part.lab_by = level.lab_by;
    return part;
}

ClassLayout read_layout(const TreeNode& tree, const std::string& folder_name,
                        const SubmissionFinder& finder, const std::vector<Lab>& labs,
                        const std::vector<std::string>& roster_ids) {
    ClassLayout layout;
    LayoutReader(finder, labs, roster_ids, layout).read({"", &tree, "", ""}, folder_name, 1);
    return layout;
}

void note_layout(ClassLayout& layout, const std::string& name) {
    if (std::ranges::find(layout.layouts, name) == layout.layouts.end()) {
        layout.layouts.push_back(name);
    }
}

} // namespace kit
