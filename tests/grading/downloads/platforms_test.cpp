// Each platform's download, small but in its own form: who, which lab, by what and when.
#include "checker/base/errors.hpp"
#include "checker/grading/model/moment.hpp"
#include "tests/catch.hpp"
#include "tests/grading/downloads/looked_through.hpp"
#include "tests/grading/downloads/made_archive.hpp"

#include <iterator>

using namespace kit;
using namespace kit_test;
namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

std::string when(const LookedThrough& all, const std::string& student, int lab) {
    const Submission& found = all.submission(student, lab);
    return found.submitted ? moment_text(*found.submitted) + " by " + found.submitted_from : "";
}

} // namespace

TEST_CASE("Canvas: a flat folder, with late marks, resubmissions, typed text and archives") {
    const ScratchClass scratch;
    scratch.file("class/doejane_LATE_12345_67890_kernel-1.cu", source(4, ""));
    scratch.file("class/doejane_12345_67891_kernel-2.cu", source(5, "new"));
    scratch.file("class/doejane_12345_67880_kernel.cu", source(5, "old"));
    scratch.file("class/von_der_roe_222_333_Lab_5.cu", source(0, ""));
    scratch.file("class/von_der_roe_222_334_report.pdf", "x");
    scratch.file("class/annx_5_text.html", "<p>I have no kernel</p>");
    scratch.file("class/anon_Ab3xY_777_lab4.cu", source(0, ""));
    make_archive(scratch.path / "class/zoe_9_10_lab5.zip", ArchiveForm::zip,
                 {{"src/Kernel.cu", source(0, "zoe")}, {"__MACOSX/src/._Kernel.cu", "x"}});
    const LookedThrough all(scratch);
    CHECK(all.members.hand_ins.layouts == Lines{"Canvas"});
    CHECK(all.ids() == Lines{"annx", "anon_Ab3xY", "doejane", "von_der_roe", "zoe"});
    CHECK(all.of("doejane", 4) == "doejane_LATE_12345_67890_kernel-1.cu by its text (Lab 04)");
    CHECK(all.submission("doejane", 4).marked_late);
    CHECK(all.of("doejane", 5) == "doejane_12345_67891_kernel-2.cu by its text (Lab 05)");
    CHECK(all.submission("doejane", 5).marked_in_time);
    CHECK(when(all, "doejane", 5) == "");
    CHECK(all.submission("doejane", 5).notes ==
          Lines{"doejane_12345_67880_kernel.cu was not taken: an older attempt by the number in "
                "its name"});
    CHECK(all.of("von_der_roe", 5) == "von_der_roe_222_333_Lab_5.cu by its name Lab_5.cu");
    CHECK(all.of("anon_Ab3xY", 4) == "anon_Ab3xY_777_lab4.cu by its name lab4.cu");
    CHECK(all.of("zoe", 5) == "zoe_9_10_lab5.zip/src/Kernel.cu by its archive lab5.zip");
    CHECK(all.finder.read("zoe_9_10_lab5.zip/src/Kernel.cu").text == source(0, "zoe"));
    CHECK(all.not_recognized() ==
          Lines{"annx|annx_5_text.html: it is text that was typed into Canvas",
                "doejane|doejane_12345_67880_kernel.cu: doejane_12345_67891_kernel-2.cu counts as "
                "lab 05-shared-memory-tiling; this one is an older attempt by the number in its "
                "name",
                "von_der_roe|von_der_roe_222_334_report.pdf: it is no source of a kernel (.pdf)"});
    CHECK(all.members.hand_ins.why_missing("annx") ==
          "no file was recognized as this lab's. annx_5_text.html: it is text that was typed into "
          "Canvas");
    CHECK(all.members.hand_ins.why_missing("doejane") == "");
}

TEST_CASE("Moodle: folders of one or more assignments, and flat") {
    const ScratchClass scratch;
    const std::string five = "class/CS101-Lab 5-777/";
    scratch.file(five + "Jane Doe_123_assignsubmission_file_/kernel(1).cu", source(0, ""));
    scratch.file(five + "Bob Roe_124_assignsubmission_onlinetext_/onlinetext.html", "x");
    scratch.file(five + "Jörg Ü_125_assignsubmission_file_kernel.cu", source(0, ""));
    scratch.file("class/CS101-Lab 4-778/Jane Doe_456_assignsubmission_file_/kernel.cu.txt",
                 source(0, ""));
    const LookedThrough all(scratch);
    CHECK(all.members.hand_ins.layouts == Lines{"Moodle"});
    CHECK(all.ids() == Lines{"Bob Roe", "Jane Doe", "Jörg Ü"});
    CHECK(
        all.of("Jane Doe", 5) ==
        "CS101-Lab 5-777/Jane Doe_123_assignsubmission_file_/kernel(1).cu by the folder CS101-Lab "
        "5-777");
    CHECK(all.of("Jane Doe", 4) ==
          "CS101-Lab 4-778/Jane Doe_456_assignsubmission_file_/kernel.cu.txt by the folder "
          "CS101-Lab 4-778");
    CHECK(all.of("Jörg Ü", 5) ==
          "CS101-Lab 5-777/Jörg Ü_125_assignsubmission_file_kernel.cu by the "
          "folder CS101-Lab 5-777");
    CHECK(all.not_recognized() ==
          Lines{"Bob Roe|CS101-Lab 5-777/Bob Roe_124_assignsubmission_onlinetext_: it is text that "
                "was typed into Moodle"});
}

TEST_CASE("Moodle: two people of one name stay two") {
    const ScratchClass scratch;
    scratch.file("class/Jane Doe_123_assignsubmission_file_/lab5.cu", source(0, "one"));
    scratch.file("class/Jane Doe_124_assignsubmission_file_/lab5.cu", source(0, "other"));
    CHECK(LookedThrough(scratch).ids() == Lines{"Jane Doe_123", "Jane Doe_124"});
}

TEST_CASE("Gradescope: its metadata says who and when, as YAML of Rails and as JSON") {
    const ScratchClass scratch;
    const std::string folder = "assignment_1_export/";
    for (const std::string kind : {"yml", "json"}) {
        scratch.file(kind + "/" + folder + "submission_11/kernel.cu", source(5, "pair"));
        scratch.file(kind + "/" + folder + "submission_12/sub/kernel.cu", source(4, ""));
        scratch.file(kind + "/" + folder + "submission_13/kernel.cu", source(5, "newer"));
        scratch.file(kind + "/" + folder + "submission_99/kernel.cu", source(5, "nobody's"));
    }
    scratch.file("yml/" + folder + "submission_metadata.yml",
                 "---\n"
                 "submission_11:\n"
                 "  :submitters:\n"
                 "  - :name: Jane Doe\n    :sid: '123'\n    :email: jane@x.edu\n"
                 "  - :name: Bob Roe\n    :sid: '124'\n    :email: bob@x.edu\n"
                 "  :created_at: !ruby/object:ActiveSupport::TimeWithZone\n"
                 "    utc: &1 2026-09-20 21:04:01.303283000 Z\n"
                 "    zone: &2 !ruby/object:ActiveSupport::TimeZone\n      name: Etc/UTC\n"
                 "    time: *1\n"
                 "  :score: 100.0\n  :status: processed\n  :results: {}\n"
                 "submission_12:\n"
                 "  :submitters:\n  - :name: Ann Lee\n    :sid:\n    :email: ann@x.edu\n"
                 "  :created_at: 2026-09-21 21:04:01.303283000 Z\n"
                 "submission_13:\n"
                 "  :submitters:\n  - :name: Bob Roe\n    :sid: '124'\n    :email: bob@x.edu\n"
                 "  :created_at: 2026-09-22 21:04:01.303283000 Z\n");
    scratch.file("json/" + folder + "submission_metadata.json",
                 R"({"submission_11": {":submitters": [{":name": "Jane Doe", ":sid": "123",
                      ":email": "jane@x.edu"}, {":name": "Bob Roe", ":sid": "124", ":email":
                      "bob@x.edu"}], ":created_at": "2026-09-20T14:04:01.303-07:00"},
                    "submission_12": {"submitters": [{"name": "Ann Lee", "sid": null, "email":
                      "ann@x.edu"}], "created_at": "2026-09-21T21:04:01Z"},
                    "submission_13": {"submitters": [{"name": "Bob Roe", "sid": 124, "email":
                      "bob@x.edu"}], "created_at": "2026-09-22T21:04:01Z"}})");
    for (const std::string kind : {"yml", "json"}) {
        INFO(kind);
        const LookedThrough all(scratch, kind);
        const std::string by = " by Gradescope's submission_metadata." + kind;
        CHECK(all.members.hand_ins.layouts == Lines{"Gradescope"});
        CHECK(all.ids() == Lines{"123", "124", "ann@x.edu"});
        CHECK(all.members.roster[0].name == "Jane Doe");
        CHECK(all.members.roster[0].email == "jane@x.edu");
        CHECK(all.of("123", 5) == folder + "submission_11/kernel.cu by its text (Lab 05)");
        CHECK(when(all, "123", 5) == "2026-09-20T21:04:01Z" + by);
        CHECK(all.of("124", 5) == folder + "submission_13/kernel.cu by its text (Lab 05)");
        CHECK(when(all, "124", 5) == "2026-09-22T21:04:01Z" + by);
        CHECK(all.submission("124", 5).notes ==
              Lines{folder + "submission_11/kernel.cu was not taken: an older attempt"});
        CHECK(when(all, "ann@x.edu", 4) == "2026-09-21T21:04:01Z" + by);
        CHECK(all.not_recognized().front() ==
              "|" + folder + "submission_99: submission_metadata." + kind + " does not name it");
    }
}

TEST_CASE("Gradescope: metadata that cannot be read is the instructor's to export again") {
    const ScratchClass scratch;
    for (const char* text : {"a: [", "\tx", "- &a [*a", "{\"a\": "}) {
        scratch.file("class/submission_metadata.yml", text);
        CHECK_THROWS_AS(LookedThrough(scratch), UsageError);
    }
    // Nothing in them, or nonsense: nobody is named.
    for (const std::string& text :
         {std::string(), std::string("just text"), std::string("submission_1: 5"),
          std::string("submission_1:\n  :submitters: {a: b}\n"),
          "a: &a [x]\n" + std::string("b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
                                      "c: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n")}) {
        scratch.file("class/submission_metadata.yml", text);
        scratch.file("class/submission_1/lab5.cu", source(5, ""));
        CHECK(LookedThrough(scratch).ids().empty());
    }
}

TEST_CASE("nbgrader: submitted, with its stamp of the time; its other folders are nobody's") {
    const ScratchClass scratch;
    scratch.file("class/submitted/ada/lab5/kernel.cu", source(0, ""));
    scratch.file("class/submitted/ada/lab5/timestamp.txt", "2026-11-02 15:58:23.948203 UTC");
    scratch.file("class/submitted/bob/Lab 4/kernel.cu", source(0, ""));
    scratch.file("class/release/lab5/kernel.cu", source(5, ""));
    const LookedThrough all(scratch);
    CHECK(all.members.hand_ins.layouts == Lines{"nbgrader"});
    CHECK(all.ids() == Lines{"ada", "bob"});
    CHECK(all.of("ada", 5) == "submitted/ada/lab5/kernel.cu by the folder lab5");
    CHECK(when(all, "ada", 5) == "2026-11-02T15:58:23Z by nbgrader's timestamp.txt");
    CHECK(all.of("bob", 4) == "submitted/bob/Lab 4/kernel.cu by the folder Lab 4");
    CHECK(when(all, "bob", 4) == "");
}

TEST_CASE("clones: whose they are follows from their names, or from the roster") {
    const ScratchClass scratch;
    for (const char* name : {"lab5-octocat", "lab5-jane-doe", "lab-4-octocat"}) {
        scratch.file(std::string("class/") + name + "/kernel.cu", source(0, name));
        fs::create_directory(scratch.path / "class" / name / ".git");
    }
    const LookedThrough all(scratch);
    CHECK(all.ids() == Lines{"jane-doe", "octocat"});
    CHECK(all.of("octocat", 5) == "lab5-octocat/kernel.cu by the repository's name lab5-octocat");
    CHECK(all.of("octocat", 4) == "lab-4-octocat/kernel.cu by the repository's name lab-4-octocat");

    scratch.file("other-submissions/other-zoe/labs/05-shared-memory-tiling/kernel.cu",
                 source(5, ""));
    fs::create_directory(scratch.path / "other-submissions/other-zoe/.git");
    CHECK(LookedThrough(scratch, "other-submissions").ids() == Lines{"zoe"});

    const fs::path roster = scratch.file("roster.csv", "id\nthe-cat\n");
    scratch.file("third/stencils-of-the-cat/lab5.cu", source(5, ""));
    fs::create_directory(scratch.path / "third/stencils-of-the-cat/.git");
    const LookedThrough third(scratch, "third", roster);
    CHECK(third.of("the-cat", 5) == "stencils-of-the-cat/lab5.cu by its name lab5.cu");
}

TEST_CASE("students' folders keep their layout, and anything else in them is recognized, too") {
    const ScratchClass scratch;
    scratch.file("class/ada/05-shared-memory-tiling/kernel.cu", source(5, "usual"));
    scratch.file("class/ada/05-shared-memory-tiling/kernel-2.cu", source(5, "other"));
    scratch.file("class/bob/homework/deep/kernel.cu", source(4, ""));
    scratch.file("class/cy/lab5.cu", source(4, ""));
    scratch.file("class/dan/kernel.cu", source(0, ""));
    scratch.file("class/eve/solutions/05-shared-memory-tiling/kernel.cu", source(5, ""));
    scratch.file("class/fay/kernel.cpp", source(5, ""));
    scratch.file("class/fay/notes.txt", "Lab 5 was hard");
    scratch.file("class/notes.md", "mine");
    fs::create_directory(scratch.path / "class/gus");
    const LookedThrough all(scratch);
    CHECK(all.of("ada", 5) == "ada/05-shared-memory-tiling/kernel.cu by its folder");
    CHECK(all.of("bob", 4) == "bob/homework/deep/kernel.cu by its text (Lab 04)");
    CHECK(all.of("cy", 5) == "cy/lab5.cu by its name lab5.cu");
    CHECK(all.submission("cy", 5).notes == Lines{"its text names another lab (Lab 04)"});
    CHECK(all.of("fay", 5) == "fay/kernel.cpp by its text (Lab 05)");
    CHECK(all.not_recognized() ==
          Lines{"|notes.md: it is in nobody's folder",
                "ada|ada/05-shared-memory-tiling/kernel-2.cu: "
                "ada/05-shared-memory-tiling/kernel.cu counts as lab 05-shared-memory-tiling; this "
                "one is not in the lab's usual place",
                "cy|cy/lab5.cu: by its name lab5.cu it counts as lab 05-shared-memory-tiling, and "
                "not as the one that its text names (Lab 04)",
                "dan|dan/kernel.cu: neither its folder, its name nor its text names a lab: rename "
                "it, to lab5.cu for example, or write // LAB: 5 into it",
                "eve|eve/solutions/05-shared-memory-tiling/kernel.cu: it is in a copy of the kit's "
                "solutions",
                "fay|fay/notes.txt: it is no source of a kernel: no __global__ is in it"});
    CHECK(all.members.hand_ins.why_missing("gus") == "");
    const LookedThrough only_five(scratch, "class", {}, {two_labs()[1]});
    CHECK(only_five.of("dan", 5) == "dan/kernel.cu by being CUDA, as only one lab is graded");
}

TEST_CASE("of several files for a lab the changed, the newest one counts, or nothing says which") {
    const ScratchClass scratch;
    scratch.file("class/ada/try1/lab5.cu", source(5, "one"));
    scratch.file("class/ada/try2/lab5.cu", source(5, "two"));
    scratch.file("class/bob/lab5.cu", source(5, "same"));
    scratch.file("class/bob/copy/lab5.cu", source(5, "same"));
    scratch.file("class/cy/2026-11-20/lab5.cu", source(5, "old"));
    scratch.file("class/cy/20261127/lab5.cu", source(5, "new"));
    scratch.file("class/dan/lab5_v1.cu", source(5, "one"));
    scratch.file("class/dan/lab5_v2.cu", source(5, "two"));
    scratch.file("skeleton.cu", source(5, "skeleton"));
    scratch.file("class/eve/kernel.cu", source(5, "skeleton") + "\n");
    scratch.file("class/eve/more/stuff.cu", source(5, "changed"));
    std::vector<Lab> labs = two_labs();
    labs[1].solution = scratch.path / "kernel.cu";
    const LookedThrough all(scratch, "class", {}, labs);
    CHECK(all.submission("ada", 5).doubt ==
          "nothing says which of these counts: ada/try1/lab5.cu, ada/try2/lab5.cu");
    CHECK(all.submission("bob", 5).doubt == "");
    CHECK(all.of("cy", 5) == "cy/20261127/lab5.cu by its name lab5.cu");
    CHECK(all.submission("cy", 5).doubt == "");
    CHECK(all.submission("dan", 5).doubt != "");
    CHECK(all.of("eve", 5) == "eve/more/stuff.cu by its text (Lab 05)");
}

TEST_CASE("of two whole kernels no name tells which counts, but one that says old") {
    const ScratchClass scratch;
    const std::string launch = "LaunchConfig launch_config(int n);\n";
    const auto whole = [&](const std::string& text) { return source(5, text) + launch; };
    scratch.file("class/ada/kernel.cu", whole("one"));
    scratch.file("class/ada/kernel - Copy.cu", whole("two"));
    scratch.file("class/bob/lab5/kernel.cu", whole("one"));
    scratch.file("class/bob/lab5/new/kernel.cu", whole("two"));
    scratch.file("class/cy/kernel.cu", whole("new"));
    scratch.file("class/cy/kernel_old.cu", whole("old"));
    scratch.file("class/dan/lab5/mine.cu", whole("one"));
    scratch.file("class/dan/lab5/kernel.cu", source(0, "int main() {}"));
    const LookedThrough all(scratch);
    CHECK(all.submission("ada", 5).doubt ==
          "nothing says which of these counts: ada/kernel - Copy.cu, ada/kernel.cu");
    CHECK(all.submission("ada", 5).notes ==
          Lines{"ada/kernel.cu was not taken: nothing says which of them is newer"});
    CHECK(all.submission("dan", 5).notes ==
          Lines{"dan/lab5/kernel.cu was not taken: not a whole kernel with its launch"});
    CHECK(all.submission("bob", 5).doubt != "");
    CHECK(all.of("cy", 5) == "cy/kernel.cu by its text (Lab 05)");
    CHECK(all.submission("cy", 5).doubt == "");
    CHECK(all.of("dan", 5) == "dan/lab5/mine.cu by its folder lab5");
    CHECK(all.submission("dan", 5).doubt == "");
}

TEST_CASE("a file that cannot be a source gives no zero") {
    const ScratchClass scratch;
    const std::pair<std::string, std::string> cases[] = {
        {" \r\n\n", "it is empty"},
        {"\xef\xbb\xbf<!DOCTYPE html><html>", "it is a web page, as a browser saves a login"},
        {"{\\rtf1\\ansi", "it is RTF, as a word processor saves it"},
        {"version https://git-lfs.github.com/spec/v1\n",
         "it is Git LFS's pointer to a file, not the file"},
        {std::string("// Lab 05\n\0\0", 12), "it is not text: it holds zero bytes"}};
    for (const auto& [text, why] : cases) {
        scratch.file("class/ada/lab5.cu", text);
        scratch.file("class/bob/05-shared-memory-tiling/kernel.cu", text);
        scratch.file("class/bob/work/lab5.cu", source(5, "bob"));
        const LookedThrough all(scratch);
        CHECK(all.of("ada", 5) == "");
        CHECK(all.members.hand_ins.needs_look("ada"));
        CHECK(all.members.hand_ins.why_missing("ada").find(why) != std::string::npos);
        CHECK(all.of("bob", 5) == "bob/work/lab5.cu by its name lab5.cu");
    }
}

TEST_CASE("a file of another lab, by its text, may be that lab's") {
    const ScratchClass scratch;
    scratch.file("class/ada/lab5.cu", source(4, "ada"));
    scratch.file("class/bob/lab5.cu", source(4, "bob"));
    scratch.file("class/bob/lab4.cu", source(5, "bob"));
    const LookedThrough all(scratch);
    CHECK(all.submission("ada", 5).other_lab == "Lab 04");
    CHECK(all.members.hand_ins.needs_look("ada"));
    CHECK(all.submission("bob", 4).other_lab == "Lab 05");
    CHECK_FALSE(all.members.hand_ins.needs_look("bob"));
}

TEST_CASE("what is nobody's may be anybody's who has nothing, if it may be a kernel") {
    const ScratchClass scratch;
    scratch.file("class/ada/lab5.cu", source(5, "ada"));
    scratch.file("class/notes.md", "mine");
    CHECK(LookedThrough(scratch).members.hand_ins.nobodys() == "");
    scratch.file("class/lost.cu", source(5, "whose?"));
    CHECK(LookedThrough(scratch).members.hand_ins.nobodys() ==
          "whose this is, is not known: lost.cu: it is in nobody's folder");
    scratch.file("roster.csv", "id,name\nada,Ada\nbob,Bob\n");
    fs::remove(scratch.path / "class/lost.cu");
    scratch.file("class/zed/lab5.cu", source(5, "zed"));
    const LookedThrough by_roster(scratch, "class", scratch.path / "roster.csv");
    CHECK(by_roster.members.hand_ins.nobodys().find("zed") != std::string::npos);
}

TEST_CASE("a download as an archive, with a folder around all, and with archives in it") {
    const ScratchClass scratch;
    make_archive(scratch.path / "ada.tar.gz", ArchiveForm::tar_gz,
                 {{"kernel.cu", source(5, "ada")}});
    std::string inner;
    {
        std::ifstream file(scratch.path / "ada.tar.gz", std::ios::binary);
        inner.assign(std::istreambuf_iterator<char>(file), {});
    }
    make_archive(scratch.path / "class.zip", ArchiveForm::zip,
                 {{"all of them/ada/ada.tar.gz", inner},
                  {"all of them/bob/lab4.cu", source(0, "bob")},
                  {"all of them/bob/broken.zip", "no archive"},
                  {"../slipped.cu", "x"}});
    for (int again = 0; again < 2; ++again) {
        const LookedThrough all(scratch, "class.zip");
        CHECK(all.ids() == Lines{"ada", "bob"});
        CHECK(all.of("ada", 5) == "all of them/ada/ada.tar.gz/kernel.cu by its text (Lab 05)");
        CHECK(all.of("bob", 4) == "all of them/bob/lab4.cu by its name lab4.cu");
        CHECK(all.not_recognized().size() >= 2);
        CHECK(all.members.hand_ins.why_missing("bob").find("broken.zip: it is ") !=
              std::string::npos);
    }
    scratch.file("no.zip", "no archive");
    scratch.file("no.txt", "no archive");
    CHECK_THROWS_AS(LookedThrough(scratch, "no.zip"), UsageError);
    CHECK_THROWS_AS(LookedThrough(scratch, "no.txt"), UsageError);
}

TEST_CASE("Blackboard and Brightspace: flat and in folders, the newest attempt, with its time") {
    const ScratchClass scratch;
    scratch.file("bb/Lab 5_aalpha_attempt_2026-11-23-10-00-00_kernel.cu", source(0, "old"));
    scratch.file("bb/Lab 5_aalpha_attempt_2026-11-24-19-30-12_kernel.cu", source(0, "new"));
    scratch.file("bb/Lab 5_aalpha_attempt_2026-11-24-19-30-12.txt", "Name: Ada Alpha (aalpha)");
    const LookedThrough blackboard(scratch, "bb");
    CHECK(blackboard.ids() == Lines{"aalpha"});
    CHECK(blackboard.of("aalpha", 5).starts_with("Lab 5_aalpha_attempt_2026-11-24"));
    CHECK(blackboard.submission("aalpha", 5).submitted == parse_moment("2026-11-24 19:30:12"));
    scratch.file("d2l/index.html", "");
    scratch.file("d2l/12-34 - Ada Alpha - Nov 24, 2026 730 PM/lab5.cu", source(5, "a"));
    scratch.file("d2l/13-35 - Bo Beta - Nov 23, 2026 901 AM - lab5.cu", source(5, "b"));
    const LookedThrough brightspace(scratch, "d2l");
    CHECK(brightspace.ids() == Lines{"Ada Alpha", "Bo Beta"});
    CHECK_FALSE(brightspace.of("Bo Beta", 5).empty());
    CHECK(brightspace.submission("Ada Alpha", 5).submitted == parse_moment("2026-11-24 19:30"));
    CHECK(brightspace.not_recognized().empty());
    // ILIAS: folders of last name, first name, login and number.
    const fs::path roster =
        scratch.file("roster.csv", "login,name\naalpha,Ada Alpha\nbbeta,Bo Beta\n");
    scratch.file("ilias/Alpha_Ada_aalpha_271/20261124193012_lab5.cu", source(5, "a"));
    scratch.file("ilias/Beta_Bo_bbeta_272/20261124193112_kernel.cu", source(5, "b"));
    const LookedThrough ilias(scratch, "ilias", roster);
    CHECK_FALSE(ilias.of("aalpha", 5).empty());
    CHECK_FALSE(ilias.of("bbeta", 5).empty());
}

TEST_CASE("folders are somebody's by address, number, login or any column, in any Unicode form") {
    const ScratchClass scratch;
    const fs::path roster = scratch.file(
        "roster.csv",
        "login,name,email,matriculation\naa1,Ada Alpha,ada@uni.edu,4711\nbb2,Zo\xc3\xab "
        "B\xc3\xa4r,,4712\n"
        "cc3,Cy Gamma,cy.gamma@uni.edu,4713\ndd4,Dan Delta,,4714\nee5,Jos\xc3\xa9 Eps,,4715\n");
    scratch.file("class/Ada@Uni.edu/lab5.cu", source(5, "a"));
    scratch.file("class/4712/lab5.cu", source(5, "b"));
    scratch.file("class/CC3/lab5.cu", source(5, "c"));
    scratch.file("class/4714 Dan/lab5.cu", source(5, "d"));
    scratch.file("class/Jose\xcc\x81 Eps/lab5.cu", source(5, "e")); // as macOS writes it
    const LookedThrough all(scratch, "class", roster);
    for (const char* student : {"aa1", "bb2", "cc3", "dd4", "ee5"}) {
        INFO(student);
        CHECK_FALSE(all.of(student, 5).empty());
    }
    CHECK(all.not_recognized().empty());
    scratch.file("two/Jose\xcc\x81/lab5.cu", source(5, "e"));
    CHECK(LookedThrough(scratch, "two").ids() == Lines{"Jos\xc3\xa9"});
}

TEST_CASE("what a group handed in is every member's") {
    const ScratchClass scratch;
    const fs::path roster =
        scratch.file("roster.csv", "id,name,Group\nada,Ada Alpha,Team 3\nbob,Bob Beta,Team 3\n"
                                   "cy,Cy Gamma,Team 4\ndan,Dan Delta,\n");
    scratch.file("canvas/team3_77_1_lab5.cu", source(5, "a")); // as Canvas calls a group's file
    scratch.file("canvas/deltadan_78_2_lab5.cu", source(5, "d"));
    const LookedThrough canvas(scratch, "canvas", roster);
    CHECK(canvas.of("ada", 5) == canvas.of("bob", 5));
    CHECK_FALSE(canvas.of("ada", 5).empty());
    CHECK(canvas.of("cy", 5).empty());
    CHECK_FALSE(canvas.of("dan", 5).empty());
    scratch.file("moodle/Team 4-Cy Gamma_3107_assignsubmission_file_/lab5.cu", source(5, "c"));
    scratch.file("moodle/Team 3-Ada Alpha_3108_assignsubmission_file_/lab5.cu", source(5, "a"));
    const LookedThrough moodle(scratch, "moodle", roster);
    for (const char* student : {"ada", "bob", "cy"}) {
        INFO(student);
        CHECK_FALSE(moodle.of(student, 5).empty());
    }
    // Without a column of groups the person is known all the same.
    const fs::path plain = scratch.file("plain.csv", "id,name\nada,Ada Alpha\ncy,Cy Gamma\n");
    CHECK_FALSE(LookedThrough(scratch, "moodle", plain).of("cy", 5).empty());
}

TEST_CASE("an archive without files is no reason for a zero") {
    const ScratchClass scratch;
    const std::string end("PK\x05\x06", 4); // an empty zip is nothing but its end
    scratch.file("class/ada/lab5.zip", end + std::string(18, '\0'));
    const fs::path roster = scratch.file("roster.csv", "id\nada\n");
    const LookedThrough all(scratch, "class", roster);
    CHECK(all.members.hand_ins.needs_look("ada"));
    CHECK(all.members.hand_ins.why_missing("ada").find("lab5.zip") != std::string::npos);
}

TEST_CASE("a roster finds people by id, number, address or name, and tells whom it does not") {
    const ScratchClass scratch;
    const fs::path roster = scratch.file(
        "roster.csv", "id,name,email,SIS User ID\nu1,Jane Doe,,12345\nu2,\"Roe, Bob\",,\n"
                      "u3,Ann Lee,,\nu4,Ann Lee,,\n");
    scratch.file("class/doejane_12345_1_lab5.cu", source(0, ""));
    scratch.file("class/roebob_2_2_lab5.cu", source(0, ""));
    scratch.file("class/leeann_3_3_lab5.cu", source(0, ""));
    scratch.file("class/strange_4_4_lab5.cu", source(0, ""));
    const LookedThrough all(scratch, "class", roster);
    CHECK(all.of("u1", 5) == "doejane_12345_1_lab5.cu by its name lab5.cu");
    CHECK(all.of("u2", 5) == "roebob_2_2_lab5.cu by its name lab5.cu");
    CHECK(all.of("u3", 5) == "");
    CHECK(all.not_recognized() ==
          Lines{"|leeann_3_3_lab5.cu: the roster names 2 people who could be leeann",
                "|strange_4_4_lab5.cu: the roster does not name strange"});
}
