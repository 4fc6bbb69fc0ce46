// Where a lab's handout says more: a section of the page, by its heading.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace kit {

struct HandoutSection {
    std::filesystem::path page; ///< as it was given
    int line = 0;               ///< of the heading, from 1
    std::string title;          ///< "What goes wrong"
};

/// The first of these sections that the page has, else its first section. Nothing if the page is missing
/// or has no section. Never throws for a page that cannot be read.
[[nodiscard]] std::optional<HandoutSection>
handout_section(const std::filesystem::path& page, std::initializer_list<std::string_view> titles);

} // namespace kit
