// A file that an option asks for, tried before minutes are spent on the check.
#pragma once

#include <filesystem>
#include <string>

namespace kit {

class OutputFile {
public:
    enum class Kind {
        svg,        ///< whatever the file's name
        page,       ///< .html, so that a slip never overwrites a kernel
        svg_or_png, ///< by the name's ending; .png needs rsvg-convert
    };

    /// Throws UsageError, in the option's name, if the file cannot be written or its name does not fit
    /// the kind, and KitError if rsvg-convert is missing.
    OutputFile(std::string option, std::filesystem::path path, Kind kind = Kind::svg);

    /// Removes the file if it is new and nothing was written to it.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Throws KitError if the file cannot be written.
    void write(const std::string& text);

private:
    void convert(const std::string& svg) const;

    std::string option_;
    std::filesystem::path path_;
    std::filesystem::path converter_; ///< empty: the text is the file's
    bool is_new_ = false;             ///< it was not there before, and is still empty
};

} // namespace kit
