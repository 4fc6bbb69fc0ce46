#include "checker/trace/page_data.hpp"

#include "checker/base/json_text.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/slabs.hpp"
#include "checker/trace/finding_accesses.hpp"
#include "checker/trace/moments.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"
#include "checker/trace/writers.hpp"
#include "checker/web_page/web_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;
using Kind = TraceEvent::Kind;

constexpr std::int64_t nothing = -1;

/// Seven digits, as the terminal shows them: more only make the page longer.
Json rounded(double value) {
    if (std::isinf(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    return std::isnan(value) ? Json(nullptr)
                             : Json(std::strtod(fmt::format("{:.7g}", value).c_str(), nullptr));
}

class PageData {
public:
    PageData(const RecordedLaunch& recorded, const PageStart& start)
        : recorded_(recorded), trace_(recorded.observation.trace),
          launch_(recorded.observation.launch), start_(start),
          moments_(moments_of(trace_, start.block)), writers_(trace_) {
        for (const Moment& moment : moments_) {
            for (const std::size_t event : moment.event) {
                if (event != WarpRequest::none) {
                    number_in_page_.emplace(event, static_cast<std::int64_t>(order_.size()));
                    order_.push_back(event);
                }
            }
        }
    }

    [[nodiscard]] Json json() const {
        const Lab& lab = recorded_.lab;
        const auto block = position(start_.block, launch_.grid);
        Json all{{"version", 1},
                 {"lab", lab.id},
                 {"title", lab.title},
                 {"file", recorded_.submission.shown_path},
                 {"source", source()},
                 {"extents", {recorded_.extents.x, recorded_.extents.y, recorded_.extents.z}},
                 {"axes", lab.axes},
                 {"reach", reach(lab)},
                 {"grid", launch_.grid},
                 {"threads", launch_.block},
                 {"block", block},
                 {"gpu", gpu()}};
        all["axis_names"] = Json::array();
        for (std::size_t axis = 0; axis < lab.axes; ++axis) {
            all["axis_names"].push_back(fmt::format("{}", axis_name(lab, axis)));
        }
        all["reference"] = Json::array();
        for (const PartCosts& part : start_.reference) {
            all["reference"].push_back(
                {shown_line(part.line), part.requests, part.sectors, part.conflicts});
        }
        all["arrays"] = arrays();
        all["moments"] = moment_columns();
        all["events"] = event_columns();
        all["origins"] = origins();
        all["barriers"] = barriers();
        all["ended"] = ends();
        all["left_out"] = trace_.left_out;
        all["findings"] = findings();
        all["opens_on_first"] = start_.finding.has_value();
        const bool shows_access = start_.finding && all["findings"][0]["event"] != nothing;
        all["thread"] = start_.thread && !shows_access ? Json(*start_.thread) : Json(nullptr);
        return all;
    }

private:
    const TraceEvent& event(std::size_t in_page) const { return trace_.events[order_[in_page]]; }

    const TraceArray* array_of(const TraceEvent& event) const {
        return event.array < 0 ? nullptr : &trace_.arrays[event.array];
    }

    /// Null unless the kernel runs on several.
    Json gpu() const {
        const SweepOnGpu& traced = recorded_.traced;
        const std::size_t gpus = slabs_of(recorded_.lab, recorded_.extents).size();
        return gpus == 0 ? Json(nullptr)
                         : Json{{"number", traced.gpu}, {"gpus", gpus}, {"sweep", traced.sweep}};
    }

    Json source() const {
        Json lines = Json::array();
        if (!start_.with_source) {
            return lines;
        }
        const std::string& text = recorded_.submission.text;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            lines.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
        return lines;
    }

    int shown_line(int line) const { return start_.with_source ? line : 0; }

    Json arrays() const {
        Json all = Json::array();
        for (const TraceArray& array : trace_.arrays) {
            all.push_back({{"name", array.name},
                           {"shared", array.is_shared},
                           {"input", array.is_input},
                           {"grid", is_grid(recorded_, array)},
                           {"slab", array.is_slab},
                           {"length", array.bytes / bytes_of(array.element)},
                           {"size", bytes_of(array.element)},
                           {"type", cpp_name(array.element)},
                           {"extents", array.extents}});
        }
        return all;
    }

    Json moment_columns() const {
        Json columns;
        for (const char* name : {"warp", "interval", "line", "array", "kind", "bytes", "lanes",
                                 "sectors", "least", "conflicts"}) {
            columns[name] = Json::array();
        }
        for (const Moment& moment : moments_) {
            columns["warp"].push_back(moment.warp);
            columns["interval"].push_back(moment.interval);
            columns["line"].push_back(shown_line(moment.line));
            columns["array"].push_back(moment.array);
            // The kind; + 4: outside the array, + 8: no request.
            columns["kind"].push_back(static_cast<int>(moment.kind) + (moment.outside ? 4 : 0) +
                                      (moment.is_request ? 0 : 8));
            columns["bytes"].push_back(moment.bytes);
            columns["lanes"].push_back(moment.lanes);
            columns["sectors"].push_back(moment.sectors);
            columns["least"].push_back(moment.least_sectors);
            columns["conflicts"].push_back(moment.conflicts);
        }
        return columns;
    }

    Json value(const TraceEvent& event) const {
        const TraceArray* const array = array_of(event);
        if (array == nullptr || event.outside) {
            return nullptr;
        }
        const double value = first_value(event, array->element);
        return is_whole(array->element) ? Json(static_cast<std::int64_t>(value)) : rounded(value);
    }

    Json event_columns() const {
        Json places = Json::array();
        Json values = Json::array();
        Json writers = Json::array();
        std::int64_t before = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::int64_t index = element_index(trace_, event(i));
            places.push_back(index - before);
            before = index;
            values.push_back(value(event(i)));
            const std::int64_t writer = in_page(writers_.of[order_[i]]);
            writers.push_back(writer == nothing ? 0 : static_cast<std::int64_t>(i) - writer);
        }
        return {{"place", std::move(places)},
                {"value", std::move(values)},
                {"writer", std::move(writers)}};
    }

    std::int64_t in_page(const std::optional<std::size_t>& event) const {
        return event ? in_page(*event) : nothing;
    }

    std::int64_t in_page(std::size_t event) const {
        const auto found = number_in_page_.find(event);
        return found == number_in_page_.end() ? nothing : found->second;
    }

    Json origins() const {
        std::map<std::int64_t, std::int64_t> cells; // by number in the page
        for (const auto& [event, cell] : origins_of(recorded_, start_.block)) {
            cells.emplace(in_page(event), cell);
        }
        Json events = Json::array();
        Json of = Json::array();
        std::int64_t before = 0;
        for (const auto& [event, cell] : cells) {
            events.push_back(event - before);
            before = event;
            of.push_back(cell);
        }
        return {{"event", std::move(events)}, {"cell", std::move(of)}};
    }

    Json barriers() const {
        Json all = Json::array();
        for (const TraceEvent& event : trace_.events) {
            if (event.block == start_.block && event.kind == Kind::barrier) {
                all.push_back({event.interval, shown_line(event.line), event.bytes});
            }
        }
        return all;
    }

    /// The interval in which each thread returned; -1: not recorded.
    Json ends() const {
        std::vector<std::int64_t> ended(
            std::size_t{launch_.block[0]} * launch_.block[1] * launch_.block[2], nothing);
        for (const TraceEvent& event : trace_.events) {
            if (event.block == start_.block && event.kind == Kind::end &&
                event.thread < ended.size()) {
                ended[event.thread] = event.interval;
            }
        }
        return ended;
    }

    /// The one that the page opens on, then the others.
    std::vector<const Finding*> ordered_findings() const {
        std::vector<const Finding*> ordered;
        for (const Finding& finding : recorded_.findings) {
            ordered.push_back(&finding);
        }
        if (start_.finding) {
            const auto first = ordered.begin() + static_cast<std::ptrdiff_t>(*start_.finding);
            std::rotate(ordered.begin(), first, std::next(first));
        }
        return ordered;
    }

    Json findings() const {
        Json all = Json::array();
        for (const Finding* const one : ordered_findings()) {
            const Finding& finding = *one;
            Json threads = Json::array();
            for (const ThreadPlace& thread : finding.threads) {
                threads.push_back({{"block", thread.block}, {"thread", thread.thread}});
            }
            Json lines = Json::array();
            for (const SourceLine& line : finding.lines) {
                if (start_.with_source) {
                    lines.push_back(line.line);
                }
            }
            const FindingAccesses accesses = accesses_of(finding, recorded_, start_.block, order_);
            all.push_back({{"kind", name(finding.kind)},
                           {"severity", name(finding.severity)},
                           {"message", finding.message},
                           {"hint", finding.hint},
                           {"lines", std::move(lines)},
                           {"threads", std::move(threads)},
                           {"event", in_page(accesses.first)},
                           {"other", in_page(accesses.other)}});
        }
        return all;
    }

    const RecordedLaunch& recorded_;
    const Trace& trace_;
    const LaunchShape& launch_;
    const PageStart start_;
    const std::vector<Moment> moments_;
    const Writers writers_;
    std::vector<std::size_t> order_; ///< of the events in the page, their numbers in the trace
    std::unordered_map<std::size_t, std::int64_t> number_in_page_;
};

} // namespace

std::string trace_page_data(const RecordedLaunch& recorded, const PageStart& start) {
    return script_json(ascii_json(PageData(recorded, start).json()));
}

} // namespace kit
