// A class of 60 in every shape in which platforms hand it out, in one folder: who handed in which lab, and which attempt
// counts, as the test itself wrote it down while it made the files.
#include "tests/catch.hpp"
#include "tests/grading/downloads/looked_through.hpp"
#include "tests/grading/downloads/made_archive.hpp"

#include <functional>
#include <map>
#include <set>

using namespace kit;
using namespace kit_test;

namespace {

struct MadeClass {
    ScratchClass scratch;
    std::map<std::string, std::map<int, std::string>> counts; ///< token by student and lab
    std::set<std::string> with_strange_files;                 ///< students
    std::string metadata;
    int made = 0;

    void put(const std::string& path, const std::string& text) const {
        scratch.file("class/" + path, text);
    }

    /// A token that no other file has; it is noted if its file is the one that counts.
    std::string token(const std::string& student, int lab, bool is_counted) {
        std::string text = "t" + std::to_string(++made);
        if (is_counted) {
            counts[student][lab] = text;
        }
        return text;
    }
};

std::string utf16(const std::string& text) {
    std::string bytes("\xff\xfe", 2);
    for (const char letter : text) {
        bytes += {letter, '\0'};
    }
    return bytes;
}

using Shape = std::function<void(MadeClass&, const std::string&)>;

void canvas_student(MadeClass& made, const std::string& id) {
    const std::string number = std::to_string(1000 + made.made);
    const std::string before = "canvas/" + id + "_" + number + "_";
    switch (made.counts.size() % 5) {
    case 0:
        made.put(before + "500_kernel.cu", source(5, made.token(id, 5, false)));
        made.put(before + "501_kernel-1.cu", source(5, made.token(id, 5, true)));
        made.put("canvas/" + id + "_LATE_" + number + "_502_kernel-1-1.cu",
                 source(4, made.token(id, 4, true)));
        break;
    case 1: made.put(before + "9_Kernel.cu", utf16(source(5, made.token(id, 5, true)))); break;
    case 2: made.put(before + "9_lab_05.cu", source(0, made.token(id, 5, true))); break;
    case 3:
        make_archive(made.scratch.path / ("class/" + before + "9_my work.zip"), ArchiveForm::zip,
                     {{"lab4/kernel.cu", source(0, made.token(id, 4, true))},
                      {"lab5/kernel (1).cu", source(0, made.token(id, 5, true))},
                      {"__MACOSX/lab5/._kernel.cu", "x"}});
        break;
    default:
        made.put(before + "9_kernel.cu", source(0, made.token(id, 5, false)));
        made.put(before + "10_report.docx", "x");
        made.counts[id];
        made.with_strange_files.insert(id);
    }
}

void moodle_student(MadeClass& made, const std::string& id) {
    const std::string number = std::to_string(2000 + made.made);
    const std::string five = "CS101-Lab 5-33/" + id + "_" + number + "_assignsubmission_file_/";
    const std::string four = "CS101-Lab 4-34/" + id + "_" + number + "7_assignsubmission_file_/";
    switch (made.counts.size() % 4) {
    case 0: made.put(five + "kernel(1).cu", source(0, made.token(id, 5, true))); break;
    case 1:
        made.put(five + "kernel.cu.txt", source(0, made.token(id, 5, true)));
        made.put(four + "x/y/kernel.cu", source(0, made.token(id, 4, true)));
        break;
    case 2:
        make_archive(made.scratch.path / ("class/" + four + "all.tar.gz"), ArchiveForm::tar_gz,
                     {{"./kernel.cu", source(0, made.token(id, 4, true))}});
        break;
    default:
        made.put("CS101-Lab 5-33/" + id + "_" + number +
                     "_assignsubmission_onlinetext_/onlinetext.html",
                 "typed");
        made.counts[id];
        made.with_strange_files.insert(id);
    }
}

void gradescope_student(MadeClass& made, const std::string& id) {
    const auto submit = [&](const std::string& day, bool is_counted) {
        const std::string folder = "submission_" + std::to_string(3000 + made.made);
        made.put("assignment_7_export/" + folder + "/kernel.cu",
                 source(5, made.token(id, 5, is_counted)));
        made.metadata += folder + ":\n  :submitters:\n  - :name: Some One\n    :sid: '" + id +
                         "'\n    :email: " + id + "@x.edu\n  :created_at: 2026-11-" + day +
                         " 10:00:00.000000000 Z\n";
    };
    const bool again = made.counts.size() % 2 == 0;
    submit("12", true);
    if (again) {
        submit("11", false); // listed later, handed in before
    }
}

void cloned_student(MadeClass& made, const std::string& id) {
    made.put("lab5-submissions/lab5-" + id + "/kernel.cu", source(0, made.token(id, 5, true)));
    made.put("lab5-submissions/lab5-" + id + "/.git/config", "");
}

void notebook_student(MadeClass& made, const std::string& id) {
    made.put("nb/submitted/" + id + "/lab04/kernel.cu", source(0, made.token(id, 4, true)));
    made.put("nb/submitted/" + id + "/lab05/Kernel.CU", source(0, made.token(id, 5, true)));
    made.put("nb/submitted/" + id + "/lab05/timestamp.txt", "2026-11-02 15:58:23.9 UTC\n");
}

void plain_student(MadeClass& made, const std::string& id) {
    switch (made.counts.size() % 3) {
    case 0:
        made.put(id + "/05-shared-memory-tiling/kernel.cu", source(0, made.token(id, 5, true)));
        made.put(id + "/labs/04-basic-sweep/kernel.cu", source(0, made.token(id, 4, true)));
        break;
    case 1: made.put(id + "/04-basic-sweep.cu", source(0, made.token(id, 4, true))); break;
    default:
        made.put(id + "/kernel.cu", source(0, made.token(id, 5, false)));
        made.counts[id];
        made.with_strange_files.insert(id);
    }
}

void make_odd_class(MadeClass& made) {
    const std::vector<std::pair<int, Shape>> shapes{{18, canvas_student},    {16, moodle_student},
                                                    {8, gradescope_student}, {6, cloned_student},
                                                    {6, notebook_student},   {6, plain_student}};
    for (const auto& [count, shape] : shapes) {
        for (int i = 0; i < count; ++i) {
            shape(made, "student" + std::to_string(made.counts.size() + 10));
        }
    }
    made.put("assignment_7_export/submission_metadata.yml", "---\n" + made.metadata);
    made.put(".DS_Store", "x");
}

} // namespace

TEST_CASE("the odd class of 60: each lab that was handed in counts, by the attempt that should") {
    MadeClass made;
    make_odd_class(made);
    REQUIRE(made.counts.size() == 60);
    const LookedThrough all(made.scratch);
    CHECK(all.members.roster.size() == 60);
    for (const auto& [student, labs] : made.counts) {
        for (const int lab : {4, 5}) {
            INFO(student << ", lab " << lab);
            const auto token = labs.find(lab);
            const std::string found = all.of(student, lab);
            REQUIRE(found.empty() == (token == labs.end()));
            if (token != labs.end()) {
                const std::string text = all.finder.read(all.submission(student, lab).file).text;
                CHECK(text.ends_with("// token " + token->second + "\n"));
            }
        }
        INFO(student);
        CHECK(all.members.hand_ins.why_missing(student).empty() ==
              (made.with_strange_files.count(student) == 0));
    }
    CHECK(all.members.hand_ins.labs.size() >= 60);
    CHECK(made.with_strange_files.size() >= 9);
}
