#include "checker/grading/run/feedback_archives.hpp"

#include "checker/base/errors.hpp"
#include "checker/grading/writers/formats.hpp"

#include <fmt/format.h>

#include <archive.h>
#include <archive_entry.h>

#include <map>
#include <memory>
#include <set>

namespace kit {

namespace {

/// Where the digits from here on end, if a '_' comes then; npos if there are none.
std::size_t after_digits(std::string_view text, std::size_t at) {
    const std::size_t end = text.find_first_not_of("0123456789", at);
    return end != std::string_view::npos && end > at && text[end] == '_' ? end + 1
                                                                         : std::string_view::npos;
}

/// Feedback by the names of files.
using Files = std::map<std::string, std::string>;

void write_zip(const std::filesystem::path& path, const Files& files) {
    const std::unique_ptr<archive, int (*)(archive*)> zip(archive_write_new(), archive_write_free);
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    bool is_well = archive_write_set_format_zip(zip.get()) == ARCHIVE_OK &&
                   archive_write_set_options(zip.get(), "hdrcharset=UTF-8") >= ARCHIVE_WARN &&
                   archive_write_open_filename(zip.get(), path.c_str()) == ARCHIVE_OK;
    for (const auto& [name, text] : files) {
        archive_entry_clear(entry.get());
        archive_entry_set_pathname_utf8(entry.get(), name.c_str());
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0644);
        is_well = is_well && archive_write_header(zip.get(), entry.get()) >= ARCHIVE_WARN &&
                  archive_write_data(zip.get(), text.data(), text.size()) ==
                      static_cast<la_ssize_t>(text.size());
    }
    if (!is_well || archive_write_close(zip.get()) != ARCHIVE_OK) {
        const char* const why = archive_error_string(zip.get());
        throw KitError("{}: cannot be written: {}", path.string(),
                       why == nullptr ? "unknown reason" : why);
    }
}

} // namespace

std::string name_of_feedback(std::string_view file) {
    constexpr std::string_view moodle = "_assignsubmission_";
    if (const std::size_t at = file.find(moodle); at != std::string_view::npos) {
        const std::string_view before = file.substr(0, at);
        return fmt::format("{}_assignsubmission_file_/feedback.md",
                           before.substr(before.rfind('/') + 1));
    }
    // What was handed in may be an archive, and the kernel in it.
    for (std::size_t slash = file.find('/'); slash != std::string_view::npos;
         slash = file.find('/')) {
        if (std::string outer = name_of_feedback(file.substr(0, slash)); !outer.empty()) {
            return outer;
        }
        file.remove_prefix(slash + 1);
    }
    const std::string_view name = file;
    for (std::size_t line = name.find('_'); line != std::string_view::npos;
         line = name.find('_', line + 1)) {
        const std::size_t user = after_digits(name, line + 1);
        const std::size_t number = user == std::string_view::npos ? user : after_digits(name, user);
        if (number != std::string_view::npos) {
            return fmt::format("{}feedback.md", name.substr(0, number));
        }
    }
    return "";
}

void write_feedback_archives(const GradedClass& graded, const std::filesystem::path& folder) {
    std::map<std::string, Files> of_labs;
    for (const GradedStudent& student : graded.students) {
        for (const GradedItem& item : student.labs()) {
            if (const std::string name = name_of_feedback(item.file); !name.empty()) {
                of_labs[item.id][name] = markdown_feedback(graded, student);
            }
        }
    }
    for (const auto& [lab, files] : of_labs) {
        write_zip(folder / (lab + "-feedback.zip"), files);
    }
}

} // namespace kit
