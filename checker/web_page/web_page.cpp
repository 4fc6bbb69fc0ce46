#include "checker/web_page/web_page.hpp"

#include "checker/base/utf8.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <stdexcept>

namespace kit {

namespace {

/// Control characters, which HTML does not allow, become blanks.
std::string title_line(std::string_view title) {
    std::string text(title);
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
std::string policy(const PageParts& parts) {
    std::string scripts;
    for (const PageSource& script : parts.scripts) {
        scripts += " '" + policy_hash(script.sha256) + "'";
    }
    return "default-src 'none'; script-src" + scripts + "; style-src '" +
           policy_hash(parts.style.sha256) + "'; base-uri 'none'; form-action 'none'";
}

} // namespace

std::string policy_hash(std::string_view hexadecimal) {
    std::array<unsigned char, 32> bytes{};
    if (hexadecimal.size() != 2 * bytes.size() ||
        hexadecimal.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
        throw std::invalid_argument("a SHA-256 has 64 hexadecimal digits");
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char* const digits = hexadecimal.data() + 2 * i;
        std::from_chars(digits, digits + 2, bytes[i], 16);
    }
    std::array<unsigned char, 45> text{}; // 4 letters for each 3 bytes begun, and an end
    const int letters = EVP_EncodeBlock(text.data(), bytes.data(), static_cast<int>(bytes.size()));
    return "sha256-" + std::string(text.begin(), text.begin() + letters);
}

std::string script_json(std::string_view json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        // They occur only in strings, where an escape means the same.
        if (c == '<' || c == '>' || c == '&') {
            safe += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            safe += c;
        }
    }
    return safe;
}

std::string filled_page(const PageParts& parts, std::string_view title, std::string_view data) {
    // In one pass: filled-in text is never searched for names.
    std::string page;
    std::string_view rest = parts.frame;
    for (auto open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
        const auto close = rest.find("}}", open);
        const std::string_view name = rest.substr(open + 2, close - open - 2);
        page += rest.substr(0, open);
        if (name == "title") {
            page += xml_text(title_line(title));
        } else if (name == "policy") {
            page += policy(parts);
        } else if (name == "style") {
            page += element("style", parts.style);
        } else if (name == "scripts") {
            for (const PageSource& script : parts.scripts) {
                page += element("script", script);
            }
        } else if (name == "data") {
            page += data;
        } else {
            throw std::logic_error("a page's frame has no value for " + std::string(name));
        }
        rest.remove_prefix(close + 2);
    }
    return page += rest;
}

} // namespace kit
