// The project's texts name files and folders that exist: a reader who follows one finds it.
#include "checker/base/places.hpp"
#include "tests/catch.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const fs::path root = kit::source_root();

std::vector<fs::path> texts() {
    std::vector<fs::path> files;
    for (const char* folder : {"", "handouts", "tests/records", "tests/gpu"}) {
        for (const auto& item : fs::directory_iterator(root / folder)) {
            if (item.path().extension() == ".md" && item.path().filename() != "CHANGELOG.md") {
                files.push_back(item.path());
            }
        }
    }
    return files;
}

/// What stands between backticks and begins with a folder of the top level; patterns aside.
std::vector<std::string> named_paths(const std::string& text) {
    static const std::regex quoted(
        R"(`((?:analytics|checker|handouts|labs|solutions|tests|subprojects)/[\w./-]*)`)");
    std::vector<std::string> paths;
    for (std::sregex_iterator match(text.begin(), text.end(), quoted), end; match != end; ++match) {
        const std::string path = (*match)[1];
        const bool is_made_by_user = path.starts_with("labs/puzzles");
        if (path.find("NN") == std::string::npos && path.find("...") == std::string::npos &&
            !is_made_by_user) {
            paths.push_back(path);
        }
    }
    return paths;
}

} // namespace

TEST_CASE("files and folders that the texts name exist") {
    std::size_t named = 0;
    for (const fs::path& file : texts()) {
        std::ifstream stream(file);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        for (const std::string& path : named_paths(text)) {
            INFO(file.lexically_relative(root).string() << " names " << path);
            CHECK(fs::exists(root / path));
            ++named;
        }
    }
    CHECK(named > 20);
}
