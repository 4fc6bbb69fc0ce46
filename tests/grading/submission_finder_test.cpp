#include "checker/base/errors.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

#include <sys/stat.h>

#include <chrono>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;

namespace {

Lab lab_five() {
    Lab lab;
    lab.number = 5;
    lab.id = "05-shared-memory-tiling";
    return lab;
}

RosterEntry student(const std::string& id, const std::string& files = "") {
    RosterEntry entry;
    entry.id = id;
    entry.folder = id;
    entry.files = files;
    return entry;
}

HandedIn found(const ScratchClass& scratch, const RosterEntry& entry) {
    return SubmissionFinder(scratch.path).find(entry, lab_five());
}

const std::string usual = "ada/05-shared-memory-tiling/kernel.cu";

} // namespace

TEST_CASE("a student's file is in the lab's folder, below labs, or named after the lab") {
    for (const char* name :
         {"ada/05-shared-memory-tiling/kernel.cu", "ada/labs/05-shared-memory-tiling/kernel.cu",
          "ada/05-shared-memory-tiling.cu"}) {
        const ScratchClass scratch;
        scratch.file(name, "text");
        const HandedIn handed_in = found(scratch, student("ada"));
        CHECK(handed_in.file == name);
        CHECK(handed_in.text == "text");
        CHECK(handed_in.reason == "");
    }
}

TEST_CASE("nothing submitted is no error") {
    const ScratchClass scratch;
    CHECK(found(scratch, student("ada")).file == "");
    scratch.file("ada/04-basic-sweep/kernel.cu", "other");
    CHECK(found(scratch, student("ada")).file == "");
}

TEST_CASE("a roster's pattern finds flat files, the last modified of several") {
    const ScratchClass scratch;
    const fs::path old = scratch.file("lovelace_1_05_kernel.cu", "old");
    scratch.file("lovelace_2_05_kernel.cu", "new");
    scratch.file("lovelace_2_04_kernel.cu", "other lab");
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(1));
    CHECK(found(scratch, student("al", "lovelace_*_{number}_*.cu")).text == "new");
    CHECK(found(scratch, student("al", "babbage_*_{number}_*.cu")).file == "");
}

TEST_CASE("no link is followed and no pipe is opened") {
    const ScratchClass scratch;
    const fs::path secret = scratch.file("secret", "the solution");
    fs::create_directories((scratch.path / usual).parent_path());
    fs::create_symlink(secret, scratch.path / usual);
    CHECK(found(scratch, student("ada")).reason == "it is a symbolic link, not a file");
    CHECK(found(scratch, student("ada")).text == "");

    fs::remove(scratch.path / usual);
    mkfifo((scratch.path / usual).c_str(), 0600);
    CHECK(found(scratch, student("ada")).reason == "it is a pipe or a device, not a file");

    fs::remove(scratch.path / usual);
    fs::create_directory(scratch.path / usual);
    CHECK(found(scratch, student("ada")).reason == "it is a folder, not a file");

    fs::create_directory_symlink(scratch.path / "ada", scratch.path / "bob");
    CHECK(found(scratch, student("bob")).text == "");
    CHECK(found(scratch, student("bob")).reason.find("symbolic link") != std::string::npos);
}

TEST_CASE("a file of any size is read to just over what a submission may have") {
    const ScratchClass scratch;
    scratch.file(usual, std::string(3 << 20, 'x'));
    CHECK(found(scratch, student("ada")).text.size() == (1 << 20) + 1);
}

TEST_CASE("students are folders with any name, but not hidden ones, links or results") {
    const ScratchClass scratch;
    for (const char* name : {"-rf/x", "a\nb/x", "ünï/x", ".git/x", "c-results/class.json"}) {
        scratch.file(name, "");
    }
    scratch.file(std::string(255, 'n') + "/x", "");
    scratch.file("file", "");
    fs::create_directory_symlink("/etc", scratch.path / "link");
    std::vector<std::string> ids;
    for (const RosterEntry& entry : SubmissionFinder(scratch.path).students()) {
        ids.push_back(entry.id);
    }
    CHECK(ids == std::vector<std::string>{"-rf", "a\nb", std::string(255, 'n'), "ünï"});
}

TEST_CASE("a folder with labs in it is one student's") {
    const ScratchClass scratch;
    scratch.file("labs/05-shared-memory-tiling/kernel.cu", "text");
    const SubmissionFinder finder(scratch.path);
    CHECK(finder.is_one_student({lab_five()}));
    CHECK(finder.find(student(""), lab_five()).text == "text");
}

TEST_CASE("a folder that does not exist is refused") {
    CHECK_THROWS_AS(SubmissionFinder("/no/such/folder"), UsageError);
}

TEST_CASE("stars match any text, also none") {
    CHECK(matches_pattern("", "*"));
    CHECK(matches_pattern("abc", "a*c"));
    CHECK(matches_pattern("ac", "a*c"));
    CHECK(matches_pattern("a_b_b.cu", "a*b.cu"));
    CHECK(!matches_pattern("abcd", "a*c"));
    CHECK(!matches_pattern("abc", "abcd*"));
    CHECK(matches_pattern(std::string(10000, 'a'), std::string(100, '*') + "a"));
    CHECK(!matches_pattern(std::string(10000, 'a') + "c", "*a*a*a*a*a*a*b"));
}

TEST_CASE("hidden folders are told, but for git's") {
    const ScratchClass scratch;
    scratch.file(".git/x", "");
    scratch.file(".ada/x", "");
    const auto left_out = SubmissionFinder(scratch.path).left_out();
    REQUIRE(left_out.size() == 1);
    CHECK(left_out[0].name == ".ada");
    CHECK(left_out[0].reason == "has a name that begins with a dot");
}
