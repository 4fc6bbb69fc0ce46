#include "checker/compile/cache.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr auto abandoned_after = std::chrono::hours(1);
constexpr const char* unfinished_prefix = ".new-";
constexpr const char* digest_name = "digest";

/// Throws KitError with what the user can do.
ScratchFolder fresh_folder(const fs::path& parent) {
    try {
        return ScratchFolder(parent, unfinished_prefix);
    } catch (const std::system_error& error) {
        throw KitError("{}: the folder for built submissions cannot be written: {}; make room or "
                       "permissions, or set XDG_CACHE_HOME to another folder",
                       parent.string(), error.code().message());
    }
}

/// The file's text. Empty for anything but a regular file: reading a pipe would never end.
std::string text_of_file(const fs::path& path) {
    std::error_code error;
    return fs::symlink_status(path, error).type() == fs::file_type::regular
               ? try_read_file(path).text
               : "";
}

/// Names, sizes and contents of an entry's files, without the digest itself. A large file, which is a precompiled
/// header, counts by its size: damaged, it only costs the compiler time.
std::string digest_of(const fs::path& entry) {
    constexpr std::uintmax_t large = std::uintmax_t{1} << 20;
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& item : fs::directory_iterator(entry, error)) {
        if (item.path().filename() != digest_name) {
            files.push_back(item.path());
        }
    }
    std::ranges::sort(files);
    std::string digest;
    for (const fs::path& file : files) {
        if (fs::symlink_status(file, error).type() != fs::file_type::regular) {
            digest += file.filename().string() + " is not a regular file\n";
            continue;
        }
        const std::uintmax_t bytes = fs::file_size(file, error);
        digest += fmt::format("{} {} {}\n", file.filename().string(), bytes,
                              bytes > large ? "" : sha256_of(try_read_file(file).text));
    }
    return digest;
}

std::uintmax_t bytes_in(const fs::path& entry) {
    std::uintmax_t bytes = 0;
    std::error_code error;
    for (const fs::directory_entry& file : fs::directory_iterator(entry, error)) {
        const std::uintmax_t more = file.file_size(error);
        bytes += error ? 0 : more;
    }
    return bytes;
}

} // namespace

BuildCache::BuildCache(fs::path folder, std::uintmax_t most)
    : folder_(std::move(folder)), most_bytes_(most) {}

fs::path BuildCache::default_folder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && *cache == '/') {
        return fs::path(cache) / "stencil-lab-kit";
    }
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home == '/') {
        return fs::path(home) / ".cache/stencil-lab-kit";
    }
    const fs::path own = fmt::format("/tmp/stencil-lab-kit-{}", getuid());
    try {
        make_own_folder(own); // programs in it are run
    } catch (const std::system_error& error) {
        throw KitError("no folder for built submissions: {}; set XDG_CACHE_HOME to a "
                       "folder of your own",
                       error.what());
    }
    return own;
}

std::uintmax_t BuildCache::default_bytes() {
    const char* const wanted = std::getenv("KIT_CACHE_MIB");
    const double mebibytes = number_in(wanted == nullptr ? "1024" : wanted).value_or(0);
    if (!(mebibytes >= 1 && mebibytes <= 1e9)) {
        throw KitError("KIT_CACHE_MIB={}: not a number of MiB; write 1024, for example", wanted);
    }
    return static_cast<std::uintmax_t>(mebibytes) << 20;
}

fs::path BuildCache::entry_of(const std::string& key) const {
    return folder_ / sha256_of(key).substr(0, 40);
}

std::optional<fs::path> BuildCache::find(const std::string& key) const {
    const fs::path entry = entry_of(key);
    std::error_code ignored;
    const std::string digest = text_of_file(entry / digest_name);
    if (fs::symlink_status(entry, ignored).type() != fs::file_type::directory || digest.empty() ||
        digest != digest_of(entry)) {
        return std::nullopt; // missing, or damaged since: it is made anew
    }
    fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
    return entry;
}

std::optional<fs::path> BuildCache::store(const std::string& key,
                                          const std::function<bool(const fs::path&)>& fill) {
    ScratchFolder fresh = fresh_folder(folder_);
    if (!fill(fresh.path())) {
        return std::nullopt;
    }
    if (try_write_file(fresh.path() / digest_name, digest_of(fresh.path())) != 0) {
        throw KitError("{}: the disk is full: make room and try again", folder_.string());
    }
    const fs::path entry = entry_of(key);
    if (entry.filename().string().starts_with("00")) { // now and then: it looks at every file
        remove_old_entries();
    }
    for (int attempt = 0; attempt < 10; ++attempt) {
        std::error_code error;
        fs::rename(fresh.path(), entry, error);
        if (!error) {
            fresh.keep();
            return entry;
        }
        // Another process was first, or the entry is damaged.
        if (find(key)) {
            return entry;
        }
        fs::remove_all(entry, error);
    }
    throw KitError("{}: cannot be replaced: remove it and try again", entry.string());
}

void BuildCache::remove_old_entries() const {
    struct Entry {
        fs::file_time_type used;
        fs::path path;
        std::uintmax_t bytes;
    };

    std::vector<Entry> entries;
    std::uintmax_t bytes = 0;
    std::error_code error;
    const auto now = fs::file_time_type::clock::now();
    for (const fs::directory_entry& item : fs::directory_iterator(folder_, error)) {
        const auto used = item.last_write_time(error);
        if (item.path().filename().string().rfind(unfinished_prefix, 0) == 0) {
            if (now - used > abandoned_after) {
                fs::remove_all(item.path(), error);
            }
        } else {
            entries.push_back({used, item.path(), bytes_in(item.path())});
            bytes += entries.back().bytes;
        }
    }
    if (bytes <= most_bytes_) {
        return;
    }
    std::ranges::sort(entries, {}, &Entry::used);
    for (std::size_t i = 0; i < entries.size() && bytes > most_bytes_ / 4 * 3; ++i) {
        fs::remove_all(entries[i].path, error);
        bytes -= entries[i].bytes;
    }
}

void BuildCache::count(std::string_view word) {
    const char* log = std::getenv("KIT_CACHE_LOG");
    if (log != nullptr) {
        // One write each, so that lines of several processes stay whole.
        const Descriptor file(open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
        (void)write_to(file, std::string(word) + "\n");
    }
}

} // namespace kit
