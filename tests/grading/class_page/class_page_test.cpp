// Tests of checker/grading/class_page/class_page.hpp: what the file holds, and what it must not. How it
// behaves in a browser is browser_test.py's.
#include "checker/base/json_text.hpp"
#include "checker/grading/class_page/class_page.hpp"
#include "tests/catch.hpp"
#include "tests/grading/class_page/made_class.hpp"

#include <algorithm>
#include <set>

using namespace kit;

namespace {

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

nlohmann::json data_of(const GradedClass& graded) {
    return json_from(page_data(graded, made_similarity(graded)));
}

} // namespace

TEST_CASE("data that stands in a script element cannot end it", "[class-page]") {
    const std::string data = page_data(made_class(30), {});
    CHECK(data.find_first_of("<>&") == std::string::npos);
    CHECK(std::ranges::all_of(data, [](char c) { return c >= ' ' && c < '\x7f'; }));
    const nlohmann::json read = json_from(data);
    CHECK(read["students"][0][1] == "<script>alert(1)</script>");
    CHECK(read["students"][3][1] == "two\nlines\tand a tab");
    CHECK(read["students"][5][1] == "not UTF-8: \xef\xbf\xbd\xef\xbf\xbd");
}

TEST_CASE("a page has its own scripts and no name as markup", "[class-page]") {
    GradedClass graded = made_class(30);
    graded.title = "</title><script>alert(3)</script> {{data}}\n";
    const std::string page = class_page(graded, made_similarity(graded));
    CHECK(count_of(page, "<script") == 2);
    CHECK(count_of(page, "</script") == 2);
    CHECK(page.find(
              "&lt;/title&gt;&lt;script&gt;alert(3)&lt;/script&gt; {{data}}  · grades</title>") !=
          std::string::npos);
    CHECK(page.find("{{policy}}") == std::string::npos);
    CHECK(page.find("<img") == std::string::npos);
}

TEST_CASE("a page names nothing outside", "[class-page]") {
    const std::string page = class_page(GradedClass());
    CHECK(count_of(page, "http://") == count_of(page, "http://www.w3.org/2000/svg"));
    for (const char* word : {"https://", "//cdn", "@import", "url(", "src=", "<link", "style=\"",
                             "innerHTML", "onload="}) {
        INFO(word);
        CHECK(page.find(word) == std::string::npos);
    }
    CHECK(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
    CHECK(page.find("'unsafe") == std::string::npos);
}

TEST_CASE("a policy's hash is SHA-256 in base 64", "[class-page]") {
    CHECK(policy_hash("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    CHECK(class_page_parts().script.starts_with("// "));
    CHECK(class_page_parts().script.ends_with("\n"));
}

TEST_CASE("what students have in common is written once", "[class-page]") {
    const nlohmann::json data = data_of(made_class(1000));
    const std::set<std::string> texts(data["texts"].begin(), data["texts"].end());
    CHECK(texts.size() == data["texts"].size());
    CHECK(data["texts"][0] == "");
    CHECK(data["findings"].size() < 900);
    CHECK(data["parts"].size() < 100);
    CHECK(page_data(made_class(1000), {}).size() < 800'000);
}

TEST_CASE("a lab's entry says all that the page shows of it", "[class-page]") {
    GradedClass graded;
    graded.items = {{5, "05-tiling", "Tiling", "PMPP 8.3", 15}};
    GradedStudent student;
    student.id = "mia";
    student.name = "Mia";
    student.complete = false;
    GradedItem failed;
    failed.state = GradedItem::State::graded;
    failed.file = "in/mia/kernel.cu";
    failed.submitted = std::chrono::sys_seconds(std::chrono::seconds(1000));
    failed.parts = {{PointsPart::Kind::cases, 3.0000000001, 9, "2 of 7 grids are right"}};
    failed.points = 3.0000000001;
    failed.check = CheckedSubmission();
    failed.check->outcome = Outcome::failed;
    failed.check->traffic = CheckedTraffic{100, 40, 10, 40, std::nullopt};
    Finding finding;
    finding.message = "No.";
    finding.lines = {{"in/mia/kernel.cu", 7, 1, "x"}, {"lab.cuh", 1, 1, "y"}};
    failed.check->findings = {finding};
    student.items = {failed};
    GradedStudent other = student;
    other.id = "noa";
    other.items[0] = GradedItem();
    other.items[0].state = GradedItem::State::error;
    other.items[0].reason = "out of memory";
    graded.students = {student, other};
    const nlohmann::json data = data_of(graded);
    const auto text = [&](const nlohmann::json& place) {
        return data["texts"][place.get<std::size_t>()];
    };
    const nlohmann::json entry = data["students"][0][7][0];
    CHECK(entry[0] == 0);
    CHECK(entry[1] == 1);
    CHECK(entry[2] == 3);
    CHECK(text(entry[3]) == "in/\x1f/kernel.cu");
    CHECK(entry[4] == 1000);
    CHECK(data["parts"][entry[6][0].get<std::size_t>()][0] == "cases");
    const nlohmann::json shown = data["findings"][entry[7][0].get<std::size_t>()];
    CHECK(shown["kind"] == "build-error");
    CHECK(shown["lines"][0].size() == 2);
    CHECK(text(shown["lines"][1][2]) == "lab.cuh");
    CHECK(data["traffic"][entry[8].get<std::size_t>() - 1] ==
          nlohmann::json({100, 40, 10, 40, nullptr}));
    const nlohmann::json error = data["students"][1][7][0];
    CHECK(error[0] == 3);
    CHECK(text(error[5]) == "out of memory");
    CHECK(data["students"][1][6] == 0);
    CHECK(data["labs"][0]["errors"] == 1);
}

TEST_CASE("an empty class is a page, too", "[class-page]") {
    CHECK(class_page(GradedClass()).ends_with("</html>\n"));
}

TEST_CASE("a lab with a trace has the key of its page, others have none", "[class-page]") {
    GradedClass graded = made_class(3);
    GradedItem& item = graded.students[0].items[0];
    item.check_key = "00ff";
    const auto labs = [&] { return data_of(graded)["students"][0][7][0]; };
    CHECK(labs().size() < 11);
    item.has_trace = true;
    REQUIRE(labs().size() == 11);
    CHECK(labs()[10] == "00ff");
}
