// The findings of a graded class in SARIF, which code scanning and editors show at their lines.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>
#include <string_view>

namespace kit {

/// One document of SARIF 2.1.0 (OASIS standard) with one run: a rule for each FindingKind, a result
/// for each finding, its further lines as related locations. A lab that was not judged is a
/// notification of the tool, and the run then did not succeed. A finding without a line is at the first. Locations are relative to the class's
/// folder, %SRCROOT%. A result's fingerprint stays the same where only its line's number changes.
[[nodiscard]] std::string sarif(const GradedClass& graded);

/// A relative path as a URI reference of RFC 3986: every byte but letters, digits and - . _ ~ / is
/// "%E9". The bytes need not be UTF-8.
[[nodiscard]] std::string uri_of(std::string_view path);

} // namespace kit
