// ./lab watch at work: terminal, file and checks, wired to the state.
#pragma once

#include "checker/watch/file_watcher.hpp"
#include "checker/watch/state.hpp"

#include <filesystem>
#include <string>

namespace kit::watch {

/// Watches from this state on until it is quit; `root` holds labs/ and solutions/. Returns what was
/// reached, a sentence to leave on the terminal. Throws as Terminal does; what goes wrong in a check is
/// shown.
std::string watch_course(State state, const std::filesystem::path& root,
                         FileWatcher::Method method);

} // namespace kit::watch
