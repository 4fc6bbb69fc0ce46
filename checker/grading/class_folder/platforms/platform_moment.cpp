#include "checker/grading/class_folder/platforms/platform_moment.hpp"

#include "checker/base/layout.hpp"
#include "checker/grading/class_folder/person_names.hpp"
#include "checker/grading/model/moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <utility>

namespace kit {

namespace {

/// This machine's time zone becomes another one, until the object goes.
class OtherZone {
public:
    explicit OtherZone(const std::string& zone) {
        if (const char* before = std::getenv("TZ")) {
            before_ = before;
        }
        setenv("TZ", zone.c_str(), 1);
        tzset();
    }

    ~OtherZone() {
        if (before_) {
            setenv("TZ", before_->c_str(), 1);
        } else {
            unsetenv("TZ");
        }
        tzset();
    }

    OtherZone(const OtherZone&) = delete;
    OtherZone& operator=(const OtherZone&) = delete;

private:
    std::optional<std::string> before_;
};

bool is_zone_name(const std::string& zone) {
    const bool is_name = !zone.empty() && zone.size() < 64 && zone.front() != '/' &&
                         std::ranges::all_of(zone, [](unsigned char letter) {
                             return std::isalnum(letter) != 0 || letter == '/' || letter == '_' ||
                                    letter == '-' || letter == '+';
                         });
    std::error_code error;
    return is_name && std::filesystem::is_regular_file("/usr/share/zoneinfo/" + zone, error);
}

/// 11 of "November", "noviembre", "novembre"; 0 of any other word.
int month_named(const std::string& word) {
    // As they begin in English, German, French, Spanish, Italian, Dutch and Portuguese.
    constexpr std::array<std::pair<std::string_view, int>, 33> beginnings{
        {{"jan", 1},  {"ene", 1},  {"gen", 1},  {"feb", 2},  {"fev", 2},  {"mar", 3},  {"maa", 3},
         {"apr", 4},  {"abr", 4},  {"avr", 4},  {"may", 5},  {"mai", 5},  {"mei", 5},  {"mag", 5},
         {"jun", 6},  {"juin", 6}, {"giu", 6},  {"jul", 7},  {"juil", 7}, {"lug", 7},  {"aug", 8},
         {"ago", 8},  {"aou", 8},  {"sep", 9},  {"set", 9},  {"oct", 10}, {"okt", 10}, {"ott", 10},
         {"out", 10}, {"nov", 11}, {"dec", 12}, {"dez", 12}, {"dic", 12}}};
    const std::string plain = forms_of(word).back();
    for (const std::string_view weekday : {"mardi", "martes", "martedi", "maandag"}) {
        if (plain == weekday) {
            return 0;
        }
    }
    for (const auto& [beginning, month] : beginnings) {
        if (plain.starts_with(beginning)) {
            return month;
        }
    }
    return 0;
}

} // namespace

std::optional<std::chrono::sys_seconds> written_moment(const std::string& text) {
    int day = 0;
    int month = 0;
    int year = 0;
    int hour = -1;
    int minute = 0;
    for (const std::string& word : name_words(text)) {
        int number = 0;
        int second = 0;
        int length = 0;
        if (std::sscanf(word.c_str(), "%2d:%2d", &number, &second) == 2) {
            hour = number;
            minute = second;
            continue;
        }
        const std::string small = folded(word);
        if (small == "pm" && hour < 12) {
            hour += 12;
        } else if (small == "am" && hour == 12) {
            hour = 0;
        } else if (std::sscanf(word.c_str(), "%4d%n", &number, &length) == 1) {
            if (length > 2 && year != 0) { // "730 PM"
                hour = number / 100;
                minute = number % 100;
            } else {
                (length == 4 ? year : day) = number;
            }
        } else if (month == 0) {
            month = month_named(word);
        }
    }
    return hour < 0 ? std::nullopt
                    : parse_moment(fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", year, month, day,
                                               hour, minute));
}

std::optional<std::chrono::sys_seconds> platform_moment(const std::string& text) {
    // "2026-11-20 22:59:30", then a fraction that nobody needs, then the zone.
    constexpr std::size_t length = 19;
    std::string whole(trimmed(text, " \t\r\n"));
    if (whole.size() < length) {
        return std::nullopt;
    }
    std::string zone = whole.substr(length);
    whole.resize(length);
    if (zone.starts_with('.')) {
        const std::size_t end = zone.find_first_not_of("0123456789", 1);
        zone.erase(0, std::min(end, zone.size()));
    }
    zone = std::string(trimmed(zone, " "));
    if (zone == "UTC" || zone == "GMT") {
        zone = "Z";
    }
    if (zone.empty()) {
        return std::nullopt;
    }
    if (const auto moment = parse_moment(whole + zone)) {
        return moment;
    }
    if (!is_zone_name(zone)) {
        return std::nullopt;
    }
    const OtherZone in_zone(zone);
    return parse_moment(whole);
}

} // namespace kit
