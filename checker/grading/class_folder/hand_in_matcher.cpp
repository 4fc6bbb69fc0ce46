#include "checker/grading/class_folder/hand_in_matcher.hpp"

#include "checker/base/fingerprint.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/class_folder/lab_candidate.hpp"
#include "checker/grading/class_folder/lab_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>

namespace kit {

namespace {

constexpr std::size_t most_files_of_one = 2'000;
constexpr std::size_t most_told_of_one = 40;

/// The hash of a text without its blanks.
std::uint64_t digest_of(std::string text) {
    std::erase_if(text, [](char letter) { return std::strchr(" \t\r\n", letter) != nullptr; });
    return hash_of(text);
}

class Matching {
public:
    Matching(const RosterEntry& student, const SubmissionFinder& finder,
             const MatchSettings& settings, HandIns& all)
        : student_(student), finder_(finder), settings_(settings), all_(all) {}

    void take(const PersonsPart& part) {
        if (!part.refusal.empty()) {
            refuse(part.path, part.refusal);
            return;
        }
        if (part.node->is_folder()) {
            walk(part, *part.node, part.path, {}, part.is_plain);
        } else {
            take_file(part, *part.node, part.path, part.own_name, {});
        }
    }

    /// As the kit's own layout and the roster's patterns have it. Whether nothing else counts then.
    void take_usual_places(bool by_pattern) {
        for (const Lab& lab : settings_.labs) {
            const HandedIn found = finder_.find(student_, lab);
            if (found.file.empty()) {
                continue;
            }
            LabCandidate one;
            one.file = found.file;
            one.lab = lab.id;
            one.is_usual = true;
            one.matched_by = by_pattern                          ? "the roster's pattern"
                             : found.file.ends_with("kernel.cu") ? "its folder"
                                                                 : "its name";
            note_text(one, found);
            usual_.insert(one.file);
            candidates_[lab.id].push_back(std::move(one));
        }
    }

    void finish() {
        for (auto& [lab, candidates] : candidates_) {
            // By path first, so that what nothing tells apart is at least always the same.
            std::ranges::sort(candidates, {}, &LabCandidate::file);
            auto best = std::ranges::max_element(candidates, {}, &LabCandidate::order);
            std::string equals;
            for (const LabCandidate& other : candidates) {
                if (&other != &*best) {
                    equals += other.order() == best->order() && other.text != best->text
                                  ? ", " + other.file
                                  : "";
                    if (other.is_changed && other.text != best->text && !best->is_usual) {
                        all_.other_attempts[{student_.id, lab}].push_back(submission_of(other));
                    }
                    const std::string why = why_second(other, *best);
                    set_aside(other, *best, why);
                    best->notes.push_back(set_aside_note(other, why));
                }
            }
            add(*best);
            if (!equals.empty()) {
                all_.labs[{student_.id, lab}].doubt =
                    fmt::format("nothing says which of these counts: {}{}", best->file, equals);
            }
            if (candidates_.count(best->named_lab) == 0 && !best->named_lab.empty()) {
                refused_.push_back(
                    {student_.id, best->file,
                     fmt::format("by {} it counts as lab {}, and not as the one that its text "
                                 "names ({})",
                                 best->matched_by, lab, best->other_lab),
                     false, true});
            }
        }
        tell_refused();
    }

private:
    void walk(const PersonsPart& part, const TreeNode& node, const std::string& path,
              const std::vector<std::string>& folders, bool is_plain) {
        for (const auto& [name, child] : node.inside) {
            const std::string below = path_below(path, name);
            if (++files_ > most_files_of_one) {
                if (files_ == most_files_of_one + 1) {
                    refuse(part.path, fmt::format("it holds more than {} files: the others were "
                                                  "not looked at",
                                                  most_files_of_one));
                }
                return;
            }
            if (!child.is_folder()) {
                take_file(part, child, below, name, folders);
            } else if (folders.empty() && is_results_of_kit(name, child)) {
                refuse(below, "it holds the results of an earlier grading", false);
            } else {
                std::vector<std::string> inner = folders;
                inner.push_back(name);
                walk(part, child, below, inner, is_plain);
            }
        }
        if (node.is_cut) {
            refuse(path, "it holds more files than the kit looks at");
        }
    }

    static bool is_results_of_kit(const std::string& name, const TreeNode& node) {
        return name.ends_with("-results") && node.has_file("class.json");
    }

    void take_file(const PersonsPart& part, const TreeNode& node, const std::string& path,
                   const std::string& name, const std::vector<std::string>& folders) {
        if (node.kind != TreeNode::Kind::file) {
            refuse(path, node.kind == TreeNode::Kind::link
                             ? "it is a symbolic link, not a file"
                             : "it is a pipe or a device, not a file");
            return;
        }
        if (is_answers_name(name)) {
            all_.answers.emplace(student_.id, path);
            return;
        }
        const SourceName source = source_name(name);
        if (name == "timestamp.txt" || !(source.is_cuda || source.is_text)) {
            if (name != "timestamp.txt") {
                refuse(
                    path,
                    fmt::format("it is no source of a kernel{}",
                                source.ending.empty() ? "" : fmt::format(" ({})", source.ending)),
                    false);
            }
            return;
        }
        if (std::ranges::find(folders, "solutions") != folders.end()) {
            refuse(path, "it is in a copy of the kit's solutions", false);
            return;
        }
        take_source(part, path, name, folders, source);
    }

    void take_source(const PersonsPart& part, const std::string& path, const std::string& name,
                     const std::vector<std::string>& folders, const SourceName& source) {
        if (!student_.files.empty()) {
            refuse(path, "the roster's pattern for this student's files does not fit it");
            return;
        }
        if (usual_.count(path) != 0) {
            return;
        }
        const HandedIn read = finder_.read(path);
        if (!read.reason.empty()) {
            refuse(path, read.reason);
            return;
        }
        if (!source.is_cuda && read.text.find("__global__") == std::string::npos) {
            refuse(path, "it is no source of a kernel: no __global__ is in it", false);
            return;
        }
        LabCandidate one;
        one.file = path;
        one.part = &part;
        one.is_cuda = source.is_cuda;
        one.is_well_named = source.is_kernel;
        one.copy = source.copy;
        one.depth = static_cast<std::int64_t>(folders.size());
        one.date = date_in(path);
        one.is_old = says_old(fmt::format("{}/{}", fmt::join(folders, "/"), name));
        const std::string reason = match(one, part, name, folders, read);
        if (!reason.empty()) {
            refuse(path, reason);
            return;
        }
        note_text(one, read);
        if (!source.is_cuda) {
            one.notes.push_back("its name does not end in .cu");
        }
        candidates_[one.lab].push_back(std::move(one));
    }

    /// Finds the lab. Why there is none; empty if there is one.
    std::string match(LabCandidate& one, const PersonsPart& part, const std::string& name,
                      const std::vector<std::string>& folders, const HandedIn& read) const {
        const auto by_name = lab_in_name(name, settings_.labs);
        if (by_name && !by_name->lab.empty()) {
            one.is_well_named = true;
            one.copy = std::max(one.copy, by_name->copy);
        }
        for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
            const auto named = lab_in_name(*folder, settings_.labs);
            if (named && !named->lab.empty()) {
                one.lab = named->lab;
                one.matched_by = fmt::format("its folder {}", *folder);
                one.copy = std::max(one.copy, named->copy);
                return "";
            }
        }
        // An archive that was handed in as it is: "lab5.zip".
        const auto of_part = lab_in_name(part.own_name, settings_.labs);
        if (part.node->is_folder() && of_part && !of_part->lab.empty()) {
            one.lab = of_part->lab;
            one.matched_by = fmt::format("its archive {}", part.own_name);
            one.copy = std::max(one.copy, of_part->copy);
            return "";
        }
        if (!part.lab.empty()) {
            one.lab = part.lab;
            one.matched_by = part.lab_by;
            return "";
        }
        if (by_name && !by_name->lab.empty()) {
            one.lab = by_name->lab;
            one.matched_by = fmt::format("its name {}", name);
            return "";
        }
        std::string by;
        const auto by_text = lab_in_text(read.text, settings_.labs, by);
        if (by_text && !by_text->lab.empty()) {
            one.lab = by_text->lab;
            one.matched_by = fmt::format("its text ({})", by);
            return "";
        }
        const auto of_class = lab_in_name(settings_.folder_name, settings_.labs);
        if (of_class && !of_class->lab.empty() && !by_name && !by_text) {
            one.lab = of_class->lab;
            one.matched_by = fmt::format("the class's folder {}", settings_.folder_name);
            return "";
        }
        if (settings_.graded.size() == 1 && one.is_cuda && !by_name && !by_text) {
            one.lab = settings_.graded.front().id;
            one.matched_by = "being CUDA, as only one lab is graded";
            return "";
        }
        if (names_two_labs(name)) {
            return "its name names two labs: each lab's kernel is handed in as a file of its own";
        }
        const int number = by_name ? by_name->number : by_text ? by_text->number : 0;
        return number > 0 ? fmt::format("it names lab {}, which does not exist", number)
                          : "neither its folder, its name nor its text names a lab: rename it, to "
                            "lab5.cu for example, or write // LAB: 5 into it";
    }

    /// What the text tells of a candidate whose lab is known.
    void note_text(LabCandidate& one, const HandedIn& read) const {
        one.text = digest_of(read.text);
        one.is_changed = read.reason.empty() && one.text != skeleton_of(one.lab);
        one.is_whole = read.text.find("__global__") != std::string::npos &&
                       read.text.find("launch_config") != std::string::npos;
        if (!read.converted_from.empty()) {
            one.notes.push_back(
                fmt::format("it was converted from {} to UTF-8", read.converted_from));
        }
        std::string by;
        const auto by_text = lab_in_text(read.text, settings_.labs, by);
        if (by_text && by_text->lab != one.lab) {
            one.other_lab = by;
            one.named_lab = by_text->lab;
            one.notes.push_back(fmt::format("its text names another lab ({})", by));
        }
    }

    /// The digest of the lab's skeleton; of nothing if there is none.
    [[nodiscard]] std::uint64_t skeleton_of(const std::string& id) const {
        const auto lab =
            std::ranges::find_if(settings_.labs, [&](const Lab& one) { return one.id == id; });
        return digest_of(lab == settings_.labs.end() ? "" : skeleton_text(*lab));
    }

    void refuse(const std::string& file, const std::string& reason, bool may_be_kernel = true) {
        // A file in a usual place is reported with its lab.
        if (usual_.count(file) != 0) {
            return;
        }
        refused_.push_back({student_.id, file, reason, false, may_be_kernel});
    }

    std::string set_aside_note(const LabCandidate& other, const std::string& why) const {
        return fmt::format("{} was not taken: {}", other.file, why);
    }

    void set_aside(const LabCandidate& other, const LabCandidate& taken, const std::string& why) {
        all_.not_recognized.push_back(
            {student_.id, other.file,
             fmt::format("{} counts as lab {}; this one is {}", taken.file, taken.lab, why), true,
             true});
    }

    static Submission submission_of(const LabCandidate& one) {
        Submission submission;
        submission.file = one.file;
        submission.matched_by = one.matched_by;
        submission.notes = one.notes;
        submission.other_lab = one.other_lab;
        if (one.part != nullptr) {
            submission.submitted = one.part->submitted;
            submission.submitted_from = one.part->submitted_from;
            submission.marked_late = one.part->marked_late;
            submission.marked_in_time = one.part->marks_late && !one.part->marked_late;
            submission.clone = one.part->is_clone ? one.part->path : "";
        }
        return submission;
    }

    void add(const LabCandidate& one) { all_.labs[{student_.id, one.lab}] = submission_of(one); }

    void tell_refused() {
        // What may be a kernel comes first, so that the list has it in any case.
        std::stable_partition(refused_.begin(), refused_.end(),
                              [](const NotRecognized& one) { return one.may_be_kernel; });
        const std::size_t told = std::min(refused_.size(), most_told_of_one);
        all_.not_recognized.insert(all_.not_recognized.end(), refused_.begin(),
                                   refused_.begin() + static_cast<std::ptrdiff_t>(told));
        if (refused_.size() > told) {
            all_.not_recognized.push_back({student_.id, "",
                                           fmt::format("{} more files", refused_.size() - told),
                                           false, false});
        }
    }

    const RosterEntry& student_;
    const SubmissionFinder& finder_;
    const MatchSettings& settings_;
    HandIns& all_;
    std::size_t files_ = 0;
    std::set<std::string> usual_;                                 ///< files in usual places
    std::map<std::string, std::vector<LabCandidate>> candidates_; ///< by lab
    std::vector<NotRecognized> refused_;
};

} // namespace

void match_hand_ins(const RosterEntry& student, const std::vector<const PersonsPart*>& parts,
                    const SubmissionFinder& finder, const MatchSettings& settings, HandIns& all) {
    Matching matching(student, finder, settings, all);
    const bool by_pattern = !student.files.empty();
    const bool is_plain =
        std::ranges::any_of(parts, [](const PersonsPart* part) { return part->is_plain; });
    if (by_pattern || is_plain || parts.empty()) {
        if (const HandedIn answers = finder.find_answers(student); !answers.file.empty()) {
            all.answers.emplace(student.id, answers.file);
        }
        matching.take_usual_places(by_pattern);
    }
    for (const PersonsPart* part : parts) {
        matching.take(*part);
    }
    matching.finish();
}

} // namespace kit
