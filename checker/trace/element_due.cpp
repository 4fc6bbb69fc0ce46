#include "checker/trace/element_due.hpp"

#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/element_steps.hpp"
#include "checker/trace/finding_accesses.hpp"
#include "checker/trace/march_reads.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/thread_uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

namespace {

using Kind = TraceEvent::Kind;

class ThreadsCell {
public:
    ThreadsCell(const Finding& finding, const RecordedLaunch& recorded, const TracedThread& thread)
        : finding_(finding), recorded_(recorded), trace_(recorded.observation.trace),
          thread_(thread), in_(argument_name(recorded.lab, KernelArgument::Role::input)),
          out_(argument_name(recorded.lab, KernelArgument::Role::output)) {}

    ElementDue due() {
        if (has_hidden_values(recorded_)) {
            return {};
        }
        read_ = uses_of_thread(recorded_, thread_);
        const std::optional<std::size_t> access = access_of_finding();
        if (access) {
            if (std::string index = index_of_grid(*access); !index.empty()) {
                return {ElementDue::Kind::index_of_grid, std::move(index)};
            }
        }
        const auto store = std::ranges::find_if(
            read_.stores, [&](std::size_t one) { return access && one >= *access; });
        if (store == read_.stores.end()) {
            return {};
        }
        const std::int64_t element = element_index(trace_, trace_.events[*store]);
        const Extents& extents = recorded_.extents;
        if (element < 0 || element >= extents.cells()) {
            return {};
        }
        cell_ = extents.cell(element);
        const std::string who = fmt::format(
            "Thread {} of block {} computes {}",
            triple(position(thread_.thread, recorded_.observation.launch.block)),
            triple(position(thread_.block, recorded_.observation.launch.grid)), name(out_, cell_));
        const bool is_inner = interior(recorded_.lab, extents).contains(cell_);
        if (recorded_.lab.boundary == BoundaryRule::keep && !is_inner) {
            ElementDue due{
                ElementDue::Kind::boundary_cell,
                who + ", a boundary cell: it keeps its value, and no thread may compute it."};
            due.who.block = position(thread_.block, recorded_.observation.launch.grid);
            due.who.thread = position(thread_.thread, recorded_.observation.launch.block);
            return due;
        }
        if (read_.reads_computed) {
            return {};
        }
        const std::size_t begin = store == read_.stores.begin() ? 0 : *std::prev(store);
        const std::string compared = compare(begin, *store, *access);
        if (compared.empty()) {
            return !are_all_read_ ? ElementDue{}
                                  : ElementDue{ElementDue::Kind::all_read,
                                               fmt::format("{}. It reads all that it needs, and "
                                                           "nothing else.",
                                                           who)};
        }
        const std::string march =
            mistaken_reads_of_march(recorded_, read_, store - read_.stores.begin());
        if (!march.empty()) {
            return {ElementDue::Kind::other_element, fmt::format("{}. {}", who, march)};
        }
        return {is_elsewhere_      ? ElementDue::Kind::other_place
                : is_one_too_many_ ? ElementDue::Kind::one_too_many
                                   : ElementDue::Kind::other_element,
                fmt::format("{}. {}", who, compared),
                may_be_lost_,
                tells_where_,
                is_unloaded_,
                is_plane_unloaded_,
                is_inner};
    }

private:
    [[nodiscard]] std::optional<std::size_t> access_of_finding() const {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < trace_.events.size(); ++i) {
            if (trace_.events[i].block == thread_.block &&
                trace_.events[i].thread == thread_.thread) {
                order.push_back(i);
            }
        }
        return accesses_of(finding_, recorded_, thread_.block, order).first;
    }

    /// Where the access stores outside a shared array, at the same index at which it has just read the input.
    [[nodiscard]] std::string index_of_grid(std::size_t access) const {
        const TraceEvent& event = trace_.events[access];
        const auto before =
            std::find_if(read_.uses.rbegin(), read_.uses.rend(), [&](const ThreadUse& use) {
                return use.event < access && !use.is_shared;
            });
        if (event.kind != Kind::store || event.array < 0 || !trace_.arrays[event.array].is_shared ||
            before == read_.uses.rend() || before->element != element_index(trace_, event) ||
            (event.block == 0 && // the index in the block, too
             (recorded_.lab.axes == 1 || *before->element == event.thread))) {
            return "";
        }
        const std::string& tile = trace_.arrays[event.array].name;
        return fmt::format(
            "{0}[{1}] is stored to {2}[{1}]: that is the index in {0}, and {2} begins "
            "at the block's first element. Subtract that.",
            in_, *before->element, tile);
    }

    /// The reads between two stores of results, beside what is due. The finding's own access comes first.
    [[nodiscard]] std::string compare(std::size_t begin, std::size_t end, std::size_t access) {
        const std::vector<std::int64_t> wanted =
            elements_for(recorded_.lab, recorded_.extents, cell_);
        if (wanted.empty()) {
            return ""; // of a grid that is shorter than the stencil
        }
        std::vector<ThreadUse> within;
        std::ranges::copy_if(read_.uses, std::back_inserter(within), [&](const ThreadUse& use) {
            return use.event >= begin && use.event < end;
        });
        const auto shared =
            std::ranges::count_if(within, [](const ThreadUse& use) { return use.is_shared; });
        // Where there is a tile, a thread may have loaded any cell of the grid for it.
        std::erase_if(within, [&](const ThreadUse& use) { return use.is_shared != (shared > 0); });
        std::vector<ThreadUse> wrong;
        std::vector<ThreadUse> twice;
        std::set<std::int64_t> read;
        for (const ThreadUse& use : within) {
            const bool is_due =
                use.element && std::ranges::find(wanted, *use.element) != wanted.end();
            // What another thread stores may come too early or too late: that is the race. Of its own column a
            // thread reads what it has stored itself.
            if (is_race() && !use.is_own_place) {
                continue;
            }
            if (!is_due) {
                wrong.push_back(use);
            } else if (!read.insert(*use.element).second) {
                twice.push_back(use);
            }
        }
        const bool is_twice = wrong.empty();
        if (is_twice) {
            wrong = std::move(twice);
        }
        are_all_read_ = wrong.empty() && read.size() == within.size() &&
                        read == std::set(wanted.begin(), wanted.end());
        // A thread that reads fewer terms has the others in registers, since earlier reads.
        const bool reads_all = shared >= std::ssize(wanted);
        std::vector<std::int64_t> missing;
        std::ranges::copy_if(wanted, std::back_inserter(missing), [&](std::int64_t element) {
            return std::ranges::none_of(read_.uses, [&](const ThreadUse& use) {
                return use.event < end && use.element == element &&
                       (!reads_all || (use.is_shared && use.event >= begin));
            });
        });
        if (is_race()) {
            std::erase_if(missing, [&](std::int64_t element) {
                const Cell cell = recorded_.extents.cell(element);
                return cell[0] != cell_[0] || cell[1] != cell_[1];
            });
        }
        const auto own =
            std::ranges::find_if(wrong, [&](const ThreadUse& use) { return use.event == access; });
        if (missing.empty() && own != wrong.end() && !is_twice &&
            std::set(wanted.begin(), wanted.end()).size() < wanted.size()) {
            // At a clamped edge an element is due twice: it is read once, and this in the other's place.
            return fmt::format("In line {} it reads {}: no term of its sum.",
                               trace_.events[access].line, read_by(*own));
        }
        if (missing.empty() && wanted.size() == 1 && !wrong.empty() && !is_twice) {
            return fmt::format(
                "In line {} it reads {}, which is not its term, besides {}, which is.",
                trace_.events[wrong.front().event].line, read_by(wrong.front()),
                name(in_, recorded_.extents.cell(wanted.front())));
        }
        if (missing.empty() && own != wrong.end() && !is_twice && wrong.size() == 1 &&
            shared == 0 && !read_.loads_tile) {
            is_one_too_many_ = true;
            return fmt::format(
                "In line {} it reads {}: no term of its sum. All terms are read, too: "
                "this is one read too many.",
                trace_.events[access].line, read_by(*own));
        }
        if (missing.empty() || (wrong.empty() && is_race())) {
            return "";
        }
        // One value may stand in two places of the sum; and of a thread that computes several cells, reads may be for
        // others.
        if (wrong.empty() || (own == wrong.end() && wrong.size() > missing.size())) {
            may_be_lost_ = wrong.empty() && shared == 0 && missing.size() > 1;
            return fmt::format("It does not read {}.",
                               missing_words(missing, "a term of its sum", end));
        }
        const ThreadUse& first = own == wrong.end() ? wrong.front() : *own;
        if (own != wrong.end() && wrong.size() == missing.size()) { // what it should have read
            std::swap(missing.front(), missing[own - wrong.begin()]);
        }
        is_tile_read_ = shared > 0;
        return fmt::format("In line {} it {}reads {}{}. It does not read {}.{}",
                           trace_.events[first.event].line, is_twice ? "once more " : "",
                           read_by(first), is_twice ? "" : ": no term of its sum",
                           missing_words(missing, is_twice ? "another term" : "which is one", end),
                           distance_words(wrong, missing, recorded_.extents, recorded_.lab));
    }

    [[nodiscard]] bool is_race() const {
        return finding_.kind == FindingKind::race_shared ||
               finding_.kind == FindingKind::race_global;
    }

    [[nodiscard]] std::string read_by(const ThreadUse& use) const {
        const std::string element = element_of(trace_, trace_.events[use.event]);
        if (!use.is_shared) {
            const bool is_inside = *use.element >= 0 && *use.element < recorded_.extents.cells();
            const std::string cell =
                is_inside ? name(in_, recorded_.extents.cell(*use.element)) : "";
            if (const std::string neighbour =
                    neighbour_at(*use.element, cell_, recorded_.extents, recorded_.lab);
                !is_inside && !neighbour.empty()) {
                return fmt::format("{}, where {} would be", element, neighbour);
            }
            return cell.empty() || cell == element ? element
                                                   : fmt::format("{} = {}", element, cell);
        }
        return use.element ? fmt::format("{}, which holds {}", element,
                                         name(in_, recorded_.extents.cell(*use.element)))
                           : fmt::format("{}, which holds no element of {}", element, in_);
    }

    /// "in[1][9][1] (element 1387), a term of its sum"; of several "3 of its terms, in[1][9][1] (element 1387) among
    /// them". `role`: what one alone is. `end`: where the cell is stored.
    [[nodiscard]] std::string missing_words(const std::vector<std::int64_t>& missing,
                                            std::string_view role, std::size_t end) {
        const std::int64_t first = missing.front();
        const std::string place = place_words(first, end);
        is_elsewhere_ = tells_where_ && 2 * missing.size() > recorded_.lab.stencil.size();
        const std::string cell = name(in_, recorded_.extents.cell(first));
        const std::string where = tells_where_ || recorded_.lab.axes == 1
                                      ? cell
                                      : fmt::format("{} (element {})", cell, first);
        const std::int64_t cells = recorded_.extents.x * recorded_.extents.y;
        const std::int64_t plane = first / cells;
        const auto of_plane = std::ranges::count_if(
            missing, [&](std::int64_t element) { return element / cells == plane; });
        const bool is_before_march = recorded_.observation.launch.block[2] == 1 && plane < cell_[2];
        is_plane_unloaded_ = is_unloaded_ && recorded_.lab.axes == 3 &&
                             (of_plane > 2 || is_before_march) &&
                             !is_loaded(plane * cells, (plane + 1) * cells);
        return (missing.size() == 1
                    ? fmt::format("{}, {}", where, role)
                    : fmt::format("{} of its terms, {} among them", missing.size(), where)) +
               (is_plane_unloaded_
                    ? fmt::format(": no thread of the block loads any cell of plane {} = {}",
                                  axis_name(recorded_.lab, 2), plane)
                    : place);
    }

    /// ": tile[2][2][1] holds it": where shared memory has the element that the thread does not read for a store, or
    /// had it before, or that it never does. Empty where the thread reads no shared memory, or for want of events.
    [[nodiscard]] std::string place_words(std::int64_t element, std::size_t store) {
        const auto known = read_.holders.find(element);
        const TraceEvent* taken = nullptr; // the last store of another element to where it was
        std::int64_t by = 0;
        for (const ThreadUses::Holding& one :
             known == read_.holders.end() ? std::vector<ThreadUses::Holding>() : known->second) {
            if (one.store < store && (!one.until || *one.until > store)) {
                tells_where_ = true;
                return fmt::format(": {} holds it", element_of(trace_, trace_.events[one.store]));
            }
            if (one.until && *one.until < store && one.until_element &&
                *one.until_element != element) {
                taken = &trace_.events[*one.until];
                by = *one.until_element;
            }
        }
        if (taken != nullptr) {
            return fmt::format(": {} held it until line {} stored {} there",
                               element_of(trace_, *taken), taken->line,
                               name(in_, recorded_.extents.cell(by)));
        }
        is_unloaded_ = is_tile_read_ && !is_loaded(element, element + 1);
        return is_unloaded_ ? ": no thread of the block loads it" : "";
    }

    /// Whether a thread of the block reads one of these elements of the input; it may, where not all events are known.
    [[nodiscard]] bool is_loaded(std::int64_t first, std::int64_t end) const {
        const auto bytes = static_cast<std::int64_t>(bytes_of(recorded_.lab.element));
        return trace_.left_out > 0 || std::ranges::any_of(trace_.events, [&](const auto& event) {
                   return event.block == thread_.block && event.kind == Kind::load &&
                          event.array >= 0 && trace_.arrays[event.array].is_input &&
                          event.place < end * bytes && event.place + event.bytes > first * bytes;
               });
    }

    [[nodiscard]] std::string name(const std::string& array, const Cell& cell) const {
        return element_name(array, cell, recorded_.lab);
    }

    const Finding& finding_;
    const RecordedLaunch& recorded_;
    const Trace& trace_;
    const TracedThread thread_;
    const std::string in_;
    const std::string out_;
    ThreadUses read_;
    Cell cell_{};
    bool is_one_too_many_ = false;
    bool may_be_lost_ = false;
    bool are_all_read_ = false; ///< each term once, and nothing else
    bool is_tile_read_ = false; ///< the terms come from shared memory
    bool tells_where_ = false;
    bool is_unloaded_ = false;
    bool is_plane_unloaded_ = false;
    bool is_elsewhere_ = false; ///< most of what is due is not read, and shared memory holds it
};

} // namespace

ElementDue element_due(const Finding& finding, const RecordedLaunch& recorded,
                       const TracedThread& thread) {
    return recorded.lab.steps > 1 ? ElementDue{} : ThreadsCell(finding, recorded, thread).due();
}

ElementDue element_due(const Finding& checked, const RecordBlock& record) {
    TracedThread thread;
    // For a thread in another block the launch is recorded once more.
    for (int launch = 0; launch < 2; ++launch) {
        const auto launched = record(thread.block);
        const RecordedLaunch& recorded = *launched;
        const auto place = found_in(checked, recorded.findings);
        const auto found =
            place ? thread_of(recorded.findings[*place], recorded, record) : std::nullopt;
        if (!found) {
            return {};
        }
        if (found->block == thread.block) {
            const Finding& finding = recorded.findings[*place];
            ElementDue due = element_due(finding, recorded, *found);
            const LaunchShape& shape = recorded.observation.launch;
            // A thread whose coordinates are equal may be right by chance: those beside it, too?
            for (std::size_t axis = 0; axis < recorded.lab.axes; ++axis) {
                if (due.kind != ElementDue::Kind::all_read ||
                    finding.kind != FindingKind::wrong_output || !finding.index) {
                    break;
                }
                Finding beside = finding;
                *beside.index += step_in_memory(recorded.extents, axis);
                const auto neighbour = thread_of(beside, recorded, record);
                if (neighbour && neighbour->block == thread.block) {
                    ElementDue other = element_due(beside, recorded, *neighbour);
                    if (other.kind == ElementDue::Kind::other_element ||
                        other.kind == ElementDue::Kind::other_place) {
                        due = std::move(other);
                    }
                }
            }
            for (const ThreadPlace& other : finding.threads) { // of a race; one may have no cell
                if (due.kind == ElementDue::Kind::nothing &&
                    number_at(other.block, shape.grid) == thread.block) {
                    due = element_due(finding, recorded,
                                      {thread.block, static_cast<std::uint32_t>(
                                                         number_at(other.thread, shape.block))});
                }
            }
            return due;
        }
        thread = *found;
    }
    return {};
}

} // namespace kit
