#include "checker/grading/writers/escapes.hpp"
#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

using namespace kit;

TEST_CASE("inline text is no markup") {
    CHECK(markdown_inline("a|b") == "a&#124;b");
    CHECK(markdown_inline("<script>") == "&lt;script&gt;");
    CHECK(markdown_inline("tile[1] = `x` * y_z") == "tile\\[1\\] = \\`x\\` \\* y\\_z");
    CHECK(markdown_inline("two\nlines") == "two lines");
    CHECK(markdown_inline("http://x.org www.x.org a@b.c") ==
          "http&#58;//x.org www&#46;x.org a&#64;b.c");
    CHECK(markdown_inline("    code") == "code");
    CHECK(markdown_inline("back\\slash") == "back\\\\slash");
}

TEST_CASE("a paragraph begins no list and no heading") {
    CHECK(markdown_paragraph("- item") == "&#8203;- item");
    CHECK(markdown_paragraph("12. item") == "&#8203;12. item");
    CHECK(markdown_paragraph("===") == "&#8203;===");
    CHECK(markdown_paragraph("# heading") == "\\# heading");
    CHECK(markdown_paragraph("12 items") == "12 items");
}

TEST_CASE("a block's fence is longer than what is in it") {
    CHECK(markdown_block("x", "text") == "```text\nx\n```\n");
    CHECK(markdown_block("```\n````x\n", "") == "`````\n```\n````x\n`````\n");
    CHECK(markdown_block("", "") == "```\n```\n");
}

TEST_CASE("files of feedback have safe names, each its own") {
    GradedClass graded;
    for (const char* id : {"ada", "Ada", "../x y", "", ".hidden", "ada-2"}) {
        GradedStudent student;
        student.id = id;
        graded.students.push_back(student);
    }
    std::vector<std::string> names;
    for (const WrittenFile& file : markdown_feedback_files(graded)) {
        names.push_back(file.path);
    }
    CHECK(names == std::vector<std::string>{"ada.md", "Ada-2.md", "_._x_y.md", "_.md", "_hidden.md",
                                            "ada-2-2.md"});
}

TEST_CASE("points that are not known are said to be open") {
    const GradedClass graded = fixtures::small_class();
    const std::string text = markdown_feedback(graded, graded.students[3]);
    CHECK_THAT(text, ContainsSubstring("Still open: Lab 06: Thread coarsening."));
    CHECK_THAT(text, ContainsSubstring("| Lab 06: Thread coarsening | not judged yet | not known"));
}
