#include "checker/grading/class_folder/hand_ins.hpp"

#include "checker/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace kit {

const Submission* HandIns::find(const std::string& student, const std::string& lab) const {
    const auto found = labs.find({student, lab});
    return found == labs.end() ? nullptr : &found->second;
}

bool HandIns::needs_look(const std::string& student) const {
    const bool has_any =
        std::ranges::any_of(labs, [&](const auto& one) { return one.first.first == student; });
    return std::ranges::any_of(not_recognized, [&](const NotRecognized& one) {
        return one.student == student && !one.is_other_attempt && (one.may_be_kernel || !has_any);
    });
}

std::string HandIns::nobodys() const {
    constexpr std::size_t most_named = 3;
    std::string named;
    std::size_t count = 0;
    for (const NotRecognized& one : not_recognized) {
        if (one.student.empty() && one.may_be_kernel && ++count <= most_named) {
            named +=
                fmt::format("{}{}: {}", count == 1 ? "" : "; ", one_line(one.file), one.reason);
        }
    }
    return count == 0
               ? ""
               : fmt::format("whose this is, is not known: {}{}", named,
                             count > most_named ? fmt::format("; and {} more", count - most_named)
                                                : "");
}

std::string HandIns::why_missing(const std::string& student) const {
    constexpr std::size_t most_named = 3;
    std::string named;
    std::size_t count = 0;
    for (const NotRecognized& one : not_recognized) {
        if (one.student != student || one.is_other_attempt) {
            continue;
        }
        ++count;
        if (count <= most_named) {
            named += fmt::format("{}{}{}", count == 1 ? "" : "; ",
                                 one.file.empty() ? "" : one_line(one.file) + ": ", one.reason);
        }
    }
    if (count == 0) {
        return "";
    }
    return fmt::format("no file was recognized as this lab's. {}{}", named,
                       count > most_named ? fmt::format("; and {} more", count - most_named) : "");
}

} // namespace kit
