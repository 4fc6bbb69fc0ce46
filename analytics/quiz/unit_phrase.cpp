#include "analytics/quiz/unit_phrase.hpp"

#include "analytics/quiz/plain_signs.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <span>

namespace kit {

namespace {

constexpr std::int64_t kibi = 1024;
constexpr std::int64_t mebi = kibi * kibi;
constexpr std::int64_t kilo = 1000;
constexpr std::int64_t mega = kilo * kilo;
constexpr std::int64_t lakh = 100'000;

/// A unit as it may be written.
struct UnitWords {
    Unit unit;
    int element_bytes; ///< 0 where the words do not say
    std::string_view words;
};

constexpr auto units = std::to_array<UnitWords>({
    {Unit::points, 0,
     "point|points|pts|output points|grid points|gridpoints|interior points|outputs|"
     "output values|punkte|gitterpunkte|ausgabepunkte|points de sortie"},
    {Unit::cells, 0,
     "cell|cells|input cells|output cells|grid cells|cells of input|zellen|cellules|celdas|"
     "element|elements|elems|elemente|éléments|values"},
    {Unit::cells, 4, "float|floats|int|ints"},
    {Unit::cells, 8, "double|doubles"},
    {Unit::cells, 2, "half|halfs|halves"},
    {Unit::blocks, 0,
     "block|blocks|thread blocks|threadblocks|cuda blocks|tbs|ctas|blöcke|bloecke|blocs|"
     "bloques|blocchi"},
    {Unit::threads, 0, "thread|threads"},
    {Unit::bytes, 0, "b|byte|bytes|octet|octets"},
    {Unit::operations_per_byte, 0, "op/b|opb"},
    {Unit::other, 0,
     "warp|warps|plane|planes|%|percent|prozent|s|sec|second|seconds|ms|us|µs|hz|mhz|ghz|"
     "register|registers|row|rows|load|loads|store|stores|read|reads|writes|op|ops|operation|"
     "operations|flop|flops|gflop|gflops|tflops|grid|grids|kernel|kernels|axes|halo cells|"
     "boundary cells|boundary points|sectors|requests|sms|lanes|multiplications|additions|fmas|"
     "gb|gib"},
});

/// Words for a scale, with what they multiply; the second is another reading, or 0.
struct Scale {
    std::int64_t factor;
    std::int64_t other;
    std::string_view words;
};

constexpr auto scales = std::to_array<Scale>({
    {kilo, kibi, "k"},
    {kibi, 0, "ki"},
    {mega, mebi, "m"},
    {mebi, 0, "mi"},
    {kilo, 0, "thousand|tsd|tsd.|tausend|mille|mil"},
    {mega, 0, "million|millions|mio|mio.|mln|millionen"},
    {lakh, 0, "lakh|lakhs"},
});

/// In bits; the chapter's KB are 1,024 bytes, those of the SI 1,000.
constexpr auto byte_scales = std::to_array<Scale>({
    {8 * kibi, 8 * kilo, "kb|kbyte|kbytes|k bytes|k byte|k b|kilobyte|kilobytes|kilo bytes|ko"},
    {8 * kibi, 0, "kib|kibyte|ki b|ki bytes|kibibyte|kibibytes"},
    {8 * mebi, 8 * mega, "mb|mbyte|mbytes|megabyte|megabytes"},
    {8 * mebi, 0, "mib|mebibytes"},
    {1, 0, "bit|bits"},
    {kilo, kibi, "kbit|kbits"},
    {kibi, 0, "kibit|kibits"},
});

constexpr std::string_view operation_words =
    "op|ops|operation|operations|flop|flops|fp ops|fp operations|floating point operations|"
    "floating-point operations|arithmetic operations|operationen|opérations";

constexpr std::string_view byte_words = "b|byte|bytes|octet|octets";

/// What each question is about: one block of it, one launch of it.
constexpr std::string_view whole_words = "grid|block|blocks|thread block|threadblock|cuda "
                                         "block|tile|launch|sweep|bloc|tb|cta|input tile|"
                                         "output tile";

/// What a unit can be counted by; each makes another unit.
constexpr std::string_view part_words =
    "s|sec|second|thread|warp|element|cell|point|axis|plane|op|flop|operation|cycle|sm|"
    "dimension|side|float|row";

/// Behind a unit, without a meaning of their own.
constexpr std::string_view tails =
    "in total|total|altogether|insgesamt|au total|needed|are needed|required|launched|"
    "are launched|exactly|approx|approximately|loaded|each block|of shared memory|"
    "in shared memory|shared memory|shared|of memory|memory|of smem|smem|in the grid|"
    "in the tile|of the tile|of the input tile|of the output tile|in the input tile|"
    "in the output tile|for each block|a block|only|are|is|overall";

/// Words of an answer that say nothing about its number.
constexpr std::string_view fillers =
    "the|answer|answers|is|are|it|its|it's|they|about|approximately|approx|approx.|around|"
    "circa|ca|ca.|roughly|exactly|in|total|total:|of|we|get|need|needs|there|i|so|thus|"
    "therefore|hence|result|ans|sol|solution|number|count|my|a|have|launches|computes|ungefähr|"
    "etwa|genau|rund|es|sind|ist|die|antwort|ergebnis|environ|soit|réponse|la|est|then|would|"
    "be|size|amount|required|kernel|output|input|tile|has|op/b:|n|ai|intensity|arithmetic|por|"
    "respuesta|final|final:|please|see|that|which|=";

/// Single spaces, none around a slash, no signs at the ends; "per" as a slash.
std::string tidied(const std::string& words) {
    static const std::regex per(" (per|pro|par|je|por)(?= )");
    static const std::regex slash(" */ *");
    static const std::regex spaces(" +");
    static const std::regex ends(R"(^[ .,;!]+|[ .,;!]+$)");
    static const std::regex enclosed(R"(\( *(.*?)[ .,]*\))");
    const std::string slashed = std::regex_replace(" " + words + " ", per, "/");
    const std::string single =
        std::regex_replace(std::regex_replace(slashed, slash, "/"), spaces, " ");
    const std::string text = std::regex_replace(single, ends, "");
    std::smatch inside;
    return std::regex_match(text, inside, enclosed) ? inside.str(1) : text;
}

/// Takes "of 512 threads" from the end of the words; what is between is an expression.
std::string take_threads_each(std::string& words) {
    static const std::regex each("(.*?) (?:each )?(of size |of |with |von |mit |à |zu |zu/|de "
                                 ")([0-9].*?)( threads?)?( each)?");
    std::smatch found;
    if (!std::regex_match(words, found, each)) {
        return "";
    }
    std::string expression = found[3];
    words = std::string(found[1]);
    return expression;
}

std::string without_tails(const std::string& words) {
    static const std::regex ends(fmt::format("(.*?)(( |^)({})|/({}))+", tails, whole_words));
    std::smatch found;
    return std::regex_match(words, found, ends) ? found.str(1) : words;
}

/// Takes the factors of these words, in units of 1/`parts`; false if they are no scale.
bool take_scale(std::span<const Scale> known, std::string_view words, int parts,
                UnitPhrase& phrase) {
    for (const Scale& scale : known) {
        if (has_word(scale.words, words)) {
            phrase.factor = Rational(scale.factor, parts);
            if (scale.other != 0) {
                phrase.factor_too = Rational(scale.other, parts);
            }
            return true;
        }
    }
    return false;
}

/// "operations/byte" and its like; any other known quotient is another unit.
bool take_rate(const std::string& words, UnitPhrase& phrase) {
    const std::size_t slash = words.find('/');
    if (slash == std::string::npos) {
        return false;
    }
    const std::string top = words.substr(0, slash);
    const std::string bottom = words.substr(slash + 1);
    if (has_word(operation_words, top) && has_word(byte_words, bottom)) {
        phrase.unit = Unit::operations_per_byte;
        return true;
    }
    if (has_word(part_words, bottom) || has_word(whole_words, bottom) ||
        has_word(operation_words, bottom)) {
        phrase.unit = Unit::other;
        phrase.unit_words = words;
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
    std::string words = tidied(std::string(typed));
    phrase.threads_each = take_threads_each(words);
    words = without_tails(words);
    if (take_scale(byte_scales, words, 8, phrase)) {
        phrase.unit = Unit::bytes;
        return phrase;
    }
    const std::string first = words.substr(0, words.find(' '));
    if (take_scale(scales, first, 1, phrase)) {
        words = std::string(trimmed(words.substr(first.size()), " "));
        words.erase(0, words.starts_with("of ") ? 3 : 0);
    }
    if (words.empty()) {
        return phrase;
    }
    for (const UnitWords& each : units) {
        if (has_word(each.words, words)) {
            phrase.unit = each.unit;
            phrase.unit_words = each.unit == Unit::other ? words : "";
            if (each.element_bytes != 0) {
                phrase.element_bytes = each.element_bytes;
            }
            return phrase;
        }
    }
    if (take_rate(words, phrase)) {
        return phrase;
    }
    return std::nullopt;
}

bool is_filler(std::string_view words) {
    const std::string text = tidied(std::string(words));
    const std::vector<std::string_view> all = split_at(text, ' ');
    return !text.empty() &&
           std::ranges::all_of(all, [](std::string_view word) { return has_word(fillers, word); });
}

} // namespace kit
