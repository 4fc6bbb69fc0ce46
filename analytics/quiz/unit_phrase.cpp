#include "analytics/quiz/unit_phrase.hpp"

#include "analytics/quiz/plain_signs.hpp"
#include "checker/base/layout.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace kit {

namespace {

constexpr std::int64_t kibi = 1024;
constexpr std::int64_t mebi = kibi * kibi;
constexpr std::int64_t kilo = 1000;
constexpr std::int64_t mega = kilo * kilo;
constexpr std::int64_t lakh = 100'000;

/// A unit as it may be written.
struct UnitWord {
    std::string_view word;
    Unit unit;
    int element_bytes = 0; ///< 0 where the word does not say
};

constexpr auto unit_words = std::to_array<UnitWord>({
    {"point", Unit::points},
    {"points", Unit::points},
    {"pts", Unit::points},
    {"output points", Unit::points},
    {"grid points", Unit::points},
    {"gridpoints", Unit::points},
    {"interior points", Unit::points},
    {"outputs", Unit::points},
    {"output values", Unit::points},
    {"punkte", Unit::points},
    {"gitterpunkte", Unit::points},
    {"ausgabepunkte", Unit::points},
    {"points de sortie", Unit::points},
    {"cell", Unit::cells},
    {"cells", Unit::cells},
    {"input cells", Unit::cells},
    {"output cells", Unit::cells},
    {"grid cells", Unit::cells},
    {"cells of input", Unit::cells},
    {"zellen", Unit::cells},
    {"cellules", Unit::cells},
    {"celdas", Unit::cells},
    {"element", Unit::cells},
    {"elements", Unit::cells},
    {"elems", Unit::cells},
    {"elemente", Unit::cells},
    {"éléments", Unit::cells},
    {"values", Unit::cells},
    {"float", Unit::cells, 4},
    {"floats", Unit::cells, 4},
    {"int", Unit::cells, 4},
    {"ints", Unit::cells, 4},
    {"double", Unit::cells, 8},
    {"doubles", Unit::cells, 8},
    {"half", Unit::cells, 2},
    {"halfs", Unit::cells, 2},
    {"halves", Unit::cells, 2},
    {"block", Unit::blocks},
    {"blocks", Unit::blocks},
    {"thread blocks", Unit::blocks},
    {"threadblocks", Unit::blocks},
    {"cuda blocks", Unit::blocks},
    {"tbs", Unit::blocks},
    {"ctas", Unit::blocks},
    {"blöcke", Unit::blocks},
    {"bloecke", Unit::blocks},
    {"blocs", Unit::blocks},
    {"bloques", Unit::blocks},
    {"blocchi", Unit::blocks},
    {"thread", Unit::threads},
    {"threads", Unit::threads},
    {"b", Unit::bytes},
    {"byte", Unit::bytes},
    {"bytes", Unit::bytes},
    {"octet", Unit::bytes},
    {"octets", Unit::bytes},
    {"op/b", Unit::operations_per_byte},
    {"opb", Unit::operations_per_byte},
});

/// Words for a scale, with what they multiply; the second is another reading, or 0.
struct Scale {
    std::string_view word;
    std::int64_t factor;
    std::int64_t other = 0;
};

constexpr auto scales = std::to_array<Scale>({
    {"k", kilo, kibi},
    {"ki", kibi},
    {"m", mega, mebi},
    {"mi", mebi},
    {"thousand", kilo},
    {"tsd", kilo},
    {"tsd.", kilo},
    {"tausend", kilo},
    {"mille", kilo},
    {"mil", kilo},
    {"million", mega},
    {"millions", mega},
    {"mio", mega},
    {"mio.", mega},
    {"mln", mega},
    {"millionen", mega},
    {"lakh", lakh},
    {"lakhs", lakh},
});

/// Of bytes; the chapter's KB are 1,024, those of the SI 1,000.
constexpr auto byte_scales = std::to_array<Scale>({
    {"kb", kibi, kilo},
    {"kbyte", kibi, kilo},
    {"kbytes", kibi, kilo},
    {"k bytes", kibi, kilo},
    {"k byte", kibi, kilo},
    {"k b", kibi, kilo},
    {"kilobyte", kibi, kilo},
    {"kilobytes", kibi, kilo},
    {"kilo bytes", kibi, kilo},
    {"ko", kibi, kilo},
    {"kib", kibi},
    {"kibyte", kibi},
    {"ki b", kibi},
    {"ki bytes", kibi},
    {"kibibyte", kibi},
    {"kibibytes", kibi},
    {"mb", mebi, mega},
    {"mbyte", mebi, mega},
    {"mbytes", mebi, mega},
    {"megabyte", mebi, mega},
    {"megabytes", mebi, mega},
    {"mib", mebi},
    {"mebibytes", mebi},
});

constexpr auto bit_scales = std::to_array<Scale>({
    {"bit", 1},
    {"bits", 1},
    {"kbit", kilo, kibi},
    {"kbits", kilo, kibi},
    {"kibit", kibi},
    {"kibits", kibi},
});

/// Known, and asked for by no question.
constexpr auto other_words = std::to_array<std::string_view>({"warp",
                                                              "warps",
                                                              "plane",
                                                              "planes",
                                                              "%",
                                                              "percent",
                                                              "prozent",
                                                              "s",
                                                              "sec",
                                                              "second",
                                                              "seconds",
                                                              "ms",
                                                              "us",
                                                              "µs",
                                                              "hz",
                                                              "mhz",
                                                              "ghz",
                                                              "register",
                                                              "registers",
                                                              "row",
                                                              "rows",
                                                              "load",
                                                              "loads",
                                                              "store",
                                                              "stores",
                                                              "read",
                                                              "reads",
                                                              "writes",
                                                              "op",
                                                              "ops",
                                                              "operation",
                                                              "operations",
                                                              "flop",
                                                              "flops",
                                                              "gflop",
                                                              "gflops",
                                                              "tflops",
                                                              "grid",
                                                              "grids",
                                                              "kernel",
                                                              "kernels",
                                                              "axes",
                                                              "halo cells",
                                                              "boundary cells",
                                                              "boundary points",
                                                              "sectors",
                                                              "requests",
                                                              "sms",
                                                              "lanes",
                                                              "multiplications",
                                                              "additions",
                                                              "fmas",
                                                              "gb",
                                                              "gib"});

constexpr auto operation_words = std::to_array<std::string_view>(
    {"op", "ops", "operation", "operations", "flop", "flops", "fp ops", "fp operations",
     "floating point operations", "floating-point operations", "arithmetic operations",
     "operationen", "opérations"});

constexpr auto byte_words =
    std::to_array<std::string_view>({"b", "byte", "bytes", "octet", "octets"});

/// What each question is about: one block of it, one launch of it.
constexpr auto whole_words = std::to_array<std::string_view>(
    {"block", "blocks", "thread block", "threadblock", "cuda block", "tile", "launch", "sweep",
     "bloc", "tb", "cta", "input tile", "output tile"});

/// Of what a unit can be counted; each makes another unit.
constexpr auto part_words = std::to_array<std::string_view>(
    {"s", "sec", "second", "thread", "warp", "element", "cell", "point", "axis", "plane", "op",
     "flop", "operation", "cycle", "sm", "dimension", "side", "float", "row"});

constexpr auto tails = std::to_array<std::string_view>({" in total",
                                                        " total",
                                                        " altogether",
                                                        " insgesamt",
                                                        " au total",
                                                        " needed",
                                                        " are needed",
                                                        " required",
                                                        " launched",
                                                        " are launched",
                                                        " exactly",
                                                        " approx",
                                                        " approximately",
                                                        " loaded",
                                                        " each block",
                                                        " of shared memory",
                                                        " in shared memory",
                                                        " shared memory",
                                                        " shared",
                                                        " of memory",
                                                        " memory",
                                                        " of smem",
                                                        " smem",
                                                        " in the grid",
                                                        " in the tile",
                                                        " of the tile",
                                                        " of the input tile",
                                                        " of the output tile",
                                                        " in the input tile",
                                                        " in the output tile",
                                                        " for each block",
                                                        " a block",
                                                        " only",
                                                        " are",
                                                        " is",
                                                        " overall"});

constexpr auto fillers = std::to_array<std::string_view>({"the",
                                                          "answer",
                                                          "answers",
                                                          "is",
                                                          "are",
                                                          "it",
                                                          "its",
                                                          "it's",
                                                          "they",
                                                          "about",
                                                          "approximately",
                                                          "approx",
                                                          "approx.",
                                                          "around",
                                                          "circa",
                                                          "ca",
                                                          "ca.",
                                                          "roughly",
                                                          "exactly",
                                                          "in",
                                                          "total",
                                                          "total:",
                                                          "of",
                                                          "we",
                                                          "get",
                                                          "need",
                                                          "needs",
                                                          "there",
                                                          "i",
                                                          "so",
                                                          "thus",
                                                          "therefore",
                                                          "hence",
                                                          "result",
                                                          "ans",
                                                          "sol",
                                                          "solution",
                                                          "number",
                                                          "count",
                                                          "my",
                                                          "a",
                                                          "have",
                                                          "launches",
                                                          "computes",
                                                          "ungefähr",
                                                          "etwa",
                                                          "genau",
                                                          "rund",
                                                          "es",
                                                          "sind",
                                                          "ist",
                                                          "die",
                                                          "antwort",
                                                          "ergebnis",
                                                          "environ",
                                                          "soit",
                                                          "réponse",
                                                          "la",
                                                          "est",
                                                          "then",
                                                          "would",
                                                          "be",
                                                          "size",
                                                          "amount",
                                                          "required",
                                                          "kernel",
                                                          "output",
                                                          "input",
                                                          "tile",
                                                          "has",
                                                          "op/b:",
                                                          "n",
                                                          "ai",
                                                          "intensity",
                                                          "arithmetic",
                                                          "por",
                                                          "respuesta",
                                                          "final",
                                                          "final:",
                                                          "please",
                                                          "see",
                                                          "that",
                                                          "which",
                                                          "="});

template <class List>
bool has(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Single spaces, none around a slash, no signs at the ends; "per" as a slash.
std::string tidied(std::string_view words) {
    std::string text = " " + std::string(words) + " ";
    for (const std::string_view per : {" per ", " pro ", " par ", " je ", " por "}) {
        text = with_replaced(std::move(text), per, "/");
    }
    for (const auto& [from, to] : std::to_array<std::pair<std::string_view, std::string_view>>(
             {{"[", " "}, {"]", " "}, {" /", "/"}, {"/ ", "/"}})) {
        text = with_replaced(std::move(text), from, to);
    }
    while (text.find("  ") != std::string::npos) {
        text = with_replaced(std::move(text), "  ", " ");
    }
    text = std::string(trimmed(text, " .,;!"));
    if (text.size() > 1 && text.front() == '(' && text.back() == ')') {
        text = std::string(trimmed(std::string_view(text).substr(1, text.size() - 2), " .,"));
    }
    return text;
}

/// Takes "of 512 threads" from the end of the words; what is between is an expression.
std::string take_threads_each(std::string& words) {
    for (const std::string_view link :
         {" of ", " with ", " von ", " mit ", " à ", " zu/", " zu ", " de ", " of size "}) {
        const std::size_t at = words.find(link);
        const std::size_t first = at == std::string::npos ? at : at + link.size();
        if (first >= words.size() || words[first] < '0' || words[first] > '9') {
            continue;
        }
        std::string expression = words.substr(first);
        for (const std::string_view end : {" each", " threads", " thread"}) {
            if (expression.ends_with(end)) {
                expression.erase(expression.size() - end.size());
            }
        }
        words.erase(at);
        return expression;
    }
    return "";
}

void drop_tails(std::string& words) {
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view tail : tails) {
            if (words.ends_with(tail) || " " + words == tail) {
                words.erase(words.size() - std::min(words.size(), tail.size()));
                again = true;
            }
        }
        const std::size_t slash = words.rfind('/');
        if (slash != std::string::npos && has(whole_words, words.substr(slash + 1))) {
            words.erase(slash);
            again = true;
        }
    }
}

/// Takes a scale from the beginning of the words.
void take_scale(std::string& words, UnitPhrase& phrase) {
    const std::string first = words.substr(0, words.find(' '));
    const auto* const scale = std::find_if(scales.begin(), scales.end(),
                                           [&](const Scale& each) { return each.word == first; });
    if (scale == scales.end()) {
        return;
    }
    phrase.factor = scale->factor;
    if (scale->other != 0) {
        phrase.factor_too = scale->other;
    }
    words = std::string(trimmed(words.substr(first.size()), " "));
    if (words.starts_with("of ")) {
        words.erase(0, 3);
    }
}

template <class Scales>
bool take_scaled(const std::string& words, const Scales& known, const Rational& unit,
                 UnitPhrase& phrase) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Scale& each) { return each.word == words; });
    if (found == known.end()) {
        return false;
    }
    phrase.unit = Unit::bytes;
    phrase.factor = phrase.factor * found->factor * unit;
    if (found->other != 0) {
        phrase.factor_too = unit * found->other;
    }
    return true;
}

/// "operations/byte" and its like; any other known quotient is another unit.
bool take_rate(const std::string& words, UnitPhrase& phrase) {
    const std::size_t slash = words.find('/');
    if (slash == std::string::npos) {
        return false;
    }
    const std::string top = words.substr(0, slash);
    const std::string bottom = words.substr(slash + 1);
    if (has(operation_words, top) && has(byte_words, bottom)) {
        phrase.unit = Unit::operations_per_byte;
        return true;
    }
    if (has(part_words, bottom) || has(whole_words, bottom) || has(operation_words, bottom)) {
        phrase.unit = Unit::other;
        phrase.words = words;
        return true;
    }
    return false;
}

} // namespace

std::string_view unit_name(Unit unit) {
    // In the order of Unit.
    constexpr std::array<std::string_view, 7> names{"points", "cells", "blocks",        "threads",
                                                    "bytes",  "OP/B",  "something else"};
    return names.at(static_cast<std::size_t>(unit));
}

std::optional<UnitPhrase> unit_phrase(std::string_view typed) {
    UnitPhrase phrase;
    std::string words = tidied(typed);
    phrase.threads_each = take_threads_each(words);
    drop_tails(words);
    if (take_scaled(words, byte_scales, 1, phrase) ||
        take_scaled(words, bit_scales, Rational(1, 8), phrase)) {
        return phrase;
    }
    take_scale(words, phrase);
    if (words.empty()) {
        return phrase;
    }
    const auto* const unit = std::find_if(unit_words.begin(), unit_words.end(),
                                          [&](const UnitWord& each) { return each.word == words; });
    if (unit != unit_words.end()) {
        phrase.unit = unit->unit;
        if (unit->element_bytes != 0) {
            phrase.element_bytes = unit->element_bytes;
        }
        return phrase;
    }
    if (take_rate(words, phrase)) {
        return phrase;
    }
    if (has(other_words, words)) {
        phrase.unit = Unit::other;
        phrase.words = words;
        return phrase;
    }
    return std::nullopt;
}

bool is_filler(std::string_view words) {
    const std::string text = tidied(words);
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        if (!has(fillers, std::string_view(text).substr(begin, end - begin))) {
            return false;
        }
        begin = end + 1;
    }
    return !text.empty();
}

} // namespace kit
