#include "checker/grading/model/moment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <ctime>

namespace kit {

namespace {

/// An offset from UTC in seconds after the time of day, or nothing.
struct Zone {
    bool understood = true;
    std::optional<int> seconds;
};

Zone zone_from(const std::string& text) {
    if (text.empty()) {
        return {};
    }
    if (text == "Z" || text == "z") {
        return {true, 0};
    }
    char sign = 0;
    int hours = 0;
    int minutes = 0;
    int length = 0;
    if ((std::sscanf(text.c_str(), "%c%2d:%2d%n", &sign, &hours, &minutes, &length) == 3 ||
         std::sscanf(text.c_str(), "%c%2d%2d%n", &sign, &hours, &minutes, &length) == 3) &&
        static_cast<std::size_t>(length) == text.size() && (sign == '+' || sign == '-') &&
        hours <= 14 && minutes < 60) {
        return {true, (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60)};
    }
    return {false, {}};
}

} // namespace

std::optional<std::chrono::sys_seconds> parse_moment(const std::string& text) {
    std::tm parts{};
    int length = 0;
    int year = 0;
    int month = 0;
    int end_of_date = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &year, &month, &parts.tm_mday, &end_of_date) !=
            3 ||
        end_of_date != 10) {
        return std::nullopt;
    }
    parts.tm_hour = 23;
    parts.tm_min = 59;
    parts.tm_sec = 59;
    std::string rest = text.substr(10);
    if (!rest.empty()) {
        parts.tm_sec = 0;
        char between = 0;
        if (std::sscanf(rest.c_str(), "%c%2d:%2d%n", &between, &parts.tm_hour, &parts.tm_min,
                        &length) != 3 ||
            (between != 'T' && between != ' ')) {
            return std::nullopt;
        }
        rest = rest.substr(static_cast<std::size_t>(length));
        if (std::sscanf(rest.c_str(), ":%2d%n", &parts.tm_sec, &length) == 1) {
            rest = rest.substr(static_cast<std::size_t>(length));
        }
    }
    const Zone zone = zone_from(rest);
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(year),
                              std::chrono::month(static_cast<unsigned>(month)),
                              day(static_cast<unsigned>(parts.tm_mday))};
    if (!zone.understood || !date.ok() || parts.tm_hour > 23 || parts.tm_min > 59 ||
        parts.tm_sec > 60) {
        return std::nullopt;
    }
    if (zone.seconds) {
        return sys_seconds(sys_days(date)) + hours(parts.tm_hour) + minutes(parts.tm_min) +
               seconds(parts.tm_sec) - seconds(*zone.seconds);
    }
    parts.tm_year = year - 1900;
    parts.tm_mon = month - 1;
    parts.tm_isdst = -1;
    const std::time_t moment = std::mktime(&parts);
    return moment == -1 ? std::nullopt : std::optional(sys_seconds(seconds(moment)));
}

std::string local_moment_text(std::chrono::sys_seconds moment) {
    const std::time_t seconds = moment.time_since_epoch().count();
    std::tm parts{};
    localtime_r(&seconds, &parts);
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M %Z", &parts)};
}

std::string moment_text(std::chrono::sys_seconds moment) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(moment.time_since_epoch().count()));
}

} // namespace kit
