// A folder with labs/ and solutions/ that a test fills as it likes; removed at the test's end.
#pragma once

#include "tests/temporary_folder.hpp"

#include <string>

class TemporaryRoot : public TemporaryFolder {
public:
    TemporaryRoot();

    /// A whole lab: lab.toml with this text, and a kernel.cu in both places.
    void add_lab(const std::string& folder, const std::string& toml) const;

    void remove(const std::string& name) const;

    /// What read_catalog() throws, with the root's own path left out; empty if it does not throw.
    [[nodiscard]] std::string problems() const;
};

/// A lab.toml without a mistake, of a cube of three axes; the tests spoil a line of it.
extern const std::string good_toml;

/// `text` with the first `from` replaced by `to`; a test fails where there is none.
std::string with(std::string text, const std::string& from, const std::string& to);
