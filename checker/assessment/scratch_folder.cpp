#include "checker/assessment/scratch_folder.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace kit {

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "kit-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw KitError(fmt::format("{}: no folder can be made there: make room", name));
    }
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace kit
