#include "checker/grading/class_page/class_page.hpp"

#include "analytics/report/xml_text.hpp"
#include "checker/grading/class_page/page_data.hpp"
#include "checker/grading/class_page/page_source.hpp"

#include <cstdint>
#include <stdexcept>

namespace kit {

namespace {

/// One line: control characters, which HTML does not allow, as blanks.
std::string one_line(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            c = ' ';
        }
    }
    return text;
}

std::string element(std::string_view tag, const PageSource& source) {
    std::string text = "<" + std::string(tag) + ">";
    text += source.text;
    return text + "</" + std::string(tag) + ">\n";
}

/// Nothing is loaded or sent, and of scripts and styles only the page's own.
std::string policy() {
    std::string scripts;
    for (const PageSource& script : page_scripts()) {
        scripts += " '" + policy_hash(script.sha256) + "'";
    }
    return "default-src 'none'; script-src" + scripts + "; style-src '" +
           policy_hash(page_style().sha256) + "'; base-uri 'none'; form-action 'none'";
}

int digit_of(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    throw std::invalid_argument("a hash has hexadecimal digits");
}

} // namespace

std::string policy_hash(std::string_view hexadecimal) {
    if (hexadecimal.size() != 64) {
        throw std::invalid_argument("a SHA-256 has 64 digits");
    }
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text = "sha256-";
    // Three digits are two letters; the last of the 64 digits is alone and filled up with zeros.
    for (std::size_t i = 0; i < hexadecimal.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t j = i; j < i + 3; ++j) {
            bits = bits * 16 + (j < hexadecimal.size() ? digit_of(hexadecimal[j]) : 0);
        }
        text += alphabet[bits >> 6U];
        if (i + 1 < hexadecimal.size()) {
            text += alphabet[bits & 63U];
        }
    }
    return text + "=";
}

std::string class_page(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                       const std::vector<GpuRoof>& roofs) {
    std::string scripts;
    for (const PageSource& script : page_scripts()) {
        scripts += element("script", script);
    }
    // In one pass: what is filled in is never searched for further names.
    std::string page;
    std::string_view rest = page_frame();
    for (auto open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
        const auto close = rest.find("}}", open);
        const std::string_view name = rest.substr(open + 2, close - open - 2);
        page += rest.substr(0, open);
        if (name == "title") {
            page += analytics::xml_text(one_line(graded.title));
        } else if (name == "policy") {
            page += policy();
        } else if (name == "style") {
            page += element("style", page_style());
        } else if (name == "scripts") {
            page += scripts;
        } else if (name == "data") {
            page += page_data(graded, similar, roofs);
        } else {
            throw std::logic_error("page.html has no value for " + std::string(name));
        }
        rest.remove_prefix(close + 2);
    }
    return page += rest;
}

} // namespace kit
