// Archives, honest and hostile: what comes out, and that nothing else does.
#include "checker/base/whole_file.hpp"
#include "checker/grading/class_folder/archives.hpp"
#include "checker/grading/class_folder/archives_in_tree.hpp"
#include "checker/grading/run/feedback_archives.hpp"
#include "tests/catch.hpp"
#include "tests/grading/downloads/made_archive.hpp"
#include "tests/grading/scratch_class.hpp"

#include <locale.h>

#include <algorithm>
#include <set>

using namespace kit;
using namespace kit_test;
namespace fs = std::filesystem;

namespace {

/// All files below the folder but the kit's own marker, relative to it.
std::set<std::string> files_below(const fs::path& folder) {
    std::set<std::string> files;
    std::error_code error;
    for (const auto& item : fs::recursive_directory_iterator(folder, error)) {
        CHECK_FALSE(item.is_symlink());
        if (item.is_regular_file() && item.path().filename() != ".unpacked") {
            files.insert(fs::relative(item.path(), folder).string());
        }
    }
    return files;
}

std::string reasons_of(const std::vector<NotRecognized>& left_out) {
    std::string reasons;
    for (const NotRecognized& one : left_out) {
        reasons += one.file + ": " + one.reason + "\n";
    }
    return reasons;
}

using Files = std::set<std::string>;

} // namespace

TEST_CASE("of a notebook the cells that are kernels are taken, of several for one lab the last") {
    const ScratchClass scratch;
    scratch.file("labs.ipynb", R"({"cells": [
        {"cell_type": "markdown", "source": ["%%lab 9\n", "no code"]},
        {"cell_type": "code", "source": ["%run stencil_lab.py"]},
        {"cell_type": "code", "source": ["%%lab 5\n", "first\n"]},
        {"cell_type": "code", "source": "%%lab 05 --grid 33\nsecond\nline\n"},
        {"cell_type": "code", "source": ["%%writefile ../../tiled.cu\n", "third"]},
        {"cell_type": "code", "source": ["%%writefile notes.txt\n", "none"]},
        {"cell_type": "code", "source": ["%%cu\n", "fourth"]},
        {"cell_type": "code", "source": []}], "nbformat": 4})");
    const fs::path out = scratch.path / "out";
    REQUIRE(unpack_archive(scratch.path / "labs.ipynb", out).is_whole);
    CHECK(files_below(out) == Files{"lab05/kernel.cu", "tiled.cu", "kernel.cu"});
    CHECK(read_file(out / "lab05/kernel.cu") == "second\nline\n");
    CHECK(read_file(out / "tiled.cu") == "third");
    for (const char* text :
         {"", "{", "[]", "{\"cells\": 3}", "{\"cells\": [{\"cell_type\": \"code\"}]}"}) {
        scratch.file("bad.ipynb", text);
        const Unpacked bad = unpack_archive(scratch.path / "bad.ipynb", scratch.path / "bad");
        CHECK_FALSE(bad.is_whole);
        CHECK(reasons_of(bad.left_out) == ": it is damaged, or no notebook\n");
    }
}

TEST_CASE("zip, tar, compressed tar and 7z are unpacked, without what systems add") {
    for (const auto& [form, name] :
         std::vector<std::pair<ArchiveForm, std::string>>{{ArchiveForm::zip, "a.zip"},
                                                          {ArchiveForm::tar, "a.tar"},
                                                          {ArchiveForm::tar_gz, "a.tar.gz"},
                                                          {ArchiveForm::seven_zip, "A.7Z"}}) {
        INFO(name);
        const ScratchClass scratch;
        make_archive(scratch.path / name, form,
                     {{"lab5/kernel.cu", "text"},
                      {"__MACOSX/lab5/._kernel.cu", "x"},
                      {"lab5/.DS_Store", "x"},
                      {"lab5/Thumbs.db", "x"}});
        CHECK(is_archive_name(name));
        const Unpacked done = unpack_archive(scratch.path / name, scratch.path / "out");
        CHECK(done.is_whole);
        CHECK(reasons_of(done.left_out) == "");
        CHECK(files_below(scratch.path / "out") == Files{"lab5/kernel.cu"});
        CHECK(read_file(scratch.path / "out/lab5/kernel.cu") == "text");
    }
    CHECK_FALSE(is_archive_name("kernel.cu"));
    CHECK_FALSE(is_archive_name(".zip"));
}

TEST_CASE("names in UTF-8 keep their letters, whatever the program's locale") {
    const ScratchClass scratch;
    const std::string name = "bärzoë_102_9002_kernel.cu";
    const locale_t in_utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    const locale_t before = uselocale(in_utf8);
    make_archive(scratch.path / "flagged.zip", ArchiveForm::zip, {{name, "text"}});
    make_archive(scratch.path / "a.tar", ArchiveForm::tar, {{name, "text"}});
    make_archive(scratch.path / "a.7z", ArchiveForm::seven_zip, {{name, "text"}});
    uselocale(before);
    freelocale(in_utf8);
    make_archive(scratch.path / "bytes.zip", ArchiveForm::zip, {{name, "text"}});
    for (const char* archive : {"flagged.zip", "a.tar", "a.7z", "bytes.zip"}) {
        INFO(archive);
        const fs::path out = scratch.path / "out" / archive;
        CHECK(reasons_of(unpack_archive(scratch.path / archive, out).left_out) == "");
        CHECK(files_below(out) == Files{name});
    }
}

TEST_CASE("nothing of an archive comes to lie outside of it") {
    for (const ArchiveForm form : {ArchiveForm::zip, ArchiveForm::tar}) {
        const ScratchClass scratch;
        make_archive(scratch.path / "in/a", form,
                     {{"../slipped.cu", "x"},
                      {"/tmp/kit-slipped.cu", "x"},
                      {"a/../../slipped.cu", "x"},
                      {"..\\slipped.cu", "x"},
                      {"C:\\slipped.cu", "x"},
                      {"good.cu", "good"}});
        const Unpacked done = unpack_archive(scratch.path / "in/a", scratch.path / "in/out");
        CHECK(done.is_whole);
        CHECK(done.left_out.size() == 5);
        CHECK(files_below(scratch.path) == Files{"in/a", "in/out/good.cu"});
        CHECK_FALSE(fs::exists("/tmp/kit-slipped.cu"));
    }
}

TEST_CASE("links in archives are left out, and nothing is written through them") {
    const ScratchClass scratch;
    scratch.file("secret", "secret");
    make_archive(scratch.path / "a.tar", ArchiveForm::tar,
                 {{"way", "", scratch.path.string()},
                  {"way/planted.cu", "x"},
                  {"kernel.cu", "", "/etc/passwd"},
                  {"hard.cu", "", "", (scratch.path / "secret").string()},
                  {"good.cu", "good"}});
    const Unpacked done = unpack_archive(scratch.path / "a.tar", scratch.path / "out");
    CHECK(files_below(scratch.path / "out") == Files{"good.cu", "way/planted.cu"});
    CHECK_FALSE(fs::exists(scratch.path / "planted.cu"));
    CHECK(read_file(scratch.path / "secret") == "secret");
    CHECK(done.left_out.size() == 3);
}

TEST_CASE("an archive that unpacks to too much is refused as a whole, and leaves nothing") {
    const ScratchClass scratch;
    UnpackLimits limits;
    limits.bytes = std::uint64_t{4} << 20;
    make_archive(scratch.path / "bomb.zip", ArchiveForm::zip,
                 {{"first.cu", "x"}, {"bomb", std::string(std::size_t{5} << 20, '\0')}});
    const Unpacked bytes = unpack_archive(scratch.path / "bomb.zip", scratch.path / "out", limits);
    CHECK_FALSE(bytes.is_whole);
    CHECK(reasons_of(bytes.left_out) == ": it unpacks to more than 4 MiB\n");
    CHECK(files_below(scratch.path) == Files{"bomb.zip"});

    std::vector<MadeEntry> many;
    for (int i = 0; i < 100'000; ++i) {
        many.push_back({"f" + std::to_string(i), ""});
    }
    make_archive(scratch.path / "many.tar.gz", ArchiveForm::tar_gz, many);
    const Unpacked entries = unpack_archive(scratch.path / "many.tar.gz", scratch.path / "out");
    CHECK_FALSE(entries.is_whole);
    CHECK(reasons_of(entries.left_out) == ": it holds more than 20000 files\n");
    CHECK(files_below(scratch.path) == Files{"bomb.zip", "many.tar.gz"});
}

TEST_CASE("feedback goes back under the names that Moodle and Canvas know") {
    CHECK(name_of_feedback("lab5/Jane Doe_123_assignsubmission_file_/kernel.cu") ==
          "Jane Doe_123_assignsubmission_file_/feedback.md");
    CHECK(name_of_feedback("Jane Doe_123_assignsubmission_file_kernel.cu") ==
          "Jane Doe_123_assignsubmission_file_/feedback.md");
    CHECK(name_of_feedback("doejane_LATE_12345_67890_kernel-1.cu") ==
          "doejane_LATE_12345_67890_feedback.md");
    CHECK(name_of_feedback("lab5/doe_jane_1_2_lab5.zip/a/kernel.cu") == "doe_jane_1_2_feedback.md");
    CHECK(name_of_feedback("ada/05-shared-memory-tiling/kernel.cu").empty());
    CHECK(name_of_feedback("ada/kernel_1_2.cu").empty());
    CHECK(name_of_feedback("").empty());
    const ScratchClass scratch;
    GradedClass graded;
    graded.students.resize(2);
    graded.students[0].id = "zoe";
    graded.students[0].items.emplace_back().id = "05-shared-memory-tiling";
    graded.students[0].items[0].file = "Zo\xc3\xab_7_assignsubmission_file_/lab5.cu";
    graded.items.push_back({5, "05-shared-memory-tiling", "", "", 15});
    write_feedback_archives(graded, scratch.path);
    const fs::path zip = scratch.path / "05-shared-memory-tiling-feedback.zip";
    REQUIRE(unpack_archive(zip, scratch.path / "back").is_whole);
    CHECK(
        fs::is_regular_file(scratch.path / "back/Zo\xc3\xab_7_assignsubmission_file_/feedback.md"));
}

TEST_CASE("what is no archive, or only the beginning of one, is told") {
    const ScratchClass scratch;
    scratch.file("text.zip", "this is no archive");
    scratch.file("empty.zip", "");
    make_archive(scratch.path / "whole.tar.gz", ArchiveForm::tar_gz,
                 {{"a.cu", std::string(2000, 'a')}, {"b.cu", std::string(2000, 'b')}});
    const std::string whole = read_file(scratch.path / "whole.tar.gz");
    scratch.file("cut.tar.gz", whole.substr(0, whole.size() / 2));
    for (const char* name : {"text.zip", "cut.tar.gz", "missing.zip"}) {
        INFO(name);
        const Unpacked done = unpack_archive(scratch.path / name, scratch.path / "out");
        CHECK(!done.left_out.empty());
    }
    CHECK_FALSE(unpack_archive(scratch.path / "text.zip", scratch.path / "out").is_whole);
}

TEST_CASE("an archive that did not change is not unpacked again; one that did is") {
    const ScratchClass scratch;
    const fs::path file = scratch.path / "a.zip";
    make_archive(file, ArchiveForm::zip, {{"a.cu", "first"}, {"../b.cu", ""}});
    (void)unpack_archive(file, scratch.path / "out");
    write_file(scratch.path / "out/a.cu", "untouched");
    CHECK(unpack_archive(file, scratch.path / "out").left_out.size() == 1);
    CHECK(read_file(scratch.path / "out/a.cu") == "untouched");
    make_archive(file, ArchiveForm::zip, {{"a.cu", "second, and longer"}});
    CHECK(unpack_archive(file, scratch.path / "out").left_out.empty());
    CHECK(read_file(scratch.path / "out/a.cu") == "second, and longer");
}

TEST_CASE("archives within archives are unpacked four deep, and share their limits") {
    const ScratchClass scratch;
    make_archive(scratch.path / "1.zip", ArchiveForm::zip, {{"kernel.cu", "deep"}});
    for (int i = 2; i <= 6; ++i) {
        const std::string inner = std::to_string(i - 1) + ".zip";
        make_archive(scratch.path / (std::to_string(i) + ".zip"), ArchiveForm::zip,
                     {{inner, read_file(scratch.path / inner)}});
    }
    fs::create_directories(scratch.path / "class/ada");
    fs::rename(scratch.path / "4.zip", scratch.path / "class/ada/4.zip");
    fs::rename(scratch.path / "6.zip", scratch.path / "class/ada/6.zip");
    for (int again = 0; again < 2; ++again) {
        TreeNode tree = read_tree(scratch.path / "class");
        const auto left_out =
            unpack_archives(scratch.path / "class", scratch.path / "unpacked", tree);
        CHECK(reasons_of(left_out) ==
              "ada/6.zip/5.zip/4.zip/3.zip/2.zip: it was not unpacked: it is within 4 other "
              "archives\n");
        CHECK(fs::exists(scratch.path / "unpacked/ada/4.zip/3.zip/2.zip/1.zip/kernel.cu"));
        const TreeNode& ada = tree.inside.at("ada");
        CHECK(ada.inside.at("4.zip").is_archive);
        CHECK(ada.inside.at("4.zip").inside.at("3.zip").inside.count("2.zip") == 1);
    }
}
