// A folder to work in that is gone afterwards.
#pragma once

#include <filesystem>

namespace kit {

/// A folder of this process's own, removed with the object.
class ScratchFolder {
public:
    /// Throws KitError when there is no room for it.
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace kit
