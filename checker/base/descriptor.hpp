// Open files that close themselves, and reading and writing through them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace kit {

/// Owns the number of an open file, pipe or folder; -1: none is open.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}

    ~Descriptor() { close(); }

    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    [[nodiscard]] int number() const { return number_; }

    [[nodiscard]] bool is_open() const { return number_ >= 0; }

    void close();

private:
    int number_;
};

struct FileText {
    std::string text; ///< all that could be read
    int error = 0;    ///< errno of what failed, ENOENT for a missing file; 0: nothing failed
};

/// Reads from the file's position to its end, or to `most` bytes.
[[nodiscard]] FileText read_from(const Descriptor& file, std::size_t most = std::string::npos);

/// Writes at the file's position. Returns 0 or errno.
[[nodiscard]] int write_to(const Descriptor& file, std::string_view text);

/// A file in memory that is gone once all its descriptors are closed. Holds `text`; its position is
/// the beginning. Throws KitError if there is no memory for it.
[[nodiscard]] Descriptor memory_file(const char* name, std::string_view text = {});

/// The whole file, wherever its position is. Throws KitError.
[[nodiscard]] std::string content_of(const Descriptor& memory_file);

/// A path under which other processes can open the file as long as this process has it open.
[[nodiscard]] std::string path_of(const Descriptor& file);

} // namespace kit
