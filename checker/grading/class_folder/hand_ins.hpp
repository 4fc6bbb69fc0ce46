// Who handed in what: one value for all layouts of a class's folder, which the rest of grading takes.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kit {

/// The file that counts as a student's lab.
struct Submission {
    std::string file; ///< relative to the class's folder, as SubmissionFinder::read() takes it
    std::string matched_by; ///< "its folder", "its name lab5.cu", "its text (LAB: 5)"
    std::optional<std::chrono::sys_seconds> submitted; ///< absent: nothing in the folder says it
    std::string submitted_from;  ///< "Gradescope's submission_metadata.yml"; empty without a time
    bool marked_late = false;    ///< by the platform, which does not say when
    bool marked_in_time = false; ///< the platform marks what is late, and not this
    std::string doubt;           ///< why another file may be the one that counts; empty: none
    std::string other_lab; ///< by what its text names another lab, "Lab 01"; empty: it names none
    std::string clone;     ///< the git repository that it lies in; empty: in none
    std::vector<std::string> notes; ///< "kernel.cu was not taken: an older attempt"; one line each
};

/// What a class's folder holds of its students.
struct HandIns {
    /// By student's id and lab's id.
    std::map<std::pair<std::string, std::string>, Submission> labs;
    /// What else could count as the lab, each with other content than the one that does.
    std::map<std::pair<std::string, std::string>, std::vector<Submission>> other_attempts;
    std::map<std::string, std::string> answers; ///< of the quiz: file, by student's id
    std::vector<NotRecognized> not_recognized;  ///< by student and file
    std::vector<std::string> layouts; ///< "a Canvas download"; what the folder was read as

    /// Null if nothing was recognized as this lab of this student.
    [[nodiscard]] const Submission* find(const std::string& student, const std::string& lab) const;

    /// Why a student has no file for a lab although there are files; empty if there are none that could be it.
    [[nodiscard]] std::string why_missing(const std::string& student) const;

    /// The files and folders without an owner that may hold a kernel, as a clause with some of them; empty: there are
    /// none. While there are some, a student without a file may have handed in.
    [[nodiscard]] std::string nobodys() const;

    /// Whether one of those may be a kernel, or nothing at all of this student was recognized.
    [[nodiscard]] bool needs_look(const std::string& student) const;
};

} // namespace kit
