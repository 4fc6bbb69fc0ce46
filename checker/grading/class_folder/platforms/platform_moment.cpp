#include "checker/grading/class_folder/platforms/platform_moment.hpp"

#include "checker/base/layout.hpp"
#include "checker/grading/model/moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>

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
                         std::all_of(zone.begin(), zone.end(), [](unsigned char letter) {
                             return std::isalnum(letter) != 0 || letter == '/' || letter == '_' ||
                                    letter == '-' || letter == '+';
                         });
    std::error_code error;
    return is_name && std::filesystem::is_regular_file("/usr/share/zoneinfo/" + zone, error);
}

} // namespace

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
