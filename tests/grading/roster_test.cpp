#include "checker/base/errors.hpp"
#include "checker/base/source_text.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/model/moment.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

using namespace kit;
using kit_test::ScratchClass;

namespace {

std::string refusal_of_roster(const std::string& text) {
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
    return read_roster(scratch.file("roster.csv", text)).students;
}

} // namespace

TEST_CASE("a table's separator is the most frequent in its first line") {
    CHECK(roster("id;name\na;\"x,y\"").at(0).name == "x,y");
    CHECK(roster("id\tname\na\tx;y").at(0).name == "x;y");
}

TEST_CASE("quoted fields hold separators, quotes and line ends") {
    const auto entries = roster("id,name\r\n1,\"a \"\"b\"\",\nc\"\r\n\r\n2,d");
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].name == "a \"b\",\nc");
    CHECK(entries[1].name == "d");
    CHECK(refusal_of_roster("id,name\r\n1,\"a\nc\"\r\n\r\n1,d").find(":5: ") != std::string::npos);
}

TEST_CASE("a quote that is never closed is reported with its line") {
    CHECK(refusal_of_roster("id,name\n1,\"a\n2,b").find(":2: a quotation mark begins here") !=
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

TEST_CASE("rosters as Excel and platforms write them") {
    CHECK(roster("netid,name\nada,Ada\nbob,Bob\n").at(1).id == "bob");
    CHECK(roster("Matrikel;Name\n4711;Ada\n4712;Bob\n").at(1).id == "4712"); // tells rows apart
    CHECK(roster("name,email\nAda,a@b.org\n").at(0).id == "a@b.org");
    CHECK(roster("name,email\nAda,a@b.org\n").at(0).email == "a@b.org");
    const auto classroom = roster("\"identifier\",\"github_username\",\"github_id\",\"name\"\n"
                                  "\"ada@uni.edu\",\"octocat\",\"1\",\"\"\n");
    CHECK(classroom.at(0).id == "ada@uni.edu");
    CHECK(classroom.at(0).columns.at(0).second == "octocat");
    CHECK(refusal_of_roster("name,points\na,b,c\n").find("no column is called") !=
          std::string::npos);
    CHECK(roster("id,name,,\nada,Ada,,\nbob,Bob,,,\n").size() == 2);
    CHECK(roster("id,name\nada,Zo\xeb\n").at(0).name == "Zoë");
    CHECK(roster(as_utf16("id\tname\nada\tZoë\n", "\xff\xfe")).at(0).name == "Zoë");
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
        refusal_of_roster("id,deadline,files\na,tomorrow,../x\n,,\na,,\n../b,,\nc,,,d\n");
    CHECK(said.find(":2: \"tomorrow\" is not a date and time") != std::string::npos);
    CHECK(said.find(":2: \"../x\" points outside") != std::string::npos);
    CHECK(said.find(":4: \"a\" is listed twice") != std::string::npos);
    CHECK(said.find(":5: \"../b\" cannot name a folder") != std::string::npos);
    CHECK(said.find(":6: 4 fields under 3 columns") != std::string::npos);
    CHECK(refusal_of_roster("name\nx\n").find(":1: no column is called \"id\"") !=
          std::string::npos);
    CHECK(refusal_of_roster("id,ID\n").find("two columns are called \"id\"") != std::string::npos);
    CHECK(refusal_of_roster("").find("the roster is empty") != std::string::npos);
}

TEST_CASE("moments are read with and without time, seconds and zone") {
    CHECK(moment_text(parse_moment("2026-02-28T12:30Z").value()) == "2026-02-28T12:30:00Z");
    CHECK(moment_text(parse_moment("2026-02-28 12:30:15-05:00").value()) == "2026-02-28T17:30:15Z");
    CHECK(moment_text(parse_moment("2026-02-28 9:30-0330").value()) == "2026-02-28T13:00:00Z");
    CHECK(parse_moment("2026-02-28").value() - parse_moment("2026-02-28 23:59:00").value() ==
          std::chrono::seconds(59));
    for (const char* wrong : {"", "2026", "2026-02-29", "2026-02-28 25:00", "2026-02-28x12:00",
                              "2026-02-28 12:00 CET", "2026-02-28T12:00+99:00", "28.2.2026",
                              // A time zone without a time.
                              "2026-02-28 -5:00", "2026-02-28 +9:30", "2026-02-28 05:-5"}) {
        INFO(wrong);
        CHECK(!parse_moment(wrong));
    }
}
