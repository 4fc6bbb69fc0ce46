// The hardware's counters beside the kit's; see text_parts.hpp.
#include "checker/report/layout.hpp"
#include "checker/report/numbers.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace kit {

namespace {

using Field = std::uint64_t Counters::*;

constexpr std::array<std::pair<const char*, Field>, 9> fields{{
    {"global load bytes", &Counters::global_load_bytes},
    {"global store bytes", &Counters::global_store_bytes},
    {"global load requests", &Counters::global_load_requests},
    {"global load sectors", &Counters::global_load_sectors},
    {"global store requests", &Counters::global_store_requests},
    {"global store sectors", &Counters::global_store_sectors},
    {"shared load requests", &Counters::shared_load_requests},
    {"shared store requests", &Counters::shared_store_requests},
    {"bank conflicts", &Counters::shared_bank_conflicts},
}};

/// What the hardware leaves out of this figure: bytes that another lane of the request names, too.
std::uint64_t repeated_in(const Counters& counted, Field field) {
    if (field == &Counters::global_load_bytes) {
        return counted.global_load_repeated_bytes;
    }
    return field == &Counters::global_store_bytes ? counted.global_store_repeated_bytes : 0;
}

std::optional<std::uint64_t> predicted_of(const PredictedCounters& predicted, Field field) {
    if (field == &Counters::global_load_bytes) {
        return predicted.global_load_bytes;
    }
    if (field == &Counters::global_store_bytes) {
        return predicted.global_store_bytes;
    }
    return std::nullopt;
}

} // namespace

std::string hardware_lines(const CheckResult& result, const TextStyle& style) {
    std::string text;
    for (const std::string& sentence : result.not_done) {
        for (const std::string& line : wrap(sentence + ".", style.width)) {
            text += paint(style, Tone::doubtful, line) + "\n";
        }
    }
    if (!result.hardware) {
        return text;
    }
    constexpr int label_columns = 24;
    constexpr int number_columns = 13;
    const auto& traffic = result.verdict.traffic;
    const auto row = [](const std::string& label, const std::string& a, const std::string& b,
                        const std::string& c) {
        return "  " + pad_right(label, label_columns) + pad_left(a, number_columns) +
               pad_left(b, number_columns) + pad_left(c, number_columns);
    };
    std::vector<std::string> lines;
    std::uint64_t repeated = 0;
    lines.push_back(row("", "hardware", traffic ? "emulated" : "", traffic ? "predicted" : ""));
    for (const auto& [label, field] : fields) {
        const std::uint64_t counted = *result.hardware.*field;
        std::string emulated;
        std::string predicted;
        if (traffic) {
            const std::uint64_t left_out = repeated_in(traffic->counted, field);
            const std::uint64_t ours = traffic->counted.*field - left_out;
            repeated += left_out;
            emulated = counted == ours ? "equal" : thousands(ours);
            if (const auto value = predicted_of(traffic->predicted, field)) {
                predicted = counted + left_out == *value ? "equal" : thousands(*value);
            }
        }
        lines.push_back(row(label, thousands(counted), emulated, predicted));
    }
    text += paint(style, Tone::heading, "Counted by the hardware (Nsight Compute)") + "\n";
    for (const std::string& line : lines) {
        for (const std::string& part :
             wrap(line.substr(0, line.find_last_not_of(' ') + 1), style.width)) {
            text += part + "\n";
        }
    }
    if (repeated > 0) {
        for (const std::string& line : wrap(
                 fmt::format("Here a byte that several lanes of a request name counts once, as the "
                             "hardware has it: {} bytes fewer than the lanes name.",
                             thousands(repeated)),
                 style.width)) {
            text += line + "\n";
        }
    }
    return text;
}

} // namespace kit
