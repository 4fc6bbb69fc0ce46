#include "checker/exploration/accuracy.hpp"

#include "checker/build/emulator_build.hpp"
#include "checker/build/toolchain.hpp"
#include "checker/emulator/run.hpp"
#include "checker/exploration/explore.hpp"
#include "checker/exploration/finite_difference_weights.hpp"
#include "checker/reference/elements.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <type_traits>

namespace kit {

namespace {

double derivative_of_sine(int order, double x) {
    return order == 1 ? std::cos(x) : -std::sin(x);
}

/// A kernel of the emulator needs about 0.1 µs a point.
constexpr int most_seconds = 120;

} // namespace

bool computes_derivatives(const Lab& lab) {
    return lab.axes == 1 && lab.boundary == BoundaryRule::one_sided && takes_coefficients(lab);
}

Accuracy measure_accuracy(const Lab& lab, const SubmissionFile& file,
                          const AccuracySetting& setting) {
    Accuracy result;
    result.setting = setting;
    const Extents extents{setting.points, 1, 1};
    Lab here = lab_at(lab, {{}, setting.element, setting.radius, extents});
    here.time_limit_seconds = most_seconds;
    const double step = 2 * std::numbers::pi / static_cast<double>(setting.points - 1);
    result.step = step;
    result.discretization =
        discretization_factor(setting.order, setting.radius) * std::pow(step, 2 * setting.radius);
    std::vector<double> coefficients = finite_difference_weights(setting.order, setting.radius);
    for (double& coefficient : coefficients) {
        coefficient /= std::pow(step, setting.order);
    }
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(here, file, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        result.problem = built.findings.empty() ? "" : built.findings.front().message;
        return result;
    }
    std::vector<std::byte> input(static_cast<std::size_t>(setting.points) *
                                 bytes_of(setting.element));
    const std::vector<std::byte> output(input.size());
    with_element_type(setting.element, [&]<class T>(std::type_identity<T>) {
        T* const f = elements<T>(std::span(input));
        for (std::int64_t i = 0; i < setting.points; ++i) {
            f[i] = static_cast<T>(std::sin(static_cast<double>(i) * step));
        }
    });
    RunInput run;
    run.extents = extents;
    run.input = input;
    run.output = output;
    run.coefficients = coefficients;
    run.only_count_bytes = true;
    const Observation seen = run_case(here, *built.artifact, run, file);
    if (!seen.completed) {
        result.problem =
            seen.findings.empty() ? "it did not run to its end" : seen.findings.front().message;
        return result;
    }
    with_element_type(setting.element, [&]<class T>(std::type_identity<T>) {
        const T* const derivative = elements<T>(std::span(seen.output));
        for (std::int64_t i = 0; i < setting.points; ++i) {
            const double right = derivative_of_sine(setting.order, static_cast<double>(i) * step);
            const double error = std::abs(static_cast<double>(derivative[i]) - right);
            const bool middle = i >= setting.radius && i < setting.points - setting.radius;
            double& greatest = middle ? result.error : result.error_at_ends;
            if (!(error <= greatest)) { // what is not a number stays
                greatest = error;
            }
        }
    });
    return result;
}

} // namespace kit
