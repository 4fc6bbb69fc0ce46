#include "handouts/builder/website.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/sandbox/process.hpp"
#include "handouts/builder/page_review.hpp"
#include "handouts/builder/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace kit {

namespace {

namespace fs = std::filesystem;

/// The smallest scale of a drawing: its 15-pixel letters are then 9.6 pixels high.
constexpr double readable_scale = 0.64;

/// The program's path. Debian's package has the program's name.
std::string required_program(const std::string& name, const char* purpose) {
    const auto program = find_program(name);
    if (!program) {
        throw KitError("{0} is missing, which {1}: install the package {0}", name, purpose);
    }
    return program->string();
}

void run_converter(std::vector<std::string> command, const fs::path& directory) {
    ProcessRequest request;
    const std::string name = fs::path(command.front()).filename().string();
    request.command = std::move(command);
    request.directory = directory;
    request.limits.seconds = 120;
    request.limits.memory_bytes = 0; // pandoc reserves a terabyte of addresses
    const ProcessResult result = run_process(request);
    if (result.end != ProcessResult::End::exited || result.code != 0) {
        throw KitError("{} failed: {}", name,
                       result.errors.empty() ? "it printed no error" : result.errors);
    }
}

/// A page's HTML file. The index page is the one that opens with the folder.
std::string html_name(const std::string& page) {
    return (page == index_name ? "index" : page) + ".html";
}

bool is_page(const std::vector<Page>& pages, const std::string& target) {
    return std::ranges::any_of(pages,
                               [&](const Page& page) { return target == page.name + ".md"; });
}

/// A drawing with the smallest width, in pixels, at which its letters are readable: in a narrower
/// window the style sheet lets it scroll. Other images stay as they are.
std::string html_drawing(const fs::path& root, const Link& link) {
    constexpr std::string_view width_of =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
    const fs::path file = root / "handouts" / link.target;
    const std::string svg = file.extension() == ".svg" ? try_read_file(file).text : "";
    if (!svg.starts_with(width_of)) {
        return markdown(link);
    }
    const double width = std::strtod(svg.c_str() + width_of.size(), nullptr);
    return fmt::format(
        R"(<p class="drawing"><img src="{}" alt="{}" style="--least: {:.0f}px"></p>)", link.target,
        xml_text(link.text), readable_scale * width);
}

/// Opens in the page where a reader asks for it, and in a window of its own, which a phone needs.
std::string stepping_frame(const std::string& file) {
    return fmt::format(
        R"(<details class="trace"><summary>Step through it</summary><p><a href="{0}">In a window of )"
        R"(its own</a></p><iframe src="{0}" title="The block, step by step" loading="lazy">)"
        R"(</iframe></details>)",
        file);
}

std::string stepping_file(const TraceRequest& request) {
    return fmt::format("traces/{}.html", file_stem(request));
}

/// The page with a frame after each drawing of a trace.
std::string with_stepping_frames(const Page& page) {
    const std::vector<TraceRequest> traces = traces_of(page.text);
    std::string text;
    for (const std::string& line : split_lines(page.text)) {
        text += line + "\n";
        for (const TraceRequest& trace : traces) {
            if (line.starts_with("![") && line.ends_with(file_stem(trace) + ".svg)")) {
                text += "\n" + stepping_frame(stepping_file(trace)) + "\n";
            }
        }
    }
    return text;
}

/// The page for pandoc: without markers, with CUDA as C++, which the highlighter knows, and links
/// between pages by `link_to`. Links to other files become plain text.
std::string pandoc_markdown(const fs::path& root, const Page& page, const std::vector<Page>& pages,
                            const std::function<std::string(const std::string& name)>& link_to) {
    std::string text = with_links(without_markers(page.text), [&](const Link& link, int) {
        if (link.image) {
            return html_drawing(root, link);
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
            "--lua-filter=" + (root / "handouts/builder/web/words.lua").string(),
            "--metadata=pagetitle:" + title,
            "--output=" + target.string(),
            source.string()};
}

void prepare_folder(const fs::path& root, const fs::path& output) {
    std::error_code error;
    fs::create_directories(output / "figures", error);
    fs::create_directories(output / "traces", error);
    if (error) {
        throw KitError("cannot create {}: {}", output.string(), error.message());
    }
    const auto always = fs::copy_options::overwrite_existing;
    for (const auto& entry : fs::directory_iterator(root / "handouts/figures", error)) {
        fs::copy_file(entry.path(), output / "figures" / entry.path().filename(), always);
    }
    fs::copy_file(root / "handouts/builder/web/style.css", output / "style.css", always);
    fs::copy_file(root / "handouts/builder/web/font/math.woff2", output / "math.woff2", always);
}

} // namespace

fs::path build_website(const fs::path& root, const fs::path& folder) {
    const std::string program = required_program("pandoc", "converts the pages to HTML");
    const fs::path output = fs::absolute(folder);
    prepare_folder(root, output);
    const ScratchFolder scratch;
    const std::vector<Page> pages = read_pages(root);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        Page page = pages[i];
        for (const TraceRequest& trace : traces_of(page.text)) {
            write_file(output / stepping_file(trace), stepping_page(recorded_trace(root, trace)));
        }
        page.text = with_stepping_frames(page);
        const fs::path source = scratch.path() / "page.md";
        write_file(source, pandoc_markdown(root, page, pages, html_name));
        std::vector<std::string> command = pandoc_command(
            program, root, source, output / html_name(page.name), page.title, "page.html");
        const auto add_link = [&](const char* which, const Page& other) {
            command.push_back(fmt::format("--variable={}:{}", which, html_name(other.name)));
            command.push_back(fmt::format("--variable={}-title:{}", which, other.title));
        };
        if (i > 0) {
            add_link("previous", pages[i - 1]);
        }
        if (i + 1 < pages.size()) {
            add_link("next", pages[i + 1]);
        }
        run_converter(std::move(command), output);
    }
    return output / html_name(index_name);
}

fs::path build_pdf(const fs::path& root, const fs::path& folder) {
    const std::string program = required_program("pandoc", "converts the pages to HTML");
    const std::string printer = required_program("weasyprint", "converts the pages to PDF");
    const fs::path output = fs::absolute(folder);
    prepare_folder(root, output);
    const std::vector<Page> pages = read_pages(root);
    std::string text;
    for (const Page& page : pages) {
        const auto link_to = [](const std::string& name) { return "#page-" + name; };
        text += fmt::format("<section id=\"page-{}\">\n\n{}\n</section>\n\n", page.name,
                            pandoc_markdown(root, page, pages, link_to));
    }
    const ScratchFolder scratch;
    const fs::path source = scratch.path() / "book.md";
    const fs::path book = scratch.path() / "book.html";
    write_file(source, text);
    run_converter(pandoc_command(program, root, source, book, "Handouts", "book.html"), output);
    const fs::path pdf = output / "handouts.pdf";
    // The drawings and the style sheet are beside the PDF.
    run_converter({printer, "--base-url", output.string(), "--stylesheet",
                   (root / "handouts/builder/web/print.css").string(), book.string(), pdf.string()},
                  output);
    return pdf;
}

} // namespace kit
