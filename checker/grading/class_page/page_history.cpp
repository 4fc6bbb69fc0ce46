#include "checker/grading/class_page/page_history.hpp"

#include "checker/base/json_text.hpp"
#include "checker/web_page/web_page.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

/// The lines of all files. Those of a skeleton, which all files have, are one run in each.
class LineTable {
public:
    explicit LineTable(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// The file's entry; nothing, with nothing kept, if the table would have too many bytes.
    std::optional<Json> entry_of(const SourceExcerpt& source) {
        if (bytes_ + most_bytes_ / 500 > most_bytes_) {
            return std::
                nullopt; // hardly one of thousands would still fit: that is not worth trying them all
        }
        const std::size_t lines_before = lines_.size();
        const std::size_t bytes_before = bytes_;
        Json entry{source.lines};
        int next_number = 1;
        std::optional<std::size_t> first; // of the run that is not in the entry yet
        std::size_t count = 0;
        const auto end_run = [&] {
            if (first) {
                entry.push_back(*first);
                entry.push_back(count);
            }
            first.reset();
            count = 0;
        };
        const auto skip_to = [&](int number) {
            if (number > next_number) {
                end_run();
                entry.push_back(-1);
                entry.push_back(number - next_number);
            }
            next_number = number + 1;
        };
        for (const ExcerptLine& line : source.shown) {
            skip_to(line.number);
            const std::optional<std::size_t> expected =
                first ? std::optional(*first + count) : std::nullopt;
            const std::size_t place = place_of(line.text, expected);
            if (expected != place) {
                end_run();
                first = place;
            }
            ++count;
        }
        skip_to(source.lines + 1);
        end_run();
        bytes_ += json_line(entry).size() + 1;
        if (bytes_ > most_bytes_) {
            forget_from(lines_before);
            bytes_ = bytes_before;
            return std::nullopt;
        }
        return entry;
    }

    [[nodiscard]] Json lines() const { return lines_; }

private:
    /// A line at the place that continues a run, even if that writes a short one again: a new run costs more.
    std::size_t place_of(const std::string& line, std::optional<std::size_t> expected) {
        constexpr std::size_t is_short = 9;
        if (expected && *expected < lines_.size() && lines_[*expected] == line) {
            return *expected;
        }
        const auto known = places_.find(line);
        const bool continues = expected == lines_.size();
        if (known != places_.end() && !(continues && line.size() < is_short)) {
            return known->second;
        }
        places_.emplace(line, lines_.size());
        bytes_ += script_json(ascii_json(Json(line))).size() + 1;
        lines_.push_back(line);
        return lines_.size() - 1;
    }

    void forget_from(std::size_t place) {
        for (; lines_.size() > place; lines_.pop_back()) {
            const auto known = places_.find(lines_.back());
            if (known != places_.end() && known->second == lines_.size() - 1) {
                places_.erase(known);
            }
        }
    }

    std::size_t most_bytes_;
    std::size_t bytes_ = 0;
    std::vector<std::string> lines_;
    std::unordered_map<std::string, std::size_t> places_;
};

std::int64_t seconds_of(const std::optional<std::chrono::sys_seconds>& moment) {
    return moment ? moment->time_since_epoch().count() : 0;
}

} // namespace

nlohmann::ordered_json page_sources(const GradedClass& graded, const ShownSources& sources,
                                    std::size_t most_bytes) {
    LineTable table(most_bytes);
    Json files = Json::array();
    Json of = Json::array();
    std::map<std::string, std::optional<std::size_t>> places; // by the check's key
    std::size_t left_out = 0;
    for (const bool passed : {false, true}) {
        for (std::size_t i = 0; i < graded.students.size(); ++i) {
            const auto labs = graded.students[i].labs();
            for (std::size_t lab = 0; lab < labs.size(); ++lab) {
                const auto source = sources.find(labs[lab].check_key);
                if (source == sources.end() || labs[lab].passed() != passed) {
                    continue;
                }
                const auto [place, is_new] = places.try_emplace(source->first);
                if (is_new) {
                    if (std::optional<Json> entry = table.entry_of(source->second)) {
                        place->second = files.size();
                        files.push_back(std::move(*entry));
                    }
                }
                if (place->second) {
                    of.push_back({i, lab, *place->second});
                } else {
                    ++left_out;
                }
            }
        }
    }
    return {{"lines", table.lines()},
            {"files", std::move(files)},
            {"of", std::move(of)},
            {"left_out", left_out}};
}

nlohmann::ordered_json page_attempts(const GradedClass& graded) {
    Json all = Json::array();
    for (std::size_t i = 0; i < graded.students.size(); ++i) {
        const auto labs = graded.students[i].labs();
        for (std::size_t lab = 0; lab < labs.size(); ++lab) {
            if (labs[lab].attempts.size() < 2) {
                continue;
            }
            Json attempts = Json::array();
            for (const Attempt& one : labs[lab].attempts) {
                attempts.push_back(
                    {seconds_of(one.graded), seconds_of(one.submitted),
                     one.outcome == Outcome::passed ? 0 : 1, std::round(one.points * 100) / 100,
                     std::round(one.max_points * 100) / 100, one.sha256.substr(0, 8), one.finding});
            }
            all.push_back({i, lab, std::move(attempts)});
        }
    }
    return all;
}

} // namespace kit
