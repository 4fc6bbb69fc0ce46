#include "checker/grading/class_folder/commit_times.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/source_text.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_blob_bytes = (std::size_t{1} << 20) + 1;

struct Commit {
    std::string hash;
    std::chrono::sys_seconds time{};
};

/// A file in a clone, and whose lab it is.
struct FileInClone {
    std::string path; ///< below the clone
    std::string student;
    std::string lab;
    Submission* submission = nullptr;
};

class Repository {
public:
    explicit Repository(const fs::path& git_folder) : git_folder_(fs::absolute(git_folder)) {
        write_file(scratch_.path() / "gitconfig", "[safe]\n\tdirectory = *\n");
    }

    /// The commits that touch each of the files, the newest first. Throws KitError if git fails.
    std::vector<std::vector<Commit>> commits_of(const std::vector<FileInClone>& files) const {
        std::vector<std::string> arguments{
            "-c",
            "for file; do echo file; \"$GIT\" log --no-show-signature --no-color --no-decorate "
            "--no-notes --max-count=2000 --format='%H %ct' -- \"$file\" || exit; done",
            "sh"};
        for (const FileInClone& file : files) {
            arguments.push_back(file.path);
        }
        const std::string said = run("/bin/sh", arguments, std::size_t{8} << 20);
        std::vector<std::vector<Commit>> all;
        for (const std::string& line : split_lines(said)) {
            if (line == "file") {
                all.emplace_back();
            } else if (const auto commit = commit_of(line); commit && !all.empty()) {
                all.back().push_back(*commit);
            }
        }
        if (all.size() != files.size()) {
            throw KitError("git did not answer as it should");
        }
        return all;
    }

    /// A file as a commit has it.
    std::string file_at(const Commit& commit, const std::string& path) const {
        return run(git, {"cat-file", "blob", commit.hash + ":" + path}, most_blob_bytes);
    }

private:
    static std::optional<Commit> commit_of(const std::string& line) {
        const std::size_t blank = line.find(' ');
        long long seconds = 0;
        if (blank == std::string::npos ||
            std::from_chars(line.data() + blank + 1, line.data() + line.size(), seconds).ptr !=
                line.data() + line.size()) {
            return std::nullopt;
        }
        return Commit{line.substr(0, blank),
                      std::chrono::sys_seconds(std::chrono::seconds(seconds))};
    }

    [[nodiscard]] std::string run(const std::string& program,
                                  const std::vector<std::string>& arguments,
                                  std::size_t most_bytes) const {
        const std::string config = std::string(confined_directory) + "/gitconfig";
        ProcessRequest request;
        // Settings on the command line come before those that the repository brings along.
        request.command = {"/usr/bin/env",
                           "GIT=" + std::string(git),
                           "GIT_DIR=" + git_folder_.string(),
                           "GIT_WORK_TREE=" + std::string(confined_directory),
                           "GIT_CONFIG_NOSYSTEM=1",
                           "GIT_CONFIG_GLOBAL=" + config,
                           "GIT_CONFIG_COUNT=4",
                           "GIT_CONFIG_KEY_0=core.fsmonitor",
                           "GIT_CONFIG_VALUE_0=false",
                           "GIT_CONFIG_KEY_1=core.hooksPath",
                           "GIT_CONFIG_VALUE_1=/dev/null",
                           "GIT_CONFIG_KEY_2=protocol.allow",
                           "GIT_CONFIG_VALUE_2=never",
                           "GIT_CONFIG_KEY_3=log.showSignature",
                           "GIT_CONFIG_VALUE_3=false",
                           "GIT_LITERAL_PATHSPECS=1",
                           "GIT_NO_LAZY_FETCH=1",
                           "GIT_NO_REPLACE_OBJECTS=1",
                           "GIT_OPTIONAL_LOCKS=0",
                           "GIT_TERMINAL_PROMPT=0",
                           "GIT_PAGER=cat",
                           "LC_ALL=C",
                           program};
        request.command.insert(request.command.end(), arguments.begin(), arguments.end());
        request.directory = scratch_.path();
        request.limits.seconds = 30;
        request.limits.memory_bytes = std::uint64_t{4} << 30;
        request.limits.output_bytes = most_bytes;
        request.limits.kept_output_bytes = most_bytes;
        request.confinement = Confinement{Confinement::Role::compiler, {git_folder_}};
        request.confinement_must_hold = true;
        const ProcessResult result = run_process(request);
        if (result.end == ProcessResult::End::out_of_time) {
            throw KitError("git took too long");
        }
        if (result.end == ProcessResult::End::too_much_output) {
            throw KitError("git's answer is too long");
        }
        if (result.end != ProcessResult::End::exited || result.code != 0) {
            const std::string said = result.errors.substr(0, result.errors.find('\n'));
            throw KitError(said.empty() ? "git failed" : fmt::format("git said: {}", said));
        }
        return result.output;
    }

    static constexpr const char* git = "/usr/bin/git";

    fs::path git_folder_;
    ScratchFolder scratch_;
};

/// Makes the file as a commit has it the one that counts. False, with a note, if there is no place for it.
bool take_text(const FileInClone& file, const Commit& commit, const std::string& text,
               const SubmissionFinder& finder, const fs::path& unpacked) {
    Submission& submission = *file.submission;
    const std::string as_then = fmt::format("{}@{}", submission.file, commit.hash.substr(0, 8));
    // A student's own file of this name would be found before the one that is written here.
    if (unpacked != finder.folder() &&
        !SubmissionFinder(finder.folder()).read(as_then).file.empty()) {
        submission.notes.push_back(fmt::format(
            "a file is called {}, so what the commit has cannot be told apart", as_then));
        return false;
    }
    replace_file(unpacked / as_then, text);
    submission.file = as_then;
    return true;
}

/// Whether they differ by more than their encoding and line ends, which git may change.
bool are_different(std::string one, std::string other) {
    one = as_utf8(std::move(one)).text;
    std::erase(one, '\r');
    std::erase(other, '\r');
    return one != other;
}

/// Gives the file its commit's time; where it was changed after the last commit that counts, the file as that has it.
void take_commit(const FileInClone& file, const std::vector<Commit>& commits,
                 const Repository& repository, const SubmissionFinder& finder,
                 const fs::path& unpacked, const std::string& skeleton,
                 const std::optional<std::chrono::sys_seconds>& in_time_until) {
    Submission& submission = *file.submission;
    if (commits.empty()) {
        submission.notes.push_back("it is in no commit of its repository");
        return;
    }
    const auto take_time = [&](const Commit& commit) {
        submission.submitted = commit.time;
        submission.submitted_from = fmt::format("its commit {}", commit.hash.substr(0, 8));
    };
    take_time(commits.front());
    if (!in_time_until || commits.front().time <= *in_time_until) {
        const HandedIn now = finder.read(submission.file);
        const std::string text =
            now.reason.empty() ? repository.file_at(commits.front(), file.path) : now.text;
        if (are_different(text, now.text) &&
            take_text(file, commits.front(), text, finder, unpacked)) {
            submission.notes.push_back(
                fmt::format("the file was changed after its last commit ({}), which is what counts",
                            commits.front().hash.substr(0, 8)));
        }
        return;
    }
    const auto in_time = std::ranges::find_if(
        commits, [&](const Commit& commit) { return commit.time <= *in_time_until; });
    if (in_time == commits.end()) {
        return;
    }
    const std::string text = repository.file_at(*in_time, file.path);
    if (text == skeleton) {
        submission.notes.push_back("at the deadline it was still the skeleton, so the later "
                                   "commits count");
        return;
    }
    if (!take_text(file, *in_time, text, finder, unpacked)) {
        return;
    }
    submission.notes.push_back(fmt::format("commits after the deadline were not taken, the last of "
                                           "{} ({})",
                                           moment_text(commits.front().time),
                                           commits.front().hash.substr(0, 8)));
    take_time(*in_time);
}

} // namespace

std::vector<std::string> add_commit_times(HandIns& hand_ins, const SubmissionFinder& finder,
                                          const fs::path& unpacked, const std::vector<Lab>& labs,
                                          const InTimeUntil& in_time_until) {
    std::map<std::string, std::vector<FileInClone>> clones;
    for (auto& [place, submission] : hand_ins.labs) {
        const std::string& id = place.second;
        const bool is_graded =
            std::ranges::any_of(labs, [&id](const Lab& lab) { return lab.id == id; });
        if (is_graded && !submission.clone.empty() && !submission.submitted) {
            clones[submission.clone].push_back({submission.file.substr(submission.clone.size() + 1),
                                                place.first, place.second, &submission});
        }
    }
    if (clones.empty()) {
        return {};
    }
    if (!no_confinement().empty()) {
        return {fmt::format("when the files in repositories were committed is not known: git runs "
                            "on a student's repository only where it can be confined, and {}",
                            no_confinement())};
    }
    std::map<std::string, std::vector<std::string>> failed;
    for (const auto& [clone, files] : clones) {
        try {
            fs::path folder = finder.folder() / clone / ".git";
            std::error_code error;
            if (!fs::is_directory(folder, error)) {
                folder = unpacked / clone / ".git";
            }
            const Repository repository(folder);
            const auto commits = repository.commits_of(files);
            for (std::size_t i = 0; i < files.size(); ++i) {
                const std::string& id = files[i].lab;
                const auto lab =
                    std::ranges::find_if(labs, [&id](const Lab& one) { return one.id == id; });
                take_commit(files[i], commits[i], repository, finder, unpacked, skeleton_text(*lab),
                            in_time_until(files[i].student, files[i].lab));
            }
        } catch (const KitError& error) {
            failed[error.what()].push_back(clone);
        }
    }
    std::vector<std::string> lines;
    for (const auto& [why, of_why] : failed) {
        lines.push_back(
            fmt::format("when the files in {} were committed is not known: {}", join(of_why), why));
    }
    return lines;
}

} // namespace kit
