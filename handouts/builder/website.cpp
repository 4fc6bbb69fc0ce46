#include "handouts/builder/website.hpp"

#include "checker/model/errors.hpp"
#include "checker/sandbox/process.hpp"
#include "handouts/builder/links.hpp"
#include "handouts/builder/page_review.hpp"
#include "handouts/builder/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace handouts {

namespace {

namespace fs = std::filesystem;

/// How far a drawing may be made smaller: its letters of 15 pixels are then 10.5 high.
constexpr double readable_share = 0.7;

/// The program's path. `package` is Debian's.
std::string find_program(const std::string& name, const std::string& package, const char* purpose) {
    const char* const variable = std::getenv("PATH");
    const std::string path = variable == nullptr ? "/usr/local/bin:/usr/bin:/bin" : variable;
    for (std::size_t first = 0; first <= path.size();) {
        const std::size_t end = std::min(path.find(':', first), path.size());
        const fs::path candidate = fs::path(path.substr(first, end - first)) / name;
        if (access(candidate.c_str(), X_OK) == 0) {
            return candidate.string();
        }
        first = end + 1;
    }
    throw kit::KitError(
        fmt::format("{} is missing, which {}: install the package {}", name, purpose, package));
}

void run(std::vector<std::string> command, const fs::path& directory) {
    kit::ProcessRequest request;
    const std::string name = fs::path(command.front()).filename().string();
    request.command = std::move(command);
    request.directory = directory;
    request.limits.seconds = 120;
    request.limits.memory_bytes = 0; // pandoc reserves a terabyte of addresses
    const kit::ProcessResult result = kit::run_process(request);
    if (result.end != kit::ProcessResult::End::exited || result.code != 0) {
        throw kit::KitError(fmt::format("{} failed: {}", name,
                                        result.errors.empty() ? "it said nothing" : result.errors));
    }
}

std::string pandoc() {
    return find_program("pandoc", "pandoc", "makes HTML of the pages");
}

/// A page's name in HTML: a folder is opened by its index.
std::string html_name(const std::string& page) {
    return (page == index_name ? "index" : page) + ".html";
}

bool is_page(const std::vector<Page>& pages, const std::string& target) {
    return std::any_of(pages.begin(), pages.end(),
                       [&](const Page& page) { return target == page.name + ".md"; });
}

std::string html_text(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        switch (letter) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '"': result += "&quot;"; break;
        default: result += letter;
        }
    }
    return result;
}

/// A drawing with the least width, in pixels, at which its letters can be read: the style sheet lets
/// it scroll on a window that is narrower. Other images stay as they are.
std::string drawing(const fs::path& root, const Link& link) {
    const std::string width_of = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
    const fs::path file = root / "handouts" / link.target;
    if (file.extension() != ".svg" || !fs::exists(file)) {
        return markdown(link);
    }
    const std::string svg = read_file(file);
    if (svg.compare(0, width_of.size(), width_of) != 0) {
        return markdown(link);
    }
    const double width = std::strtod(svg.c_str() + width_of.size(), nullptr);
    return fmt::format(
        R"(<p class="drawing"><img src="{}" alt="{}" style="--least: {:.0f}px"></p>)", link.target,
        html_text(link.text), readable_share * width);
}

/// Without markers, with CUDA as the language that the highlighter knows, and links as `link_to` a
/// page says; what lies outside of the pages is named, not linked.
std::string prepared(const fs::path& root, const Page& page, const std::vector<Page>& pages,
                     const std::function<std::string(const std::string& name)>& link_to) {
    std::string text = with_links(without_markers(page.text), [&](const Link& link, int) {
        if (link.image) {
            return drawing(root, link);
        }
        if (link.target.empty()) {
            return markdown(link);
        }
        if (!is_page(pages, link.target)) {
            return link.text;
        }
        return fmt::format("[{}]({})", link.text,
                           link_to(link.target.substr(0, link.target.size() - 3)));
    });
    for (std::size_t at = 0; (at = text.find("\n```cuda\n", at)) != std::string::npos; ++at) {
        text.replace(at, 9, "\n```cpp\n");
    }
    return text;
}

std::vector<std::string> pandoc_command(const std::string& program, const fs::path& root,
                                        const fs::path& source, const fs::path& target,
                                        const std::string& title, const char* template_name) {
    return {program,
            "--from=gfm+tex_math_dollars",
            "--to=html5",
            "--mathml",
            "--standalone",
            "--template=" + (root / "handouts/builder/web" / template_name).string(),
            "--metadata=pagetitle:" + title,
            "--output=" + target.string(),
            source.string()};
}

/// The markdown that pandoc reads, gone when the page is done.
class Source {
public:
    Source(fs::path file, const std::string& text) : file_(std::move(file)) {
        write_file(file_, text);
    }

    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    ~Source() {
        std::error_code ignored;
        fs::remove(file_, ignored);
    }

    [[nodiscard]] const fs::path& file() const { return file_; }

private:
    fs::path file_;
};

void prepare_folder(const fs::path& root, const fs::path& output) {
    std::error_code error;
    fs::create_directories(output / "figures", error);
    if (error) {
        throw kit::KitError(fmt::format("cannot make {}: {}", output.string(), error.message()));
    }
    const auto always = fs::copy_options::overwrite_existing;
    for (const auto& entry : fs::directory_iterator(root / "handouts/figures", error)) {
        fs::copy_file(entry.path(), output / "figures" / entry.path().filename(), always);
    }
    fs::copy_file(root / "handouts/builder/web/style.css", output / "style.css", always);
}

} // namespace

fs::path build_website(const fs::path& root, const fs::path& folder) {
    const std::string program = pandoc();
    const fs::path output = fs::absolute(folder);
    prepare_folder(root, output);
    const std::vector<Page> pages = read_pages(root);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const Page& page = pages[i];
        const Source source(output / (page.name + ".md"), prepared(root, page, pages, html_name));
        std::vector<std::string> command = pandoc_command(
            program, root, source.file(), output / html_name(page.name), page.title, "page.html");
        const auto neighbour = [&](const char* which, const Page& other) {
            command.push_back(fmt::format("--variable={}:{}", which, html_name(other.name)));
            command.push_back(fmt::format("--variable={}-title:{}", which, other.title));
        };
        if (i > 0) {
            neighbour("previous", pages[i - 1]);
        }
        if (i + 1 < pages.size()) {
            neighbour("next", pages[i + 1]);
        }
        run(std::move(command), output);
    }
    return output / html_name(index_name);
}

fs::path build_pdf(const fs::path& root, const fs::path& folder) {
    const std::string program = pandoc();
    const std::string printer =
        find_program("weasyprint", "weasyprint", "makes a PDF of the pages");
    const fs::path output = fs::absolute(folder);
    prepare_folder(root, output);
    const std::vector<Page> pages = read_pages(root);
    std::string text;
    for (const Page& page : pages) {
        text += fmt::format(
            "<section id=\"page-{}\">\n\n{}\n</section>\n\n", page.name,
            prepared(root, page, pages, [](const std::string& name) { return "#page-" + name; }));
    }
    const Source source(output / "handouts.md", text);
    const Source book(output / "handouts-print.html", "");
    run(pandoc_command(program, root, source.file(), book.file(), "Handouts", "book.html"), output);
    const fs::path pdf = output / "handouts.pdf";
    run({printer, "--stylesheet", (root / "handouts/builder/web/print.css").string(),
         book.file().string(), pdf.string()},
        output);
    return pdf;
}

} // namespace handouts
