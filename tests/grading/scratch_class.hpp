// A class's folder that a test fills, gone with the object.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace kit_test {

struct ScratchClass {
    std::filesystem::path path;

    ScratchClass() {
        std::string name = (std::filesystem::temp_directory_path() / "kit-class-XXXXXX").string();
        path = mkdtemp(name.data());
    }

    ~ScratchClass() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }

    ScratchClass(const ScratchClass&) = delete;
    ScratchClass& operator=(const ScratchClass&) = delete;

    /// Writes a file, with the folders it lies in.
    std::filesystem::path file(const std::string& name, const std::string& text) const {
        const std::filesystem::path whole = path / name;
        std::filesystem::create_directories(whole.parent_path());
        std::ofstream(whole, std::ios::binary) << text;
        return whole;
    }
};

} // namespace kit_test
