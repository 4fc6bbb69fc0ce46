#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/class_folder/separated_table.hpp"
#include "checker/model/errors.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

using namespace kit;
using kit_test::ScratchClass;

namespace {

std::string refusal(const std::string& text) {
    const ScratchClass scratch;
    try {
        (void)read_roster(scratch.file("roster.csv", text));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

std::vector<RosterEntry> roster(const std::string& text) {
    const ScratchClass scratch;
    return read_roster(scratch.file("roster.csv", text));
}

} // namespace

TEST_CASE("a table's separator is what its first line has most of") {
    int unclosed = 0;
    CHECK(read_separated_table("id;name\na;\"x,y\"", unclosed)[1].fields ==
          std::vector<std::string>{"a", "x,y"});
    CHECK(read_separated_table("id\tname\na\tx;y", unclosed)[1].fields ==
          std::vector<std::string>{"a", "x;y"});
}

TEST_CASE("quoted fields hold separators, quotes and line ends") {
    int unclosed = 0;
    const auto rows = read_separated_table("id,name\r\n1,\"a \"\"b\"\",\nc\"\r\n\r\n2,d", unclosed);
    REQUIRE(rows.size() == 3);
    CHECK(rows[1].fields == std::vector<std::string>{"1", "a \"b\",\nc"});
    CHECK(rows[2].fields == std::vector<std::string>{"2", "d"});
    CHECK(rows[2].line == 5);
    CHECK(unclosed == 0);
}

TEST_CASE("a quote that is never closed is told with its line") {
    CHECK(refusal("id,name\n1,\"a\n2,b").find(":2: a quotation mark begins here") !=
          std::string::npos);
}

TEST_CASE("a roster's columns are named in any case and order; others are kept") {
    const auto entries =
        roster("\xef\xbb\xbfName, ID ,SIS User ID,Email\nAda Lovelace,al17,0042,a@b.org\nBob,b2\n");
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].id == "al17");
    CHECK(entries[0].folder == "al17");
    CHECK(entries[0].name == "Ada Lovelace");
    CHECK(entries[0].email == "a@b.org");
    REQUIRE(entries[0].columns.size() == 1);
    CHECK(entries[0].columns[0] == std::pair<std::string, std::string>("SIS User ID", "0042"));
    CHECK(entries[1].name == "Bob");
}

TEST_CASE("deadlines and times of submission stand in a roster") {
    const auto entries =
        roster("id,deadline,submitted-05\na,2026-11-20T10:00:00Z,2026-11-19T10:00:00+01:00\nb,,\n");
    CHECK(moment_text(entries[0].deadline.value()) == "2026-11-20T10:00:00Z");
    CHECK(moment_text(entries[0].submitted.at(5)) == "2026-11-19T09:00:00Z");
    CHECK(!entries[1].deadline);
}

TEST_CASE("all that is wrong with a roster is said, with its line") {
    const std::string said =
        refusal("id,deadline,files\na,tomorrow,../x\n,,\na,,\n../b,,\nc,,,d\n");
    CHECK(said.find(":2: \"tomorrow\" is no date and time") != std::string::npos);
    CHECK(said.find(":2: \"../x\" leads out of") != std::string::npos);
    CHECK(said.find(":4: \"a\" stands here for the second time") != std::string::npos);
    CHECK(said.find(":5: \"../b\" is no folder's name") != std::string::npos);
    CHECK(said.find(":6: 4 fields under 3 columns") != std::string::npos);
    CHECK(refusal("name\nx\n").find(":1: no column is called \"id\"") != std::string::npos);
    CHECK(refusal("id,ID\n").find("two columns are called \"id\"") != std::string::npos);
    CHECK(refusal("").find("the roster is empty") != std::string::npos);
}

TEST_CASE("moments are read with and without time, seconds and zone") {
    CHECK(moment_text(parse_moment("2026-02-28T12:30Z").value()) == "2026-02-28T12:30:00Z");
    CHECK(moment_text(parse_moment("2026-02-28 12:30:15-05:00").value()) == "2026-02-28T17:30:15Z");
    CHECK(parse_moment("2026-02-28").value() - parse_moment("2026-02-28 23:59:00").value() ==
          std::chrono::seconds(59));
    for (const char* wrong : {"", "2026", "2026-02-29", "2026-02-28 25:00", "2026-02-28x12:00",
                              "2026-02-28 12:00 CET", "2026-02-28T12:00+99:00", "28.2.2026"}) {
        INFO(wrong);
        CHECK(!parse_moment(wrong));
    }
}
