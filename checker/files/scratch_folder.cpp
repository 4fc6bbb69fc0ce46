#include "checker/files/scratch_folder.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() try : ScratchFolder(fs::temp_directory_path(), "kit-") {
} catch (const std::system_error& error) {

    throw KitError(fmt::format("no folder for temporary files can be made: {}; set TMPDIR to a "
                               "folder where it can",
                               error.what()));
}

ScratchFolder::ScratchFolder(const fs::path& parent, const char* prefix) {
    fs::create_directories(parent);
    std::string name = (parent / (std::string(prefix) + "XXXXXX")).string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), name);
    }
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    if (!path_.empty()) {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
}

} // namespace kit
