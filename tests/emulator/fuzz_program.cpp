#include "tests/emulator/fuzz_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>

namespace kit::fuzz {

namespace {

/// The standard's distributions differ between libraries; its engines do not.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    unsigned below(unsigned end) { return static_cast<unsigned>(engine_() % end); }

    bool percent(unsigned chance) { return below(100) < chance; }

    template <class Container>
    const auto& one_of(const Container& values) {
        return values[below(static_cast<unsigned>(std::size(values)))];
    }

private:
    std::mt19937_64 engine_;
};

/// What a program draws from.
struct Palette {
    std::vector<unsigned> actors; ///< threads of the launch that do most
    unsigned cells = 4;           ///< words of each space that are used
    bool shared = true;
    bool global = true;
    bool parts = false; ///< accesses that are not whole words
    bool atomics = true;
    bool warp_operations = true;
};

Palette draw_palette(Dice& dice, const Program& program) {
    constexpr std::array<unsigned, 10> places{0, 1, 2, 15, 16, 17, 31, 32, 33, 39};
    Palette palette;
    const unsigned count = 2 + dice.below(5);
    for (unsigned i = 0; i < count; ++i) {
        const unsigned thread = std::min(dice.one_of(places), program.threads - 1);
        palette.actors.push_back(dice.below(program.blocks) * program.threads + thread);
    }
    std::ranges::sort(palette.actors);
    palette.actors.erase(std::unique(palette.actors.begin(), palette.actors.end()),
                         palette.actors.end());
    palette.cells = 1 + dice.below(4);
    const unsigned spaces = dice.below(3);
    palette.shared = spaces != 0;
    palette.global = spaces != 1;
    palette.parts = dice.percent(40);
    palette.atomics = dice.percent(60);
    palette.warp_operations = dice.percent(60);
    return palette;
}

Sync draw_sync(Dice& dice, const Palette& palette) {
    const unsigned throw_ = dice.below(palette.warp_operations ? 100 : 55);
    return throw_ < 30   ? Sync::none
           : throw_ < 55 ? Sync::block
           : throw_ < 75 ? Sync::warp
                         : Sync::half_warps;
}

Space draw_space(Dice& dice, const Palette& palette) {
    return palette.shared && (!palette.global || dice.percent(50)) ? Space::shared : Space::global;
}

Operation draw_operation(Dice& dice, const Palette& palette) {
    constexpr std::array<std::uint8_t, 4> sizes{1, 2, 4, 8};
    Operation operation;
    operation.space = draw_space(dice, palette);
    operation.action = dice.percent(50) ? Action::read : Action::write;
    operation.at = static_cast<std::uint8_t>(4 * dice.below(palette.cells));
    if (palette.atomics && dice.percent(40)) {
        operation.action = Action::atomic;
    } else if (palette.parts && dice.percent(60)) {
        operation.bytes = dice.one_of(sizes);
        operation.at = static_cast<std::uint8_t>((operation.at + dice.below(4)) / operation.bytes *
                                                 operation.bytes);
    }
    return operation;
}

/// Anything anywhere.
void fill_wildly(Dice& dice, const Palette& palette, Program& program) {
    for (Step& step : program.steps) {
        for (const unsigned actor : palette.actors) {
            if (dice.percent(45)) {
                step.operations[actor] = draw_operation(dice, palette);
            }
        }
        if (dice.percent(8)) {
            // All threads do the same; with luck each to its own byte or word.
            const Operation same = draw_operation(dice, palette);
            const bool spread = dice.percent(50);
            for (unsigned thread = 0; thread < program.all_threads(); ++thread) {
                Operation& operation = step.operations[thread];
                operation = same;
                if (spread) {
                    const unsigned at = thread % (shared_bytes / same.bytes) * same.bytes;
                    operation.at = static_cast<std::uint8_t>(at);
                }
            }
        }
    }
}

/// Who may do what with a cell until the next synchronization that all who could meet in.
class Cell {
public:
    Cell(Space space, unsigned at, unsigned bytes, unsigned block)
        : space_(space), at_(at), bytes_(bytes), block_(block), written_(space == Space::global) {}

    void assign(Dice& dice, const Palette& palette, const Program& program, Sync after) {
        if (after == Sync::none || (after == Sync::half_warps && scope_ > lanes / 2) ||
            (after == Sync::warp && scope_ > lanes)) {
            return;
        }
        if (after == Sync::block) {
            constexpr std::array<unsigned, 3> scopes{lanes / 2, lanes, 1024};
            scope_ = dice.one_of(scopes);
            anchor_ = dice.one_of(palette.actors) % program.threads;
        }
        owner_ = anchor_;
        const unsigned wish = dice.one_of(palette.actors) % program.threads;
        if (wish / scope_ == anchor_ / scope_) {
            owner_ = wish;
        }
        use_ = !written_                                            ? Use::own
               : dice.percent(50)                                   ? Use::own
               : palette.atomics && bytes_ == 4 && dice.percent(40) ? Use::add
                                                                    : Use::read;
    }

    /// An operation that the thread may do now, if any.
    std::optional<Operation> draw(Dice& dice, unsigned thread, const Program& program) {
        const unsigned in_block = thread % program.threads;
        if (thread / program.threads != block_ || in_block / scope_ != anchor_ / scope_ ||
            (use_ == Use::own && in_block != owner_)) {
            return std::nullopt;
        }
        Operation operation;
        operation.space = space_;
        operation.at = static_cast<std::uint8_t>(at_);
        operation.bytes = static_cast<std::uint8_t>(bytes_);
        operation.action = use_ == Use::add                ? Action::atomic
                           : use_ == Use::read             ? Action::read
                           : !written_ || dice.percent(50) ? Action::write
                                                           : Action::read;
        written_ = true;
        return operation;
    }

private:
    enum class Use { own, read, add };

    Space space_;
    unsigned at_;
    unsigned bytes_;
    unsigned block_;
    bool written_;
    unsigned scope_ = 1;  ///< threads of a group: of a half-warp, a warp or the block
    unsigned anchor_ = 0; ///< a thread of the group
    unsigned owner_ = 0;  ///< the one that may do all, if it is not shared
    Use use_ = Use::own;
};

std::vector<Cell> draw_cells(Dice& dice, const Palette& palette, const Program& program) {
    std::vector<Cell> cells;
    for (unsigned word = 0; word < palette.cells; ++word) {
        const unsigned bytes = palette.parts ? 1u << dice.below(3) : 4;
        for (unsigned at = 4 * word; at < 4 * word + 4; at += bytes) {
            for (unsigned block = 0; block < program.blocks && palette.shared; ++block) {
                cells.emplace_back(Space::shared, at, bytes, block);
            }
            if (palette.global) {
                cells.emplace_back(Space::global, at, bytes, dice.below(program.blocks));
            }
        }
    }
    return cells;
}

/// No race, and nothing read that was not written.
void fill_carefully(Dice& dice, const Palette& palette, Program& program) {
    std::vector<Cell> cells = draw_cells(dice, palette, program);
    Sync before = Sync::block;
    for (Step& step : program.steps) {
        for (Cell& cell : cells) {
            cell.assign(dice, palette, program, before);
        }
        for (const unsigned actor : palette.actors) {
            for (int tries = 0; tries < 8; ++tries) {
                if (auto operation = cells[dice.below(static_cast<unsigned>(cells.size()))].draw(
                        dice, actor, program)) {
                    step.operations[actor] = *operation;
                    break;
                }
            }
        }
        before = step.sync;
    }
}

/// Many read one cell or add to it, warp operations order some of them, and at last one does
/// something else: right or wrong hangs on a single thread.
void fill_gathering(Dice& dice, const Palette& palette, Program& program) {
    Operation common = draw_operation(dice, palette);
    if (common.action == Action::write) {
        common.action = Action::read;
    }
    const bool halves_only = dice.percent(70);
    program.steps.resize(1 + dice.below(3), program.steps.front());
    for (Step& step : program.steps) {
        step.sync = halves_only || dice.percent(30) ? Sync::half_warps
                    : dice.percent(60)              ? Sync::warp
                                                    : Sync::none;
        for (const unsigned actor : palette.actors) {
            if (dice.percent(60)) {
                step.operations[actor] = common;
            }
        }
    }
    const Step nothing{std::vector<Operation>(program.all_threads()), Sync::block};
    program.steps.insert(program.steps.begin(), nothing);
    Operation& first = program.steps.front().operations[dice.one_of(palette.actors)];
    first = common;
    first.action = Action::write;
    program.steps.push_back(nothing);
    Operation& last = program.steps.back().operations[dice.one_of(palette.actors)];
    last = common;
    last.action = dice.percent(80) ? Action::write : Action::read;
}

void plant(Dice& dice, const Palette& palette, Program& program) {
    Step& step = program.steps[dice.below(static_cast<unsigned>(program.steps.size()))];
    const unsigned thread =
        dice.percent(70) ? dice.one_of(palette.actors) : dice.below(program.all_threads());
    step.operations[thread] = draw_operation(dice, palette);
}

/// Some thread returns early, or waits at another barrier than the rest.
void plant_divergence(Dice& dice, Program& program) {
    const unsigned thread = dice.below(program.all_threads());
    const std::size_t step = dice.below(static_cast<unsigned>(program.steps.size()));
    if (dice.percent(50)) {
        program.steps[step].operations[thread].action = Action::leave;
    } else if (program.threads > 1 && program.steps[step].sync == Sync::block) {
        program.stray = {thread, step};
    }
}

std::string describe(const Operation& operation) {
    constexpr std::array<const char*, 5> actions{"none", "reads", "writes", "adds to", "leaves"};
    const char* const action = actions[static_cast<std::size_t>(operation.action)];
    return operation.action == Action::leave
               ? action
               : fmt::format("{} {} bytes {}..{}", action,
                             operation.space == Space::shared ? "shared" : "global", operation.at,
                             operation.at + operation.bytes - 1);
}

} // namespace

Generated generate(std::uint64_t seed) {
    constexpr std::array<unsigned, 10> block_sizes{1, 2, 8, 17, 31, 32, 33, 34, 36, 40};
    Dice dice(seed);
    Generated generated;
    Program& program = generated.program;
    program.blocks = dice.percent(50) ? 1 : 2 + dice.below(2);
    program.threads = dice.one_of(block_sizes);
    const Palette palette = draw_palette(dice, program);
    program.steps.resize(2 + dice.below(7));
    for (Step& step : program.steps) {
        step.operations.resize(program.all_threads());
        step.sync = draw_sync(dice, palette);
    }
    const unsigned kind = dice.below(100);
    if (kind < 35) {
        fill_wildly(dice, palette, program);
    } else if (kind < 55) {
        fill_gathering(dice, palette, program);
    } else {
        fill_carefully(dice, palette, program);
        generated.race_free = dice.percent(50);
        if (!generated.race_free) {
            plant(dice, palette, program);
        }
    }
    if (!generated.race_free && dice.percent(10)) {
        plant_divergence(dice, program);
    }
    return generated;
}

std::string describe(const Program& program) {
    constexpr std::array<const char*, 4> syncs{"-", "__syncthreads()", "__syncwarp()",
                                               "__syncwarp(own half)"};
    std::string text = fmt::format("{} blocks of {} threads\n", program.blocks, program.threads);
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        const Step& step = program.steps[i];
        text += fmt::format("step {}:", i);
        for (unsigned thread = 0; thread < program.all_threads(); ++thread) {
            if (step.operations[thread].action != Action::none) {
                text += fmt::format(" B{}T{} {};", thread / program.threads,
                                    thread % program.threads, describe(step.operations[thread]));
            }
        }
        text += fmt::format(" {}\n", syncs[static_cast<std::size_t>(step.sync)]);
    }
    if (program.stray) {
        text += fmt::format("B{}T{} waits at another barrier in step {}\n",
                            program.stray->thread / program.threads,
                            program.stray->thread % program.threads, program.stray->step);
    }
    return text;
}

} // namespace kit::fuzz
