// Tests of checker/grading/store/pseudonyms.hpp: pseudonyms that stay, and that nobody can make without the secret.
#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/store/pseudonyms.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

#include <sys/stat.h>

#include <set>
#include <string>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;

TEST_CASE("a pseudonym is the HMAC of the id under the class's secret") {
    std::string secret;
    for (int i = 0; i < 4; ++i) {
        secret += "0123456789abcdef";
    }
    // Made by Python's hmac module.
    CHECK(pseudonym_of("ada", secret) == "92NS-PR9K");
    CHECK(pseudonym_of("bob", secret) == "AYX1-84DA");
    CHECK(pseudonym_of("ada", secret + "0") != pseudonym_of("ada", secret));
    std::set<std::string> names;
    for (int i = 0; i < 2'000; ++i) {
        names.insert(pseudonym_of("s" + std::to_string(i), secret));
    }
    CHECK(names.size() == 2'000);
}

TEST_CASE("a class keeps its secret, for its owner only") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    const std::string secret = leaderboard_secret(results);
    CHECK(secret.size() == 64);
    CHECK(leaderboard_secret(ResultFolder(scratch.path / "results")) == secret);
    const fs::path path = results.path() / "leaderboard-secret";
    CHECK((fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all)) ==
          fs::perms::none);
    const ResultFolder other(scratch.path / "other");
    CHECK(leaderboard_secret(other) != secret);
}

TEST_CASE("a damaged secret gives nobody another pseudonym in silence") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    const std::string secret = leaderboard_secret(results);
    const fs::path path = results.path() / "leaderboard-secret";
    for (const std::string& text :
         {std::string(), secret.substr(1), secret + "0", std::string(64, 'g')}) {
        write_file(path, text);
        CHECK_THROWS_AS(leaderboard_secret(results), KitError);
    }
    write_file(path, secret + "\r\n"); // an editor's line end
    CHECK(leaderboard_secret(results) == secret);
    fs::remove(path);
    REQUIRE(mkfifo(path.c_str(), 0600) == 0); // reading it would never end
    CHECK_THROWS_AS(leaderboard_secret(results), KitError);
}
