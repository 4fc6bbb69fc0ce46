// Writes archives as students' and platforms' programs make them, hostile ones among them.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kit_test {

struct MadeEntry {
    std::string path;
    std::string text;
    std::string link = {};     ///< a symbolic link to this
    std::string hardlink = {}; ///< a hard link to this
};

enum class ArchiveForm { zip, tar, tar_gz, seven_zip };

inline void make_archive(const std::filesystem::path& file, ArchiveForm form,
                         const std::vector<MadeEntry>& entries) {
    std::filesystem::create_directories(file.parent_path());
    archive* made = archive_write_new();
    switch (form) {
    case ArchiveForm::zip: archive_write_set_format_zip(made); break;
    case ArchiveForm::seven_zip: archive_write_set_format_7zip(made); break;
    case ArchiveForm::tar_gz: archive_write_add_filter_gzip(made); [[fallthrough]];
    case ArchiveForm::tar: archive_write_set_format_pax_restricted(made); break;
    }
    archive_write_open_filename(made, file.c_str());
    for (const MadeEntry& one : entries) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, one.path.c_str());
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_filetype(entry, one.link.empty() ? AE_IFREG : AE_IFLNK);
        archive_entry_set_size(entry, static_cast<std::int64_t>(one.text.size()));
        if (!one.link.empty()) {
            archive_entry_set_symlink(entry, one.link.c_str());
        }
        if (!one.hardlink.empty()) {
            archive_entry_set_hardlink(entry, one.hardlink.c_str());
            archive_entry_set_size(entry, 0);
        }
        archive_write_header(made, entry);
        if (one.link.empty() && one.hardlink.empty()) {
            archive_write_data(made, one.text.data(), one.text.size());
        }
        archive_entry_free(entry);
    }
    archive_write_close(made);
    archive_write_free(made);
}

} // namespace kit_test
