#include "checker/trace/trace_page.hpp"

namespace kit {

std::string trace_page(const RecordedLaunch& recorded, const PageStart& start) {
    return filled_page(trace_page_parts(),
                       "Lab " + std::to_string(recorded.lab.number) + ": " + recorded.lab.title,
                       trace_page_data(recorded, start));
}

} // namespace kit
