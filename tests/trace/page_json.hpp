// The data of a trace's page, as the browser finds it.
#pragma once

#include "checker/base/json_text.hpp"

#include <string>

namespace kit::tests {

inline nlohmann::json data_in(const std::string& page) {
    const std::string open = "<script type=\"application/json\" id=\"data\">";
    const std::size_t begin = page.find(open) + open.size();
    return kit::json_from(page.substr(begin, page.find("</script>", begin) - begin));
}

} // namespace kit::tests
