#include "tests/golden.hpp"

#include "checker/base/places.hpp"
#include "tests/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace kit {

namespace {

std::string first_difference(const std::string& expected, const std::string& actual) {
    std::istringstream left(expected);
    std::istringstream right(actual);
    std::string expected_line;
    std::string actual_line;
    for (int number = 1;; ++number) {
        const bool more_left = static_cast<bool>(std::getline(left, expected_line));
        const bool more_right = static_cast<bool>(std::getline(right, actual_line));
        if (!more_left && !more_right) {
            return "the files differ in their last line end";
        }
        if (more_left != more_right || expected_line != actual_line) {
            return "line " + std::to_string(number) +
                   "\n  expected: " + (more_left ? expected_line : "(end of file)") +
                   "\n  actual:   " + (more_right ? actual_line : "(end of text)");
        }
    }
}

bool accepts() {
    const char* value = std::getenv("KIT_ACCEPT");
    return value != nullptr && std::string_view(value) == "1";
}

} // namespace

void check_golden(std::string_view path, const std::string& actual) {
    const std::filesystem::path file = kit::source_root() / path;
    std::ifstream in(file, std::ios::binary);
    const bool exists = in.is_open();
    const std::string expected{std::istreambuf_iterator<char>(in), {}};
    if (exists && expected == actual) {
        SUCCEED();
        return;
    }
    if (accepts()) {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream out(file, std::ios::binary | std::ios::trunc);
        out << actual << std::flush;
        INFO("cannot write " << file.string());
        CHECK(out.good());
        return;
    }
    INFO(path << (exists ? " differs: " + first_difference(expected, actual) : " is missing"));
    INFO("KIT_ACCEPT=1 ./lab test --suite golden rewrites it");
    CHECK(false);
}

} // namespace kit
