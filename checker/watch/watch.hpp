// Runs ./lab watch: connects terminal, file and checks to the state.
#pragma once

#include "checker/watch/file_watcher.hpp"
#include "checker/watch/state.hpp"

#include <filesystem>
#include <string>

namespace kit {

/// Watches until the user quits; `root` contains labs/ and solutions/, `folder` the
/// progress file. Returns a sentence on the
/// progress, to print at the end. Throws as Terminal does; failures of a check are shown.
std::string watch_course(State state, const std::filesystem::path& root,
                         const std::filesystem::path& folder, FileWatcher::Method method);

} // namespace kit
