// One HTML file in which a reader steps through one block of a launch.
#pragma once

#include "checker/trace/page_data.hpp"
#include "checker/web_page/web_page.hpp"

#include <string>

namespace kit {

/// The whole file. Whatever a student wrote is shown, never run.
[[nodiscard]] std::string trace_page(const RecordedLaunch& recorded, const PageStart& start);

/// The files of page/, which are the same for every trace.
[[nodiscard]] const PageParts& trace_page_parts();

} // namespace kit
