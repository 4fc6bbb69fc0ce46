// The JSON result: the form that graders, editors and later versions of the kit read.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <string>

namespace kit {

/// One JSON document, keys in a fixed order, ended by a line end. Never throws over content:
/// - bytes that are not UTF-8 become U+FFFD;
/// - numbers that JSON lacks become the strings "nan", "inf" and "-inf";
/// - what is not known or does not apply is null: `max_error` of a case that did not run to its
///   end, a finding's `array`, the `launch` and `counters` of a run without them;
/// - each counter is {"counted": number, "predicted": number or null}; counters that this version
///   does not count are left out;
/// - extents, `grid`, `block` and `thread` are arrays x, y, z; extents have as many as the lab has
///   axes.
[[nodiscard]] std::string json_report(const Lab& lab, const CheckResult& result);

} // namespace kit
