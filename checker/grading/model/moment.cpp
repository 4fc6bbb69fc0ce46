#include "checker/grading/model/moment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <regex>

namespace kit {

std::optional<std::chrono::sys_seconds> parse_moment(const std::string& text) {
    using namespace std::chrono;
    static const std::regex form(
        R"((\d{4})-(\d\d)-(\d\d))"
        R"((?:[T ](\d\d?):(\d\d)(?::(\d\d))?(?:([Zz])|([+-]\d\d):?(\d\d))?)?)");
    std::smatch parts;
    if (!std::regex_match(text, parts, form)) {
        return std::nullopt;
    }
    const auto number = [&](int part, int otherwise) {
        return parts[part].matched ? std::stoi(parts[part]) : otherwise;
    };
    const bool has_time = parts[4].matched;
    const year_month_day date{year(number(1, 0)), month(static_cast<unsigned>(number(2, 0))),
                              day(static_cast<unsigned>(number(3, 0)))};
    std::tm time{};
    time.tm_hour = number(4, 23);
    time.tm_min = number(5, 59);
    time.tm_sec = number(6, has_time ? 0 : 59);
    const int zone_hours = number(8, 0);
    const int zone_minutes = number(9, 0);
    if (!date.ok() || time.tm_hour > 23 || time.tm_min > 59 || time.tm_sec > 60 ||
        std::abs(zone_hours) > 14 || zone_minutes > 59) {
        return std::nullopt;
    }
    if (parts[7].matched || parts[8].matched) {
        const minutes east = hours(zone_hours) +
                             minutes(parts.str(8).starts_with('-') ? -zone_minutes : zone_minutes);
        return sys_seconds(sys_days(date)) + hours(time.tm_hour) + minutes(time.tm_min) +
               seconds(time.tm_sec) - east;
    }
    time.tm_year = number(1, 0) - 1900;
    time.tm_mon = number(2, 0) - 1;
    time.tm_mday = number(3, 0);
    time.tm_isdst = -1;
    const std::time_t moment = std::mktime(&time);
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
