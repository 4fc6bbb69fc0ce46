// Unpacks an archive that strangers made: plain files and folders only, within limits, in a copy of this process.
//
//     UNPACKED/ada/lab5.zip/kernel.cu        of the archive ada/lab5.zip in the class's folder
//     UNPACKED/ada/lab5.zip/more.tar/a.cu    of an archive in it
//     UNPACKED/ada/lab5.zip/.unpacked        from which file, and what was left out
//
// An archive that did not change is not unpacked again.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct UnpackLimits {
    std::size_t entries = 20'000;
    std::uint64_t bytes = std::uint64_t{512} << 20; ///< of all files together
    double seconds = 120;                           ///< of processor time
};

struct Unpacked {
    bool is_whole = true; ///< false: the archive could not be taken, and nothing of it is there
    /// What of it was left out, with reasons. `file` is relative to the archive; empty: the archive itself.
    std::vector<NotRecognized> left_out;
    std::size_t entries = 0;
    std::uint64_t bytes = 0;
};

/// Limits for a whole class's download.
inline constexpr UnpackLimits class_limits{200'000, std::uint64_t{4} << 30, 600};

/// Whether a name is an archive's: .zip, .tar, also compressed, .7z and .rar; .ipynb, whose kernels are taken for its
/// files (notebook_kernels.hpp).
[[nodiscard]] bool is_archive_name(std::string_view name);

/// "class" of "class.tar.gz"; a name that is no archive's as it is.
[[nodiscard]] std::string without_archive_ending(const std::string& name);

/// Unpacks the archive into `target`, which is replaced, unless it holds this archive already.
[[nodiscard]] Unpacked unpack_archive(const std::filesystem::path& archive,
                                      const std::filesystem::path& target,
                                      const UnpackLimits& limits = {});

/// What is unpacked in `target` already, if that is the archive with this identity, or any if it is empty.
[[nodiscard]] std::optional<Unpacked> known_unpacked(const std::filesystem::path& target,
                                                     const std::string& identity);

} // namespace kit
