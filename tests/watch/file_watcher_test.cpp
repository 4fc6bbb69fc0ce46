// Saves are seen however an editor makes them, once each, notified or polled.
#include "checker/watch/file_watcher.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <poll.h>

#include <cstdlib>
#include <fstream>
#include <vector>

using namespace kit;
namespace fs = std::filesystem;
using Change = FileWatcher::Change;
using Method = FileWatcher::Method;
using Clock = FileWatcher::Clock;

namespace {

/// Waits as the loop does until nothing was reported for a while, or `wanted` came.
std::vector<Change> changes(FileWatcher& watcher, std::size_t wanted = 1) {
    std::vector<Change> seen;
    const Clock::time_point start = Clock::now();
    Clock::time_point last = start;
    while (Clock::now() - start < std::chrono::seconds(20)) {
        pollfd source{watcher.descriptor(), POLLIN, 0};
        poll(&source, 1, static_cast<int>(watcher.patience(Clock::now()).count()));
        if (const auto change = watcher.look(Clock::now())) {
            seen.push_back(*change);
            last = Clock::now();
        }
        // A little longer, for what should not come.
        if (seen.size() >= wanted && Clock::now() - last > std::chrono::milliseconds(400)) {
            break;
        }
    }
    return seen;
}

const std::vector<Change> one_save{Change::saved};

} // namespace

TEST_CASE("saved in place, by rename, in pieces: one save each") {
    for (const Method method : {Method::notified, Method::polled}) {
        const TemporaryFolder folder;
        const fs::path file = folder.write("kernel.cu", "one\n");
        FileWatcher watcher(method);
        watcher.follow(file);
        CHECK((method == Method::polled) == (watcher.descriptor() < 0));
        folder.write("kernel.cu", "two\n");
        CHECK(changes(watcher) == one_save);
        folder.write("kernel.cu~", "three\n");
        fs::rename(folder.path() / "kernel.cu~", file);
        CHECK(changes(watcher) == one_save);
        // As some editors do: the old file away, another in its place, then its times set.
        fs::rename(file, folder.path() / "kernel.cu.bak");
        folder.write("kernel.cu", "four\n");
        fs::last_write_time(file, fs::file_time_type::clock::now());
        CHECK(changes(watcher) == one_save);
        {
            std::ofstream stream(file, std::ios::trunc);
            for (int i = 0; i < 50; ++i) {
                stream << "line\n" << std::flush;
            }
        }
        CHECK(changes(watcher) == one_save);
    }
}

TEST_CASE("the same size and the same time, but another text, is a save") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("kernel.cu", "one\n");
    const fs::file_time_type time = fs::last_write_time(file);
    FileWatcher watcher(Method::polled);
    watcher.follow(file);
    folder.write("kernel.cu", "two\n");
    fs::last_write_time(file, time);
    CHECK(changes(watcher) == one_save);
}

TEST_CASE("a file that is deleted is gone, and saved when it comes back") {
    for (const Method method : {Method::notified, Method::polled}) {
        const TemporaryFolder folder;
        const fs::path file = folder.write("kernel.cu", "one\n");
        FileWatcher watcher(method);
        watcher.follow(file);
        fs::remove(file);
        CHECK(changes(watcher) == std::vector<Change>{Change::gone});
        folder.write("kernel.cu", "one\n");
        CHECK(changes(watcher) == one_save);
    }
}

TEST_CASE("a folder that is replaced is looked into all the same") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("lab/kernel.cu", "one\n");
    FileWatcher watcher(Method::notified);
    watcher.follow(file);
    fs::rename(folder.path() / "lab", folder.path() / "old");
    folder.write("lab/kernel.cu", "two\n");
    CHECK(changes(watcher) == one_save);
    folder.write("lab/kernel.cu", "three\n");
    CHECK(changes(watcher) == one_save);
}

// As Windows' files are seen in WSL, and a Mac's in a container. Left out without bindfs, and where nothing may be
// mounted.
TEST_CASE("a file system that tells of no saves is looked at") {
    const TemporaryFolder folder;
    const fs::path windows = folder.write("windows/my labs/kernel.cu", "one\n");
    const fs::path seen = folder.path() / "seen";
    fs::create_directory(seen);
    const std::string mounts =
        fmt::format("bindfs '{}/windows' '{}' 2>/dev/null", folder.path().string(), seen.string());
    if (std::system(mounts.c_str()) != 0) {
        WARN("nothing can be mounted here with bindfs");
        return;
    }
    FileWatcher watcher(Method::notified);
    watcher.follow(seen / "my labs/kernel.cu");
    CHECK(watcher.silent_system() == "FUSE");
    CHECK(watcher.patience(Clock::now()) <= std::chrono::milliseconds(200));
    folder.write("windows/my labs/kernel.cu", "two\r\n");
    CHECK(changes(watcher) == one_save);
    watcher.follow(windows);
    CHECK(watcher.silent_system().empty());
    CHECK(std::system(fmt::format("umount '{}'", seen.string()).c_str()) == 0);
}

TEST_CASE("other files of the folder are none of ours") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("kernel.cu", "one\n");
    folder.write("other/kernel.cu", "one\n");
    FileWatcher watcher(Method::notified);
    watcher.follow(file);
    folder.write(".kernel.cu.swp", "x");
    folder.write("4913", "x");
    fs::remove(folder.path() / "4913");
    watcher.follow(folder.path() / "other/kernel.cu");
    folder.write("kernel.cu", "two\n");
    folder.write("other/kernel.cu", "two\n");
    CHECK(changes(watcher) == one_save);
}
