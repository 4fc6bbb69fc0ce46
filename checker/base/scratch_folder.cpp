#include "checker/base/scratch_folder.hpp"

#include "checker/base/errors.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <system_error>
#include <thread>

namespace kit {

namespace fs = std::filesystem;

namespace {

fs::path& folder_of_this_copy() {
    static fs::path folder;
    return folder;
}

/// Where scratch folders are made, unless their maker says where.
fs::path usual_parent() {
    const fs::path& own = folder_of_this_copy();
    if (own.empty()) {
        return fs::temp_directory_path();
    }
    make_own_folder(own);
    return own;
}

} // namespace

ScratchFolder::ScratchFolder() try : ScratchFolder(usual_parent(), "kit-") {
} catch (const std::system_error& error) {

    throw KitError("no folder for temporary files can be made: {}; set TMPDIR to a "
                   "folder where it can",
                   error.what());
}

ScratchFolder::ScratchFolder(const fs::path& parent, const char* prefix) {
    fs::create_directories(parent);
    std::string name = (parent / (std::string(prefix) + "XXXXXX")).string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), name);
    }
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    if (!path_.empty()) {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
}

ScratchOfCopy::ScratchOfCopy() : maker_(getpid()) {
    std::random_device draw;
    const std::uint64_t number = std::uint64_t{draw()} << 32U | draw();
    std::error_code
        error; // without a folder for temporary files, ScratchFolder() says so where one is needed
    path_ = fs::temp_directory_path(error) / fmt::format("kit-copy-{:016x}", number);
}

ScratchOfCopy::~ScratchOfCopy() {
    if (getpid() != maker_) {
        return;
    }
    // The copy's own children die with it, yet a moment later: one may still write a file.
    for (int attempt = 0; attempt < 10; ++attempt) {
        std::error_code error;
        fs::remove_all(path_, error);
        if (!error) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

void ScratchOfCopy::use_here() const {
    folder_of_this_copy() = path_;
}

void make_own_folder(const fs::path& path) {
    struct stat facts {};

    if (mkdir(path.c_str(), 0700) == 0) {
        return;
    }
    const int error = errno;
    if (error != EEXIST || lstat(path.c_str(), &facts) != 0) {
        throw std::system_error(error, std::generic_category(), path.string());
    }
    if (!S_ISDIR(facts.st_mode) || facts.st_uid != geteuid() || (facts.st_mode & S_IWOTH) != 0) {
        throw std::system_error(EACCES, std::generic_category(),
                                path.string() + " is somebody else's, or others may write to it");
    }
}

} // namespace kit
