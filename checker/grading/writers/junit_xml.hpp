// A graded class as a JUnit report, which continuous integration systems show.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>
#include <string_view>

namespace kit {

/// One XML 1.0 document in UTF-8: a test suite for each student, a test case for each lab and the
/// quiz. failure: wrong; error: the program crashed or did not end, or the kit failed; skipped:
/// nothing to run was submitted. Points are in system-out, where they are known.
/// Attributes and elements are those of the Jenkins xUnit plugin's junit-10.xsd.
[[nodiscard]] std::string junit_xml(const GradedClass& graded);

/// Text as the content of an element or of an attribute in quotation marks: characters that XML 1.0
/// has no place for are written out or become U+FFFD. A line end in an attribute reads as a space.
[[nodiscard]] std::string xml_text(std::string_view text);

} // namespace kit
