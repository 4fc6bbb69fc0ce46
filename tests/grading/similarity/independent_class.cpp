#include "tests/grading/similarity/independent_class.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <stdexcept>
#include <utility>

namespace kit {

namespace {

/// The same numbers on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U + 1) {}

    std::size_t below(std::size_t limit) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>((state_ >> 33U) % limit);
    }

private:
    std::uint64_t state_;
};

/// How somebody writes what can be written in several ways; 0 is always the usual one.
class Habits {
public:
    explicit Habits(Dice& dice) : dice_(dice) {}

    /// The least of two throws: the first ways are chosen more often.
    std::size_t one_of(std::size_t ways) {
        const std::size_t first = dice_.below(ways);
        return std::min(first, dice_.below(ways));
    }

    std::string one_of(const std::vector<std::string>& ways) { return ways[one_of(ways.size())]; }

private:
    Dice& dice_;
};

struct Axis {
    std::string cell, thread, block, before, after, coefficients_before, coefficients_after;
};

std::vector<Axis> axes(std::size_t order) {
    std::vector<Axis> all{
        {"i", "tz", "blockIdx.z", "[tz - 1][ty][tx]", "[tz + 1][ty][tx]", "c[5]", "c[6]"},
        {"j", "ty", "blockIdx.y", "[tz][ty - 1][tx]", "[tz][ty + 1][tx]", "c[3]", "c[4]"},
        {"k", "tx", "blockIdx.x", "[tz][ty][tx - 1]", "[tz][ty][tx + 1]", "c[1]", "c[2]"}};
    if (order == 1) {
        std::reverse(all.begin(), all.end());
    }
    return all;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : between) + part;
    }
    return text;
}

/// "#" stands for the name: {"# >= 0", "# < n"} of i, j and k, axis by axis or end by end.
std::string condition(const std::vector<std::string>& names, const std::vector<std::string>& ends,
                      bool end_by_end, const std::string& between) {
    const auto one = [](std::string end, const std::string& name) {
        end.replace(end.find('#'), 1, name);
        return end;
    };
    std::vector<std::string> parts;
    for (std::size_t a = 0; a < names.size() * ends.size(); ++a) {
        parts.push_back(end_by_end ? one(ends[a / names.size()], names[a % names.size()])
                                   : one(ends[a % ends.size()], names[a / ends.size()]));
    }
    return joined(parts, between);
}

std::vector<std::string> cells(const std::vector<Axis>& all) {
    return {all[0].cell, all[1].cell, all[2].cell};
}

std::vector<std::string> threads(const std::vector<Axis>& all) {
    return {all[0].thread, all[1].thread, all[2].thread};
}

std::string place_part(Habits& habits, std::size_t order) {
    const std::size_t way = habits.one_of(5);
    const std::string qualifier = habits.one_of({"const int ", "int "});
    std::string text;
    for (const Axis& axis : axes(order)) {
        const std::array<std::string, 5> ways{
            axis.block + " * OUT_TILE + " + axis.thread + " - 1",
            "(int)(" + axis.block + " * OUT_TILE + " + axis.thread + ") - 1",
            "static_cast<int>(" + axis.block + ") * OUT_TILE + " + axis.thread + " - 1",
            axis.thread + " + OUT_TILE * (int)" + axis.block + " - 1",
            "(int)" + axis.block + " * OUT_TILE - 1 + " + axis.thread};
        text += qualifier + axis.cell + " = " + ways[way] + ";\n    ";
    }
    return text;
}

std::string load_part(Habits& habits, std::size_t order, const std::string& cell) {
    const std::vector<std::string> names = cells(axes(order));
    const bool end_by_end = habits.one_of(2) == 1;
    const std::string inside = condition(
        names,
        {habits.one_of({"# >= 0", "0 <= #", "# > -1"}), habits.one_of({"# < n", "# <= n - 1"})},
        end_by_end, " && ");
    const std::string load = "tile[tz][ty][tx] = in[" + cell + "];";
    switch (habits.one_of(5)) {
    case 0: return "if (" + inside + ") {\n        " + load + "\n    }";
    case 1:
        return "const bool on_grid = " + inside + ";\n    if (on_grid) {\n        " + load +
               "\n    }";
    case 2:
        return "if (" + inside + ") {\n        " + load +
               "\n    } else {\n        tile[tz][ty][tx] = 0.0f;\n    }";
    case 3:
        return "const bool outside = " + condition(names, {"# < 0", "# >= n"}, end_by_end, " || ") +
               ";\n    if (!outside) " + load;
    default: return "tile[tz][ty][tx] = " + inside + " ? in[" + cell + "] : 0;";
    }
}

std::string sum_part(Habits& habits, std::size_t order, const std::string& cell) {
    const std::vector<Axis> all = axes(habits.one_of(2) == 0 ? 1 : 0);
    const std::string centre = "c[0] * tile[tz][ty][tx]";
    std::vector<std::string> pairs;
    std::vector<std::string> terms{centre};
    for (const Axis& axis : all) {
        terms.push_back(axis.coefficients_before + " * tile" + axis.before);
        terms.push_back(axis.coefficients_after + " * tile" + axis.after);
        pairs.push_back(terms[terms.size() - 2] + " + " + terms.back());
    }
    std::string sum;
    const std::string store = "out[" + cell + "] = ";
    switch (habits.one_of(6)) {
    case 0:
        sum =
            "float sum = " + joined({centre, pairs[0], pairs[1], pairs[2]}, ";\n        sum += ") +
            ";\n        " + store + "sum;";
        break;
    case 1: sum = store + joined(terms, " + ") + ";"; break;
    case 2:
        sum = "float sum = " + joined(terms, ";\n        sum += ") + ";\n        " + store + "sum;";
        break;
    case 3:
        sum = "const float sum = " + joined(terms, " + ") + ";\n        " + store + "sum;";
        break;
    case 4:
        sum = "float along_a = " + pairs[0] + ";\n float along_b = " + pairs[1] +
              ";\n float along_c = " + pairs[2] + ";\n" + store + "along_a + along_b + along_c + " +
              centre + ";";
        break;
    default:
        sum = "float value = " + joined(terms, ";\n        value = value + ") + ";\n        " +
              store + "value;";
    }
    const bool end_by_end = habits.one_of(2) == 1;
    const std::string lower = habits.one_of({"# >= 1", "# > 0", "1 <= #"});
    const std::string upper = habits.one_of({"# < n - 1", "# <= n - 2"});
    const std::string of_tile =
        habits.one_of({"# < IN_TILE - 1", "# <= OUT_TILE", "# <= IN_TILE - 2"});
    const std::string interior = condition(cells(axes(order)), {lower, upper}, end_by_end, " && ");
    const std::string inner = condition(threads(axes(order)), {lower, of_tile}, end_by_end, " && ");
    switch (habits.one_of(6)) {
    case 0: return "if (" + inner + " && " + interior + ") {\n" + sum + "\n    }";
    case 1:
        return "const bool computes = " + inner + " && " + interior + ";\n    if (computes) {\n" +
               sum + "\n    }";
    case 2:
        return "const bool inner = " + inner + ";\n const bool interior = " + interior +
               ";\n    if (inner && interior) {\n" + sum + "\n    }";
    case 3: return "if (" + inner + ") {\n if (" + interior + ") {\n" + sum + "\n    }\n    }";
    case 4: return "if (" + interior + " && " + inner + ") {\n" + sum + "\n    }";
    default:
        return "if (" +
               condition(threads(axes(order)), {"# == 0", "# == IN_TILE - 1"}, end_by_end, " || ") +
               ") return;\n    if (" +
               condition(cells(axes(order)), {"# < 1", "# > n - 2"}, end_by_end, " || ") +
               ") return;\n    " + sum;
    }
}

std::string blocks_part(Habits& habits) {
    return "const int blocks = " +
           habits.one_of({"(n - 2 + OUT_TILE - 1) / OUT_TILE;", "(n + OUT_TILE - 1) / OUT_TILE;",
                          "(n - 2) / OUT_TILE + 1;", "n / OUT_TILE + 1;"});
}

std::string filled(std::string kernel, int part, const std::string& way) {
    const std::string open = "// >>> your part " + std::to_string(part);
    const std::string close = "// <<< your part " + std::to_string(part);
    const auto begin = kernel.find(open);
    const auto end = kernel.find(close);
    if (begin == std::string::npos || end == std::string::npos) {
        throw std::runtime_error("lab 05 has no part " + std::to_string(part));
    }
    const auto line_end = kernel.find('\n', begin) + 1;
    return kernel.replace(line_end, end - line_end, "    " + way + "\n    ");
}

} // namespace

std::vector<std::string> independent_class(const std::string& skeleton, std::size_t count,
                                           std::uint64_t seed) {
    Dice dice(seed);
    std::vector<std::string> kernels;
    for (std::size_t student = 0; student < count; ++student) {
        Habits habits(dice);
        const std::size_t order = habits.one_of(2);
        const std::string cell =
            habits.one_of({"(i * n + j) * n + k", "i * n * n + j * n + k", "k + n * (j + n * i)"});
        std::string kernel = filled(skeleton, 1, place_part(habits, order));
        kernel = filled(std::move(kernel), 2, load_part(habits, order, cell));
        kernel = filled(std::move(kernel), 3, "__syncthreads();");
        kernel = filled(std::move(kernel), 4, sum_part(habits, order, cell));
        kernels.push_back(filled(std::move(kernel), 5, blocks_part(habits)));
    }
    return kernels;
}

std::string disguised(const std::string& kernel) {
    std::string text = std::regex_replace(kernel, std::regex("//[^\n]*"), "");
    // Declarations of the thread's place, the other way round.
    const std::string order = "const int tz = threadIdx.z;\n    const int ty = threadIdx.y;\n    "
                              "const int tx = threadIdx.x;";
    const auto at = text.find(order);
    if (at == std::string::npos) {
        throw std::runtime_error("the thread's place is not where it was");
    }
    text.replace(at, order.size(),
                 "int tx = threadIdx.x; int ty = threadIdx.y; int tz = threadIdx.z;");
    const std::array<std::pair<const char*, const char*>, 9> names{{{"tz", "local_z"},
                                                                    {"ty", "local_y"},
                                                                    {"tx", "local_x"},
                                                                    {"tile", "cache"},
                                                                    {"sum", "acc"},
                                                                    {"blocks", "num"},
                                                                    {"OUT_TILE", "STEP"},
                                                                    {"IN_TILE", "WIDTH"},
                                                                    {"result", "value"}}};
    for (const auto& [from, to] : names) {
        text = std::regex_replace(text, std::regex("\\b" + std::string(from) + "\\b"), to);
    }
    text = std::regex_replace(text, std::regex("\n +"), "\n\t");
    text = std::regex_replace(text, std::regex(" (=|<|&&) "), "$1");
    return "/* my own work */\n" + text;
}

} // namespace kit
