// --picture: the wrong cells as a file.
#pragma once

#include "checker/model/error_picture.hpp"
#include "checker/model/finding.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// Where a picture goes. What is wrong with it is said before the check, not after.
class PictureFile {
public:
    /// Throws UsageError unless the path ends in .svg or .png and the file can be written, and KitError
    /// where a .png was asked for and there is no rsvg-convert.
    explicit PictureFile(std::filesystem::path path);
    /// A file that nothing was written to is not left behind.
    ~PictureFile();
    PictureFile(const PictureFile&) = delete;
    PictureFile& operator=(const PictureFile&) = delete;

    /// Draws the first finding that has a picture. Without one the file is not there, or stays as it
    /// was; the sentence says so. Throws KitError when it cannot be written.
    [[nodiscard]] std::string write(const std::vector<Finding>& findings);

private:
    void convert(const std::string& svg) const;

    std::filesystem::path path_;
    std::filesystem::path converter_; ///< empty: an SVG file
    bool is_ours_ = false;            ///< it was not there before, and holds nothing yet
};

} // namespace kit
