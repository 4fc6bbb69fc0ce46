#include "checker/check/output_file.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/sandbox/process.hpp"

#include <utility>

namespace kit {

namespace fs = std::filesystem;

OutputFile::OutputFile(std::string option, fs::path path, Kind kind)
    : option_(std::move(option)), path_(std::move(path)) {
    const std::string ending = path_.extension().string();
    if (kind == Kind::svg_or_png && ending != ".svg" && ending != ".png") {
        throw UsageError("{} {}: the file's name must end in .svg or .png", option_,
                         path_.string());
    }
    if (kind == Kind::page && ending != ".html") {
        throw UsageError("{} {}: the file's name must end in .html", option_, path_.string());
    }
    if (kind == Kind::svg_or_png && ending == ".png") {
        const auto found = find_program("rsvg-convert");
        if (!found) {
            throw KitError("{} as .png needs rsvg-convert (Debian: librsvg2-bin): "
                           "install it, or give a name that ends in .svg.",
                           option_);
        }
        converter_ = *found;
    }
    std::error_code error;
    const bool was_there = fs::exists(path_, error);
    if (!is_writable(path_)) {
        throw UsageError("{} {}: the file cannot be written", option_, path_.string());
    }
    is_new_ = !was_there;
}

OutputFile::~OutputFile() {
    if (is_new_) {
        std::error_code error;
        fs::remove(path_, error);
    }
}

void OutputFile::write(const std::string& text) {
    if (!converter_.empty()) {
        convert(text);
    } else if (try_write_file(path_, text) != 0) {
        throw KitError("{} {}: the file cannot be written", option_, path_.string());
    }
    is_new_ = false;
}

void OutputFile::convert(const std::string& svg) const {
    const ScratchFolder scratch;
    const fs::path source = scratch.path() / "picture.svg";
    write_file(source, svg);
    ProcessRequest request;
    request.command = {converter_.string(), "--zoom=2", "--output", fs::absolute(path_).string(),
                       source.string()};
    request.directory = scratch.path();
    const ProcessResult result = run_process(request);
    if (result.end != ProcessResult::End::exited || result.code != 0) {
        throw KitError("{} {}: rsvg-convert failed: {}", option_, path_.string(),
                       result.errors.empty() ? "no message" : result.errors);
    }
}

} // namespace kit
