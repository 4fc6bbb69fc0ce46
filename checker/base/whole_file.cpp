#include "checker/base/whole_file.hpp"

#include "checker/base/errors.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace kit {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_to_read(const fs::path& path, int error) {
    throw KitError("{}: cannot be read: {}", path.string(), std::strerror(error));
}

[[noreturn]] void fail_to_replace(const fs::path& path, int error) {
    throw KitError("{}: cannot be written: {}; finished results are kept: free some "
                   "space or fix the permissions, then run the same command again",
                   path.string(), std::strerror(error));
}

Descriptor open_file(const fs::path& path, int flags) {
    return Descriptor(open(path.c_str(), flags | O_CLOEXEC, 0666));
}

} // namespace

FileText try_read_file(const fs::path& path, std::size_t most) {
    const Descriptor file = open_file(path, O_RDONLY);
    return file.is_open() ? read_from(file, most) : FileText{"", errno};
}

std::string read_file(const fs::path& path) {
    FileText file = try_read_file(path);
    if (file.error != 0) {
        fail_to_read(path, file.error);
    }
    return std::move(file.text);
}

std::optional<std::string> read_file_if_there(const fs::path& path) {
    FileText file = try_read_file(path);
    if (file.error == ENOENT || file.error == ENOTDIR) {
        return std::nullopt;
    }
    if (file.error != 0) {
        fail_to_read(path, file.error);
    }
    return std::move(file.text);
}

int try_write_file(const fs::path& path, std::string_view text) {
    const Descriptor file = open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
    return file.is_open() ? write_to(file, text) : errno;
}

void write_file(const fs::path& path, std::string_view text) {
    if (const int error = try_write_file(path, text)) {
        throw KitError("{}: cannot be written: {}", path.string(), std::strerror(error));
    }
}

bool is_writable(const fs::path& path) {
    return open_file(path, O_WRONLY | O_CREAT | O_APPEND).is_open();
}

int replace_file_by(const fs::path& beside, const fs::path& path, std::string_view text) {
    int error = 0;
    {
        const Descriptor file = open_file(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
        if (!file.is_open()) {
            return errno;
        }
        error = write_to(file, text);
        if (error == 0 && fsync(file.number()) != 0) {
            error = errno;
        }
    }
    if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        unlink(beside.c_str());
        return error;
    }
    if (const Descriptor folder = open_file(path.parent_path(), O_RDONLY | O_DIRECTORY);
        folder.is_open()) {
        fsync(folder.number()); // not every file system can; the file itself is whole in any case
    }
    return 0;
}

void replace_file(const fs::path& path, std::string_view text) {
    if (read_file_if_there(path) == text) {
        return;
    }
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        fail_to_replace(path, error.value());
    }
    std::string beside = (path.parent_path() / ".new-XXXXXX").string();
    if (const Descriptor file(mkostemp(beside.data(), O_CLOEXEC));
        !file.is_open() || fchmod(file.number(), 0644) != 0) {
        fail_to_replace(path, errno);
    }
    if (const int reason = replace_file_by(beside, path, text)) {
        fail_to_replace(path, reason);
    }
}

} // namespace kit
