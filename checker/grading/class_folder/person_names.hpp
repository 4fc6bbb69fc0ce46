// Names of people as computers write them: accents as one character or two, in any letters' case, in either order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// With each accent in one character with its letter (NFC), as nearly everything but macOS writes it. Bytes that are
/// not UTF-8 stay.
[[nodiscard]] std::string composed(std::string_view text);

/// The same for all spellings of a name: composed, and letters small. What is no UTF-8 is taken for Windows-1252.
[[nodiscard]] std::string folded(std::string_view text);

/// Its letters and digits, folded: "doejane" of "Doe, Jane".
[[nodiscard]] std::string letters_of(std::string_view name);

/// letters_of() a name in each order in which platforms write it, then the same without accents.
[[nodiscard]] std::vector<std::string> forms_of(const std::string& name);

/// Whether a column of this name says who is in which group: "Groups", "Team", "Gruppe".
[[nodiscard]] bool is_group_column(std::string_view name);

/// What blanks, '_', '-', commas and brackets separate: "4711" and "Ada" of "4711_Ada".
[[nodiscard]] std::vector<std::string> name_words(std::string_view name);

} // namespace kit
