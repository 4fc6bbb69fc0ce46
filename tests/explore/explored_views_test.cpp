// Tables and charts of runs that were on a GPU.
#include "checker/explore/explore.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace kit;

namespace {

/// On 512³ in milliseconds; times of 0 are absent.
NamedRun scaled(int gpus, double one, double strong, double weak) {
    const auto summary = [](double milliseconds) {
        return TimeSummary{milliseconds / 1e3, milliseconds / 1e3, milliseconds / 1e3, 0.01, 7};
    };
    Explored run;
    run.setting.gpus = gpus;
    run.setting.extents = {512, 512, 512};
    run.right = true;
    run.scaling.emplace();
    run.scaling->gpus = gpus;
    run.scaling->one = summary(one);
    if (strong > 0) {
        run.scaling->strong = summary(strong);
    }
    if (weak > 0) {
        run.scaling->weak = summary(weak);
    }
    return {{TableCell(std::int64_t{gpus})}, run};
}

const std::vector<NamedRun> runs{scaled(1, 4, 0, 0), scaled(2, 4, 2.5, 4.4), scaled(4, 4, 2, 0)};

} // namespace

TEST_CASE("a table of several GPUs has the time of a sweep and both kinds of scaling") {
    const Table table = explored_table("lab 14", {{"gpus", "GPUs"}}, runs, {});
    std::vector<std::string> headings;
    for (const Column& column : table.columns) {
        headings.push_back(column.heading);
    }
    CHECK(headings == std::vector<std::string>{"GPUs", "µs a sweep", "strong", "weak", "verdict"});
    const auto texts = [&](std::size_t row) {
        std::vector<std::string> cells;
        for (const TableCell& cell : table.rows[row]) {
            cells.push_back(cell.text);
        }
        return cells;
    };
    CHECK(texts(0) == std::vector<std::string>{"1", "4000.00", "–", "–", "right"});
    CHECK(texts(1) == std::vector<std::string>{"2", "2500.00", "0.800", "0.909", "right"});
    CHECK(texts(2) == std::vector<std::string>{"4", "2000.00", "0.500", "–", "right"});
}

TEST_CASE("a chart of several GPUs draws both kinds of scaling over their number") {
    Lab lab;
    lab.axes = 3;
    std::vector<Explored> explored;
    for (const NamedRun& one : runs) {
        explored.push_back(one.run);
    }
    const Chart chart = explored_chart(lab, explored, "lab 14");
    CHECK(chart.x_label == "GPUs");
    REQUIRE(chart.series.size() == 2);
    CHECK(chart.series[0].name == "strong");
    REQUIRE(chart.series[0].points.size() == 3);
    CHECK(chart.series[0].points[0] == std::pair(1.0, 1.0));
    CHECK(chart.series[0].points[1].second == Approx(0.8));
    CHECK(chart.series[0].points[2].second == Approx(0.5));
    REQUIRE(chart.series[1].points.size() == 2);
    CHECK(chart.series[1].points[1].second == Approx(4 / 4.4));
}
