// How learning platforms lay out what students handed in: which part of a class's folder is whose.
#pragma once

#include "checker/grading/class_folder/class_tree.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// A file or folder that one person handed in.
struct PersonsPart {
    std::string id;   ///< who it is, in the results: "doejane", "Jane Doe", "octocat"
    std::string key;  ///< tells persons of the same id apart; also a name for them: "12345"
    std::string name; ///< empty where the folder does not say it
    std::string email;
    std::string canvas_id; ///< the number by which Canvas's gradebook finds the person
    std::string path;      ///< below the class's folder; empty: the class's folder itself
    const TreeNode* node = nullptr;
    std::string own_name;  ///< of a file, without what the platform put before it
    std::string lab;       ///< as a folder above is called; empty: none names a lab
    std::string lab_by;    ///< what named it: "the folder Lab 5"
    bool is_plain = false; ///< a student's folder as the kit lays it out
    bool is_clone = false; ///< a git repository
    std::optional<std::chrono::sys_seconds> submitted;
    std::string submitted_from;   ///< "Gradescope's submission_metadata.yml"
    bool marked_late = false;     ///< by the platform, which does not say when
    bool marks_late = false;      ///< the platform marks late work: what has no mark was in time
    std::int64_t attempt = 0;     ///< the greatest is the newest, whatever its files are called
    std::int64_t file_number = 0; ///< the greatest is the newest among files of the same lab
    std::string refusal;          ///< why this file cannot be a kernel; usually empty
};

struct ClassLayout {
    std::vector<PersonsPart> parts;
    std::vector<NotRecognized> nobodys; ///< files whose owner the platform does not name
    std::vector<std::string> layouts;   ///< "Canvas"; each once, in the order found
};

/// What a reader of one platform gets: a folder, with the lab that folders above it name.
struct LayoutLevel {
    std::string path;
    const TreeNode* node = nullptr;
    std::string lab;
    std::string lab_by;
};

/// What a file or folder of the level is; it belongs to the person whom the id names.
[[nodiscard]] PersonsPart part_of(const LayoutLevel& level, const std::string& name,
                                  const std::string& id);

/// Reads the whole folder. Its own name says something of some platforms' layouts. `roster_ids` are those of the
/// roster, if there is one: they tell how clones' names are made.
[[nodiscard]] ClassLayout read_layout(const TreeNode& tree, const std::string& folder_name,
                                      const SubmissionFinder& finder, const std::vector<Lab>& labs,
                                      const std::vector<std::string>& roster_ids);

// The platforms' readers. Each takes what is its own from a level, and gives the names that it took.

/// Canvas: "doejane_LATE_12345_67890_kernel-1.cu", flat.
[[nodiscard]] std::vector<std::string> read_canvas(const LayoutLevel& level, ClassLayout& layout);

/// Moodle: "Jane Doe_123_assignsubmission_file_/kernel.cu", or flat without the slash.
[[nodiscard]] std::vector<std::string> read_moodle(const LayoutLevel& level, ClassLayout& layout);

/// Blackboard: "Lab 5_adaalpha_attempt_2026-11-24-19-30-12_kernel.cu", flat.
[[nodiscard]] std::vector<std::string>
read_blackboard(const LayoutLevel& level, const std::vector<Lab>& labs, ClassLayout& layout);

/// Brightspace: "12345-67890 - Ada Alpha - Nov 24, 2026 730 PM/kernel.cu", or flat with " - " for the slash.
[[nodiscard]] std::vector<std::string> read_brightspace(const LayoutLevel& level,
                                                        ClassLayout& layout);

/// Gradescope: submission_metadata.yml or .json beside folders "submission_12345".
[[nodiscard]] std::vector<std::string>
read_gradescope(const LayoutLevel& level, const SubmissionFinder& finder, ClassLayout& layout);

/// Clones of GitHub Classroom: folders "lab5-octocat" with a .git folder.
[[nodiscard]] std::vector<std::string>
read_clones(const LayoutLevel& level, const std::string& folder_name, const std::vector<Lab>& labs,
            const std::vector<std::string>& roster_ids, ClassLayout& layout);

/// nbgrader: "submitted/STUDENT/ASSIGNMENT/file" with a timestamp.txt; `level` is the folder "submitted".
void read_nbgrader(const LayoutLevel& level, const SubmissionFinder& finder,
                   const std::vector<Lab>& labs, ClassLayout& layout);

/// Notes a layout, once.
void note_layout(ClassLayout& layout, const std::string& name);

} // namespace kit
