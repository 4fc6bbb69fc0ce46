#include "checker/report/roofline_svg.hpp"

#include "checker/base/chart.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kit {

namespace {

constexpr double width = 640;
constexpr double height = 400;
constexpr double roof_left = 70;
constexpr double roof_right = 20;
constexpr double roof_top = 40;
constexpr double roof_bottom = 50;
constexpr double giga = 1e9;

class Picture {
public:
    Picture(const DrawnAxis& x, const DrawnAxis& y) : x_(x), y_(y) {}

    void line(const char* kind, double x1, double y1, double x2, double y2) {
        body_ += fmt::format(
            "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind,
            x_.at(x1), y_.at(y1), x_.at(x2), y_.at(y2));
    }

    void text(double x, double y, const char* anchor, const std::string& words) {
        body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                             anchor, xml_text(words));
    }

    void point(const char* kind, double x, double y, const std::string& words, double lower) {
        body_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\"/>\n", kind,
                             x_.at(x), y_.at(y));
        text(x_.at(x) + 9, y_.at(y) + lower, "start", words);
    }

    void grid() {
        for (double value = std::pow(10, std::ceil(std::log10(x_.low))); value <= x_.high;
             value *= 10) {
            line("grid", value, y_.low, value, y_.high);
            text(x_.at(value), height - roof_bottom + 18, "middle", fmt::format("{:g}", value));
        }
        for (double value = std::pow(10, std::ceil(std::log10(y_.low))); value <= y_.high;
             value *= 10) {
            line("grid", x_.low, value, x_.high, value);
            text(roof_left - 8, y_.at(value) + 4, "end",
                 thousands(static_cast<std::uint64_t>(std::llround(value))));
        }
    }

    [[nodiscard]] const std::string& body() const { return body_; }

    [[nodiscard]] const DrawnAxis& x() const { return x_; }

    [[nodiscard]] const DrawnAxis& y() const { return y_; }

private:
    DrawnAxis x_;
    DrawnAxis y_;
    std::string body_;
};

/// A slope of `bandwidth` GB/s up to `peak` GFLOP/s, then flat.
void roof(Picture& picture, const char* kind, double bandwidth, std::optional<double> peak) {
    const DrawnAxis& x = picture.x();
    const double top_rate = std::min(peak.value_or(picture.y().high), picture.y().high);
    const double from = std::max(x.low, picture.y().low / bandwidth);
    const double ridge = std::min(top_rate / bandwidth, x.high);
    picture.line(kind, from, from * bandwidth, ridge, ridge * bandwidth);
    if (peak && *peak <= picture.y().high && ridge < x.high) {
        picture.line(kind, ridge, *peak, x.high, *peak);
    }
}

constexpr const char* roof_style = R"(<style>
text { font: 12px system-ui, sans-serif; fill: #222; }
.title { font-size: 14px; font-weight: 600; }
.grid { stroke: #ddd; }
.roof { stroke: #1a6fb5; stroke-width: 2; }
.sheet { stroke: #888; stroke-dasharray: 5 4; }
.cold { fill: #c2410c; }
.hot { fill: none; stroke: #c2410c; stroke-width: 2; }
.basic { fill: #555; }
@media (prefers-color-scheme: dark) {
  .page { fill: #1b1b1b; }
  text { fill: #ddd; }
  .grid { stroke: #3a3a3a; }
  .roof { stroke: #6bb3ea; }
  .sheet { stroke: #999; }
  .cold { fill: #fb923c; }
  .hot { stroke: #fb923c; }
  .basic { fill: #bbb; }
}
</style>
)";

} // namespace

std::string roofline_svg(const Timing& timing, const Ceilings& ceilings) {
    const auto rate = [&](const TimeSummary& summary) {
        return static_cast<double>(timing.operations) / summary.median / giga;
    };
    const double copy = static_cast<double>(timing.copy_bytes) / timing.copy.median / giga;
    const double intensity =
        static_cast<double>(timing.operations) / static_cast<double>(timing.bytes);
    std::vector<double> rates{rate(timing.cold), rate(timing.hot), copy * intensity};
    if (timing.baseline) {
        rates.push_back(rate(*timing.baseline) / timing.sweeps);
    }
    if (ceilings.peak) {
        rates.push_back(*ceilings.peak / giga);
    }
    const auto [least, greatest] = std::ranges::minmax_element(rates);
    const DrawnAxis x{0.1, 100, roof_left, width - roof_right};
    const DrawnAxis y{*least / 5, *greatest * 3, height - roof_bottom, roof_top};
    Picture picture(x, y);
    picture.grid();
    if (ceilings.bandwidth) {
        roof(picture, "sheet", *ceilings.bandwidth / giga,
             ceilings.peak ? std::optional<double>(*ceilings.peak / giga) : std::nullopt);
    }
    roof(picture, "roof", copy,
         ceilings.peak ? std::optional<double>(*ceilings.peak / giga) : std::nullopt);
    picture.point("cold", intensity, rate(timing.cold), "cold: " + microseconds(timing.cold.median),
                  14);
    picture.point("hot", intensity, rate(timing.hot), "hot: " + microseconds(timing.hot.median),
                  -6);
    if (timing.baseline) {
        const double basic_rate = rate(*timing.baseline) / timing.sweeps;
        const double basic_intensity = intensity / timing.sweeps;
        picture.point("basic", basic_intensity, basic_rate,
                      "basic: " + microseconds(timing.baseline->median), 4);
    }
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\" aria-label=\"Roofline of the {2}\">\n",
        width, height, xml_text(timing.gpu));
    svg += roof_style;
    svg += fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n", width,
                       height);
    svg += picture.body();
    svg += fmt::format("<text class=\"title\" x=\"{}\" y=\"22\">{}</text>\n", roof_left,
                       xml_text("Under the roofline of the " + timing.gpu));
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">solid: the copy of the "
                       "same run, {} GB/s</text>\n",
                       width - roof_right - 8, height - roof_bottom - 24,
                       thousands(static_cast<std::uint64_t>(copy)));
    if (ceilings.bandwidth) {
        svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">dashed: the data "
                           "sheet, {} GB/s</text>\n",
                           width - roof_right - 8, height - roof_bottom - 8,
                           thousands(static_cast<std::uint64_t>(*ceilings.bandwidth / giga)));
    }
    svg +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">operations per byte, "
                    "every cell read and written once</text>\n",
                    (roof_left + width - roof_right) / 2, height - 12);
    svg += fmt::format("<text transform=\"translate(16 {:.1f}) rotate(-90)\" "
                       "text-anchor=\"middle\">GFLOP/s</text>\n",
                       (roof_top + height - roof_bottom) / 2);
    return svg + "</svg>\n";
}

} // namespace kit
