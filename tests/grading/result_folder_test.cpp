#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/store/result_folder.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;

TEST_CASE("different names have different files, none of them hidden or an option") {
    CHECK(file_name_for("ada-17.x") == "ada-17.x");
    CHECK(file_name_for("-rf") == "%2Drf");
    CHECK(file_name_for("../x") == "%2E.%2Fx");
    CHECK(file_name_for("a\nb") == "a%0Ab");
    CHECK(file_name_for("a%0Ab") != file_name_for("a\nb"));
    const std::string a(255, 'a');
    const std::string b = a.substr(1) + "b";
    CHECK(file_name_for(a) != file_name_for(b));
    CHECK(file_name_for(std::string(255, '\xff')).size() < 200);
}

TEST_CASE("a whole file replaces the one before, with its folders") {
    const ScratchClass scratch;
    const fs::path path = scratch.path / "a/b/c.json";
    CHECK(!read_file_if_there(path));
    replace_file(path, "first");
    replace_file(path, "second");
    CHECK(read_file(path) == "second");
    CHECK(std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a file that is the same is not written again") {
    const ScratchClass scratch;
    const fs::path path = scratch.path / "c.json";
    replace_file(path, "text");
    const auto before = fs::status(path).permissions();
    fs::permissions(path, fs::perms::owner_read);
    replace_file(path, "text");
    CHECK(fs::status(path).permissions() != before);
}

TEST_CASE("where nothing can be written the old file stays and the error gives the reason") {
    const ScratchClass scratch;
    scratch.file("place", "a file");
    CHECK_THROWS_AS(replace_file(scratch.path / "place/x.json", "text"), KitError);
    CHECK_THROWS_AS(ResultFolder(scratch.path / "place"), KitError);
}

TEST_CASE("a writer killed at any moment leaves a whole file") {
    const ScratchClass scratch;
    const fs::path path = scratch.path / "result.json";
    replace_file(path, std::string(200'000, 'a'));
    for (int round = 0; round < 25; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            for (char letter = 'b';; letter = letter == 'z' ? 'b' : static_cast<char>(letter + 1)) {
                replace_file(path, std::string(200'000, letter));
            }
        }
        usleep(2'000 + 700 * static_cast<unsigned>(round));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const std::string text = read_file(path);
        CHECK(text == std::string(200'000, text[0]));
    }
}

TEST_CASE("a class keeps its seed until another is asked for") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    const std::uint64_t first = results.seed(std::nullopt);
    CHECK(results.seed(std::nullopt) == first);
    CHECK(results.seed(7) == 7);
    CHECK(ResultFolder(scratch.path / "results").seed(std::nullopt) == 7);
}

TEST_CASE("checks are kept by their key, and errors give way to results") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path);
    CHECK(!results.check("k").has_value());
    results.keep_error("k", "no compiler");
    CHECK(results.error("k") == "no compiler");
    CHECK(!results.check("k").has_value());
    results.keep_check("k", "{\"a\": 1}");
    CHECK(results.error("k") == "");
    CHECK(results.check("k").value()["a"] == 1);
    results.forget("k");
    CHECK(!results.check("k").has_value());
}

TEST_CASE("a result of another key, or anything but a file, counts as none and gives way") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path);
    results.keep_check("k", "{\"a\": 1}");
    fs::copy(scratch.path / "checks/k.json", scratch.path / "checks/other.json");
    CHECK(!results.check("other").has_value());
    fs::create_directories(scratch.path / "checks/folder.json/x");
    fs::create_symlink("/dev/zero", scratch.path / "checks/zeros.json");
    for (const char* key : {"other", "folder", "zeros"}) {
        CHECK(!results.check(key).has_value());
        results.keep_check(key, "{\"a\": 2}");
        CHECK(results.check(key).value()["a"] == 2);
    }
    CHECK(fs::is_character_file("/dev/zero"));
}

TEST_CASE("half a result counts as none") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path);
    results.keep_check("k", "{\"a\": ");
    CHECK(!results.check("k").has_value());
}
