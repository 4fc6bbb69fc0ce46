// A folder to work in that is removed afterwards.
#pragma once

#include <filesystem>

namespace kit {

/// A new, empty folder that only this process uses. Removed with the object.
class ScratchFolder {
public:
    /// Makes it in $TMPDIR or /tmp. Throws KitError.
    ScratchFolder();
    /// Makes it in `parent`, which is made if it is missing; the name begins with `prefix`. Throws
    /// std::system_error.
    ScratchFolder(const std::filesystem::path& parent, const char* prefix);
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// The folder stays when the object goes.
    void keep() { path_.clear(); }

private:
    std::filesystem::path path_;
};

} // namespace kit
