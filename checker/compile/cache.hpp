// Built submissions and precompiled headers, kept by their content: what was compiled once is not compiled again.
//
// An entry is a folder named by the SHA-256 of its key. Entries appear by rename and are never changed, which is all
// that several processes at once need. A damaged entry, by its digest, counts as none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kit {

class BuildCache {
public:
    /// Uses `folder`, which is made when first needed. Of more bytes than `most` those entries go that were not
    /// used for longest.
    explicit BuildCache(std::filesystem::path folder, std::uintmax_t most = default_bytes());

    /// $XDG_CACHE_HOME/stencil-lab-kit, else ~/.cache/stencil-lab-kit, else a folder of this user's
    /// in /tmp. Throws KitError where somebody else made that one.
    static std::filesystem::path default_folder();

    /// $KIT_CACHE_MIB in bytes, by default 1 GiB. Throws KitError if it is not a number.
    static std::uintmax_t default_bytes();

    /// The folder of the entry with exactly this key.
    [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& key) const;

    /// Calls `fill` with a fresh folder and, when it returns true, makes that folder the entry of
    /// `key` and returns where it stands now; nothing when `fill` returned false. A folder that
    /// did not become an entry is removed. Throws KitError when the cache cannot be written.
    std::optional<std::filesystem::path>
    store(const std::string& key, const std::function<bool(const std::filesystem::path&)>& fill);

    /// Adds the word as a line to the file that the environment's KIT_CACHE_LOG names, if it names one.
    static void count(std::string_view word);

private:
    [[nodiscard]] std::filesystem::path entry_of(const std::string& key) const;
    void remove_old_entries() const;

    std::filesystem::path folder_;
    std::uintmax_t most_bytes_;
};

} // namespace kit
