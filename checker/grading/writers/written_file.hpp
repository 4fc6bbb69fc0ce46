// What a writer hands back where one text is not enough: files, which the command puts somewhere.
#pragma once

#include <string>

namespace kit {

struct WrittenFile {
    std::string path; ///< relative, with '/', of letters, digits, '.', '-' and '_' alone
    std::string text; ///< UTF-8
    bool executable = false;
};

} // namespace kit
