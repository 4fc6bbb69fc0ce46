#include "checker/check/trials/value_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <map>

namespace kit {

namespace {

constexpr std::array places{"threadIdx", "blockIdx", "blockDim", "gridDim"};
constexpr std::array axes{"x", "y", "z"};

} // namespace

ValueChanges::ValueChanges(ChangeList& list)
    : list_(list), of_threads_(names_set_from(list.tokens(), {"threadIdx", "blockIdx"})) {
    for (const FunctionInText& function : list.known().functions) {
        find_sites(function);
    }
}

void ValueChanges::change_values() {
    for (Site& site : sites_) {
        change_value(site);
    }
}

void ValueChanges::change_names() {
    for (const bool same_sort : {true, false}) {
        for (Site& site : sites_) {
            change_name(site, same_sort);
        }
    }
    for (const FunctionInText& function : list_.known().functions) {
        change_names_everywhere(function);
    }
}

void ValueChanges::write() const {
    for (const Site& site : sites_) {
        if (site.others.empty()) {
            continue;
        }
        const std::string own = text_of(site);
        std::string written = "kit_either(" + own;
        for (const auto& [number, other] : site.others) {
            written += fmt::format(", {}, {}", number, other);
        }
        list_.write(list_.begin_of(site.begin), own.size(), written + ")");
    }
}

std::string ValueChanges::text_of(const Site& site) const {
    return list_.text_of(site.begin, site.end);
}

void ValueChanges::add_other(Site& site, const std::string& with, const std::string& other) {
    if (list_.is_full()) {
        return;
    }
    const std::size_t number = list_.add(
        site.begin->line, with, {{list_.begin_of(site.begin), text_of(site).size(), other}});
    site.others.emplace_back(number, other);
}

void ValueChanges::find_sites(const FunctionInText& function) {
    for (auto at = function.begin; at < function.end; ++at) {
        if (!list_.may_change(at)) {
            continue;
        }
        if (is_one_of(places, at->text) && std::next(at)->is(".")) {
            sites_.push_back({at, at + 3, {}});
        } else if (at->kind == Token::Kind::number || is_read(at)) {
            sites_.push_back({at, std::next(at), {}});
        }
    }
}

bool ValueChanges::is_name(const Site& site) {
    return site.begin->kind == Token::Kind::word && site.end - site.begin == 1;
}

/// Another number or place, or one more or less.
void ValueChanges::change_value(Site& site) {
    const auto before = std::prev(site.begin);
    if (site.begin->kind == Token::Kind::number) {
        change_number(site);
    } else if (!is_name(site)) {
        change_place(site);
    } else if (!before->is("<") && !before->is(">") &&
               !before->is("=")) { // a comparison is one off
        add_one_more_and_less(site);
    }
}

void ValueChanges::add_one_more_and_less(Site& site) {
    const std::string own = text_of(site);
    for (const char* const sign : {"+", "-"}) {
        add_other(site,
                  fmt::format("one more or less than {}", is_name(site) ? "'" + own + "'" : own),
                  fmt::format("({} {} 1)", own, sign));
    }
}

void ValueChanges::change_number(Site& site) {
    const std::string_view text = site.begin->text;
    const bool is_whole =
        text.size() < 8 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_whole) {
        return;
    }
    const auto before = std::prev(site.begin);
    const long number = std::stol(std::string(text));
    std::set<long> others{number + 1, number - 1};
    if (number != 0 && (before->is("+") || before->is("-"))) {
        others.insert(-number);
    }
    if (before->is("[") && site.end->is("]")) {
        for (long index = 0; index <= greatest_behind(*std::prev(before)); ++index) {
            others.insert(index);
        }
    }
    others.erase(number);
    const std::string with = fmt::format("another number than '{}'", text);
    for (const long other : others) {
        add_other(site, with, other < 0 ? fmt::format("({})", other) : std::to_string(other));
    }
}

/// The greatest of the numbers that stand in brackets behind this name: in labs few, as of coefficients.
long ValueChanges::greatest_behind(const Token& name) const {
    long greatest = 0;
    for (auto at = list_.tokens().begin(); list_.tokens().end() - at > 3; ++at) {
        if (at->is(name.text) && at[1].is("[") && at[2].kind == Token::Kind::number &&
            at[2].text.size() == 1 && at[3].is("]")) {
            greatest =
                std::max(greatest, std::strtol(std::string(at[2].text).c_str(), nullptr, 10));
        }
    }
    return greatest;
}

void ValueChanges::change_place(Site& site) {
    const std::string_view name = site.begin->text;
    const std::string_view axis = (site.begin + 2)->text;
    const std::string own = fmt::format("{}.{}", name, axis);
    for (const char* const other : axes) {
        if (other != axis) {
            add_other(site, fmt::format("another axis than {}'s", own),
                      fmt::format("{}.{}", name, other));
        }
    }
    for (const char* const other : {"threadIdx", "blockIdx", "blockDim"}) {
        if (other != name) {
            add_other(site, fmt::format("another of CUDA's variables than {}", own),
                      fmt::format("{}.{}", other, axis));
        }
    }
    add_one_more_and_less(site);
}

bool ValueChanges::is_visible(std::string_view name, TokenAt at) const {
    return std::ranges::any_of(list_.known().names, [&](const VisibleName& one) {
        return one.name == name && one.from < at && at < one.to;
    });
}

/// Whether the value of a known name is read here, and nothing else is done with it.
bool ValueChanges::is_read(TokenAt at) const {
    if (at->kind != Token::Kind::word || is_reserved_name(at->text)) {
        return false;
    }
    const auto next = std::next(at);
    const auto before = std::prev(at);
    const bool is_assigned = next->is("=") && !(is_glued(next) && std::next(next)->is("="));
    const bool is_compound = next->kind == Token::Kind::mark && is_glued(next) &&
                             std::next(next)->is("=") && !next->is("=") && !next->is("!") &&
                             !next->is("<") && !next->is(">");
    const auto is_twice = [](TokenAt sign) {
        return (sign->is("+") || sign->is("-")) && is_glued(sign) &&
               std::next(sign)->is(sign->text);
    };
    const bool is_address =
        before->is("&") && !is_operand(*std::prev(before)) && !std::prev(before)->is("&");
    return !is_assigned && !is_compound && !is_twice(next) && !is_twice(at - 2) && !is_address &&
           !before->is(".") && !before->is(":") && !next->is("(") && !next->is(".") &&
           !next->is("[") && !next->is(":") && !(before->is(">") && std::prev(before)->is("-")) &&
           !(before->kind == Token::Kind::word && !before->is("return")) &&
           is_visible(at->text, at);
}

/// Other names that are known there: of threads, or the same for all of them, as this one is, or else the others.
std::vector<std::string> ValueChanges::names_at(TokenAt at, bool same_sort) const {
    const std::size_t most = same_sort ? 6 : 2;
    const auto is_of_thread = [&](std::string_view name) { return of_threads_.count(name) != 0; };
    std::vector<std::string> names;
    for (auto one = list_.known().names.rbegin();
         one != list_.known().names.rend() && names.size() < most; ++one) {
        if (one->from < at && at < one->to && one->name != at->text &&
            (is_of_thread(one->name) == is_of_thread(at->text)) == same_sort &&
            std::ranges::find(names, one->name) == names.end()) {
            names.emplace_back(one->name);
        }
    }
    return names;
}

void ValueChanges::change_name(Site& site, bool same_sort) {
    if (!is_name(site)) {
        return;
    }
    for (const std::string& other : names_at(site.begin, same_sort)) {
        add_other(site, fmt::format("another name than '{}'", site.begin->text), other);
    }
}

/// The same name in several places, all changed at once: in a line, and in the function.
void ValueChanges::change_names_everywhere(const FunctionInText& function) {
    std::map<std::string_view, std::vector<std::size_t>> of_name;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
        if (is_name(sites_[i]) && function.begin <= sites_[i].begin &&
            sites_[i].begin < function.end) {
            of_name[sites_[i].begin->text].push_back(i);
        }
    }
    for (const auto& [name, all] : of_name) {
        std::map<int, std::vector<std::size_t>> of_line;
        for (const std::size_t i : all) {
            of_line[sites_[i].begin->line].push_back(i);
        }
        for (const auto& [line, some] : of_line) {
            if (some.size() < all.size()) {
                change_together(some, fmt::format("another name than '{}', each time", name));
            }
        }
        change_together(all, fmt::format("another name than '{}', here and below", name));
    }
}

void ValueChanges::change_together(const std::vector<std::size_t>& sites, const std::string& with) {
    if (sites.size() < 2) {
        return;
    }
    for (const std::string& other : names_at(sites_[sites.front()].begin, true)) {
        const bool is_everywhere = std::ranges::all_of(
            sites, [&](std::size_t i) { return is_visible(other, sites_[i].begin); });
        if (list_.is_full() || !is_everywhere) {
            continue;
        }
        std::vector<TextEdit> edits;
        for (const std::size_t i : sites) {
            edits.push_back({list_.begin_of(sites_[i].begin), text_of(sites_[i]).size(), other});
        }
        const std::size_t number =
            list_.add(sites_[sites.front()].begin->line, with, std::move(edits));
        for (const std::size_t i : sites) {
            sites_[i].others.emplace_back(number, other);
        }
    }
}

} // namespace kit
