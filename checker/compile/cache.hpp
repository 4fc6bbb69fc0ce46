// Built submissions and precompiled headers, kept by their content: what was compiled once is not compiled again.
//
// An entry is a folder named by a hash of its key; the whole key stands in it and is compared, so
// that two keys of one hash are not mistaken for each other. Entries appear by rename and are never
// changed, which is all that several processes at once need. A damaged entry, by its digest, counts as none.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace kit {

class BuildCache {
public:
    /// Uses `folder`, which is made when first needed.
    explicit BuildCache(std::filesystem::path folder);

    /// $XDG_CACHE_HOME/stencil-lab-kit, else ~/.cache/stencil-lab-kit, else a folder of this user's
    /// in /tmp. Throws KitError where somebody else made that one.
    static std::filesystem::path default_folder();

    /// The folder of the entry with exactly this key.
    [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& key) const;

    /// Calls `fill` with a fresh folder and, when it returns true, makes that folder the entry of
    /// `key` and returns where it stands now; nothing when `fill` returned false. A folder that
    /// did not become an entry is removed. Throws KitError when the cache cannot be written.
    std::optional<std::filesystem::path>
    store(const std::string& key, const std::function<bool(const std::filesystem::path&)>& fill);

private:
    [[nodiscard]] std::filesystem::path entry_of(const std::string& key) const;
    void remove_old_entries() const;

    std::filesystem::path folder_;
};

} // namespace kit
