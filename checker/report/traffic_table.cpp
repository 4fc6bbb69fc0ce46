#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kit {

namespace {

struct TrafficRow {
    std::string label;
    std::string unit;
    std::string measured;
    std::string predicted; ///< empty if no model gives it
    std::string remark;    ///< "equal", the difference, or "computed" if not measured
};

class Table {
public:
    void add(std::string label, std::string unit, std::uint64_t measured,
             std::optional<std::uint64_t> predicted = {}) {
        TrafficRow row{std::move(label), std::move(unit), thousands(measured), {}, {}};
        if (predicted) {
            row.predicted = thousands(*predicted);
            row.remark = difference(static_cast<double>(measured), static_cast<double>(*predicted));
        }
        rows_.push_back(std::move(row));
    }

    /// For operations, which are only computed: the emulator counts accesses, not arithmetic.
    void add_computed(std::string label, std::uint64_t predicted) {
        rows_.push_back({std::move(label), "", "", thousands(predicted), "computed"});
    }

    void add_ratio(std::string label, std::string unit, std::optional<double> measured,
                   std::optional<double> predicted) {
        if (!measured) {
            return;
        }
        TrafficRow row{std::move(label), std::move(unit), fmt::format("{:.3f}", *measured), {}, {}};
        if (predicted) {
            row.predicted = fmt::format("{:.3f}", *predicted);
            row.remark = difference(*measured, *predicted);
        }
        rows_.push_back(std::move(row));
    }

    [[nodiscard]] const std::vector<TrafficRow>& rows() const { return rows_; }

private:
    std::vector<TrafficRow> rows_;
};

/// Elements and bytes, if the accesses are whole elements, as vector loads are, too.
void add_accesses(Table& table, const std::string& label, std::size_t element_bytes,
                  std::uint64_t measured, std::optional<std::uint64_t> predicted = {}) {
    const bool whole =
        measured % element_bytes == 0 && (!predicted || *predicted % element_bytes == 0);
    if (whole) {
        if (predicted) {
            table.add(label, "elements", measured / element_bytes, *predicted / element_bytes);
        } else {
            table.add(label, "elements", measured / element_bytes);
        }
    }
    table.add(whole ? "" : label, "bytes", measured, predicted);
}

std::optional<double> ratio(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) {
        return {};
    }
    return static_cast<double>(part) / static_cast<double>(whole);
}

Table table_of(const TrafficResult& traffic, std::size_t element_bytes) {
    const Counters& counted = traffic.counted;
    const PredictedCounters& predicted = traffic.predicted;
    const TrafficIntensity reached = counted_intensity(traffic);
    const TrafficIntensity computed = predicted_intensity(traffic);
    Table table;
    table.add("blocks", "", counted.blocks, predicted.blocks);
    table.add("threads", "", counted.threads, predicted.threads);
    table.add("shared memory per block", "bytes", counted.shared_bytes_per_block,
              predicted.shared_bytes_per_block);
    add_accesses(table, "global loads", element_bytes, counted.global_load_bytes,
                 predicted.global_load_bytes);
    add_accesses(table, "global stores", element_bytes, counted.global_store_bytes,
                 predicted.global_store_bytes);
    if (predicted.remote_bytes) {
        table.add("between GPUs", "bytes", counted.remote_bytes(), predicted.remote_bytes);
    }
    table.add("global load requests", "", counted.global_load_requests);
    table.add("", "sectors", counted.global_load_sectors);
    table.add_ratio("sectors per request", "",
                    ratio(counted.global_load_sectors, counted.global_load_requests), {});
    table.add("global store requests", "", counted.global_store_requests);
    table.add("", "sectors", counted.global_store_sectors);
    table.add_ratio("sectors per request", "",
                    ratio(counted.global_store_sectors, counted.global_store_requests), {});
    if (counted.shared_load_bytes > 0 || counted.shared_store_bytes > 0) {
        add_accesses(table, "shared loads", element_bytes, counted.shared_load_bytes);
        add_accesses(table, "shared stores", element_bytes, counted.shared_store_bytes);
        table.add("shared load requests", "", counted.shared_load_requests);
        table.add("shared store requests", "", counted.shared_store_requests);
        table.add("bank conflicts", "passes", counted.shared_bank_conflicts);
    }
    if (counted.barriers > 0) {
        table.add("barriers passed", "", counted.barriers);
    }
    table.add_computed("operations of the sweep", traffic.operations);
    table.add_ratio("OP/B, loads only", "", reached.by_loads, computed.by_loads);
    table.add_ratio("OP/B, loads and stores", "", reached.with_stores, computed.with_stores);
    return table;
}

/// "20×20×20 blocks", "3,907 blocks", "1 block"; trailing extents of 1 are left out.
std::string shape(const std::array<std::uint32_t, 3>& sides, const char* noun) {
    std::string text = thousands(sides[0]);
    if (sides[1] > 1 || sides[2] > 1) {
        text += "×" + thousands(sides[1]);
    }
    if (sides[2] > 1) {
        text += "×" + thousands(sides[2]);
    }
    const bool one = sides[0] == 1 && sides[1] == 1 && sides[2] == 1;
    return fmt::format("{} {}{}", text, noun, one ? "" : "s");
}

std::string title(const Lab& lab, const TrafficResult& traffic) {
    std::string text =
        fmt::format("Traffic on {}: {} of {}", describe(traffic.extents, lab),
                    shape(traffic.launch.grid, "block"), shape(traffic.launch.block, "thread"));
    if (traffic.launch.dynamic_shared_bytes > 0) {
        text += fmt::format(", {} bytes of dynamic shared memory",
                            thousands(traffic.launch.dynamic_shared_bytes));
    }
    return text;
}

/// Widths of the columns. In a narrow window, the unit column goes first, then the predicted numbers,
/// whose differences stay, then the ends of labels.
struct Columns {
    int label = 0;
    int unit = 0; ///< 0: the unit replaces an empty label
    int number = 0;
    int remark = 0;
    bool predicted = false;

    [[nodiscard]] int used() const {
        return 2 + label + (unit > 0 ? 2 + unit : 0) + (2 + number) * (predicted ? 2 : 1) +
               (remark > 0 ? 2 + remark : 0);
    }
};

Columns columns_for(const std::vector<TrafficRow>& rows, int width) {
    Columns columns;
    columns.number = width_of("predicted");
    for (const TrafficRow& row : rows) {
        columns.label = std::max(columns.label, width_of(row.label));
        columns.unit = std::max(columns.unit, width_of(row.unit));
        columns.number =
            std::max({columns.number, width_of(row.measured), width_of(row.predicted)});
        columns.remark = std::max(columns.remark, width_of(row.remark));
        columns.predicted |= !row.predicted.empty();
    }
    if (columns.used() > width) {
        columns.unit = 0;
    }
    if (columns.used() > width) {
        columns.predicted = false;
    }
    columns.label -= std::max(columns.used() - width, 0);
    return columns;
}

std::string row_text(const TrafficRow& row, const Columns& columns, const TextStyle& style) {
    std::string text = "  ";
    if (columns.unit > 0) {
        text += pad_right(row.label, columns.label) + "  " +
                paint(style, Tone::faint, pad_right(row.unit, columns.unit));
    } else {
        const std::string label = row.label.empty() ? "  in " + row.unit : row.label;
        text += pad_right(cut(label, columns.label), columns.label);
    }
    const bool only_computed = row.measured.empty() && !columns.predicted;
    text += "  " + pad_left(only_computed ? row.predicted : row.measured, columns.number);
    if (columns.predicted && !row.predicted.empty()) {
        text += "  " + pad_left(row.predicted, columns.number);
    }
    if (!row.remark.empty()) {
        const Tone tone = row.remark == "equal"      ? Tone::good
                          : row.remark == "computed" ? Tone::faint
                                                     : Tone::doubtful;
        text += "  " + paint(style, tone, row.remark);
    }
    return text;
}

} // namespace

std::string traffic_table(const Lab& lab, const TrafficResult& traffic, const TextStyle& style) {
    const std::vector<TrafficRow> rows = table_of(traffic, bytes_of(lab.element)).rows();
    const Columns columns = columns_for(rows, style.width);
    std::string text = paragraph(style, Tone::heading, title(lab, traffic));
    const TrafficRow head{" ", "", "measured", "predicted", ""};
    text += paint(style, Tone::faint, row_text(head, columns, {false, style.width})) + "\n";
    for (const TrafficRow& row : rows) {
        text += row_text(row, columns, style) + "\n";
    }
    return text;
}

} // namespace kit
