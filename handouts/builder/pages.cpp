#include "handouts/builder/pages.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <tuple>

namespace handouts {

namespace {

bool is_numbered(const Page& page) {
    return page.name.front() >= '0' && page.name.front() <= '9';
}

} // namespace

std::string read_file(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) {
        throw kit::KitError(fmt::format("cannot read {}", file.string()));
    }
    return text;
}

void write_file(const std::filesystem::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) {
        throw kit::KitError(fmt::format("cannot write {}", file.string()));
    }
}

std::vector<Page> read_pages(const std::filesystem::path& root) {
    std::error_code error;
    std::vector<Page> pages;
    for (const auto& entry : std::filesystem::directory_iterator(root / "handouts", error)) {
        if (entry.path().extension() != ".md") {
            continue;
        }
        Page page{entry.path().stem().string(), "", read_file(entry.path())};
        if (page.text.rfind("# ", 0) != 0) {
            throw kit::KitError(fmt::format("{} does not begin with a heading, '# ...'",
                                            entry.path().lexically_relative(root).string()));
        }
        page.title = page.text.substr(2, page.text.find('\n') - 2);
        pages.push_back(std::move(page));
    }
    if (error || pages.empty()) {
        throw kit::KitError(fmt::format("there are no pages in {}", (root / "handouts").string()));
    }
    std::sort(pages.begin(), pages.end(), [](const Page& a, const Page& b) {
        return std::tuple(a.name != index_name, !is_numbered(a), a.name) <
               std::tuple(b.name != index_name, !is_numbered(b), b.name);
    });
    return pages;
}

} // namespace handouts
