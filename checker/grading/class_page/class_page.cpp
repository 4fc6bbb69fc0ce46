#include "checker/grading/class_page/class_page.hpp"

#include "analytics/print/utf8.hpp"
#include "checker/grading/model/encodings.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace kit {

namespace {

/// Control characters, which HTML does not allow, become blanks.
std::string title_line(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            c = ' ';
        }
    }
    return text;
}

std::string element(std::string_view tag, const PageSource& source) {
    return fmt::format("<{0}>{1}</{0}>\n", tag, source.text);
}

/// Forbids loading and sending anything, and allows only the page's scripts and style.
std::string policy() {
    std::string scripts;
    for (const PageSource& script : page_scripts()) {
        scripts += " '" + policy_hash(script.sha256) + "'";
    }
    return "default-src 'none'; script-src" + scripts + "; style-src '" +
           policy_hash(page_style().sha256) + "'; base-uri 'none'; form-action 'none'";
}

} // namespace

std::string policy_hash(std::string_view hexadecimal) {
    if (hexadecimal.size() != 64 ||
        hexadecimal.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
        throw std::invalid_argument("a SHA-256 has 64 hexadecimal digits");
    }
    std::string escapes;
    for (std::size_t i = 0; i < hexadecimal.size(); i += 2) {
        escapes += '%';
        escapes += hexadecimal.substr(i, 2);
    }
    return "sha256-" + base64_of(percent_decoded(escapes));
}

std::string class_page(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                       const std::vector<GpuRoof>& roofs) {
    std::string scripts;
    for (const PageSource& script : page_scripts()) {
        scripts += element("script", script);
    }
    // In one pass: filled-in text is never searched for names.
    std::string page;
    std::string_view rest = page_frame();
    for (auto open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
        const auto close = rest.find("}}", open);
        const std::string_view name = rest.substr(open + 2, close - open - 2);
        page += rest.substr(0, open);
        if (name == "title") {
            page += xml_text(title_line(graded.title));
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
