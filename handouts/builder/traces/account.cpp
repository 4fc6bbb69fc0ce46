#include "handouts/builder/traces/account.hpp"

#include "checker/base/layout.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"
#include "checker/trace/writers.hpp"
#include "handouts/builder/marker.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace kit {

namespace {

class Accountant {
public:
    explicit Accountant(const PageTrace& of)
        : of_(of), trace_(of.launch.observation.trace), writers_(trace_),
          origins_(origins_of(of.launch, of.block)) {}

    TraceAccount account() {
        result_.extents = of_.launch.extents;
        result_.cells.resize(static_cast<std::size_t>(result_.extents.cells()));
        find_first_output();
        for (std::size_t i = 0; i < trace_.events.size(); ++i) {
            if (trace_.events[i].block == of_.block && !trace_.events[i].outside) {
                take(i);
            }
        }
        // What a thread has loaded it may take from its registers, which leaves no trace.
        for (const auto& [cell, thread] : loaded_) {
            cell_at(cell).is_read = cell_at(cell).is_read || storing_.count(thread) > 0;
        }
        find_planes();
        find_request();
        count();
        return std::move(result_);
    }

private:
    using Kind = TraceEvent::Kind;

    const TraceArray* array_of(const TraceEvent& event) const {
        return event.array < 0 ? nullptr : &trace_.arrays[event.array];
    }

    bool is_load_of_grid(const TraceEvent& event) const {
        const TraceArray* const array = array_of(event);
        return array != nullptr && event.kind == Kind::load && array->is_input &&
               is_grid(of_.launch, *array);
    }

    bool is_output(const TraceEvent& event) const {
        const TraceArray* const array = array_of(event);
        return array != nullptr && event.kind == Kind::store && is_grid(of_.launch, *array);
    }

    void find_first_output() {
        for (std::size_t i = 0; i < trace_.events.size(); ++i) {
            const TraceEvent& event = trace_.events[i];
            if (event.block == of_.block && event.thread == of_.thread && is_output(event)) {
                output_ = i;
                return;
            }
        }
        throw MarkerError("The thread of this trace stores nothing.");
    }

    void take(std::size_t i) {
        const TraceEvent& event = trace_.events[i];
        const TraceArray* const array = array_of(event);
        if (array == nullptr) {
            return;
        }
        const bool by_thread = event.thread == of_.thread && i <= output_;
        if (is_load_of_grid(event)) {
            TracedCell& cell = cell_at(element_index(trace_, event));
            ++cell.loads;
            cell.thread_loads = cell.thread_loads || by_thread;
            moment(event).is_loaded = true;
            loaded_.emplace_back(element_index(trace_, event), event.thread);
            ++loads_;
        } else if (is_output(event)) {
            TracedCell& cell = cell_at(element_index(trace_, event));
            cell.is_stored = true;
            cell.thread_stores = cell.thread_stores || i == output_;
            moment(event).is_stored = true;
            ++outputs_;
            storing_.insert(event.thread);
            thread_outputs_ += event.thread == of_.thread ? 1 : 0;
        } else if (array->is_shared && event.kind == Kind::load) {
            ++shared_reads_;
            const auto origin = origins_.find(writers_.of[i]);
            if (origin == origins_.end()) {
                return;
            }
            TracedCell& cell = cell_at(origin->second);
            cell.is_read = true;
            cell.thread_reads = cell.thread_reads || by_thread;
            thread_shared_reads_ += by_thread ? 1 : 0;
            moment_at(event.interval, origin->second).is_read = true;
        }
    }

    TracedCell& cell_at(std::int64_t index) { return result_.cells[index]; }

    PlaneMoment& moment_at(std::uint32_t interval, std::int64_t index) {
        auto& march = result_.march;
        const auto planes = static_cast<std::size_t>(result_.extents.z);
        while (march.size() <= interval) {
            march.emplace_back(planes);
        }
        return march[interval][result_.extents.cell(index)[2]];
    }

    PlaneMoment& moment(const TraceEvent& event) {
        return moment_at(event.interval, element_index(trace_, event));
    }

    void find_planes() {
        // From the column that the thread marches through, the stencil takes the planes around the output only.
        const auto output = result_.extents.cell(element_index(trace_, trace_.events[output_]));
        const std::int64_t radius = of_.lab.axes < 3 ? 0 : reach(of_.lab);
        for (std::int64_t z = output[2] - radius; z <= output[2] + radius; ++z) {
            result_.planes.push_back(z);
        }
    }

    void find_request() {
        for (const WarpRequest& request : requests_of(trace_)) {
            const std::size_t own = request.event[of_.thread % WarpRequest::lanes_of_warp];
            if (request.block == of_.block &&
                request.warp == of_.thread / WarpRequest::lanes_of_warp &&
                own != WarpRequest::none && is_load_of_grid(trace_.events[own])) {
                result_.request = request;
                return;
            }
        }
    }

    void count() {
        auto& counts = result_.counts;
        const auto how_many = [&](auto holds) {
            return static_cast<std::int64_t>(std::ranges::count_if(result_.cells, holds));
        };
        const LaunchShape& launch = of_.launch.observation.launch;
        const std::int64_t threads =
            std::int64_t{launch.block[0]} * launch.block[1] * launch.block[2];
        counts["loads"] = loads_;
        counts["loaded-cells"] = how_many([](const TracedCell& cell) { return cell.loads > 0; });
        std::int64_t most = 0;
        for (const TracedCell& cell : result_.cells) {
            most = std::max<std::int64_t>(most, cell.loads);
        }
        counts["most-loads"] = most;
        counts["outputs"] = outputs_;
        counts["shared-reads"] = shared_reads_;
        counts["threads"] = threads;
        counts["idle-threads"] = threads - static_cast<std::int64_t>(storing_.size());
        counts["thread-loads"] = how_many([](const TracedCell& cell) { return cell.thread_loads; });
        counts["thread-shared-reads"] = thread_shared_reads_;
        counts["thread-outputs"] = thread_outputs_;
        counts["barriers"] = std::ranges::count_if(trace_.events, [&](const TraceEvent& event) {
            return event.block == of_.block && event.kind == Kind::barrier;
        });
        if (result_.request) {
            counts["lanes"] = __builtin_popcount(result_.request->lanes);
            counts["sectors"] = result_.request->sectors;
            counts["least-sectors"] = result_.request->least_sectors;
        }
    }

    const PageTrace& of_;
    const Trace& trace_;
    const Writers writers_;
    const std::map<std::size_t, std::int64_t> origins_;
    std::size_t output_ = 0;
    std::int64_t loads_ = 0;
    std::int64_t outputs_ = 0;
    std::int64_t shared_reads_ = 0;
    std::int64_t thread_shared_reads_ = 0;
    std::int64_t thread_outputs_ = 0;
    std::set<std::uint32_t> storing_;                            ///< threads
    std::vector<std::pair<std::int64_t, std::uint32_t>> loaded_; ///< cell and thread
    TraceAccount result_;
};

} // namespace

const TraceAccount& account_of(const PageTrace& trace) {
    // A page asks for a drawing and several numbers of each; recordings stay for good.
    static std::map<const PageTrace*, TraceAccount> known;
    const auto found = known.find(&trace);
    return found != known.end() ? found->second
                                : known.emplace(&trace, Accountant(trace).account()).first->second;
}

std::int64_t trace_count(const std::filesystem::path& root, const std::vector<std::string>& words) {
    if (words.size() < 2) {
        throw MarkerError("Write a trace's number like trace(5 thread=3,3,3 thread-loads).");
    }
    const std::vector<std::string> request(words.begin(), words.end() - 1);
    const TraceAccount& account =
        account_of(recorded_trace(root, trace_request(join(request, " "))));
    const auto found = account.counts.find(words.back());
    if (found == account.counts.end()) {
        std::vector<std::string> names;
        for (const auto& [name, count] : account.counts) {
            names.push_back(name);
        }
        throw MarkerError("'{}' is no number of a trace; there are {}.", words.back(), join(names));
    }
    return found->second;
}

} // namespace kit
