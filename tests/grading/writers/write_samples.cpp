// Writes the samples into a folder, where other programs read them.
#include "tests/grading/writers/samples.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: write-samples FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    for (const kit::WrittenFile& file : kit::fixtures::samples()) {
        std::ofstream out(folder / file.path, std::ios::binary);
        out << file.text << std::flush;
        if (!out) {
            std::cerr << "cannot write " << file.path << "\n";
            return 3;
        }
    }
}
