#include "checker/commands/picture_file.hpp"

#include "checker/assessment/scratch_folder.hpp"
#include "checker/build/toolchain.hpp"
#include "checker/model/errors.hpp"
#include "checker/report/error_picture.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

PictureFile::PictureFile(fs::path path) : path_(std::move(path)) {
    const std::string ending = path_.extension().string();
    if (ending != ".svg" && ending != ".png") {
        throw UsageError(
            fmt::format("--picture {}: the file's name must end in .svg or .png", path_.string()));
    }
    if (ending == ".png") {
        const auto found = find_program("rsvg-convert");
        if (!found) {
            throw KitError(
                "--picture as .png needs rsvg-convert (Debian: librsvg2-bin): install it, "
                "or give a name that ends in .svg.");
        }
        converter_ = *found;
    }
    std::error_code error;
    const bool was_there = fs::exists(path_, error);
    if (!std::ofstream(path_, std::ios::app)) {
        throw UsageError(fmt::format("--picture {}: the file cannot be written", path_.string()));
    }
    is_ours_ = !was_there;
}

PictureFile::~PictureFile() {
    if (is_ours_) {
        std::error_code error;
        fs::remove(path_, error);
    }
}

std::string PictureFile::write(const std::vector<Finding>& findings) {
    const auto drawn = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.picture != nullptr;
    });
    if (drawn == findings.end()) {
        return "--picture draws wrong cells, and there are none";
    }
    const std::string svg = error_picture_svg(*drawn->picture);
    if (!converter_.empty()) {
        convert(svg);
    } else if (std::ofstream file(path_, std::ios::binary); !(file << svg).flush()) {
        throw KitError(fmt::format("--picture {}: the file cannot be written", path_.string()));
    }
    is_ours_ = false;
    return {};
}

void PictureFile::convert(const std::string& svg) const {
    const ScratchFolder scratch;
    const fs::path source = scratch.path() / "picture.svg";
    std::ofstream(source, std::ios::binary) << svg;
    ProcessRequest request;
    request.command = {converter_.string(), "--zoom=2", "--output", fs::absolute(path_).string(),
                       source.string()};
    request.directory = scratch.path();
    const ProcessResult result = run_process(request);
    if (result.end != ProcessResult::End::exited || result.code != 0) {
        throw KitError(fmt::format("--picture {}: rsvg-convert failed: {}", path_.string(),
                                   result.errors.empty() ? "it says nothing" : result.errors));
    }
}

} // namespace kit
