#include "checker/exploration/named_constant.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <regex>

namespace kit {

SubmissionFile with_constant(SubmissionFile file, const std::string& name, int value) {
    const std::regex definition(fmt::format(R"((constexpr\s+int\s+{}\s*=\s*)\d+(\s*;))", name));
    std::smatch match;
    if (!std::regex_search(file.text, match, definition)) {
        throw UsageError(fmt::format("{}: has no line 'constexpr int {} = …;' with a number, which "
                                     "--block would change",
                                     file.shown_path, name));
    }
    file.text = match.prefix().str() + match[1].str() + std::to_string(value) + match[2].str() +
                match.suffix().str();
    return file;
}

} // namespace kit
