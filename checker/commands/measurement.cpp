#include "checker/commands/measurement.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace kit {

Spread spread_of(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    return {seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

std::string text_of(const Spread& spread) {
    return fmt::format("{:.3f} ({:.3f}-{:.3f})", spread.median, spread.least, spread.greatest);
}

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "kit-bench-XXXXXX").string();
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
