// A file that is there whole or not at all, whenever the machine dies.
#pragma once

#include <filesystem>
#include <string_view>

namespace kit {

/// Replaces the file by one with this text, or makes it, with the folders it lies in. Whoever reads
/// it meanwhile, or after a power cut, finds the old text or the new one, never a part. Writes
/// nothing where the file has this text already. Throws KitError, with the old file as it was, when
/// the disk is full or the folder may not be written to. Two writers of one file do no harm: one is
/// the last.
void write_whole_file(const std::filesystem::path& path, std::string_view text);

/// The text of a file that was so written; false where there is none. Throws KitError where there is
/// one that cannot be read.
bool read_whole_file(const std::filesystem::path& path, std::string& text);

} // namespace kit
