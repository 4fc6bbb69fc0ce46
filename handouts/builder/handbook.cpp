#include "handouts/builder/handbook.hpp"

#include "checker/base/whole_file.hpp"
#include "handouts/builder/pages.hpp"
#include "handouts/builder/sources/sources.hpp"
#include "handouts/builder/traces/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kit {

namespace {

class HandbookReviewer {
public:
    HandbookReviewer(const std::filesystem::path& root, bool update)
        : root_(root), update_(update) {}

    HandbookReview review() {
        const std::vector<Page> pages = read_pages(root_);
        const MarkerLookup lookup = marker_sources(root_);
        for (const Page& page : pages) {
            review_page_file(page, lookup);
        }
        for (const auto& [name, svg] : figures_) {
            review_figure(name, svg);
        }
        review_left_over_figures();
        review_index(pages);
        result_.pages = pages.size();
        result_.figures = figures_.size();
        return std::move(result_);
    }

private:
    void write(const std::string& file, const std::string& text) {
        replace_file(root_ / file, text);
        result_.written.push_back(file);
    }

    void review_page_file(const Page& page, const MarkerLookup& lookup) {
        const std::string file = fmt::format("handouts/{}.md", page.name);
        const PageReview review = review_page(file, page.text, root_, lookup);
        for (const Problem& problem : review.problems) {
            if (!update_ || !problem.repairable) {
                result_.problems.push_back(problem);
            }
        }
        if (update_ && review.text != page.text) {
            write(file, review.text);
        }
        for (const FigureRequest& figure : review.figures) {
            figures_.emplace(file_name(figure), draw(figure).svg());
        }
        for (const TraceRequest& request : review.traces) {
            const PageTrace& trace = recorded_trace(root_, request);
            figures_.emplace(file_stem(request) + ".svg",
                             trace_drawing(trace, account_of(trace)).svg());
        }
        static_cast<void>(with_links(page.text, [&](const Link& link, int line) {
            review_link(page, link, file, line);
            return std::string();
        }));
    }

    void review_link(const Page& page, const Link& link, const std::string& file, int line) {
        if (link.image || link.target.empty()) {
            return; // figures are checked through their markers
        }
        if (page.name == index_name) {
            linked_.push_back(link.target);
        }
        if (!std::filesystem::exists(root_ / "handouts" / link.target)) {
            result_.problems.push_back(
                {file, line, fmt::format("The link to {} is dead.", link.target), false});
        }
    }

    void review_figure(const std::string& name, const std::string& svg) {
        const std::string file = "handouts/figures/" + name;
        const std::optional<std::string> drawn = read_file_if_there(root_ / file);
        if (drawn == svg) {
            return;
        }
        if (update_) {
            write(file, svg);
        } else {
            result_.problems.push_back(
                {file, 0, drawn ? "The drawing is out of date." : "The drawing is missing.", true});
        }
    }

    void review_left_over_figures() {
        std::error_code no_folder;
        std::vector<std::filesystem::path> left_over;
        for (const auto& entry :
             std::filesystem::directory_iterator(root_ / "handouts/figures", no_folder)) {
            if (entry.path().extension() == ".svg" &&
                figures_.count(entry.path().filename().string()) == 0) {
                left_over.push_back(entry.path());
            }
        }
        std::ranges::sort(left_over);
        for (const std::filesystem::path& path : left_over) {
            const std::string file = "handouts/figures/" + path.filename().string();
            if (update_) {
                std::filesystem::remove(path);
                result_.written.push_back(file);
            } else {
                result_.problems.push_back({file, 0, "No page uses this drawing.", true});
            }
        }
    }

    void review_index(const std::vector<Page>& pages) {
        for (const Page& page : pages) {
            if (page.name != index_name &&
                std::ranges::find(linked_, page.name + ".md") == linked_.end()) {
                result_.problems.push_back(
                    {fmt::format("handouts/{}.md", index_name), 0,
                     fmt::format("This page does not link {}.md.", page.name), false});
            }
        }
    }

    const std::filesystem::path& root_;
    bool update_;
    HandbookReview result_;
    std::map<std::string, std::string> figures_; ///< file name to SVG
    std::vector<std::string> linked_;            ///< targets of the index
};

} // namespace

HandbookReview review_handbook(const std::filesystem::path& root, bool update) {
    return HandbookReviewer(root, update).review();
}

} // namespace kit
