#include "checker/base/places.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"

#include <cstdlib>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// Meson writes it into the build directory: the folder of the sources. No program has a folder compiled in, so that
/// those of two checkouts are the same bytes.
constexpr const char* source_root_file = "source-root.txt";

fs::path build_root_above(const fs::path& program) {
    for (fs::path folder = program; folder.has_relative_path();) {
        folder = folder.parent_path();
        if (fs::exists(folder / source_root_file)) {
            return folder;
        }
    }
    throw KitError("{}: no folder above it has {}: run programs of the kit where they "
                   "were built",
                   program.string(), source_root_file);
}

} // namespace

const fs::path& bundle_root() {
    static const fs::path folder = [] {
        const char* const bundle = std::getenv("KIT_BUNDLE");
        return bundle != nullptr && *bundle == '/' ? bundle : "";
    }();
    return folder;
}

const fs::path& source_root() {
    static const fs::path folder = bundle_root().empty()
                                       ? fs::path(read_file(build_root() / source_root_file))
                                       : bundle_root() / "kit";
    return folder;
}

const fs::path& build_root() {
    static const fs::path folder = bundle_root().empty()
                                       ? build_root_above(fs::read_symlink("/proc/self/exe"))
                                       : bundle_root() / "kit/build";
    return folder;
}

fs::path own_program() {
    return bundle_root().empty() ? fs::read_symlink("/proc/self/exe") : bundle_root() / "lab";
}

} // namespace kit
