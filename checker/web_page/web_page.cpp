#include "checker/web_page/web_page.hpp"

#include "checker/base/utf8.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
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

std::string element(std::string_view tag, std::string_view source) {
    return fmt::format("<{0}>{1}</{0}>\n", tag, source);
}

/// Forbids loading and sending anything, and allows only the page's script and style.
std::string policy(const PageParts& parts) {
    return fmt::format("default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; "
                       "form-action 'none'",
                       policy_hash(parts.script), policy_hash(parts.style));
}

} // namespace

std::string policy_hash(std::string_view source) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    if (EVP_Digest(source.data(), source.size(), bytes.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw std::runtime_error("OpenSSL computes no SHA-256");
    }
    std::array<unsigned char, 45> text{}; // 4 letters for each 3 bytes begun, and an end
    const int letters = EVP_EncodeBlock(text.data(), bytes.data(), static_cast<int>(size));
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
            page += element("script", parts.script);
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
