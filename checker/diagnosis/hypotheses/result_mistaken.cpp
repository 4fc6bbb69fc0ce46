#include "checker/base/numbers.hpp"
#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/time_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace kit {

std::vector<Hypothesis> output_is_plain(const Run& run) {
    const std::string in = argument_name(run.lab, KernelArgument::Role::input);
    const bool is_square = run.lab.result_operation == ResultOperation::square;
    const char* const of_zero =
        run.lab.steps > 1
            ? "Follow one thread to its store: does it take an element of its tile that lies "
              "beyond the grid, where the kernel has put 0, or was nothing added to the value?"
        : is_whole(run.lab.element)
            ? "Follow one thread to its store: nothing was added to the value that it stores, or "
              "the value was multiplied by 0."
            : "Follow one thread to its store: nothing was added to the value that it stores, it "
              "was multiplied by 0, or it is an int, in which every product loses its fraction.";
    return {
        {"output-equals-input", "", fmt::format("equals the same cell of {}", in),
         run.lab.steps > 1
             ? "The kernel stores what it loaded: does each sweep read what the one before has "
               "stored, and is it the last one's result that goes to the output?"
             : fmt::format("The kernel copies {} there: does it compute the {}, and store it?", in,
                           is_square ? "square" : "sum"),
         [&run](const Cell& cell) { return run.as_input(cell); }},
        {"output-zero", "", "holds 0", of_zero,
         [&run](const Cell& cell) {
             const std::int64_t index = run.index(cell);
             const bool is_kept = !run.computes(cell) && run.output[index] != 0;
             return Prediction{is_kept ? run.input[index] : 0, 0};
         }},
    };
}

namespace {

/// What the first cell holds that must hold this limit and does not.
std::optional<double> held_at_limit(const Run& run, double limit) {
    constexpr std::int64_t enough = 20'000; // cells
    const FormulaAt right(run, formula_of(run));
    for (std::int64_t index = 0; index < std::min(run.extents.cells(), enough); ++index) {
        const Cell cell = run.extents.cell(index);
        if (run.computes(cell) && run.output[index] != limit) {
            const std::optional<Prediction> due = right(cell);
            if (due && due->value == limit) {
                return run.output[index];
            }
        }
    }
    return std::nullopt;
}

/// The sum clamped to the limits that the output shows, where the lab has none, too; or to the lab's, exchanged.
void add_other_limits(const Run& run, std::vector<Hypothesis>& made) {
    constexpr double most = std::numeric_limits<double>::infinity();
    const ResultRange right = run.lab.result_range.value_or(ResultRange{-most, most});
    ResultRange seen{right.high, right.low};
    std::map<double, std::int64_t> times; // of the extreme values so far
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const double value = run.output[index];
        if (run.computes(run.extents.cell(index)) && (value <= seen.low || value >= seen.high)) {
            ++times[value];
            seen = {std::min(seen.low, value), std::max(seen.high, value)};
        }
    }
    const auto is_limit = [&](double value, double lab_limit) {
        constexpr std::int64_t several = 3; // of sums, hardly two are equal
        return value == lab_limit || times[value] >= several;
    };
    Formula formula = formula_of(run);
    formula.range.reset();
    const FormulaAt sum(run, std::move(formula));
    const auto add = [&](const char* key, const std::string& sentence, const std::string& hint,
                         double below, double above, ResultRange limits) {
        made.push_back({"result-at-other-limit", key, sentence, hint,
                        [&run, sum, below, above, limits](const Cell& cell) {
                            std::optional<Prediction> found = sum(cell);
                            if (found && run.computes(cell)) {
                                found->value = found->value < limits.low    ? below
                                               : found->value > limits.high ? above
                                                                            : found->value;
                            }
                            return found;
                        }});
    };
    if (!run.lab.result_range) {
        const std::string hint = "The lab asks for the sum as it is: look for min() or max(), or a "
                                 "type of fewer bits, on the way to the store.";
        if (is_limit(seen.high, right.high)) {
            add("above",
                fmt::format("equals the sum, but holds {} where that is larger", seen.high), hint,
                right.low, seen.high, {right.low, seen.high});
        }
        if (is_limit(seen.low, right.low)) {
            add("below", fmt::format("equals the sum, but holds {} where that is less", seen.low),
                hint, seen.low, right.high, {seen.low, right.high});
        }
        return;
    }
    for (const bool is_high : {false, true}) {
        const double limit = is_high ? right.high : right.low;
        const std::optional<double> held = held_at_limit(run, limit);
        if (held && std::isfinite(*held)) {
            add(is_high ? "instead of high" : "instead of low",
                fmt::format("holds {} where the sum is {} {}", *held, is_high ? "above" : "below",
                            limit),
                fmt::format("A sum {0} {1} becomes {1}: look at what the kernel stores then.",
                            is_high ? "above" : "below", limit),
                is_high ? right.low : *held, is_high ? *held : right.high, right);
        }
    }
    add("exchanged",
        fmt::format("holds {} where the sum is below {}, or {} where it is above {}", right.high,
                    right.low, right.low, right.high),
        fmt::format("The limits of the clamp are exchanged: a sum below {0} becomes {0}, one above "
                    "{1} becomes {1}.",
                    right.low, right.high),
        right.high, right.low, right);
    const bool differ = seen.low != right.low || seen.high != right.high;
    if (differ && seen.low < seen.high && is_limit(seen.low, right.low) &&
        is_limit(seen.high, right.high)) {
        add("other", fmt::format("equals the sum clamped to [{}, {}]", seen.low, seen.high),
            fmt::format("The result must lie in [{}, {}]: compare these limits with the kernel's.",
                        right.low, right.high),
            seen.low, seen.high, seen);
    }
}

} // namespace

std::vector<Hypothesis> result_unfinished(const Run& run) {
    std::vector<Hypothesis> made;
    if (run.lab.result_range) {
        Formula formula = formula_of(run);
        formula.range.reset();
        made.push_back(
            {"result-not-clamped", "", "equals the sum before it is clamped",
             fmt::format("The result must lie in [{}, {}]: clamp the sum before you store it.",
                         run.lab.result_range->low, run.lab.result_range->high),
             FormulaAt(run, std::move(formula))});
    }
    if (run.lab.result_range && run.lab.result_range->low == 0) {
        Formula formula = formula_of(run);
        formula.range.reset();
        made.push_back(
            {"result-not-clamped", "absolute", "equals the sum without its sign",
             "A sum below 0 becomes 0, not its absolute value: that is fmaxf(sum, 0.0f), "
             "not fabsf(sum).",
             [&run, sum = FormulaAt(run, std::move(formula))](const Cell& cell) {
                 std::optional<Prediction> found = sum(cell);
                 if (found && run.computes(cell)) {
                     found->value = std::min(std::abs(found->value), run.lab.result_range->high);
                 }
                 return found;
             }});
    }
    add_other_limits(run, made);
    if (run.lab.result_operation == ResultOperation::square) {
        Formula formula = formula_of(run);
        formula.operation = ResultOperation::none;
        const std::string what =
            run.lab.stencil.size() > 1
                ? "the sum"
                : "the cell of " + argument_name(run.lab, KernelArgument::Role::input);
        made.push_back({"result-not-squared", "", fmt::format("equals {}, not its square", what),
                        fmt::format("Multiply {} by itself before you store it.", what),
                        FormulaAt(run, formula)});
        made.push_back({"result-not-squared", "cubed",
                        fmt::format("equals {} to the third power", what),
                        "A square is the value times itself once: x * x.",
                        [sum = FormulaAt(run, formula)](const Cell& cell) {
                            std::optional<Prediction> found = sum(cell);
                            if (found) {
                                const double cube = found->value * found->value * found->value;
                                found = Prediction{cube, std::abs(cube) * 0x1p-20};
                            }
                            return found;
                        }});
        for (double& coefficient : formula.coefficients) {
            coefficient *= 2;
        }
        made.push_back({"result-not-squared", "doubled",
                        fmt::format("equals twice {}, not its square", what),
                        "A square is the value times itself, x * x, not 2 * x.",
                        FormulaAt(run, std::move(formula))});
        const std::string element = argument_name(run.lab, KernelArgument::Role::input) + "[i]";
        made.push_back({"result-not-squared", "of the index",
                        fmt::format("equals the square of its index, not of {}", element),
                        fmt::format("i is the cell's number; its value is {}.", element),
                        [](const Cell& cell) -> std::optional<Prediction> {
                            const auto index = static_cast<std::uint32_t>(cell[0]);
                            const auto square =
                                static_cast<std::int32_t>(index * index); // an int's
                            return Prediction{double(square), std::abs(square) * 0x1p-23};
                        }});
    }
    if (run.lab.element == Element::float64 && run.lab.steps == 1) {
        // float's unit roundoff is 2^29 times double's.
        const FormulaAt right(run, formula_of(run));
        made.push_back(
            {"single-precision", "", "is right to float's precision only, not to double's",
             "A value passes through a float somewhere: a variable, a literal like 0.5f, "
             "a function like sqrtf, or a shared array.",
             [right](const Cell& cell) {
                 std::optional<Prediction> near = right(cell);
                 if (near) {
                     near->allowed *= 0x1p29;
                 }
                 return near;
             }});
    }
    return made;
}

namespace {

/// What is left of a result in a smaller type.
template <class T>
void add_low_bits(const Run& run, std::vector<Hypothesis>& made) {
    constexpr int bits = 8 * sizeof(T);
    made.push_back({"result-cut-off", fmt::format("{} {}", bits, std::is_signed_v<T>),
                    fmt::format("holds the last {} bits of the right result", bits),
                    fmt::format("A variable on the way to the store is of a type of {} bits, a {}: "
                                "an int holds the whole sum.",
                                bits, bits == 8 ? "char" : "short"),
                    [right = FormulaAt(run, formula_of(run))](const Cell& cell) {
                        std::optional<Prediction> found = right(cell);
                        if (found) {
                            found->value = static_cast<T>(static_cast<std::int64_t>(found->value));
                        }
                        return found;
                    }});
}

} // namespace

std::vector<Hypothesis> result_scaled(const Run& run) {
    const auto points = static_cast<double>(run.lab.stencil.size());
    std::vector<Hypothesis> made;
    const auto add = [&](double factor, const std::string& what, const char* hint) {
        made.push_back({"result-scaled", fmt::format("{:.3g}", factor), "equals " + what, hint,
                        [&run, factor, right = FormulaAt(run, formula_of(run))](const Cell& cell) {
                            std::optional<Prediction> found = right(cell);
                            if (found && run.computes(cell)) {
                                found->value *= factor;
                                found->allowed *= std::abs(factor);
                                found->value = is_whole(run.lab.element) ? std::trunc(found->value)
                                                                         : found->value;
                            }
                            return found;
                        }});
    };
    add(0.5, "half the right result",
        "Something is divided by 2 that the lab's formula does not divide.");
    if (points > 2) {
        add(1 / points, fmt::format("the right result divided by {}, the number of points", points),
            "The lab asks for the sum, not for the mean.");
        add(1 / (points - 1),
            fmt::format("the right result divided by {}, the number of neighbours", points - 1),
            "The lab asks for the sum, not for the mean.");
    }
    if (run.lab.element == Element::int32) {
        add_low_bits<std::uint8_t>(run, made);
        add_low_bits<std::int8_t>(run, made);
        add_low_bits<std::uint16_t>(run, made);
        add_low_bits<std::int16_t>(run, made);
    }
    return made;
}

std::vector<Hypothesis> result_at_limit(const Run& run) {
    std::vector<Hypothesis> made;
    for (const auto& [limit, name] :
         {std::pair{&ResultRange::high, "upper"}, std::pair{&ResultRange::low, "lower"}}) {
        if (run.lab.result_range) {
            const double value = *run.lab.result_range.*limit;
            made.push_back({"result-at-limit", name,
                            fmt::format("holds {}, the {} limit", value, name),
                            "Every cell is at the limit: the sum is far too large or small, or the "
                            "minimum and the maximum of the clamp are exchanged. Try it by hand "
                            "with a sum between the limits.",
                            [value](const Cell&) {
                                return Prediction{value, 0};
                            },
                            false, false, true});
        }
    }
    return made;
}

std::vector<Hypothesis> numbers_truncated(const Run& run) {
    const char* const whole_number_hint =
        "An int holds no fraction: look at the types of the kernel's variables, and for a division "
        "of two whole numbers.";
    std::vector<Hypothesis> made;
    if (is_whole(run.lab.element)) {
        return made;
    }
    Formula formula = formula_of(run);
    for (double& coefficient : formula.coefficients) {
        coefficient = std::trunc(coefficient);
    }
    const bool is_evidence = // many mistakes make an output of 0, as coefficients of 0 do
        std::ranges::any_of(formula.coefficients,
                            [](double coefficient) { return coefficient != 0; });
    if (is_evidence && formula.coefficients != run.data.coefficients) {
        made.push_back({"coefficients-truncated", "",
                        "equals the sweep with the coefficients truncated to whole numbers",
                        whole_number_hint, FormulaAt(run, formula)});
    }
    const auto add = [&](const char* key, const char* how, const char* hint,
                         double (*whole_number)(double)) {
        made.push_back({"result-truncated", key,
                        fmt::format("equals the right result {} to a whole number", how), hint,
                        [right = FormulaAt(run, formula_of(run)), &run,
                         whole_number](const Cell& cell) -> std::optional<Prediction> {
                            const std::optional<Prediction> exact = right(cell);
                            if (!exact || !run.computes(cell)) {
                                return exact;
                            }
                            // The sum's roundings may carry it over a whole number.
                            const double low = whole_number(exact->value - exact->allowed);
                            const double high = whole_number(exact->value + exact->allowed);
                            return Prediction{run.output[run.index(cell)] == low ? low : high, 0};
                        }});
    };
    add("", "truncated", whole_number_hint, std::trunc);
    add("nearest", "rounded", "The lab asks for the result as it is: round nothing.", std::round);
    return made;
}

std::vector<Hypothesis> sweeps_miscounted(const Run& run) {
    std::vector<Hypothesis> made;
    constexpr int most_missing = 3; // each takes the memory of a grid and the time of its sweeps
    for (int sweeps = std::max(1, run.lab.steps - most_missing);
         run.lab.steps > 1 && sweeps <= run.lab.steps + 1; ++sweeps) {
        if (sweeps == run.lab.steps) {
            continue;
        }
        Lab lab = run.lab;
        lab.steps = sweeps;
        const auto grid = std::make_shared<const std::vector<CellStep>>(
            step_grid(lab, run.extents, run.data.input, run.data.coefficients));
        made.push_back(
            {"sweeps-miscounted", fmt::format("{}", sweeps),
             fmt::format("holds the result of {}, not of {}",
                         counted(static_cast<std::uint64_t>(sweeps), "sweep"), run.lab.steps),
             "Count the sweeps of one launch, including the first and the last.",
             [grid, &run](const Cell& cell) {
                 const CellStep& stepped = (*grid)[run.index(cell)];
                 return Prediction{stepped.value, stepped.allowed};
             }});
    }
    return made;
}

} // namespace kit
