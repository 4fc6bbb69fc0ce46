#include "checker/grading/writers/junit_xml.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("XML text has only characters of XML 1.0") {
    CHECK(xml_text("a < b && \"c\" > d") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; d");
    CHECK(xml_text("\x01\x1b[0m") == "\\x01\\x1b[0m");
    CHECK(xml_text(std::string_view("\0", 1)) == "\\x00");
    CHECK(xml_text("\xFF") == "\xEF\xBF\xBD");
    CHECK(xml_text("\xEF\xBF\xBE|\xEF\xBF\xBF|\xEF\xBF\xBD") ==
          "\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD");
    CHECK(xml_text("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // a surrogate
    CHECK(xml_text("]]>") == "]]&gt;");
    CHECK(xml_text("one\ntwo") == "one\ntwo");
}

TEST_CASE("an empty class is a report without suites") {
    CHECK_THAT(junit_xml({}), ContainsSubstring("<testsuites name=\"\" tests=\"0\""));
}
