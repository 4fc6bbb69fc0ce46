#include "checker/grading/writers/escapes.hpp"
#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <string>
#include <vector>

using namespace kit;

namespace {

/// RFC 4180, read anew.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            rows.back().back() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            rows.back().emplace_back();
        } else if (!quoted && c == '\n') {
            rows.emplace_back(1);
        } else {
            rows.back().back() += c;
        }
    }
    rows.pop_back();
    return rows;
}

} // namespace

TEST_CASE("fields come back as they were") {
    const std::vector<std::string> fields{"plain",      "",        "a,b",        "say \"no\"",
                                          "two\nlines", " edges ", "semi;colon", "\ttab",
                                          "\"",         "\r\n"};
    CHECK(parsed(csv_row(fields)) == std::vector<std::vector<std::string>>{fields});
    CHECK(csv_row({"", "a"}) == ",a\n");
    CHECK(csv_field("a b") == "a b");
}

TEST_CASE("text is no formula, and a number stays one") {
    CHECK(csv_text("=1+1") == "'=1+1");
    CHECK(csv_text("+1 555") == "'+1 555");
    CHECK(csv_text("@SUM(A1)") == "'@SUM(A1)");
    CHECK(csv_text("-cmd|' /C calc'!A0") == "'-cmd|' /C calc'!A0");
    CHECK(csv_text("  =1") == "  '=1");
    CHECK(csv_text("\t=1") == "    '=1");
    CHECK(csv_text("\n=1") == "\n'=1");
    CHECK(csv_text("＝1") == "'＝1");
    CHECK(csv_text("-5") == "-5");
    CHECK(csv_text("+3.25") == "+3.25");
    CHECK(csv_text("00123") == "00123");
    CHECK(csv_text("-1.2.3") == "'-1.2.3");
    CHECK(csv_text("-") == "'-");
    CHECK(csv_text("a-b=c@d") == "a-b=c@d");
}

TEST_CASE("text is no formula where a spreadsheet splits at another separator") {
    CHECK(csv_text("Bob;=1+1") == "Bob;'=1+1");
    CHECK(csv_text("Bob\",=1") == "Bob\",'=1");
    CHECK(csv_text("two\n-lines") == "two\n'-lines");
}

TEST_CASE("text is UTF-8 without control characters") {
    CHECK(csv_text("a\xFF\x1b[0m") == "a\xEF\xBF\xBD\\x1b[0m");
}

TEST_CASE("a roster's columns are found in any spelling") {
    GradedStudent student;
    student.columns = {
        {"SIS User ID", "7"}, {"sis_id", "8"}, {"login", ""}, {"Canvas-ID", "9"}, {"SECTION", "S"}};
    GradedClass graded;
    graded.students = {student};
    CHECK(parsed(canvas_csv(graded)).back() == std::vector<std::string>{"", "9", "7", "", "S"});
}

TEST_CASE("every row of a gradebook has its columns, and unknown points are no zero") {
    const GradedClass graded = fixtures::small_class();
    const auto canvas = parsed(canvas_csv(graded));
    REQUIRE(canvas.size() == 7);
    for (const auto& row : canvas) {
        CHECK(row.size() == 9);
    }
    CHECK(canvas[1][7] == "20");
    CHECK(canvas[2] == std::vector<std::string>{"Lovelace, Ada", "4711", "00123", "ada", "A1", "10",
                                                "15", "22.5", "1"});
    CHECK(canvas[5][7].empty());
    const auto moodle = parsed(moodle_csv(graded));
    REQUIRE(moodle.size() == 6);
    for (const auto& row : moodle) {
        CHECK(row.size() == 12);
        for (int identifier = 1; identifier < 4; ++identifier) {
            CHECK_FALSE(row[identifier].empty());
        }
    }
    CHECK(moodle[4][8] == "-");
    CHECK(moodle[3][8] == "0");
}

TEST_CASE("a class without students or labs is a header") {
    CHECK(canvas_csv({}) == "Student,ID,SIS User ID,SIS Login ID,Section\n"
                            "\"    Points Possible\",,,,\n");
    CHECK(moodle_csv({}) == "Full name,Email address,ID number,Username\n");
}

TEST_CASE("no backslash comes before a quotation mark for PHP") {
    GradedClass graded;
    GradedStudent student;
    student.id = "x\\";
    student.name = "\\\"";
    graded.students = {student};
    const std::string text = moodle_csv(graded);
    CHECK(text.find("\\\"") == std::string::npos);
    CHECK(text.find("\\,") == std::string::npos);
}
