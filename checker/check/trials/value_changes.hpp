// Other values in a text: names, numbers, CUDA's variables and their axes, one more or one less.
#pragma once

#include "checker/check/trials/change_list.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

class ValueChanges {
public:
    /// The list must outlive it; what may not change is known.
    explicit ValueChanges(ChangeList& list);

    /// Numbers, CUDA's variables, one more or one less.
    void change_values();

    /// Other names in one place each, then in all of a line or a function.
    void change_names();

    /// Once all changes are known.
    void write() const;

private:
    /// A value in the text, and what else may stand there.
    struct Site {
        TokenAt begin;
        TokenAt end;
        std::vector<std::pair<std::size_t, std::string>> others; ///< with the change's number
    };

    [[nodiscard]] static bool is_name(const Site& site);
    [[nodiscard]] std::string text_of(const Site& site) const;
    void find_sites(const FunctionInText& function);
    void add_other(Site& site, const std::string& with, const std::string& other);
    void add_one_more_and_less(Site& site);
    void change_value(Site& site);
    void change_number(Site& site);
    void change_place(Site& site);
    void change_name(Site& site, bool same_sort);
    void change_names_everywhere(const FunctionInText& function);
    void change_together(const std::vector<std::size_t>& sites, const std::string& with);
    [[nodiscard]] long greatest_behind(const Token& name) const;
    [[nodiscard]] bool is_visible(std::string_view name, TokenAt at) const;
    [[nodiscard]] bool is_read(TokenAt at) const;
    [[nodiscard]] std::vector<std::string> names_at(TokenAt at, bool same_sort) const;

    ChangeList& list_;
    const std::set<std::string_view> of_threads_; ///< names that differ from thread to thread
    std::vector<Site> sites_;
};

} // namespace kit
