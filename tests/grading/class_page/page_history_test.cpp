// Tests of checker/grading/class_page/source_excerpt.hpp and page_history.hpp: which lines of which files the page has.
#include "checker/base/json_text.hpp"
#include "checker/grading/class_page/page_history.hpp"
#include "tests/catch.hpp"
#include "tests/grading/class_page/made_class.hpp"

#include <string>
#include <vector>

using namespace kit;
using Json = nlohmann::json;

namespace {

std::vector<int> numbers_of(const SourceExcerpt& source) {
    std::vector<int> numbers;
    for (const ExcerptLine& line : source.shown) {
        numbers.push_back(line.number);
    }
    return numbers;
}

/// The file's lines as page/sources.js reads them; "?" for each that is not shown.
std::vector<std::string> read_back(const Json& sources, std::size_t file) {
    const Json& entry = sources["files"][file];
    std::vector<std::string> lines;
    for (std::size_t i = 1; i < entry.size(); i += 2) {
        const int first = entry[i];
        for (int k = 0; k < entry[i + 1].get<int>(); ++k) {
            lines.push_back(first < 0 ? "?" : sources["lines"][first + k].get<std::string>());
        }
    }
    CHECK(lines.size() == entry[0].get<std::size_t>());
    return lines;
}

GradedClass class_of_two() {
    GradedClass graded;
    graded.items = {{5, "05-tiling", "Tiling", "", 15}};
    for (const char* id : {"mia", "noa"}) {
        GradedStudent student;
        student.id = id;
        GradedItem item;
        item.state = GradedItem::State::graded;
        item.check = CheckedSubmission();
        item.check->outcome = Outcome::passed;
        item.check_key = id;
        student.items = {item};
        graded.students.push_back(student);
    }
    return graded;
}

Json plain(const nlohmann::ordered_json& json) {
    return json_from(json_line(json));
}

} // namespace

TEST_CASE("lines end as they do for the compiler", "[class-page]") {
    const SourceExcerpt source = source_excerpt("a\nb\r\nc\rd\n\ne", {});
    REQUIRE(source.lines == 6);
    REQUIRE(numbers_of(source) == std::vector<int>{1, 2, 3, 4, 5, 6});
    CHECK(source.shown[1].text == "b");
    CHECK(source.shown[2].text == "c");
    CHECK(source.shown[4].text.empty());
    CHECK(source.shown[5].text == "e");
    CHECK(source_excerpt("", {}).lines == 0);
    CHECK(source_excerpt("a\n", {}).lines == 1);
    CHECK(source_excerpt(std::string("a\0b", 3), {}).shown[0].text == std::string("a\0b", 3));
}

TEST_CASE("of a long file the findings' lines are shown first, then its beginning",
          "[class-page]") {
    std::string text;
    for (int i = 1; i <= 100; ++i) {
        text += "line\n";
    }
    ExcerptBounds bounds;
    bounds.lines = 8;
    bounds.around = 1;
    const SourceExcerpt source = source_excerpt(text, {50, 100, 0, -3, 101, 1'000'000}, bounds);
    CHECK(source.lines == 100);
    CHECK(numbers_of(source) == std::vector<int>{1, 2, 3, 49, 50, 51, 99, 100});
    bounds.lines = 1'000;
    bounds.bytes = 4 * 3;
    CHECK(numbers_of(source_excerpt(text, {50, 70, 90, 95}, bounds)) ==
          std::vector<int>{50, 70, 90});
}

TEST_CASE("a long line is cut between two characters and says so", "[class-page]") {
    ExcerptBounds bounds;
    bounds.line_bytes = 4;
    CHECK(source_excerpt("abcd", {}, bounds).shown[0].text == "abcd");
    CHECK(source_excerpt("abcde", {}, bounds).shown[0].text == "abcd … (1 more bytes)");
    CHECK(source_excerpt("abc\xc3\xa9x", {}, bounds).shown[0].text == "abc … (3 more bytes)");
    CHECK(source_excerpt(std::string(9, '\x80'), {}, bounds).shown[0].text.size() < 30);
    const SourceExcerpt hostile = source_excerpt(std::string(1 << 20U, 'x'), {1});
    CHECK(hostile.shown[0].text.size() < 450);
}

TEST_CASE("files are read back as they are, gaps included", "[class-page]") {
    const GradedClass graded = class_of_two();
    const SourceExcerpt whole = source_excerpt("same\n}\nmine\n}\nlast\n", {});
    const SourceExcerpt other = source_excerpt("same\n}\nhers\n}\n}\nlast\n", {});
    SourceExcerpt gaps{9, {{2, "same"}, {3, "}"}, {7, "last"}}};
    const Json both = plain(page_sources(graded, {{"mia", whole}, {"noa", other}}));
    CHECK(read_back(both, 0) == std::vector<std::string>{"same", "}", "mine", "}", "last"});
    CHECK(read_back(both, 1) == std::vector<std::string>{"same", "}", "hers", "}", "}", "last"});
    CHECK(both["of"] == Json({{0, 0, 0}, {1, 0, 1}}));
    const Json with_gaps = plain(page_sources(graded, {{"noa", gaps}}));
    CHECK(read_back(with_gaps, 0) ==
          std::vector<std::string>{"?", "same", "}", "?", "?", "?", "last", "?", "?"});
    CHECK(with_gaps["of"] == Json({{1, 0, 0}}));
}

TEST_CASE("all sources of a made class are read back", "[class-page]") {
    const GradedClass graded = made_class(40);
    const ShownSources sources = made_sources(graded);
    const nlohmann::ordered_json written = page_sources(graded, sources);
    const Json page = json_from(ascii_json(written));
    CHECK(page["left_out"] == 0);
    std::size_t compared = 0;
    for (const Json& entry : page["of"]) {
        const auto& student = graded.students[entry[0].get<std::size_t>()];
        const SourceExcerpt& source =
            sources.at(student.items[entry[1].get<std::size_t>()].check_key);
        const std::vector<std::string> lines = read_back(page, entry[2].get<std::size_t>());
        for (const ExcerptLine& line : source.shown) {
            const std::string& shown = lines[line.number - 1];
            // Bytes that are not UTF-8 are replaced.
            CHECK((shown == line.text || shown.find("\xef\xbf\xbd") != std::string::npos));
            ++compared;
        }
    }
    CHECK(compared > 5'000);
}

TEST_CASE("where the page would be too large, kernels that passed are left out first",
          "[class-page]") {
    GradedClass graded = class_of_two();
    graded.students[1].items[0].check->outcome = Outcome::failed;
    const ShownSources sources{{"mia", source_excerpt(std::string(300, 'a'), {})},
                               {"noa", source_excerpt(std::string(300, 'b'), {})}};
    const Json one = plain(page_sources(graded, sources, 500));
    CHECK(one["of"] == Json({{1, 0, 0}}));
    CHECK(one["left_out"] == 1);
    CHECK(one["lines"].size() == 1);
    const Json none = plain(page_sources(graded, sources, 100));
    CHECK(none["left_out"] == 2);
    CHECK(none["lines"].empty());
    // Equal files have one key and one entry.
    graded.students[1].items[0].check_key = "mia";
    CHECK(plain(page_sources(graded, sources, 500))["of"] == Json({{1, 0, 0}, {0, 0, 0}}));
}

TEST_CASE("attempts are in the page once there are two", "[class-page]") {
    GradedClass graded = class_of_two();
    Attempt first;
    first.graded = std::chrono::sys_seconds(std::chrono::seconds(2'000));
    first.sha256 = std::string(64, 'c');
    first.points = 3.0000001;
    first.max_points = 15;
    first.finding = "race-shared";
    graded.students[1].items[0].attempts = {first};
    CHECK(page_attempts(graded).empty());
    Attempt second = first;
    second.submitted = first.graded + std::chrono::seconds(5);
    second.outcome = Outcome::passed;
    second.finding.clear();
    graded.students[1].items[0].attempts.push_back(second);
    CHECK(plain(page_attempts(graded)) ==
          json_from(R"([[1, 0, [[2000, 0, 1, 3, 15, "cccccccc", "race-shared"],
                                  [2000, 2005, 0, 3, 15, "cccccccc", ""]]]])"));
}
