// What the benchmarks share: spreads of repeated measurements, and a folder to work in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// Median, least and greatest of some seconds.
struct Spread {
    double median = 0;
    double least = 0;
    double greatest = 0;
};

/// Precondition: at least one.
[[nodiscard]] Spread spread_of(std::vector<double> seconds);

/// "0.325 (0.321-0.333)".
[[nodiscard]] std::string text_of(const Spread& spread);

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
