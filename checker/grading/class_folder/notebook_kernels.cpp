#include "checker/grading/class_folder/notebook_kernels.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

namespace kit {

namespace {

/// Where a cell with this first line is handed in; empty: it is no kernel.
std::string path_for(const std::string& first_line) {
    std::istringstream words(first_line);
    std::string magic;
    std::string word;
    words >> magic;
    while (words >> word && word.starts_with('-')) { // %%writefile -a
    }
    if (magic == "%%lab") {
        int number = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
        return read.ec == std::errc() && number > 0 && number < 100
                   ? fmt::format("lab{:02}/kernel.cu", number)
                   : "";
    }
    if (magic == "%%writefile") {
        const std::filesystem::path name = std::filesystem::path(word).filename();
        return name.extension() == ".cu" ? name.string() : "";
    }
    return magic == "%%cu" ? "kernel.cu" : "";
}

/// A cell's text, which is a string or one for each line.
std::string text_of(const nlohmann::json& source) {
    if (source.is_string()) {
        return source.get<std::string>();
    }
    std::string text;
    for (const nlohmann::json& line : source) {
        text += line.get<std::string>();
    }
    return text;
}

} // namespace

std::map<std::string, std::string> notebook_kernels(std::string_view text) {
    std::map<std::string, std::string> kernels;
    try {
        const nlohmann::json notebook = json_from(text);
        for (const nlohmann::json& cell : notebook.at("cells")) {
            const std::string source =
                cell.at("cell_type") == "code" ? text_of(cell.at("source")) : "";
            const std::size_t end = std::min(source.find('\n'), source.size());
            const std::string path = path_for(source.substr(0, end));
            if (!path.empty()) {
                kernels[path] = source.substr(std::min(end + 1, source.size()));
            }
        }
    } catch (const nlohmann::json::exception&) {
        throw KitError("it is damaged, or no notebook");
    }
    return kernels;
}

} // namespace kit
