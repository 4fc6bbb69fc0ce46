#include "checker/course/handout.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"

#include <algorithm>
#include <vector>

namespace kit {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::string_view heading = "## ";

} // namespace

std::optional<HandoutSection> handout_section(const std::filesystem::path& page,
                                              std::initializer_list<std::string_view> titles) {
    std::vector<HandoutSection> sections;
    int number = 0;
    if (!page.empty()) {
        for (const std::string& line : split_lines(try_read_file(page, most_bytes).text)) {
            ++number;
            if (line.starts_with(heading)) {
                const std::string_view title = trimmed(line).substr(heading.size());
                sections.push_back({page, number, printable(title)});
            }
        }
    }
    for (const std::string_view title : titles) {
        const auto found = std::ranges::find_if(
            sections, [&](const HandoutSection& section) { return section.title == title; });
        if (found != sections.end()) {
            return *found;
        }
    }
    return sections.empty() ? std::nullopt : std::optional(sections.front());
}

} // namespace kit
