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

    /// The same for what the kernel's structure depends on, not only its spelling.
    std::size_t decide(std::size_t ways) {
        decisions_.push_back(one_of(ways));
        return decisions_.back();
    }

    [[nodiscard]] const std::vector<std::size_t>& decisions() const { return decisions_; }

private:
    Dice& dice_;
    std::vector<std::size_t> decisions_;
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
        std::ranges::reverse(all);
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
                      bool end_by_end, const std::string& between = " && ") {
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

std::string with_name(std::string text, const std::string& name, const std::string& by) {
    return std::regex_replace(text, std::regex("\\b" + name + "\\b"), by);
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
    const std::size_t style = habits.decide(4);
    std::string text;
    if (style == 3) {
        text = "const auto on_axis = [](int block, int thread) { return block * OUT_TILE + thread "
               "- 1; "
               "};\n    ";
    }
    for (const Axis& axis : axes(order)) {
        if (style == 1) { // the first output of the block, then the thread's cell
            text += qualifier + "first_" + axis.cell + " = " + axis.block + " * OUT_TILE;\n    " +
                    qualifier + axis.cell + " = first_" + axis.cell + " + " + axis.thread +
                    " - 1;\n    ";
            continue;
        }
        if (style == 2) { // where the input tile begins
            text += qualifier + "begin_" + axis.cell + " = (int)" + axis.block +
                    " * OUT_TILE - 1;\n    " + qualifier + axis.cell + " = begin_" + axis.cell +
                    " + " + axis.thread + ";\n    ";
            continue;
        }
        if (style == 3) {
            text += qualifier + axis.cell + " = on_axis(" + axis.block + ", " + axis.thread +
                    ");\n    ";
            continue;
        }
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

/// What somebody defines for the cell's place in the grid, and how the cell is called then.
std::pair<std::string, std::string> named_cell(Habits& habits, const std::string& cell) {
    switch (habits.decide(4)) {
    case 1: return {"const int cell = " + cell + ";\n", "cell"};
    case 2: return {"const int plane = n * n;\n", "i * plane + j * n + k"};
    case 3:
        return {"const auto at = [n](int z, int y, int x) { return (z * n + y) * n + x; };\n",
                "at(i, j, k)"};
    default: return {"", cell};
    }
}

std::string load_part(Habits& habits, std::size_t order, const std::string& cell) {
    const std::vector<std::string> names = cells(axes(order));
    const bool end_by_end = habits.one_of(2) == 1;
    const std::string inside = condition(
        names,
        {habits.one_of({"# >= 0", "0 <= #", "# > -1"}), habits.one_of({"# < n", "# <= n - 1"})},
        end_by_end, " && ");
    const std::string load = "tile[tz][ty][tx] = in[" + cell + "];";
    const auto of_axis = [&](std::size_t axis) {
        return condition({names[axis]}, {"# >= 0", "# < n"}, false, " && ");
    };
    switch (habits.decide(9)) {
    case 4:
        return "const bool has_a = " + of_axis(0) + ";\n const bool has_b = " + of_axis(1) +
               ";\n const bool has_c = " + of_axis(2) + ";\n if (has_a && has_b && has_c) {\n" +
               load + "\n}";
    case 5:
        return "tile[tz][ty][tx] = 0.0f;\n    if (" + inside + ") {\n        " + load + "\n    }";
    case 6:
        return "if (" + of_axis(0) + ") {\n if (" + of_axis(1) + ") {\n if (" + of_axis(2) +
               ") {\n" + load + "\n}\n}\n}";
    case 7:
        return "float value = 0.0f;\n    if (" + inside + ") {\n        value = in[" + cell +
               "];\n    }\n    tile[tz][ty][tx] = value;";
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
    const auto weighted_loop = [](const std::string& coefficients, const std::string& place) {
        return "for (int d = -1; d <= 1; d += 2) {\n sum += c[d < 0 ? " + coefficients +
               "] * tile" + place + ";\n}\n";
    };
    switch (habits.decide(11)) {
    case 5:
        sum = "float sum = 0.0f;\n sum += " + joined(terms, ";\n sum += ") + ";\n" + store + "sum;";
        break;
    case 6: {
        std::string named;
        std::vector<std::string> of_names{centre};
        for (std::size_t i = 1; i < terms.size(); ++i) {
            const std::string name = "near_" + std::to_string(i);
            const std::size_t star = terms[i].find("* ");
            named += "const float " + name + " = " + terms[i].substr(star + 2) + ";\n";
            of_names.push_back(terms[i].substr(0, star) + "* " + name);
        }
        sum = named + store + joined(of_names, " + ") + ";";
        break;
    }
    case 7:
        sum = "float sum = " + centre + ";\n" + weighted_loop("1 : 2", "[tz][ty][tx + d]") +
              weighted_loop("3 : 4", "[tz][ty + d][tx]") +
              weighted_loop("5 : 6", "[tz + d][ty][tx]") + store + "sum;";
        break;
    case 8:
        sum = "float sum = " + centre + ";\n";
        for (std::size_t i = 1; i < terms.size(); ++i) {
            std::string term = terms[i];
            sum += "sum = fmaf(" + term.replace(term.find(" * "), 3, ", ") + ", sum);\n";
        }
        sum += store + "sum;";
        break;
    case 9:
        sum = "float sum = " + joined({pairs[0], pairs[1], pairs[2]}, ";\n sum += ") +
              ";\n sum += " + centre + ";\n" + store + "sum;";
        break;
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
    const auto of_axis = [&](std::size_t axis) {
        return condition({threads(axes(order))[axis], cells(axes(order))[axis]}, {"# > 0"}, false,
                         " && ") +
               " && " + threads(axes(order))[axis] + " < IN_TILE - 1 && " +
               cells(axes(order))[axis] + " < n - 1";
    };
    switch (habits.decide(9)) {
    case 5:
        return "const bool along_0 = " + of_axis(0) + ";\nconst bool along_1 = " + of_axis(1) +
               ";\nconst bool along_2 = " + of_axis(2) +
               ";\nif (along_0 && along_1 && along_2) {\n" + sum + "\n}";
    case 6: return "if (!(" + inner + ")) {\n return;\n}\n if (" + interior + ") {\n" + sum + "\n}";
    case 7:
        return "const bool halo = " +
               condition(threads(axes(order)), {"# == 0", "# == IN_TILE - 1"}, end_by_end, " || ") +
               ";\nconst bool interior = " + interior + ";\nif (!halo && interior) {\n" + sum +
               "\n}";
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
           std::vector<std::string>{"(n - 2 + OUT_TILE - 1) / OUT_TILE;",
                                    "(n + OUT_TILE - 1) / OUT_TILE;",
                                    "(n - 2) / OUT_TILE + 1;",
                                    "n / OUT_TILE + 1;",
                                    "(n - 1 + OUT_TILE - 1) / OUT_TILE;",
                                    "(n - 1) / OUT_TILE + ((n - 1) % OUT_TILE != 0 ? 1 : 0);",
                                    "(n + IN_TILE - 1) / OUT_TILE;"}[habits.decide(7)];
}

std::string filled(std::string kernel, int part, const std::string& way) {
    const std::string open = "// >>> your part " + std::to_string(part);
    const std::string close = "// <<< your part " + std::to_string(part);
    const auto begin = kernel.find(open);
    const auto end = kernel.find(close);
    if (begin == std::string::npos || end == std::string::npos) {
        throw std::runtime_error("the lab has no part " + std::to_string(part));
    }
    const auto line_end = kernel.find('\n', begin) + 1;
    return kernel.replace(line_end, end - line_end, "    " + way + "\n    ");
}

std::string first_plane_part(Habits& habits, const std::string& cell) {
    const std::string first = with_name(cell, "i", "first");
    switch (habits.decide(8)) {
    case 4:
        return "float start = 0.0f;\nif (has_cell) {\n start = in[" + first +
               "];\n}\nhere = start;";
    case 5: return "if (has_cell) {\n const float* cell = in + " + first + ";\n here = *cell;\n}";
    case 6:
        return "const bool has_first = has_cell && first <= last;\nif (has_first) {\nhere = in[" +
               first + "];\n}";
    case 0: return "if (has_cell) {\n        here = in[" + first + "];\n    }";
    case 1: return "here = has_cell ? in[" + first + "] : 0.0f;";
    case 2: return "if (has_cell && first < n) here = in[" + first + "];";
    case 3:
        return "const int at = " + first + ";\n    if (has_cell) {\n        here = in[at];\n    }";
    default:
        return "if (!has_cell) {\n        here = 0.0f;\n    } else {\n        here = in[" + first +
               "];\n    }";
    }
}

/// Part 2 and part 4: where the barriers are, and the order of the shift.
std::pair<std::string, std::string> march_parts(Habits& habits) {
    const std::string store =
        habits.one_of({"plane[ty][tx] = here;", "if (has_cell) {\n plane[ty][tx] = here;\n }",
                       "plane[ty][tx] = has_cell ? here : 0.0f;"});
    const std::string shift = "below = here;\n        here = above;";
    const std::string sync = "__syncthreads();";
    switch (habits.decide(6)) {
    case 4:
        return {sync + "\n" + store + "\n" + sync,
                "const float passed = here;\nhere = above;\nbelow = passed;"};
    case 3: return {store + "\n" + sync, sync + "\nbelow = here;\nhere = above;\nabove = 0.0f;"};
    case 0: return {store + "\n" + sync, sync + "\n" + shift};
    case 1: return {store + "\n" + sync, shift + "\n" + sync};
    case 2: return {sync + "\n" + store + "\n" + sync, shift};
    default: return {store + "\n" + sync, "below = here;\n" + sync + "\nhere = above;"};
    }
}

std::string plane_sum(Habits& habits, const std::string& cell) {
    const std::string given = "c[0] * here + c[5] * below + c[6] * above";
    std::vector<std::string> in_plane{"c[1] * plane[ty][tx - 1]", "c[2] * plane[ty][tx + 1]",
                                      "c[3] * plane[ty - 1][tx]", "c[4] * plane[ty + 1][tx]"};
    if (habits.one_of(3) == 1) {
        std::swap(in_plane[0], in_plane[2]);
        std::swap(in_plane[1], in_plane[3]);
    }
    const std::string store = "out[" + cell + "] = ";
    const std::string row = in_plane[0] + " + " + in_plane[1];
    const std::string column = in_plane[2] + " + " + in_plane[3];
    switch (habits.decide(12)) {
    case 7:
        return "const float west = plane[ty][tx - 1];\nconst float east = plane[ty][tx + "
               "1];\nconst "
               "float south = plane[ty - 1][tx];\nconst float north = plane[ty + 1][tx];\n" +
               store + given + " + c[1] * west + c[2] * east + c[3] * south + c[4] * north;";
    case 8:
        return "float sum = " + given +
               ";\nfor (int d = -1; d <= 1; d += 2) {\nsum += c[d < 0 ? 1 : 2] * plane[ty][tx + "
               "d];\n"
               "sum += c[d < 0 ? 3 : 4] * plane[ty + d][tx];\n}\n" +
               store + "sum;";
    case 9:
        return "float sum = c[0] * here;\nsum += c[5] * below;\nsum += c[6] * above;\nsum += " +
               joined(in_plane, ";\nsum += ") + ";\n" + store + "sum;";
    case 10:
        return "float sum = " + row + ";\nsum += " + column + ";\nsum += " + given + ";\n" + store +
               "sum;";
    case 0:
        return "float sum = " + given + ";\nsum += " + joined(in_plane, ";\nsum += ") + ";\n" +
               store + "sum;";
    case 1:
        return "float sum = " + given + ";\nsum += " + row + ";\nsum += " + column + ";\n" + store +
               "sum;";
    case 2:
        return "float sum = " + given + ";\nsum += " + joined(in_plane, " + ") + ";\n" + store +
               "sum;";
    case 3:
        return "const float sum = " + given + " + " + row + " + " + column + ";\n" + store + "sum;";
    case 4:
        return "float sum = c[0] * here;\nsum += " + row + ";\nsum += " + column +
               ";\nsum += c[5] * below + c[6] * above;\n" + store + "sum;";
    case 5: return store + given + " + " + row + " + " + column + ";";
    case 6:
        return "float sum = " + given + ";\nsum = sum + " + joined(in_plane, ";\nsum = sum + ") +
               ";\n" + store + "sum;";
    default:
        return "const float along_z = " + given + ";\nconst float along_x = " + row +
               ";\nconst float along_y = " + column + ";\n" + store +
               "along_z + along_x + along_y;";
    }
}

std::string plane_part(Habits& habits, const std::string& cell) {
    const std::string sum = plane_sum(habits, cell);
    const bool end_by_end = habits.one_of(2) == 1;
    const std::string lower = habits.one_of({"# >= 1", "# > 0", "1 <= #", "# != 0"});
    const std::string upper = habits.one_of({"# < n - 1", "# <= n - 2"});
    const std::string of_tile =
        habits.one_of({"# < IN_TILE - 1", "# <= OUT_TILE", "# <= IN_TILE - 2", "# < OUT_TILE + 1"});
    const std::string inner = condition({"ty", "tx"}, {lower, of_tile}, end_by_end);
    // The march ends at n - 2: some test it again.
    const std::string plane = habits.one_of({"i >= 1 && ", "i > 0 && ", "i >= 1 && i <= n - 2 && ",
                                             "i > 0 && i < n - 1 && ", "first + i > first && "});
    const std::string cell_of_grid = plane + condition({"j", "k"}, {lower, upper}, end_by_end);
    const auto of_axis = [&](const std::string& thread, const std::string& along) {
        return condition({thread}, {lower, of_tile}, false) + " && " +
               condition({along}, {lower, upper}, false);
    };
    switch (habits.decide(10)) {
    case 6:
        return "const bool in_y = " + of_axis("ty", "j") +
               ";\nconst bool in_x = " + of_axis("tx", "k") + ";\nif (" + plane +
               "in_y && in_x) {\n" + sum + "\n}";
    case 7:
        return "const bool border = i == 0 || " +
               condition({"j", "k"}, {"# < 1", "# > n - 2"}, end_by_end, " || ") + ";\nif (" +
               inner + " && !border) {\n" + sum + "\n}";
    case 8:
        return "bool computes = " + inner + ";\ncomputes = computes && " + cell_of_grid +
               ";\nif (computes) {\n" + sum + "\n}";
    case 0:
        return "const bool computes = " + inner + " && " + cell_of_grid + ";\nif (computes) {\n" +
               sum + "\n}";
    case 1: return "if (" + inner + " && " + cell_of_grid + ") {\n" + sum + "\n}";
    case 2:
        return "const bool in_tile = " + inner + ";\nconst bool interior = " + cell_of_grid +
               ";\nif (in_tile && interior) {\n" + sum + "\n}";
    case 3: return "if (" + inner + ") {\nif (" + cell_of_grid + ") {\n" + sum + "\n}\n}";
    case 4: return "if (" + cell_of_grid + " && " + inner + ") {\n" + sum + "\n}";
    case 5:
        return "const bool edge = " +
               condition({"ty", "tx"}, {"# == 0", "# == IN_TILE - 1"}, end_by_end, " || ") +
               ";\nconst bool computes = !edge && " + cell_of_grid + ";\nif (computes) {\n" + sum +
               "\n}";
    default:
        return "const bool computes = " + inner + " && " + cell_of_grid +
               ";\nif (computes == true) {\n" + sum + "\n}";
    }
}

/// What some do beyond what the lab asks for.
std::string with_extras(Habits& habits, std::string kernel, const std::string& shared) {
    const auto changed = [&](const std::string& from, const std::string& to) {
        const auto at = kernel.find(from);
        if (at == std::string::npos) {
            throw std::runtime_error("the skeleton has no " + from);
        }
        kernel.replace(at, from.size(), to);
    };
    if (habits.decide(3) == 1) { // a column more against bank conflicts
        changed(shared + "]", shared + " + 1]");
    }
    if (habits.decide(3) == 1) {
        kernel = std::regex_replace(kernel, std::regex("\\bin\\[([^;\n]*)\\](;|\n| :)"),
                                    "__ldg(&in[$1])$2");
    }
    const std::size_t launch = habits.decide(4);
    const std::string blocks = "{dim3(blocks, blocks, blocks)";
    if (launch == 1) {
        changed("return {dim3(blocks",
                "const int all = blocks > 0 ? blocks : 1;\n    return {dim3(blocks");
        changed(blocks, "{dim3(all, all, all)");
    } else if (launch == 2) {
        changed("return {dim3(blocks",
                "if (n < 3) {\n        return {dim3(1, 1, 1), dim3(IN_TILE, 1, 1)};\n    }\n"
                "    return {dim3(blocks");
    }
    if (habits.decide(3) == 1) {
        changed("__global__ void", "__global__ void __launch_bounds__(1024)");
    }
    const std::size_t start = habits.decide(4);
    if (start == 1) {
        changed("const int tx = threadIdx.x;",
                "const int tx = threadIdx.x;\n    if (n < 3) {\n        return;\n    }");
    } else if (start == 2) {
        changed("const int tx = threadIdx.x;", "const int tx = threadIdx.x;\n    assert(blockDim.x "
                                               "== IN_TILE && blockDim.y == IN_TILE);");
    }
    return kernel;
}

using Decisions = std::vector<std::vector<std::size_t>>;

/// Whether somebody decided otherwise than each of the others at `least` places or more; is then one of them.
bool differs(const Habits& habits, Decisions& known, std::size_t least) {
    const std::vector<std::size_t>& mine = habits.decisions();
    for (const std::vector<std::size_t>& other : known) {
        std::size_t different = 0;
        for (std::size_t i = 0; i < mine.size(); ++i) {
            different += mine[i] != other[i] ? 1 : 0;
        }
        if (different < least) {
            return false;
        }
    }
    known.push_back(mine);
    return true;
}

} // namespace

std::vector<std::string> independent_class_07(const std::string& skeleton, std::size_t count,
                                              std::uint64_t seed, std::size_t least_different) {
    Dice dice(seed);
    std::vector<std::string> kernels;
    Decisions known;
    while (kernels.size() < count) {
        Habits habits(dice);
        const std::string cell =
            habits.one_of({"(i * n + j) * n + k", "i * n * n + j * n + k", "k + n * (j + n * i)"});
        const auto [defined, name] = named_cell(habits, cell);
        const auto [before, after] = march_parts(habits);
        std::string kernel = filled(skeleton, 1, first_plane_part(habits, cell));
        kernel = filled(std::move(kernel), 2, before);
        kernel = filled(std::move(kernel), 3, defined + plane_part(habits, name));
        kernel = with_extras(habits, filled(std::move(kernel), 4, after), "plane[IN_TILE][IN_TILE");
        if (differs(habits, known, least_different)) {
            kernels.push_back(std::move(kernel));
        }
    }
    return kernels;
}

std::vector<std::string> independent_class(const std::string& skeleton, std::size_t count,
                                           std::uint64_t seed, std::size_t least_different) {
    Dice dice(seed);
    std::vector<std::string> kernels;
    Decisions known;
    while (kernels.size() < count) {
        Habits habits(dice);
        const std::size_t order = habits.one_of(2);
        const std::string cell =
            habits.one_of({"(i * n + j) * n + k", "i * n * n + j * n + k", "k + n * (j + n * i)"});
        const auto [defined, name] = named_cell(habits, cell);
        std::string kernel = filled(skeleton, 1, place_part(habits, order) + defined);
        kernel = filled(std::move(kernel), 2, load_part(habits, order, name));
        kernel = filled(std::move(kernel), 3, "__syncthreads();");
        kernel = filled(std::move(kernel), 4, sum_part(habits, order, name));
        kernel = with_extras(habits, filled(std::move(kernel), 5, blocks_part(habits)),
                             "tile[IN_TILE][IN_TILE][IN_TILE");
        if (differs(habits, known, least_different)) {
            kernels.push_back(std::move(kernel));
        }
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
