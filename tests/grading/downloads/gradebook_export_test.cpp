#include "checker/base/errors.hpp"
#include "checker/base/source_text.hpp"
#include "checker/grading/class_folder/gradebook_export.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/downloads/looked_through.hpp"

#include <string>
#include <vector>

using namespace kit;
using kit_test::LookedThrough;
using kit_test::ScratchClass;
using kit_test::source;
using kit_test::two_labs;

namespace {

const std::vector<GradebookItem> items{{"04-basic-sweep", 4, 10},
                                       {"05-shared-memory-tiling", 5, 15}};

// As Canvas writes it: a mark, CRLF, quoted names and assignments, a line for posting and one for points.
const std::string canvas_text =
    "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,\"Lab 4: Basic, global (901)\","
    "Lab 5: Tiling (902),Essay (903),Labs Current Points,Final Score\r\n"
    ",,,,,,Manual Posting,,,\r\n"
    "    Points Possible,,,,,10,15,20,(read only),(read only)\r\n"
    "\"Doe, Jane\",77,UID:123,jdoe,\"CS 1, Fall\",,12.50,18.00,12.5,62.1\r\n"
    "\"O'Neil, \"\"Bo\"\"\",78,UID:124,boneil@uni.edu,CS 1,3.00,,,,\r\n"
    "\"Student, Test\",79,,f00ba4,CS 1,,,,,\r\n";

const std::string moodle_text =
    "\"First name\",Surname,\"ID number\",Institution,Department,\"Email address\","
    "\"Assignment: Lab 4 (Real)\",\"Assignment: Lab 4 (Percentage)\",\"Assignment: Lab 4 "
    "(Feedback)\","
    "\"Assignment: Shared-memory tiling (Real)\",\"Quiz: Lab 5 quiz (Real)\",\"Course total "
    "(Real)\","
    "\"Last downloaded from this course\"\n"
    "Jane,Doe,s123,,,jane@uni.edu,9.00,\"90.00 %\",\"well, done\",-,3.00,12.00,1763971200\n"
    "Bo,O'Neil,,,,bo@uni.edu,-,-,,-,-,-,1763971200\n";

Roster roster_of(const std::string& text) {
    const ScratchClass scratch;
    return read_roster(scratch.file("gradebook.csv", text));
}

std::string refusal_of(const std::string& text) {
    try {
        (void)roster_of(text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

MatchedGradebook matched(const std::string& text, const std::vector<GradebookItem>& wanted = items,
                         const std::map<std::string, std::string>& asked = {}) {
    const Roster roster = roster_of(text);
    REQUIRE(roster.gradebook);
    return match_gradebook(*roster.gradebook, "gradebook.csv", wanted, two_labs(), asked);
}

/// A class of these students with these points of lab 04 and lab 05; below zero: not known.
GradedClass class_of(const std::vector<std::pair<std::string, std::pair<double, double>>>& all) {
    GradedClass graded;
    for (const auto& [id, points] : all) {
        GradedStudent student;
        student.id = id;
        for (const auto& [item, number] :
             {std::pair{items[0].id, points.first}, std::pair{items[1].id, points.second}}) {
            GradedItem& one = student.items.emplace_back();
            one.id = item;
            one.state = number < 0 ? GradedItem::State::not_due : GradedItem::State::graded;
            one.points = number;
        }
        graded.students.push_back(std::move(student));
    }
    return graded;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

} // namespace

TEST_CASE("Canvas' gradebook is a roster as it is exported") {
    const Roster roster = roster_of(canvas_text);
    REQUIRE(roster.students.size() == 2); // neither Canvas' own lines nor its test student
    CHECK(roster.students[0].id == "jdoe");
    CHECK(roster.students[0].name == "Doe, Jane");
    CHECK(roster.students[1].id == "boneil@uni.edu");
    CHECK(roster.students[1].email == "boneil@uni.edu");
    CHECK(roster.students[1].name == "O'Neil, \"Bo\"");
    CHECK(roster.students[0].columns ==
          std::vector<std::pair<std::string, std::string>>{
              {"SIS Login ID", "jdoe"}, {"SIS User ID", "UID:123"}, {"canvas_id", "77"}});
    REQUIRE(roster.gradebook);
    CHECK(roster.gradebook->platform == GradebookPlatform::canvas);
    REQUIRE(roster.gradebook->columns.size() == 5);
    CHECK(roster.gradebook->columns[1].points == "15");
    CHECK(roster.gradebook->columns[3].is_read_only);
}

TEST_CASE("Moodle's gradebook is a roster, in any language, and so is a grading worksheet") {
    const Roster roster = roster_of(moodle_text);
    REQUIRE(roster.students.size() == 2);
    CHECK(roster.students[0].id == "s123");
    CHECK(roster.students[0].name == "Jane Doe");
    CHECK(roster.students[1].id == "bo@uni.edu");
    CHECK(roster.students[1].email == "bo@uni.edu");
    const Roster german =
        roster_of("Vorname;Nachname;ID-Nummer;Institution;Abteilung;E-Mail-Adresse;"
                  "Aufgabe: Lab 5 (Punkte)\nJürgen;Groß;17;;;jg@uni.de;\"7,5\"\n");
    REQUIRE(german.students.size() == 1);
    CHECK(german.students[0].id == "17");
    CHECK(german.students[0].name == "Jürgen Groß");
    CHECK(german.students[0].email == "jg@uni.de");
    CHECK(german.gradebook->decimal_comma);
    const Roster worksheet =
        roster_of("Identifier,\"Full name\",\"Email address\",Status,Grade,"
                  "\"Maximum Grade\",\"Feedback comments\"\n"
                  "\"Participant 4711\",\"Jane Doe\",j@x.org,Submitted,,15.00,\n");
    REQUIRE(worksheet.students.size() == 1);
    CHECK(worksheet.students[0].id == "j@x.org");
    REQUIRE(worksheet.gradebook->columns.size() == 1);
    CHECK(worksheet.gradebook->columns[0].points == "15.00");
}

TEST_CASE("an assignment's worksheet is known by its shape, with what Moodle has locked and when "
          "it was handed in") {
    const std::string german =
        "ID,\"Vollständiger Name\",E-Mail-Adresse,Status,Bewertung,Bestwertung,\"Bewertung kann "
        "geändert werden\","
        "\"Zuletzt geändert (Abgabe)\",\"Zuletzt geändert (Bewertung)\",\"Feedback als "
        "Kommentar\"\n"
        "Teilnehmer/in12,\"Ada Alpha\",ada@uni.de,\"Zur Bewertung abgegeben\",,\"15,00\",Ja,"
        "\"Dienstag, 24. November 2026, 19:30\",-,\n"
        "Teilnehmer/in13,\"Bo Beta\",bo@uni.de,\"Keine Abgabe\",\"7,00\",\"15,00\",Nein,-,-,\n";
    const Roster roster = roster_of(german);
    REQUIRE(roster.students.size() == 2);
    CHECK(roster.students[0].id == "ada@uni.de");
    CHECK(roster.students[0].name == "Ada Alpha");
    CHECK(roster.students[0].submitted.at(0) == *parse_moment("2026-11-24 19:30"));
    CHECK(roster.students[1].submitted.empty());
    CHECK(roster.gradebook->columns.at(0).points == "15,00");
    GradedClass graded = class_of({{"ada@uni.de", {0, 12.5}}, {"bo@uni.de", {0, 3}}});
    graded.students[0].items[1].max_points = 15;
    graded.gradebook = matched(german, {items[1]}).gradebook;
    CHECK(
        moodle_csv(graded) ==
        replaced(replaced(german, "abgegeben\",,", "abgegeben\",\"12,5\","), "-,\n",
                 "-,\"Stencil lab kit: 12.5 of 15 points. Not passed yet.\"\n")); // Bo's is locked
    // Blind marking has no names.
    const Roster blind = roster_of(
        "Identifier,Status,Grade,\"Maximum Grade\",\"Grade can be changed\"\n"
        "\"Participant 12\",Submitted,,10.00,Yes\n\"Participant 7\",Submitted,3.00,10.00,Yes\n");
    REQUIRE(blind.students.size() == 2);
    CHECK(blind.students[0].id == "Participant 12");
    CHECK(blind.gradebook->columns.at(0).points == "10.00");
}

TEST_CASE("a worksheet's comments come from the kit, but what a person wrote stays") {
    const std::string text =
        "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\","
        "\"Grade can be changed\",\"Feedback comments\"\n"
        "\"Participant 11\",Ann,a@x.org,S,,15.00,Yes,\n"
        "\"Participant 12\",Bob,b@x.org,S,,15.00,Yes,\"See me, Bob\"\n"
        "\"Participant 13\",Cy,c@x.org,S,,15.00,No,\n"
        "\"Participant 14\",Dan,d@x.org,S,,15.00,Yes,\"Stencil lab kit: 1 of 15 points. Old\"\n"
        "\"Participant 15\",Eve,e@x.org,S,,15.00,Yes,\n";
    GradedClass graded = class_of({{"a@x.org", {0, 3}},
                                   {"b@x.org", {0, 4}},
                                   {"c@x.org", {0, 5}},
                                   {"d@x.org", {0, 6}},
                                   {"e@x.org", {0, 0}}});
    for (GradedStudent& student : graded.students) {
        student.items[1].max_points = 15;
        student.items[1].parts = {{PointsPart::Kind::technique, 1, 2, "f[i] < \"g\" & more"}};
    }
    graded.students[4].items[1].state = GradedItem::State::missing;
    graded.gradebook = matched(text, {items[1]}).gradebook;
    const std::string written = moodle_csv(graded);
    const auto comment = [](const std::string& points) {
        return "\"Stencil lab kit: " + points +
               " of 15 points. Not passed yet. Technique: f[i] &lt; &quot;g&quot; &amp; more.\"";
    };
    std::string expected =
        replaced(text, "a@x.org,S,,15.00,Yes,", "a@x.org,S,3,15.00,Yes," + comment("3"));
    expected = replaced(expected, "b@x.org,S,,", "b@x.org,S,4,");
    expected = replaced(expected, "d@x.org,S,,", "d@x.org,S,6,");
    expected = replaced(expected, "\"Stencil lab kit: 1 of 15 points. Old\"", comment("6"));
    expected = replaced(expected, "e@x.org,S,,", "e@x.org,S,0,");
    CHECK(written == expected);
}

TEST_CASE("what a gradebook already says stays") {
    const std::string text =
        "Student,ID,SIS Login ID,Section,Lab 5 (1)\nA,1,ann,S,EX\nB,2,bob,S,9\nC,3,cy,S,\n"
        "D,4,dan,S,12\nE,5,eve,S,12\n";
    GradedClass graded = class_of(
        {{"ann", {0, 3}}, {"bob", {0, 0}}, {"cy", {0, 0}}, {"dan", {0, 10}}, {"eve", {0, 12}}});
    graded.students[1].items[1].state = GradedItem::State::missing;
    graded.students[2].items[1].state = GradedItem::State::excused;
    graded.gradebook = matched(text, {items[1]}).gradebook;
    CHECK(canvas_csv(graded) ==
          replaced(replaced(text, "cy,S,", "cy,S,EX"), "dan,S,12", "dan,S,10"));
    CHECK(changed_grades(*graded.gradebook, graded) ==
          std::vector<std::string>{"dan, 05-shared-memory-tiling: 12 becomes 10, which is less"});
}

TEST_CASE("a column gets points only if its name says the lab") {
    const MatchedGradebook lone =
        matched("First name,Surname,Email address,Groups\nA,B,a@b.org,Team 3\n", {items[1]});
    CHECK(lone.gradebook.columns.empty());
    REQUIRE(lone.notices.size() == 1);
}

TEST_CASE("a gradebook in UTF-16 comes back in UTF-16, one in Windows-1252 as it was") {
    const std::string text = "Student\tID\tSection\tLab 5\nZo\xc3\xab\t1\tS\t\n";
    GradedClass graded = class_of({{"1", {0, 7}}});
    for (const std::string mark : {"\xff\xfe", "\xfe\xff"}) {
        const MatchedGradebook utf16 = matched(as_utf16(text, mark), {items[1]});
        graded.gradebook = utf16.gradebook;
        CHECK(canvas_csv(graded) == as_utf16(replaced(text, "\tS\t", "\tS\t7"), mark));
    }
    const std::string latin = "Student;ID;Section;Lab 5\nZo\xeb;1;S;\n";
    CHECK(roster_of(latin).students.at(0).name == "Zoë");
    graded.gradebook = matched(latin, {items[1]}).gradebook;
    CHECK(canvas_csv(graded) == replaced(latin, ";S;", ";S;7"));
}

TEST_CASE("columns are found by the labs that they name") {
    const MatchedGradebook canvas = matched(canvas_text);
    CHECK(canvas.notices.empty());
    CHECK(canvas.gradebook.columns.at("04-basic-sweep") == "Lab 4: Basic, global (901)");
    CHECK(canvas.gradebook.columns.at("05-shared-memory-tiling") == "Lab 5: Tiling (902)");
    const MatchedGradebook moodle = matched(moodle_text);
    CHECK(moodle.notices.empty());
    CHECK(moodle.gradebook.columns.at("04-basic-sweep") == "Assignment: Lab 4 (Real)");
    CHECK(moodle.gradebook.columns.at("05-shared-memory-tiling") ==
          "Assignment: Shared-memory tiling (Real)");
}

TEST_CASE("two columns of one lab, none, or other points are told") {
    const MatchedGradebook two =
        matched("Student,ID,Section,Lab 5 first (1),Lab 5 again (2)\n,,,,\nA,1,S,,\n");
    REQUIRE(two.notices.size() == 2);
    CHECK(two.notices[0].find("no column is called like 04-basic-sweep") != std::string::npos);
    CHECK(two.notices[1].find("\"Lab 5 first (1)\", \"Lab 5 again (2)\" could each be 05") !=
          std::string::npos);
    CHECK(two.gradebook.columns.empty());
    const MatchedGradebook exact =
        matched("Student,ID,Section,Lab 5 (1),Lab 5 prelab (2),Lab 4 (3)\n,,,,,\nA,1,S,,,\n");
    CHECK(exact.notices.empty());
    CHECK(exact.gradebook.columns.at("05-shared-memory-tiling") == "Lab 5 (1)");
    const MatchedGradebook asked = matched(
        "Student,ID,Section,Homework (1),Lab 4 (2)\n    Points Possible,,,100,10\nA,1,S,,\n", items,
        {{"05-shared-memory-tiling", "Homework"}});
    REQUIRE(asked.notices.size() == 1);
    CHECK(asked.notices[0] ==
          "gradebook.csv: \"Homework (1)\" is worth 100 there and 15 here; points "
          "are put in as they are");
    CHECK(asked.gradebook.columns.at("05-shared-memory-tiling") == "Homework (1)");
    CHECK_THROWS_AS(matched(canvas_text, items, {{"04-basic-sweep", "Nothing"}}), UsageError);
}

TEST_CASE("a gradebook comes back byte for byte but for the grades") {
    GradedClass graded = class_of({{"jdoe", {10, 12.5}}, {"boneil@uni.edu", {3, 7.5}}});
    graded.gradebook = matched(canvas_text).gradebook;
    std::string wanted = replaced(canvas_text, "\"CS 1, Fall\",,12.50", "\"CS 1, Fall\",10,12.50");
    CHECK(canvas_csv(graded) == replaced(wanted, "CS 1,3.00,,", "CS 1,3.00,7.5,"));
    CHECK(moodle_csv(graded).starts_with("Full name,")); // not that platform's
    GradedClass in_moodle = class_of({{"s123", {9, 15}}, {"bo@uni.edu", {-1, 0}}});
    in_moodle.gradebook = matched(moodle_text).gradebook;
    wanted = replaced(moodle_text, "\"well, done\",-,", "\"well, done\",15,");
    CHECK(moodle_csv(in_moodle) == replaced(wanted, "bo@uni.edu,-,-,,-,", "bo@uni.edu,-,-,,0,"));
}

TEST_CASE("numbers are written as the gradebook writes them") {
    const std::string text = "Vorname;Nachname;Nr;E-Mail;Aufgabe: Lab 5 (Punkte);Aufgabe: Lab 4\n"
                             "A;B;7;a@b.de;\"7,50\";10,0\n";
    GradedClass graded = class_of({{"7", {8.5, 3.25}}});
    graded.gradebook = matched(text).gradebook;
    CHECK(moodle_csv(graded) == replaced(replaced(text, "\"7,50\"", "\"3,25\""), "10,0", "8,5"));
    const std::string commas = "Vorname,Nachname,Nr,E-Mail,Lab 5,Lab 4\nA,B,7,a@b.de,\"7,5\",\n";
    graded.gradebook = matched(commas).gradebook;
    CHECK(moodle_csv(graded) == replaced(commas, "\"7,5\",", "\"3,25\",\"8,5\""));
}

TEST_CASE("a gradebook that cannot be used says why") {
    CHECK(refusal_of("Student,ID,Section,Lab 5\nA,,S,\n").find(":2: nothing in this line") !=
          std::string::npos);
    CHECK(refusal_of("Student,ID,Section,Lab 5\nA,1,S,\nB,1,S,\n")
              .find(":3: \"1\" is listed twice") != std::string::npos);
    CHECK(refusal_of("Student,ID,Section,Lab 5\nA,1,S\n").find(":2: 3 fields under 4 columns") !=
          std::string::npos);
    CHECK(refusal_of("PK\x03\x04...").find("save it as CSV") != std::string::npos);
    CHECK(refusal_of("Name,Points\nA,1\n").find("no column is called \"id\"") != std::string::npos);
}

TEST_CASE("a roster of one's own stays one") {
    CHECK_FALSE(roster_of("Student,ID,email\nAda,ada,a@b.org\n").gradebook);
    CHECK(roster_of("Student,ID,email\nAda,ada,a@b.org\n").students[0].id == "ada");
    CHECK_FALSE(roster_of("id,name,email\nada,Ada,a@b.org\n").gradebook);
    const Roster people = roster_of("Name;Matrikel;E-Mail\n\"M\xc3\xbcller, Ada\";11;a@x.de\n");
    CHECK_FALSE(people.gradebook);
    CHECK(people.students.front().id == "a@x.de");
    const Roster numbered = roster_of("Name;Matrikel;E-Mail;Lab 4\n\"M, Ada\";11;a@x.de;\n");
    REQUIRE(numbered.gradebook);
    CHECK(numbered.students.front().name == "M, Ada");
    CHECK(numbered.students.front().id == "11");
}

TEST_CASE("downloads are matched to a gradebook's people") {
    const ScratchClass scratch;
    const auto gradebook = scratch.file("grades.csv", canvas_text);
    scratch.file("class/doejane_77_90001_lab5.cu", source(5, "a"));
    scratch.file("class/oneilbo_LATE_78_90002_lab5.cu", source(5, "b"));
    const LookedThrough canvas(scratch, "class", gradebook);
    CHECK(canvas.of("jdoe", 5).find("doejane_77_90001_lab5.cu") == 0);
    CHECK(canvas.of("boneil@uni.edu", 5).find("oneilbo") == 0);
    scratch.file("flat/boneil/05-shared-memory-tiling/kernel.cu", source(5, "c"));
    const LookedThrough flat(scratch, "flat", gradebook); // the login's part before the @
    CHECK(flat.of("boneil@uni.edu", 5).find("boneil/05") == 0);
    // 15 is a grade, and no student's number.
    const auto grades = scratch.file("more.csv", "Student,ID,SIS Login ID,Lab 5\nA,1,ann,15\n");
    scratch.file("other/15/05-shared-memory-tiling/kernel.cu", source(5, "d"));
    const LookedThrough other(scratch, "other", grades);
    CHECK(other.of("ann", 5).empty());
}

TEST_CASE("a class's own roster adds deadlines and times to a gradebook") {
    const ScratchClass scratch;
    const auto gradebook = scratch.file("class/grades.csv", canvas_text);
    scratch.file("class/jdoe/05-shared-memory-tiling/kernel.cu", source(5, "a"));
    scratch.file("class/roster.csv", "id,deadline,submitted-05,leaderboard\n78,2026-12-01,,no\n"
                                     "jdoe,,2026-11-20 10:00,\nwho,,,\n");
    const LookedThrough both(scratch, "class", gradebook);
    CHECK(both.not_recognized().empty());
    CHECK(both.ids() == std::vector<std::string>{"jdoe", "boneil@uni.edu"});
    CHECK(both.members.roster[1].deadline);
    CHECK(both.members.roster[1].columns.back() ==
          std::pair<std::string, std::string>{"leaderboard", "no"});
    CHECK(both.members.roster[0].submitted.contains(5));
    REQUIRE(both.members.notices.size() == 1);
    CHECK(both.members.notices[0].ends_with("who"));
}

TEST_CASE("ids that differ only in bytes that are not UTF-8 stay apart") {
    CHECK(id_of_bytes("José") == "José");
    CHECK(id_of_bytes("Jos\xe9") == "Jos%E9");
    const ScratchClass scratch;
    scratch.file("class/Jos\xe9/05-shared-memory-tiling/kernel.cu", source(5, "a"));
    scratch.file("class/Jos\xe8/05-shared-memory-tiling/kernel.cu", source(5, "b"));
    const LookedThrough without(scratch);
    CHECK(without.ids() == std::vector<std::string>{"Jos%E8", "Jos%E9"});
    CHECK(without.of("Jos%E9", 5).starts_with("Jos\xe9/"));
    const auto roster = scratch.file("r.csv", "id,name\nJos\xe9,E\nJos\xe8,F\n");
    const LookedThrough with(scratch, "class", roster);
    CHECK(with.ids() ==
          std::vector<std::string>{"José", "Josè"}); // Windows-1252, as Excel writes it
    CHECK(with.of("Josè", 5).starts_with("Jos\xe8/"));
    CHECK(with.members.hand_ins.not_recognized.empty());
}
