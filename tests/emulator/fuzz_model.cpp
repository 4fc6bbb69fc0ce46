#include "tests/emulator/fuzz_model.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace kit::fuzz {

namespace {

/// An operation, or a synchronization that some threads meet in.
struct Node {
    Operation operation;
    unsigned thread = 0;
    std::vector<std::size_t> next;
    std::vector<bool> reaches; ///< by node
};

/// Every edge leads from a lower number to a higher.
class Graph {
public:
    explicit Graph(const Program& program)
        : program_(program), last_(program.all_threads()), left_(program.all_threads()) {
        for (const Step& step : program.steps) {
            add(step);
        }
        close();
    }

    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

    [[nodiscard]] bool before(std::size_t a, std::size_t b) const { return nodes_[a].reaches[b]; }

    [[nodiscard]] bool somebody_left_before_a_barrier() const { return left_before_barrier_; }

private:
    void append(unsigned thread, std::size_t node) {
        if (last_[thread]) {
            nodes_[*last_[thread]].next.push_back(node);
        }
        last_[thread] = node;
    }

    void add(const Step& step) {
        for (unsigned thread = 0; thread < program_.all_threads(); ++thread) {
            const Operation& operation = step.operations[thread];
            if (operation.action == Action::leave) {
                left_[thread] = true;
            } else if (operation.action != Action::none && !left_[thread]) {
                nodes_.push_back({operation, thread, {}, {}});
                append(thread, nodes_.size() - 1);
            }
        }
        if (step.sync != Sync::none) {
            add(step.sync);
        }
    }

    void add(Sync sync) {
        std::map<std::tuple<unsigned, unsigned>, std::vector<unsigned>> groups;
        for (unsigned thread = 0; thread < program_.all_threads(); ++thread) {
            const unsigned in_block = thread % program_.threads;
            const unsigned group = sync == Sync::block  ? 0
                                   : sync == Sync::warp ? in_block / lanes
                                                        : in_block / (lanes / 2);
            groups[{thread / program_.threads, group}].push_back(thread);
        }
        for (const auto& [key, group] : groups) {
            nodes_.push_back({});
            const auto left = [this](unsigned thread) { return left_[thread]; };
            const bool all_left = std::ranges::all_of(group, left);
            const bool some_left = std::ranges::any_of(group, left);
            left_before_barrier_ |= sync == Sync::block && some_left && !all_left;
            for (const unsigned thread : group) {
                // Who has returned counts as having come to the block's barrier, not to a warp's.
                if (!left_[thread] || sync == Sync::block) {
                    append(thread, nodes_.size() - 1);
                }
            }
        }
    }

    void close() {
        for (std::size_t number = nodes_.size(); number-- > 0;) {
            Node& node = nodes_[number];
            node.reaches.assign(nodes_.size(), false);
            for (const std::size_t next : node.next) {
                node.reaches[next] = true;
                for (std::size_t i = next; i < nodes_.size(); ++i) {
                    node.reaches[i] = node.reaches[i] || nodes_[next].reaches[i];
                }
            }
        }
    }

    const Program& program_;
    std::vector<Node> nodes_;
    std::vector<std::optional<std::size_t>> last_; ///< node of each thread
    std::vector<bool> left_;
    bool left_before_barrier_ = false;
};

/// The accesses of each byte that exists: shared ones once for each block.
using Byte = std::tuple<Space, unsigned, unsigned>; // space, block, offset
using AccessesOfBytes = std::map<Byte, std::vector<std::size_t>>;

AccessesOfBytes accesses_of_bytes(const Graph& graph, const Program& program) {
    AccessesOfBytes result;
    for (std::size_t number = 0; number < graph.nodes().size(); ++number) {
        const Node& node = graph.nodes()[number];
        const Operation& operation = node.operation;
        if (operation.action == Action::none) {
            continue;
        }
        const unsigned block = operation.space == Space::shared ? node.thread / program.threads : 0;
        for (unsigned i = 0; i < operation.bytes; ++i) {
            result[{operation.space, block, operation.at + i}].push_back(number);
        }
    }
    return result;
}

bool conflict(const Node& a, const Node& b) {
    return a.thread != b.thread &&
           (a.operation.action != b.operation.action || a.operation.action == Action::write);
}

bool of_one_warp(const Node& a, const Node& b, const Program& program) {
    return a.thread / program.threads == b.thread / program.threads &&
           a.thread % program.threads / lanes == b.thread % program.threads / lanes;
}

bool uses_warp_operations(const Program& program) {
    return std::ranges::any_of(program.steps, [](const Step& step) {
        return step.sync == Sync::warp || step.sync == Sync::half_warps;
    });
}

void judge_races(const Graph& graph, const Program& program,
                 const std::vector<std::size_t>& accesses, Space space, bool with_fences,
                 Expected& expected) {
    const bool warp_operations = uses_warp_operations(program);
    for (const std::size_t a : accesses) {
        for (const std::size_t b : accesses) {
            const Node& first = graph.nodes()[a];
            const Node& second = graph.nodes()[b];
            if (a >= b || !conflict(first, second) || graph.before(a, b)) {
                continue;
            }
            if (with_fences && space == Space::global && first.operation.action != Action::write &&
                second.operation.action != Action::write) {
                continue;
            }
            Expectation& race =
                space == Space::shared ? expected.race_shared : expected.race_global;
            race.allowed = true;
            // In global memory the emulator takes lanes of a warp that uses warp operations to be
            // ordered by them.
            if (space == Space::shared || !warp_operations ||
                !of_one_warp(first, second, program)) {
                race.required = true;
            }
        }
    }
}

/// Of the accesses that nothing happens before, any may come first. It reads what nobody wrote
/// unless it is a plain write.
void judge_initialization(const Graph& graph, const std::vector<std::size_t>& accesses,
                          Expectation& uninitialized) {
    bool write_may_be_first = false;
    bool read_may_be_first = false;
    for (const std::size_t access : accesses) {
        if (std::ranges::none_of(accesses,
                                 [&](std::size_t other) { return graph.before(other, access); })) {
            const bool write = graph.nodes()[access].operation.action == Action::write;
            write_may_be_first |= write;
            read_may_be_first |= !write;
        }
    }
    uninitialized.allowed |= read_may_be_first;
    uninitialized.required |= read_may_be_first && !write_may_be_first;
}

} // namespace

Expected judge(const Program& program, bool with_fences) {
    const Graph graph(program);
    Expected expected;
    for (const auto& [byte, accesses] : accesses_of_bytes(graph, program)) {
        const Space space = std::get<Space>(byte);
        judge_races(graph, program, accesses, space, with_fences, expected);
        if (space == Space::shared) {
            judge_initialization(graph, accesses, expected.uninitialized_shared);
        }
    }
    const bool left = graph.somebody_left_before_a_barrier();
    expected.early_exit = {left, left};
    const bool strays = program.stray.has_value();
    expected.divergence = {strays, strays};
    return expected;
}

} // namespace kit::fuzz
