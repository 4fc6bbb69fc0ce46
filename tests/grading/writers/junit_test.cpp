#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

/// The text as a report writes it.
std::string junit_text(const std::string& text) {
    GradedClass graded;
    graded.title = text;
    const std::string before = "<testsuites name=\"";
    const std::string report = junit_xml(graded);
    const std::size_t begin = report.find(before) + before.size();
    return report.substr(begin, report.find("\" tests=") - begin);
}

} // namespace

TEST_CASE("XML text has only characters of XML 1.0") {
    CHECK(junit_text("a < b && \"c\" > d") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; d");
    CHECK(junit_text("\x01\x1b[0m") == "\\x01\\x1b[0m");
    CHECK(junit_text(std::string("\0", 1)) == "\\x00");
    CHECK(junit_text("\xFF") == "\xEF\xBF\xBD");
    CHECK(junit_text("\xEF\xBF\xBE|\xEF\xBF\xBF|\xEF\xBF\xBD") ==
          "\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD");
    CHECK(junit_text("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // a surrogate
    CHECK(junit_text("]]>") == "]]&gt;");
    CHECK(junit_text("one\ntwo") == "one\ntwo");
}

TEST_CASE("an empty class is a report without suites") {
    CHECK_THAT(junit_xml({}), ContainsSubstring("<testsuites name=\"\" tests=\"0\""));
}
