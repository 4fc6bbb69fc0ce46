#include "checker/grading/class_folder/archives.hpp"

#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/class_folder/class_tree.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/notebook_kernels.hpp"
#include "checker/sandbox/work_in_copies.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace kit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* marker_name = ".unpacked";
constexpr const char* notebook_ending = ".ipynb";
constexpr std::size_t most_told = 200; ///< of what one archive left out

struct ArchiveCloser {
    void operator()(archive* open) const { archive_read_free(open); }
};

using OpenArchive = std::unique_ptr<archive, ArchiveCloser>;

/// Only formats and filters that libarchive reads itself: others start programs.
OpenArchive open_archive(int descriptor) {
    OpenArchive open(archive_read_new());
    archive_read_support_filter_gzip(open.get());
    archive_read_support_filter_bzip2(open.get());
    archive_read_support_filter_xz(open.get());
    archive_read_support_format_zip(open.get());
    archive_read_support_format_tar(open.get());
    archive_read_support_format_7zip(open.get());
    archive_read_support_format_rar(open.get());
    archive_read_support_format_rar5(open.get());
    constexpr std::size_t block = std::size_t{64} << 10;
    if (archive_read_open_fd(open.get(), descriptor, block) != ARCHIVE_OK) {
        throw KitError("it is no archive that the kit can read");
    }
    return open;
}

std::string entry_name(archive_entry* entry) {
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) {
        name = archive_entry_pathname(entry);
    }
    return name == nullptr ? "" : name;
}

/// The entry's path in parts; absent if it is not one below the archive.
std::optional<std::vector<std::string>> parts_of(std::string name) {
    std::ranges::replace(name, '\\', '/');
    if (name.empty() || name.front() == '/' || (name.size() > 1 && name[1] == ':')) {
        return std::nullopt;
    }
    std::vector<std::string> parts;
    for (const std::string_view part : split_at(name, '/')) {
        if (part == ".." || part.size() > 255 || parts.size() > 40) {
            return std::nullopt;
        }
        if (!part.empty() && part != ".") {
            parts.emplace_back(part);
        }
    }
    return parts.empty() ? std::nullopt : std::optional(std::move(parts));
}

/// Empty if the entry is taken.
std::string entry_refusal(archive_entry* entry) {
    if (archive_entry_hardlink(entry) != nullptr || archive_entry_filetype(entry) == AE_IFLNK) {
        return "it is a link in the archive, not a file";
    }
    if (archive_entry_is_encrypted(entry) != 0) {
        return "it is encrypted in the archive";
    }
    return archive_entry_filetype(entry) == AE_IFREG ? ""
                                                     : "it is neither a file nor a folder in the "
                                                       "archive";
}

/// Unpacks one archive, in a copy of the process.
class Unpacking {
public:
    Unpacking(const fs::path& target, const UnpackLimits& limits)
        : target_(target), limits_(limits) {}

    /// What was left out, as JSON. Throws KitError if the archive cannot be taken as a whole.
    std::string run(int descriptor) {
        // For names in UTF-8; where the system lacks it, they come as their bytes.
        uselocale(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr));
        const OpenArchive open = open_archive(descriptor);
        for (;;) {
            archive_entry* entry = nullptr;
            const int status = archive_read_next_header(open.get(), &entry);
            if (status == ARCHIVE_EOF) {
                break;
            }
            if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
                if (files_ == 0) {
                    throw KitError("it is damaged, or no archive that the kit can read");
                }
                leave_out("", fmt::format("it is damaged: only its first {} could be unpacked",
                                          files_ == 1 ? "file" : fmt::format("{} files", files_)));
                break;
            }
            if (++entries_ > limits_.entries) {
                throw KitError("it holds more than {} files", limits_.entries);
            }
            take(open.get(), entry);
        }
        Json all = left_out_;
        if (more_ > 0) {
            all.push_back({"", fmt::format("{} more of its entries were not unpacked", more_)});
        }
        return json_line(Json{{"entries", entries_}, {"bytes", bytes_}, {"left_out", all}});
    }

    /// The same of a notebook. Its kernels are as old as it is.
    std::string run_notebook(int descriptor, const timespec& time) {
        const std::array<timespec, 2> times{{time, time}};
        for (const auto& [name, text] : notebook_kernels(whole_text(descriptor))) {
            const fs::path path = target_ / name;
            fs::create_directories(path.parent_path());
            write_file(path, text);
            utimensat(AT_FDCWD, path.c_str(), times.data(), 0);
            ++entries_;
            bytes_ += text.size();
        }
        return json_line(Json{{"entries", entries_}, {"bytes", bytes_}, {"left_out", left_out_}});
    }

private:
    [[nodiscard]] std::string whole_text(int descriptor) const {
        std::string text;
        std::array<char, std::size_t{64} << 10> block{};
        for (ssize_t count = 0; (count = read(descriptor, block.data(), block.size())) > 0;) {
            text.append(block.data(), static_cast<std::size_t>(count));
            if (text.size() > limits_.bytes) {
                throw KitError("it has more than {} MiB", limits_.bytes >> 20U);
            }
        }
        return text;
    }

    void leave_out(const std::string& name, const std::string& reason) {
        if (left_out_.size() < most_told) {
            left_out_.push_back({name, reason});
        } else {
            ++more_;
        }
    }

    void take(archive* open, archive_entry* entry) {
        const std::string name = entry_name(entry);
        const auto parts = parts_of(name);
        const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
        if (!parts) {
            if (!is_folder) {
                leave_out(name, "its path in the archive leads out of it");
            }
            return;
        }
        if (std::ranges::any_of(*parts, is_system_clutter) || parts->back() == ".DS_Store" ||
            parts->back().starts_with("._")) {
            return;
        }
        fs::path path = target_;
        for (std::size_t i = 0; i + 1 < parts->size(); ++i) {
            path /= (*parts)[i];
        }
        std::error_code error;
        fs::create_directories(is_folder ? path / parts->back() : path, error);
        if (is_folder) {
            return; // one that cannot be made refuses its files
        }
        const std::string refused = entry_refusal(entry);
        if (!refused.empty()) {
            leave_out(name, refused);
        } else if (parts->back() != marker_name) {
            write(open, entry, path / parts->back(), name);
        }
    }

    void write(archive* open, archive_entry* entry, const fs::path& path, const std::string& name) {
        const Descriptor file(
            ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file.is_open()) {
            leave_out(name, "the archive holds another file of this name");
            return;
        }
        std::array<char, std::size_t{64} << 10> block{};
        for (;;) {
            const la_ssize_t count = archive_read_data(open, block.data(), block.size());
            if (count == 0) {
                break;
            }
            if (count < 0) {
                leave_out(name, "it is damaged or encrypted in the archive");
                fs::remove(path);
                return;
            }
            bytes_ += static_cast<std::uint64_t>(count);
            if (bytes_ > limits_.bytes) {
                throw KitError("it unpacks to more than {} MiB", limits_.bytes >> 20U);
            }
            if (const int failed = write_to(file, {block.data(), static_cast<std::size_t>(count)});
                failed != 0) {
                throw KitError("it cannot be unpacked: {}", std::strerror(failed));
            }
        }
        ++files_;
        if (archive_entry_mtime_is_set(entry) != 0) {
            const std::array<timespec, 2> times{
                {{archive_entry_mtime(entry), 0}, {archive_entry_mtime(entry), 0}}};
            futimens(file.number(), times.data());
        }
    }

    const fs::path& target_;
    const UnpackLimits& limits_;
    std::size_t entries_ = 0;
    std::size_t files_ = 0;
    std::uint64_t bytes_ = 0;
    std::size_t more_ = 0;
    Json left_out_ = Json::array();
};

Unpacked unpacked_from(const Json& json) {
    Unpacked found;
    found.entries = json.at("entries");
    found.bytes = json.at("bytes");
    for (const Json& one : json.at("left_out")) {
        found.left_out.push_back({"", one.at(0), one.at(1)});
    }
    return found;
}

Unpacked refused_archive(std::string reason) {
    Unpacked refused;
    refused.is_whole = false;
    refused.left_out.push_back({"", "", std::move(reason)});
    return refused;
}

/// Letters of the ending; 0 if the name is no archive's.
std::size_t archive_ending(std::string_view name) {
    const std::string small = in_small_letters(name);
    for (const std::string_view ending :
         {".tar.gz", ".tar.bz2", ".tar.xz", ".zip", ".tar", ".tgz", ".tbz2", ".tbz", ".txz", ".7z",
          ".rar", notebook_ending}) {
        if (small.size() > ending.size() && small.ends_with(ending)) {
            return ending.size();
        }
    }
    return 0;
}

} // namespace

bool is_archive_name(std::string_view name) {
    return archive_ending(name) > 0;
}

std::string without_archive_ending(const std::string& name) {
    return name.substr(0, name.size() - archive_ending(name));
}

std::optional<Unpacked> known_unpacked(const fs::path& target, const std::string& identity) {
    const FileText text = try_read_file(target / marker_name);
    const Json json = text.error == 0 ? ordered_json_if_any(text.text) : Json();
    try {
        if (json.is_object() && (identity.empty() || json.at("of") == identity)) {
            return unpacked_from(json);
        }
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
    return std::nullopt;
}

Unpacked unpack_archive(const fs::path& archive, const fs::path& target,
                        const UnpackLimits& limits) {
    const Descriptor file(open(archive.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));

    struct stat facts {};

    if (!file.is_open() || fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return refused_archive("it cannot be read");
    }
    const std::string identity =
        fmt::format("{} {}.{:09}", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
    if (auto known = known_unpacked(target, identity)) {
        return *known;
    }
    const bool is_notebook = in_small_letters(archive.extension().string()) == notebook_ending;
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    const ScratchFolder scratch(target.parent_path(), ".unpacking-");
    ForkEnd end;
    CopiedWork work;
    work.work = [&](std::size_t, std::size_t) {
        Unpacking unpacking(scratch.path(), limits);
        return is_notebook ? unpacking.run_notebook(file.number(), facts.st_mtim)
                           : unpacking.run(file.number());
    };
    work.limits = [&](std::size_t) {
        ForkLimits of_copy;
        of_copy.processor_seconds = static_cast<std::uint64_t>(limits.seconds);
        of_copy.seconds = 10 * limits.seconds;
        of_copy.memory_bytes = std::uint64_t{4} << 30;
        return of_copy;
    };
    work.ended = [&](std::size_t, const ForkEnd& of_copy) { end = of_copy; };
    work_in_copies(work);
    if (end.threw || !end.ended_by.empty()) {
        return refused_archive(
            end.threw ? end.text
                      : fmt::format("it cannot be unpacked: that ended by {}", end.ended_by));
    }
    Json told = ordered_json_from(end.text);
    told["of"] = identity;
    write_file(scratch.path() / marker_name, indented_json(told));
    fs::remove_all(target, error);
    fs::rename(scratch.path(), target, error);
    if (error) {
        throw KitError("{}: cannot be written: {}", target.string(), error.message());
    }
    return unpacked_from(told);
}

} // namespace kit
