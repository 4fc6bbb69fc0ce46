// Pseudonyms of the leaderboard that stay, whoever comes and goes.
#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/run/leaderboard_file.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

#include <sys/stat.h>

#include <set>
#include <string>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;

namespace {

GradedClass class_of(const std::vector<std::string>& ids) {
    GradedClass graded;
    for (const std::string& id : ids) {
        GradedStudent& student = graded.students.emplace_back();
        student.id = id;
        if (id == "shy") {
            student.columns.emplace_back("Leaderboard", "no");
        }
    }
    return graded;
}

std::vector<std::string> pseudonyms_of(GradedClass graded, const ResultFolder& results) {
    GradingRules rules;
    rules.leaderboard = LeaderboardNames::pseudonyms;
    add_pseudonyms(graded, rules, results);
    std::vector<std::string> names;
    for (const GradedStudent& student : graded.students) {
        names.push_back(student.pseudonym);
    }
    return names;
}

} // namespace

TEST_CASE("everybody who wants gets a pseudonym, and keeps it") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    const auto first = pseudonyms_of(class_of({"ada", "shy", "bob"}), results);
    CHECK(first[0].size() == 9);
    CHECK(first[0][4] == '-');
    CHECK(first[1].empty());
    CHECK(first[0] != first[2]);
    const auto later = pseudonyms_of(class_of({"bob", "cy", "ada"}), results);
    CHECK(later[0] == first[2]);
    CHECK(later[2] == first[0]);
    const ResultFolder other(scratch.path / "other");
    CHECK(pseudonyms_of(class_of({"ada"}), other)[0] != first[0]);

    struct stat facts {};

    REQUIRE(stat((results.path() / "pseudonyms.json").c_str(), &facts) == 0);
    CHECK((facts.st_mode & 077) == 0);
    std::vector<std::string> many(1000);
    for (std::size_t i = 0; i < many.size(); ++i) {
        many[i] = "s" + std::to_string(i);
    }
    const auto names = pseudonyms_of(class_of(many), other);
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == many.size());
}

TEST_CASE("damaged pseudonyms are not replaced") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    for (const char* text : {"", "{", "[1]", R"({"ada": 1})"}) {
        replace_file(results.path() / "pseudonyms.json", text);
        CHECK_THROWS_AS(pseudonyms_of(class_of({"ada"}), results), KitError);
        CHECK(read_file_if_there(results.path() / "pseudonyms.json") == text);
    }
}
