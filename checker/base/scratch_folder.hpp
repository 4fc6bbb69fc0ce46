// A folder to work in that is removed afterwards.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace kit {

/// A new, empty folder that only this process uses. Removed with the object.
class ScratchFolder {
public:
    /// Makes it in $TMPDIR or /tmp, or where ScratchOfCopy::use_here() says. Throws KitError.
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

/// The one folder that holds the scratch folders of a copy of this process. A copy that is killed removes
/// nothing; this object does, whatever became of the copy, but only in the process that made the object. Destroy
/// it after the copy's end.
class ScratchOfCopy {
public:
    ScratchOfCopy();
    ~ScratchOfCopy();
    ScratchOfCopy(const ScratchOfCopy&) = delete;
    ScratchOfCopy& operator=(const ScratchOfCopy&) = delete;

    /// Called in the copy: from now on ScratchFolder() makes its folders there. The folder itself is made with the
    /// first of them, so that a copy which needs none leaves none.
    void use_here() const;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    pid_t maker_;
};

/// Makes a folder for this user alone, for a name that others could guess and take first. A folder that is there
/// must be this user's, with nobody else allowed to write. Throws std::system_error.
void make_own_folder(const std::filesystem::path& path);

} // namespace kit
