// Golden tests: what a part prints is held against a file of the tree, which can be rewritten.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// Checks (as CHECK does) that `actual` equals the file at `path`, relative to the source tree:
/// "tests/report/golden/passed.txt". On a mismatch the first differing line is shown.
/// With KIT_ACCEPT=1 in the environment the file is rewritten instead, and the change is there to
/// be read in `git diff`:  KIT_ACCEPT=1 ./lab test --suite golden
void check_golden(std::string_view path, const std::string& actual);

} // namespace kit
