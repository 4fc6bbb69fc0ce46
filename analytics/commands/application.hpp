// The command line of ./lab analytics as a whole: what kit-analytics runs, and what completion and the
// manual are made of.
#pragma once

#include "command_line/application.hpp"

namespace analytics {

/// With all commands, which run while the command line is parsed; the quiz sets `not_all_right` where
/// an answer is wrong or missing.
[[nodiscard]] command_line::Application application(bool& not_all_right);

} // namespace analytics
