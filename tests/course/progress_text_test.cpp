// The progress file's text: what is written is read again, and nothing of a newer kit is lost.
#include "checker/course/progress_file.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

CourseProgress read(const std::string& text) {
    std::string what;
    const auto course = read_progress_text(text, what);
    INFO(what);
    REQUIRE(course);
    return *course;
}

std::string refusal(const std::string& text) {
    std::string what;
    CHECK_FALSE(read_progress_text(text, what));
    return what;
}

CourseProgress sample() {
    CourseProgress course;
    course["01-first"] = {.passed_at = "2026-11-21T12:00:00Z",
                          .points = 5,
                          .checks = 3,
                          .hints_seen = 1,
                          .passed_fingerprint = "0123456789abcdef",
                          .checked_fingerprint = {},
                          .finding = std::nullopt};
    course["05-tiling"].checks = 2;
    course["05-tiling"].finding = NotedFinding{
        .kind = "race-shared",
        .explanation = "in-place",
        .message = "Two threads \"use\" tile[145] on 3³, \\ 'so'.\n\tand '''more''' # [x]",
        .hint = "Put a __syncthreads() between.",
        .lines = {{45, "    tile[tz][ty] = in[i]; // \"x\" \\n", 9}, {60, "", 0}},
        .hints_seen = 2};
    return course;
}

} // namespace

TEST_CASE("what is written is read again") {
    const std::string text = progress_text(sample(), "");
    INFO(text);
    CHECK(read(text) == sample());
    CHECK_THAT(text, ContainsSubstring("# Your progress in the labs"));
    CHECK_THAT(text, ContainsSubstring("[labs.05-tiling.last_finding]"));
    CHECK(progress_text(sample(), text) == text);
    CHECK(read("").empty());
    CHECK(read(progress_text({}, "")).empty());
}

TEST_CASE("any byte a source line can hold, after it was made printable, survives") {
    for (const char* text :
         {"'", "\"\"\"", "'''\"\"\"'", "\\u0041", "a\r\nb", "\x7f", "µ³ …", " \n "}) {
        CourseProgress course = sample();
        course["05-tiling"].finding->message = text;
        course["05-tiling"].finding->lines[0].text = text;
        INFO(text);
        CHECK(read(progress_text(course, "")) == course);
    }
}

TEST_CASE("labs and keys that this kit does not know are kept") {
    const std::string newer = "version = 7\n"
                              "[streak]\ndays = 3\n"
                              "[labs.01-first]\nchecks = 1\nmedal = \"gold\"\n"
                              "[labs.01-first.last_finding]\nkind = \"new-kind\"\ncolour = 3\n"
                              "[labs.99-unknown]\nbest_time = 1.5\n";
    CourseProgress course = read(newer);
    ++course["01-first"].checks;
    const std::string text = progress_text(course, newer);
    INFO(text);
    for (const char* part : {"version = 7", "days = 3", "medal", "gold", "colour = 3",
                             "best_time = 1.5", "checks = 2", "new-kind"}) {
        CHECK_THAT(text, ContainsSubstring(part));
    }
}

TEST_CASE("what is no progress is refused, with its line") {
    CHECK_THAT(refusal("labs = 3"), ContainsSubstring("line 1: labs is not a table"));
    CHECK_THAT(refusal("[labs]\nx = 1"), ContainsSubstring("line 2: x is not a table"));
    CHECK_THAT(refusal("[labs.a]\nchecks = \"many\""), ContainsSubstring("checks is not a whole"));
    CHECK_THAT(refusal("[labs.a]\nchecks = -1"), ContainsSubstring("out of range"));
    CHECK_THAT(refusal("[labs.a]\nchecks = 99999999999"), ContainsSubstring("out of range"));
    CHECK_THAT(refusal("[labs.a]\npassed = 3"), ContainsSubstring("passed is not a string"));
    CHECK_THAT(refusal("[labs.a]\nlast_finding = 3"), ContainsSubstring("is not a table"));
    CHECK_THAT(refusal("[labs.a.last_finding]\nlines = [1]"),
               ContainsSubstring("lines holds something of another type"));
    CHECK_THAT(refusal("[labs.a"), ContainsSubstring("line 1"));
    CHECK_FALSE(refusal(std::string("\x00\x01\xff", 3)).empty());
}

TEST_CASE("a text cut anywhere is read or refused, and never ends the program") {
    const std::string text = progress_text(sample(), "");
    for (std::size_t size = 0; size < text.size(); ++size) {
        std::string what;
        const auto course = read_progress_text(text.substr(0, size), what);
        CHECK(course.has_value() == what.empty());
    }
}
