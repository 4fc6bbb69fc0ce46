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
    const std::string newer = R"({"version": 7, "streak": {"days": 3}, "labs": {
        "01-first": {"checks": 1, "medal": "gold", "finding": {"kind": "new-kind", "colour": 3},
                     "parts": {"parts": [{"shows": "new-kind", "state": "new-state"}]}},
        "99-unknown": {"best_time": 1.5}}})";
    CourseProgress course = read(newer);
    ++course["01-first"].checks;
    const std::string text = progress_text(course, newer);
    INFO(text);
    for (const char* part :
         {R"("version": 7)", R"("days": 3)", R"("medal": "gold")", R"("colour": 3)",
          R"("best_time": 1.5)", R"("checks": 2)", R"("kind": "new-kind")"}) {
        CHECK_THAT(text, ContainsSubstring(part));
    }
}

TEST_CASE("a file that holds no progress is refused with the reason") {
    CHECK_THAT(refusal(R"({"labs": 3})"), ContainsSubstring("must be object"));
    CHECK_THAT(refusal(R"([])"), ContainsSubstring("array"));
    CHECK_THAT(refusal(R"({"labs": {"x": 1}})"), ContainsSubstring("number"));
    CHECK_THAT(refusal(R"({"labs": {"a": {"checks": "many"}}})"), ContainsSubstring("number"));
    CHECK_THAT(refusal(R"({"labs": {"a": {"checks": -1}}})"), ContainsSubstring("out of range"));
    CHECK_THAT(refusal(R"({"labs": {"a": {"checks": 99999999999}}})"),
               ContainsSubstring("out of range"));
    CHECK_THAT(refusal(R"({"labs": {"a": {"checks": 1e300}}})"), ContainsSubstring("out of range"));
    CHECK_THAT(refusal(R"({"labs": {"a": {"passed_at": 3}}})"), ContainsSubstring("string"));
    CHECK_THAT(refusal(R"({"labs": {"a": {"finding": {"lines": [1]}}}})"),
               ContainsSubstring("number"));
    CHECK_THAT(refusal("{\n\"labs\": {"), ContainsSubstring("parse error at line 2"));
    CHECK_THAT(refusal(std::string(100000, '[') + std::string(100000, ']')),
               ContainsSubstring("more than 100 levels"));
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
