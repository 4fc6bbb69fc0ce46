// Writes the JSON result, which graders, editors and later versions of the kit read.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <string>

namespace kit {

/// One JSON document, keys in a fixed order, with a line end. Never throws because of its content:
/// - bytes that are not UTF-8 become U+FFFD;
/// - numbers that JSON lacks become the strings "nan", "inf" and "-inf";
/// - unknown values are null, such as `max_error` of a case that did not finish;
/// - each counter is {"counted": number, "predicted": number or null};
/// - extents, `grid`, `block` and `thread` are arrays x, y, z; extents have as many numbers as the lab
///   has axes.
[[nodiscard]] std::string json_report(const Lab& lab, const CheckResult& result);

} // namespace kit
