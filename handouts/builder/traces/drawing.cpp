#include "handouts/builder/traces/drawing.hpp"

#include "checker/base/layout.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kit {

namespace {

constexpr double trace_left = 20;
constexpr double trace_width = 640;
constexpr double plane_gap = 24;
constexpr double most_side = 26;
constexpr double least_side_of_number = 17;
constexpr double least_side_of_letter = 12;

/// The part of the grid's planes that is drawn: what the block touches.
struct Window {
    std::int64_t first_x = 0;
    std::int64_t end_x = 0;
    std::int64_t first_y = 0;
    std::int64_t end_y = 0;
};

Window window_of(const TraceAccount& account) {
    Window window{account.extents.x, 0, account.extents.y, 0};
    for (std::int64_t i = 0; i < account.extents.cells(); ++i) {
        const TracedCell& cell = account.cells[i];
        if (cell.loads > 0 || cell.is_stored) {
            const auto [x, y, z] = account.extents.cell(i);
            window = {std::min(window.first_x, x), std::max(window.end_x, x + 1),
                      std::min(window.first_y, y), std::max(window.end_y, y + 1)};
        }
    }
    return window;
}

CellKind kind_of(const TracedCell& cell) {
    return cell.thread_stores               ? CellKind::fresh
           : cell.is_stored                 ? CellKind::output
           : cell.loads > 0 && cell.is_read ? CellKind::halo
           : cell.loads > 0                 ? CellKind::unread
                                            : CellKind::outside;
}

std::string grid_words(const Lab& lab, const Extents& extents) {
    std::string words = fmt::format("{}", extents.x);
    for (std::size_t axis = 1; axis < lab.axes; ++axis) {
        words += fmt::format("×{}", extents[axis]);
    }
    return words;
}

class TraceDrawer {
public:
    TraceDrawer(const PageTrace& trace, const TraceAccount& account)
        : trace_(trace), account_(account), window_(window_of(account)),
          drawing_(trace_width + 2 * trace_left, 0, title(), description()) {}

    Drawing drawn() {
        draw_planes();
        double below = y_ + 20;
        double x = trace_left;
        if (account_.march.size() > 1) {
            const auto [width, bottom] = draw_march({x, y_ + 20});
            x += width + 36;
            below = bottom;
        }
        if (account_.request) {
            const double needed = request_label + 8 * sector_word;
            if (x + needed > trace_left + trace_width) {
                x = trace_left;
                y_ = below;
            }
            below = std::max(below, draw_request({x, y_ + 20}));
        }
        // The drawing's height grows with its legend, so that comes last.
        drawing_.legend({trace_left, below + 14}, legend());
        return std::move(drawing_);
    }

private:
    static constexpr double request_label = 70;
    static constexpr double sector_word = 30;

    std::string thread_name() const {
        return triple(position(trace_.thread, trace_.launch.observation.launch.block));
    }

    std::string block_name() const {
        return triple(position(trace_.block, trace_.launch.observation.launch.grid));
    }

    std::int64_t count(std::string_view name) const { return account_.counts.find(name)->second; }

    std::string title() const {
        return fmt::format("Recorded: block {} and thread {} on a grid of {} cells", block_name(),
                           thread_name(), grid_words(trace_.lab, account_.extents));
    }

    std::string description() const {
        std::string text = fmt::format(
            "The block loads {} elements from {} cells of global memory, at most {} times the same "
            "one, and computes {} cells. For its first output the thread loads {}",
            count("loads"), count("loaded-cells"), count("most-loads"), count("outputs"),
            count("thread-loads"));
        text += count("shared-reads") > 0
                    ? fmt::format(" and reads {} from shared memory.", count("thread-shared-reads"))
                    : ".";
        if (account_.request) {
            text += fmt::format(" The first load of its warp has {} lanes and takes {} sectors.",
                                count("lanes"), count("sectors"));
        }
        return text;
    }

    void draw_planes() {
        const auto columns = static_cast<double>(window_.end_x - window_.first_x);
        const auto rows = static_cast<double>(window_.end_y - window_.first_y);
        const auto in_row = static_cast<double>(std::min<std::size_t>(account_.planes.size(), 3));
        const double side =
            std::min(most_side, (trace_width - (in_row - 1) * plane_gap) / (in_row * columns));
        y_ = 10;
        double x = trace_left;
        for (std::size_t p = 0; p < account_.planes.size(); ++p) {
            if (p > 0 && p % 3 == 0) {
                x = trace_left;
                y_ += rows * side + 40;
            }
            if (trace_.lab.axes > 2) {
                drawing_.label({x, y_ + 14},
                               fmt::format("{} = {}", axis_name(trace_.lab, 2), account_.planes[p]),
                               "start");
            }
            draw_plane({x, y_ + 22}, side, account_.planes[p]);
            x += columns * side + plane_gap;
        }
        y_ += rows * side + 44;
        drawing_.label({trace_left, y_},
                       side >= least_side_of_number
                           ? "number: how often the block loads the cell · frame: this thread does"
                           : "frame: this thread loads the cell",
                       "start");
        if (count("thread-shared-reads") > 0) {
            y_ += 22;
            drawing_.label(
                {trace_left, y_},
                "dot: this thread reads the cell from shared memory for its first output", "start");
        }
    }

    void draw_plane(Point corner, double side, std::int64_t z) {
        const auto place = [&](std::int64_t x, std::int64_t y) {
            return Point{corner.x + side * static_cast<double>(x - window_.first_x),
                         corner.y + side * static_cast<double>(y - window_.first_y)};
        };
        for (std::int64_t y = window_.first_y; y < window_.end_y; ++y) {
            for (std::int64_t x = window_.first_x; x < window_.end_x; ++x) {
                const TracedCell& cell = account_.at(x, y, z);
                const CellKind kind = kind_of(cell);
                const bool has_number =
                    cell.loads > 0 && kind != CellKind::unread && side >= least_side_of_number;
                drawing_.cell(kind, place(x, y), side, side,
                              has_number ? std::to_string(cell.loads) : "");
                used_.insert(kind);
            }
        }
        // Over the cells: their borders would cover the frames.
        for (std::int64_t y = window_.first_y; y < window_.end_y; ++y) {
            for (std::int64_t x = window_.first_x; x < window_.end_x; ++x) {
                const TracedCell& cell = account_.at(x, y, z);
                const Point at = place(x, y);
                if (cell.thread_loads) {
                    drawing_.heavy_frame({at.x + 2, at.y + 2}, side - 4, side - 4);
                }
                if (cell.thread_reads) {
                    drawing_.dot(CellKind::thread, {at.x + side - 3.5, at.y + 3.5}, 3.5);
                }
            }
        }
    }

    /// The planes that the block touches, and those next to them: first and end.
    std::pair<std::int64_t, std::int64_t> marched_planes() const {
        std::int64_t first = account_.extents.z;
        std::int64_t end = 0;
        for (const auto& step : account_.march) {
            for (std::int64_t z = 0; z < account_.extents.z; ++z) {
                if (const PlaneMoment& moment = step[z];
                    moment.is_loaded || moment.is_read || moment.is_stored) {
                    first = std::min(first, z);
                    end = std::max(end, z + 1);
                }
            }
        }
        return {std::max<std::int64_t>(first - 1, 0), std::min(end + 2, account_.extents.z)};
    }

    /// Width and lower end.
    std::pair<double, double> draw_march(Point corner) {
        const auto [first, end] = marched_planes();
        const auto planes = static_cast<double>(end - first);
        const auto steps = static_cast<double>(account_.march.size());
        constexpr double label = 50;
        constexpr double most_width = 290;
        constexpr double most_height = 200;
        const double side =
            std::min({most_side, (most_width - label) / steps, most_height / planes});
        drawing_.label({corner.x, corner.y + 12}, "planes, between barriers", "start");
        const double top = corner.y + 24;
        for (std::int64_t z = first; z < end; ++z) {
            const double y = top + side * static_cast<double>(z - first);
            if (side >= least_side_of_number || z % 4 == 0) {
                drawing_.label({corner.x + label - 6, y + side / 2 + 5},
                               fmt::format("{} = {}", axis_name(trace_.lab, 2), z), "end");
            }
            for (std::size_t step = 0; step < account_.march.size(); ++step) {
                const PlaneMoment& moment = account_.march[step][z];
                drawing_.plane(moment.is_stored   ? CellKind::output
                               : moment.is_read   ? CellKind::thread
                               : moment.is_loaded ? CellKind::halo
                                                  : CellKind::outside,
                               {corner.x + label + side * static_cast<double>(step), y}, side, side,
                               0, letters(moment, side));
            }
        }
        const double bottom = top + side * planes;
        const bool has_letters = side >= least_side_of_letter;
        drawing_.label({corner.x, bottom + 20},
                       has_letters ? "L loaded, C computed" : "yellow: loaded, blue: computed",
                       "start");
        drawing_.label({corner.x, bottom + 40},
                       has_letters ? "R read from shared memory" : "green: read from shared memory",
                       "start");
        return {std::max(label + side * steps, 230.0), bottom + 50};
    }

    static std::string letters(const PlaneMoment& moment, double side) {
        // One letter fits: a plane that is computed is read as well.
        if (side < least_side_of_letter) {
            return "";
        }
        return moment.is_stored ? "C" : moment.is_read ? "R" : moment.is_loaded ? "L" : "";
    }

    /// The lower end.
    double draw_request(Point corner) {
        constexpr std::int64_t word_bytes = 4;
        constexpr std::int64_t words = 8;
        const Trace& trace = trace_.launch.observation.trace;
        const WarpRequest& request = *account_.request;
        std::map<std::uint64_t, std::vector<std::vector<std::uint32_t>>> sectors;
        std::map<std::uint64_t, TraceEvent> first_of; // an event moved to the sector's first byte
        for (std::uint32_t lane = 0; lane < WarpRequest::lanes_of_warp; ++lane) {
            if (request.event[lane] == WarpRequest::none) {
                continue;
            }
            const TraceEvent& event = trace.events[request.event[lane]];
            for (std::uint32_t byte = 0; byte < event.bytes; byte += word_bytes) {
                const std::uint64_t word = (event.address + byte) / word_bytes;
                auto& lanes = sectors[word / words];
                lanes.resize(words);
                lanes[word % words].push_back(lane);
                TraceEvent first = event;
                first.place -= static_cast<std::int64_t>(event.address) -
                               static_cast<std::int64_t>(word / words) * words * word_bytes;
                first_of.try_emplace(word / words, first);
            }
        }
        drawing_.label({corner.x, corner.y + 12},
                       fmt::format("the warp's load: {} of 32 lanes, {} sectors", count("lanes"),
                                   count("sectors")),
                       "start");
        const double height = 22;
        double y = corner.y + 24;
        for (const auto& [sector, lanes] : sectors) {
            drawing_.label({corner.x + request_label - 6, y + height / 2 + 5},
                           element_of(trace, first_of.at(sector)), "end");
            for (std::size_t word = 0; word < lanes.size(); ++word) {
                const auto& who = lanes[word];
                drawing_.plane(
                    who.empty() ? CellKind::outside : CellKind::halo,
                    {corner.x + request_label + sector_word * static_cast<double>(word), y},
                    sector_word, height, 0,
                    who.empty()       ? ""
                    : who.size() == 1 ? std::to_string(who.front())
                                      : fmt::format("{}+{}", who.front(), who.size() - 1));
            }
            y += height + 3;
        }
        drawing_.label({corner.x, y + 18}, "a row is a sector, a number its lane", "start");
        return y + 28;
    }

    std::vector<std::pair<CellKind, std::string>> legend() const {
        std::vector<std::pair<CellKind, std::string>> entries{
            {CellKind::fresh, "the thread's first output"}};
        const std::vector<std::pair<CellKind, std::string>> others{
            {CellKind::output, "computed by the block"},
            {CellKind::halo, "loaded, not computed"},
            {CellKind::unread, "loaded, never read"},
            {CellKind::outside, "not touched"}};
        for (const auto& entry : others) {
            if (used_.count(entry.first) > 0) {
                entries.push_back(entry);
            }
        }
        return entries;
    }

    const PageTrace& trace_;
    const TraceAccount& account_;
    const Window window_;
    Drawing drawing_;
    double y_ = 0;
    std::set<CellKind> used_;
};

} // namespace

Drawing trace_drawing(const PageTrace& trace, const TraceAccount& account) {
    return TraceDrawer(trace, account).drawn();
}

} // namespace kit
