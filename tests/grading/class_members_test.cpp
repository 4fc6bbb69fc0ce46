#include "checker/base/errors.hpp"
#include "checker/grading/class_folder/class_members.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;

namespace {

const std::string in_lab = "/05-shared-memory-tiling/kernel.cu";

std::vector<Lab> labs_graded() {
    Lab lab;
    lab.number = 5;
    lab.id = "05-shared-memory-tiling";
    return {lab};
}

ClassMembers members_of(const fs::path& folder, const fs::path& roster) {
    return class_members(open_class(folder, {}), roster, SubmissionFinder(folder), labs_graded(),
                         labs_graded());
}

ClassMembers members_of(const ScratchClass& scratch, const fs::path& roster = {}) {
    return members_of(scratch.path, roster);
}

std::vector<std::string> ids_of(const ClassMembers& members) {
    std::vector<std::string> found;
    for (const RosterEntry& entry : members.roster) {
        found.push_back(entry.id);
    }
    return found;
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("without a roster, whoever has a folder is graded") {
    const ScratchClass scratch;
    scratch.file("bob" + in_lab, "");
    scratch.file("ada" + in_lab, "");
    const ClassMembers members = members_of(scratch);
    CHECK(ids_of(members) == Lines{"ada", "bob"});
    CHECK(members.notices.empty());
}

TEST_CASE("a folder that holds labs is one student's, named after it") {
    const ScratchClass scratch;
    scratch.file("05-shared-memory-tiling/kernel.cu", "");
    const std::string name = scratch.path.filename().string();
    for (const char* end : {"", "/", "/."}) {
        const fs::path folder = scratch.path.string() + end;
        const ClassMembers members = members_of(folder, fs::path());
        CHECK(ids_of(members) == Lines{name});
        CHECK(members.roster.at(0).name == name);
        CHECK(members.roster.at(0).folder == "");
    }
}

TEST_CASE("what is left out of a class is told, a line for each reason") {
    const ScratchClass scratch;
    scratch.file("ada" + in_lab, "");
    fs::create_directory_symlink(scratch.path / "ada", scratch.path / "bob");
    fs::create_directory_symlink(scratch.path / "ada", scratch.path / "cy");
    scratch.file("dan\n.cu", "");
    CHECK(ids_of(members_of(scratch)) == Lines{"ada"});
    CHECK(members_of(scratch).notices ==
          Lines{"not graded, because it is a link to a folder: bob, cy",
                "not graded, because it is in nobody's folder: dan .cu"});
}

TEST_CASE("a class of links alone has nobody in it, and the notice says why") {
    const ScratchClass scratch;
    fs::create_directory_symlink("/etc", scratch.path / "ada");
    CHECK(members_of(scratch).roster.empty());
    CHECK(members_of(scratch).notices ==
          Lines{"not graded, because it is a link to a folder: ada"});
}

TEST_CASE("a roster says who is graded; folders that it does not name are told") {
    const ScratchClass scratch;
    const fs::path roster = scratch.file("class.csv", "id,name\nada,Ada\nzoe,Zoe\n");
    scratch.file("ada" + in_lab, "");
    scratch.file("bob" + in_lab, "");
    const std::string file = roster.string();
    CHECK(ids_of(members_of(scratch, roster)) == Lines{"ada", "zoe"});
    CHECK(members_of(scratch, roster).notices ==
          Lines{"not graded, because " + file + " does not name this folder's student: bob"});

    for (const char* name : {"c", "d", "e", "f", "g", "h"}) {
        scratch.file(name + in_lab, "");
    }
    CHECK(members_of(scratch, roster).notices ==
          Lines{"not graded, because " + file +
                " does not name these folders' students: bob, c, d, e, f and 2 more"});
}

TEST_CASE("with a roster, labs in the class's folder itself make no student") {
    const ScratchClass scratch;
    const fs::path roster = scratch.file("class.csv", "id\nada\n");
    scratch.file("05-shared-memory-tiling/kernel.cu", "");
    CHECK(ids_of(members_of(scratch, roster)) == Lines{"ada"});
}

TEST_CASE("a roster that cannot be read is refused") {
    const ScratchClass scratch;
    scratch.file("ada" + in_lab, "");
    CHECK_THROWS_AS(members_of(scratch, scratch.path / "none.csv"), UsageError);
}
