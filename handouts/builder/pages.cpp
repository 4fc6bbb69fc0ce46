#include "handouts/builder/pages.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace kit {

namespace {

bool is_numbered(const Page& page) {
    return page.name.front() >= '0' && page.name.front() <= '9';
}

} // namespace

std::vector<Page> read_pages(const std::filesystem::path& root) {
    std::error_code error;
    std::vector<Page> pages;
    for (const auto& entry : std::filesystem::directory_iterator(root / "handouts", error)) {
        if (entry.path().extension() != ".md") {
            continue;
        }
        Page page{entry.path().stem().string(), "", read_file(entry.path())};
        if (!page.text.starts_with("# ")) {
            throw KitError("{} does not begin with a heading, '# ...'",
                           entry.path().lexically_relative(root).string());
        }
        page.title = page.text.substr(2, page.text.find('\n') - 2);
        pages.push_back(std::move(page));
    }
    if (error || pages.empty()) {
        throw KitError("there are no pages in {}", (root / "handouts").string());
    }
    std::ranges::sort(pages, [](const Page& a, const Page& b) {
        return std::tuple(a.name != index_name, !is_numbered(a), a.name) <
               std::tuple(b.name != index_name, !is_numbered(b), b.name);
    });
    return pages;
}

std::string markdown(const Link& link) {
    return fmt::format("{}[{}]({}{})", link.image ? "!" : "", link.text, link.target, link.anchor);
}

std::string with_links(const std::string& text,
                       const std::function<std::string(const Link& link, int line)>& replacement) {
    std::string result;
    int line = 1;
    bool fenced = false;
    bool coded = false;
    std::size_t at = 0;
    while (at < text.size()) {
        if (text.compare(at, 3, "```") == 0 && (at == 0 || text[at - 1] == '\n')) {
            fenced = !fenced;
            result += "```";
            at += 3;
            continue;
        }
        const char letter = text[at];
        coded = coded != (letter == '`' && !fenced);
        if (letter == '\n') {
            ++line;
        }
        const std::size_t middle =
            letter == '[' && !fenced && !coded ? text.find("](", at) : std::string::npos;
        const std::size_t end =
            middle == std::string::npos ? middle : text.find_first_of(")\n", middle);
        if (end == std::string::npos || text[end] != ')' ||
            text.find_first_of("[\n", at + 1) < middle) {
            result += letter;
            ++at;
            continue;
        }
        const std::string whole = text.substr(middle + 2, end - middle - 2);
        if (whole.find(':') != std::string::npos) {
            result += text.substr(at, end + 1 - at);
            at = end + 1;
            continue;
        }
        const std::size_t sharp = std::min(whole.find('#'), whole.size());
        Link link{text.substr(at + 1, middle - at - 1), whole.substr(0, sharp), whole.substr(sharp),
                  !result.empty() && result.back() == '!'};
        if (link.image) {
            result.pop_back();
        }
        result += replacement(link, line);
        at = end + 1;
    }
    return result;
}

} // namespace kit
