#include "checker/grading/store/whole_file.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// Begins the names of files that are being written; a run that was killed may leave one.
constexpr const char* unfinished = ".new-";

[[noreturn]] void fail(const fs::path& path, int error) {
    throw KitError(fmt::format("{}: cannot be written: {}; what was finished before is kept: make "
                               "room or permissions, and run the same again",
                               path.string(), std::strerror(error)));
}

/// An open file of a name nobody else has, removed with the object unless it was renamed.
class FreshFile {
public:
    explicit FreshFile(const fs::path& wanted)
        : wanted_(wanted),
          name_((wanted.parent_path() / (std::string(unfinished) + "XXXXXX")).string()) {
        file_ = mkostemp(name_.data(), O_CLOEXEC);
        if (file_ < 0) {
            fail(wanted_, errno);
        }
    }

    ~FreshFile() {
        if (file_ >= 0) {
            close(file_);
            unlink(name_.c_str());
        }
    }

    FreshFile(const FreshFile&) = delete;
    FreshFile& operator=(const FreshFile&) = delete;

    void write(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t count = ::write(file_, text.data(), text.size());
            if (count < 0 && errno != EINTR) {
                fail(wanted_, errno);
            }
            text.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
        }
    }

    /// Takes the wanted file's place.
    void finish() {
        if (fchmod(file_, 0644) != 0 || fsync(file_) != 0 ||
            std::rename(name_.c_str(), wanted_.c_str()) != 0) {
            fail(wanted_, errno);
        }
        close(file_);
        file_ = -1;
        const int folder = open(wanted_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder >= 0) {
            fsync(folder); // not every file system can; the file itself is whole in any case
            close(folder);
        }
    }

private:
    const fs::path& wanted_;
    std::string name_;
    int file_ = -1;
};

} // namespace

void write_whole_file(const fs::path& path, std::string_view text) {
    std::string before;
    if (read_whole_file(path, before) && before == text) {
        return;
    }
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        fail(path, error.value());
    }
    FreshFile fresh(path);
    fresh.write(text);
    fresh.finish();
}

bool read_whole_file(const fs::path& path, std::string& text) {
    text.clear();
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        return false;
    }
    std::array<char, 65536> buffer{};
    ssize_t count = file < 0 ? -1 : 0;
    while (file >= 0 && ((count = read(file, buffer.data(), buffer.size())) > 0 ||
                         (count < 0 && errno == EINTR))) {
        text.append(buffer.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
    }
    const int reason = errno;
    if (file >= 0) {
        close(file);
    }
    if (count < 0) {
        throw KitError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(reason)));
    }
    return true;
}

} // namespace kit
