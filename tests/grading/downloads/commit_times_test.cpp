// Times of commits, and that a hostile repository starts nothing. Skipped where there is no git or no sandbox.
#include "checker/base/whole_file.hpp"
#include "checker/grading/class_folder/commit_times.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/sandbox/confinement.hpp"
#include "checker/sandbox/process.hpp"
#include "tests/catch.hpp"
#include "tests/grading/downloads/looked_through.hpp"

using namespace kit;
using namespace kit_test;
namespace fs = std::filesystem;

namespace {

void git(const fs::path& folder, const std::vector<std::string>& words,
         const std::string& time = "2026-11-01T10:00:00Z") {
    ProcessRequest request;
    request.command = {"/usr/bin/env",
                       "HOME=/nonexistent",
                       "GIT_CONFIG_NOSYSTEM=1",
                       "GIT_COMMITTER_DATE=" + time,
                       "/usr/bin/git",
                       "-c",
                       "user.name=x",
                       "-c",
                       "user.email=x@x.edu",
                       "-c",
                       "init.defaultBranch=main"};
    request.command.insert(request.command.end(), words.begin(), words.end());
    request.directory = folder;
    const ProcessResult result = run_process(request);
    INFO(result.errors);
    REQUIRE(result.code == 0);
}

bool can_run() {
    const bool can = fs::exists("/usr/bin/git") && no_confinement().empty();
    if (!can) {
        WARN("left out: there is no git, or nothing confines it");
    }
    return can;
}

struct Clone {
    ScratchClass scratch;
    fs::path folder = scratch.path / "class/lab5-octocat";

    Clone() {
        fs::create_directories(folder);
        git(folder, {"init", "-q"});
    }

    void commit(const std::string& text, const std::string& time) const {
        scratch.file("class/lab5-octocat/kernel.cu", text);
        git(folder, {"add", "-A"});
        git(folder, {"commit", "-q", "-m", "x"}, time);
    }

    /// "FILE at TIME", of octocat's lab 05 with this deadline; notes and complaints behind it.
    [[nodiscard]] std::string at_deadline(const std::string& deadline) const {
        LookedThrough all(scratch);
        std::vector<Lab> labs = two_labs();
        labs[1].solution = scratch.file("skeleton.cu", "skeleton");
        const auto failed = add_commit_times(
            all.members.hand_ins, all.finder, all.opened.unpacked, labs,
            [&](const std::string&, const std::string&) { return parse_moment(deadline); });
        const Submission& found = all.submission("octocat", 5);
        std::string text =
            all.finder.read(found.file).text + " at " +
            (found.submitted ? moment_text(*found.submitted) : std::string("no time"));
        for (const std::string& note : found.notes) {
            text += " · " + note.substr(0, 30);
        }
        for (const std::string& line : failed) {
            text += " · " + line;
        }
        return text;
    }
};

} // namespace

TEST_CASE("the last commit before the deadline that touches the file counts") {
    if (!can_run()) {
        return;
    }
    const Clone clone;
    clone.commit("skeleton", "2026-11-01T10:00:00Z");
    clone.commit("first", "2026-11-10T10:00:00Z");
    clone.scratch.file("class/lab5-octocat/README.md", "more");
    clone.commit("first", "2026-11-12T10:00:00Z");
    clone.commit("second", "2026-11-20T10:00:00Z");
    CHECK(clone.at_deadline("") == "second at 2026-11-20T10:00:00Z");
    CHECK(clone.at_deadline("2026-11-20T10:00:00Z") == "second at 2026-11-20T10:00:00Z");
    CHECK(clone.at_deadline("2026-11-15T10:00:00Z") ==
          "first at 2026-11-10T10:00:00Z · commits after the deadline wer");
    CHECK(clone.at_deadline("2026-11-05T10:00:00Z") ==
          "second at 2026-11-20T10:00:00Z · at the deadline it was still t");
    CHECK(clone.at_deadline("2026-10-01T10:00:00Z") == "second at 2026-11-20T10:00:00Z");
}

TEST_CASE("of a changed file the commit counts, and it is said; line ends are no change") {
    if (!can_run()) {
        return;
    }
    const Clone clone;
    clone.commit("first\n", "2026-11-10T10:00:00Z");
    clone.scratch.file("class/lab5-octocat/kernel.cu", "first\r\n");
    CHECK(clone.at_deadline("") == "first\r\n at 2026-11-10T10:00:00Z");
    clone.scratch.file("class/lab5-octocat/kernel.cu", "changed");
    CHECK(clone.at_deadline("") ==
          "first\n at 2026-11-10T10:00:00Z · the file was changed after its");
}

TEST_CASE("a file that is in no commit has no time") {
    if (!can_run()) {
        return;
    }
    const Clone clone;
    clone.scratch.file("class/lab5-octocat/other.txt", "x");
    git(clone.folder, {"add", "other.txt"});
    git(clone.folder, {"commit", "-q", "-m", "x"});
    clone.scratch.file("class/lab5-octocat/kernel.cu", "text");
    CHECK(clone.at_deadline("") == "text at no time · it is in no commit of its repo");
}

TEST_CASE("a student's own file cannot pass for what was in time") {
    if (!can_run()) {
        return;
    }
    const Clone clone;
    clone.commit("first", "2026-11-10T10:00:00Z");
    clone.commit("second", "2026-11-20T10:00:00Z");
    LookedThrough all(clone.scratch);
    REQUIRE(clone.at_deadline("2026-11-15T10:00:00Z").starts_with("first at"));
    for (const auto& item :
         fs::directory_iterator(clone.scratch.path / "results/unpacked/lab5-octocat")) {
        clone.scratch.file("class/lab5-octocat/" + item.path().filename().string(), "planted");
    }
    CHECK(clone.at_deadline("2026-11-15T10:00:00Z").starts_with("second at 2026-11-20"));
}

TEST_CASE("a hostile repository starts no program and leaves nothing behind") {
    if (!can_run()) {
        return;
    }
    const Clone clone;
    clone.commit("text", "2026-11-10T10:00:00Z");
    const fs::path left = clone.scratch.path / "left-behind";
    const fs::path script =
        clone.scratch.file("class/lab5-octocat/script", "#!/bin/sh\ntouch " + left.string() + "\n");
    fs::permissions(script, fs::perms::owner_all);
    for (const std::string& setting :
         {"[core]\n\tfsmonitor = " + script.string() + "\n\tpager = " + script.string() +
              "\n\thooksPath = " + script.parent_path().string() + "\n",
          "[log]\n\tshowSignature = true\n[gpg]\n\tprogram = " + script.string() + "\n",
          "[pager]\n\tlog = " + script.string() + "\n[diff]\n\texternal = " + script.string() +
              "\n",
          std::string("[core]\n\tworktree = /\n"),
          "[include]\n\tpath = /etc/passwd\n[alias]\n\tlog = !" + script.string() + "\n"}) {
        INFO(setting);
        const fs::path config = clone.folder / ".git/config";
        const std::string before = read_file(config);
        write_file(config, before + setting);
        CHECK(clone.at_deadline("").starts_with("text at "));
        CHECK_FALSE(fs::exists(left));
        write_file(config, before);
    }
    write_file(clone.folder / ".git/config", "[broken");
    CHECK(clone.at_deadline("").find("was not known") == std::string::npos);
    CHECK(clone.at_deadline("").find("is not known: git said: ") != std::string::npos);
}
