#include "checker/compile/identity.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/compile/object_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

std::string file_identity(const fs::path& path) {
    // A compiler's library has a hundred megabytes: reading all of them would take longer than a check.
    const std::string id = build_id_of(path);
    return id.empty() ? "sha256 " + sha256_of_file(path) : "build id " + sha256_of(id);
}

std::string installed_identity(const fs::path& path) {
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    const auto time = fs::last_write_time(path, error).time_since_epoch().count();
    if (error) {
        throw KitError("{}: cannot be looked at: {}", path.string(), error.message());
    }
    return fmt::format("{} {} {}", path.string(), bytes, time);
}

std::string folder_identity(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& item : fs::recursive_directory_iterator(folder)) {
        if (item.is_regular_file()) {
            files.push_back(item.path());
        }
    }
    std::ranges::sort(files);
    std::string identity;
    for (const fs::path& file : files) {
        identity += file.lexically_relative(folder).string() + " " + sha256_of_file(file) + "\n";
    }
    return identity;
}

} // namespace kit
