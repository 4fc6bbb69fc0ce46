// Counters measured beside predicted; see text_parts.hpp.
#include "checker/report/layout.hpp"
#include "checker/report/numbers.hpp"
#include "checker/report/ops_per_byte.hpp"
#include "checker/report/text_parts.hpp"
#include "checker/report/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

struct Row {
    std::string label;
    std::string unit;
    std::string measured;
    std::string predicted; ///< empty where no model says
    std::string remark;    ///< "equal" or how far off
};

class Table {
public:
    void add(std::string label, std::string unit, std::uint64_t measured,
             std::optional<std::uint64_t> predicted = {}) {
        Row row{std::move(label), std::move(unit), thousands(measured), {}, {}};
        if (predicted) {
            row.predicted = thousands(*predicted);
            row.remark = difference(static_cast<double>(measured), static_cast<double>(*predicted));
        }
        rows_.push_back(std::move(row));
    }

    void add_ratio(std::string label, std::string unit, std::optional<double> measured,
                   std::optional<double> predicted) {
        if (!measured) {
            return;
        }
        Row row{std::move(label), std::move(unit), fmt::format("{:.3f}", *measured), {}, {}};
        if (predicted) {
            row.predicted = fmt::format("{:.3f}", *predicted);
            row.remark = difference(*measured, *predicted);
        }
        rows_.push_back(std::move(row));
    }

    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

private:
    std::vector<Row> rows_;
};

/// Elements beside bytes where the accesses are whole elements; vector loads are, too.
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

Table table_of(const TrafficResult& traffic, std::size_t element_bytes) {
    const Counters& counted = traffic.counted;
    const PredictedCounters& predicted = traffic.predicted;
    const OpsPerByte reached = counted_ops_per_byte(traffic);
    const OpsPerByte computed = predicted_ops_per_byte(traffic);
    Table table;
    table.add("blocks", "", counted.blocks, predicted.blocks);
    table.add("threads", "", counted.threads, predicted.threads);
    table.add("shared memory per block", "bytes", counted.shared_bytes_per_block,
              predicted.shared_bytes_per_block);
    add_accesses(table, "global loads", element_bytes, counted.global_load_bytes,
                 predicted.global_load_bytes);
    add_accesses(table, "global stores", element_bytes, counted.global_store_bytes,
                 predicted.global_store_bytes);
    if (counted.shared_load_bytes > 0 || counted.shared_store_bytes > 0) {
        add_accesses(table, "shared loads", element_bytes, counted.shared_load_bytes);
        add_accesses(table, "shared stores", element_bytes, counted.shared_store_bytes);
    }
    if (counted.barriers > 0) {
        table.add("barriers passed", "", counted.barriers);
    }
    table.add("operations", "", traffic.operations, predicted.operations);
    table.add_ratio("OP/B, loads only", "", reached.by_loads, computed.by_loads);
    table.add_ratio("OP/B, loads and stores", "", reached.with_stores, computed.with_stores);
    return table;
}

/// "20×20×20"; a third axis of 1 is left out, and a second with it.
std::string shape(const std::array<std::uint32_t, 3>& sides) {
    std::string text = fmt::format("{}", sides[0]);
    if (sides[1] > 1 || sides[2] > 1) {
        text += fmt::format("×{}", sides[1]);
    }
    if (sides[2] > 1) {
        text += fmt::format("×{}", sides[2]);
    }
    return text;
}

std::string title(const Lab& lab, const TrafficResult& traffic) {
    std::string text =
        fmt::format("Traffic on {}: {} blocks of {} threads", describe(traffic.extents, lab),
                    shape(traffic.launch.grid), shape(traffic.launch.block));
    if (traffic.launch.dynamic_shared_bytes > 0) {
        text += fmt::format(", {} bytes of shared memory asked for at the launch",
                            thousands(traffic.launch.dynamic_shared_bytes));
    }
    return text;
}

/// Columns of a row: its indentation, label, unit, both numbers, and the gaps between them.
struct Columns {
    int label = 0;
    int unit = 0;
    int number = 0;
    int gap = 2;

    [[nodiscard]] int used() const { return 2 + label + gap + unit + 2 * (gap + number) + gap; }
};

Columns columns_for(const std::vector<Row>& rows, const TextStyle& style) {
    Columns columns{0, 0, width_of("predicted"), 2};
    int remark = 0;
    for (const Row& row : rows) {
        columns.label = std::max(columns.label, width_of(row.label));
        columns.unit = std::max(columns.unit, width_of(row.unit));
        columns.number =
            std::max({columns.number, width_of(row.measured), width_of(row.predicted)});
        remark = std::max(remark, width_of(row.remark));
    }
    if (columns.used() + remark > style.width) {
        // Narrow: the units go, the table's rows keep their order of elements before bytes.
        columns.unit = 0;
        columns.gap = 1;
        columns.label = std::min(columns.label, 13);
    }
    return columns;
}

Tone remark_tone(const std::string& remark) {
    return remark == "equal" ? Tone::good : Tone::doubtful;
}

} // namespace

std::string traffic_table(const Lab& lab, const TrafficResult& traffic, const TextStyle& style) {
    const Table table = table_of(traffic, bytes_of(lab.element));
    const Columns columns = columns_for(table.rows(), style);
    const bool compares = std::any_of(table.rows().begin(), table.rows().end(),
                                      [](const Row& row) { return !row.predicted.empty(); });
    std::string text;
    for (const std::string& line : wrap(title(lab, traffic), style.width)) {
        text += paint(style, Tone::heading, line) + "\n";
    }
    const std::string gap(static_cast<std::size_t>(columns.gap), ' ');
    const int before_numbers = 2 + columns.label + columns.gap + columns.unit;
    text += paint(style, Tone::faint,
                  pad_right("", before_numbers) + gap + pad_left("measured", columns.number) +
                      (compares ? gap + pad_left("predicted", columns.number) : "")) +
            "\n";
    for (const Row& row : table.rows()) {
        text += "  " + pad_right(cut(row.label, columns.label), columns.label) + gap;
        text += paint(style, Tone::faint, pad_right(cut(row.unit, columns.unit), columns.unit));
        text += gap + pad_left(row.measured, columns.number);
        if (!row.predicted.empty()) {
            text += gap + pad_left(row.predicted, columns.number) + gap +
                    paint(style, remark_tone(row.remark), row.remark);
        }
        text += '\n';
    }
    return text;
}

} // namespace kit
