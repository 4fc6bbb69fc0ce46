#include "checker/base/errors.hpp"
#include "checker/compile/cache.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

using namespace kit;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
}

std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("what was stored is found by its whole key") {
    const TemporaryFolder folder;
    BuildCache cache(folder.path());
    CHECK_FALSE(cache.find("key").has_value());
    const auto stored = cache.store("key", [](const fs::path& entry) {
        write(entry / "program", "built");
        return true;
    });
    REQUIRE(stored.has_value());
    CHECK(read(*cache.find("key") / "program") == "built");
    CHECK_FALSE(cache.find("other").has_value());
}

TEST_CASE("a build that fails leaves nothing behind") {
    const TemporaryFolder folder;
    BuildCache cache(folder.path());
    CHECK_FALSE(cache.store("key", [](const fs::path&) { return false; }).has_value());
    CHECK(entries(folder.path()) == 0);
    CHECK_THROWS_AS(cache.store("key", [](const fs::path&) -> bool { throw KitError("broken"); }),
                    KitError);
    CHECK(entries(folder.path()) == 0);
}

TEST_CASE("several builders of one key end with one whole entry") {
    const TemporaryFolder folder;
    std::vector<std::thread> builders;
    for (int i = 0; i < 8; ++i) {
        builders.emplace_back([&folder] {
            for (int round = 0; round < 50; ++round) {
                BuildCache cache(folder.path());
                const std::string key = "key " + std::to_string(round);
                if (!cache.find(key)) {
                    cache.store(key, [&](const fs::path& entry) {
                        write(entry / "program", key);
                        return true;
                    });
                }
            }
        });
    }
    for (std::thread& builder : builders) {
        builder.join();
    }
    const BuildCache cache(folder.path());
    CHECK(entries(folder.path()) == 50);
    for (int round = 0; round < 50; ++round) {
        const std::string key = "key " + std::to_string(round);
        REQUIRE(cache.find(key).has_value());
        CHECK(read(*cache.find(key) / "program") == key);
    }
}

TEST_CASE("a cache that cannot be written is the kit's failure, with what to do") {
    BuildCache cache("/proc/no-such-folder/cache");
    CHECK_THROWS_AS(cache.store("key", [](const fs::path&) { return true; }), KitError);
}

TEST_CASE("a damaged entry counts as none and is made anew") {
    const TemporaryFolder folder;
    BuildCache cache(folder.path());
    const auto fill = [](const fs::path& entry) {
        write(entry / "program", "built");
        return true;
    };
    const fs::path program = *cache.store("key", fill) / "program";
    SECTION("other bytes") {
        write(program, "build");
    }
    SECTION("cut") {
        write(program, "");
    }
    SECTION("gone") {
        fs::remove(program);
    }
    CHECK_FALSE(cache.find("key").has_value());
    CHECK(read(*cache.store("key", fill) / "program") == "built");
    CHECK(cache.find("key").has_value());
}

TEST_CASE("the environment says how large a cache may grow") {
    const char* const name = "KIT_CACHE_MIB";
    const char* const set = std::getenv(name);
    const std::string before = set == nullptr ? "" : set;
    unsetenv(name);
    CHECK(BuildCache::default_bytes() == std::uintmax_t{1} << 30);
    setenv(name, "3", 1);
    CHECK(BuildCache::default_bytes() == std::uintmax_t{3} << 20);
    for (const char* bad : {"", "0", "-1", "1e30", "nan", "4 GiB"}) {
        setenv(name, bad, 1);
        CHECK_THROWS_WITH(BuildCache::default_bytes(), ContainsSubstring(name));
    }
    set == nullptr ? unsetenv(name) : setenv(name, before.c_str(), 1);
}

TEST_CASE("a full cache drops what was not used for longest") {
    const TemporaryFolder folder;
    constexpr std::uintmax_t most = 100'000;
    BuildCache cache(folder.path(), most);
    const auto fill = [](const fs::path& entry) {
        write(entry / "program", std::string(1'000, 'x'));
        return true;
    };
    const std::string used = "used";
    cache.store(used, fill);
    for (int i = 0; i < 1'000; ++i) {
        cache.store(std::to_string(i), fill);
        REQUIRE(cache.find(used).has_value());
    }
    std::uintmax_t bytes = 0;
    for (const auto& file : fs::recursive_directory_iterator(folder.path())) {
        bytes += file.is_regular_file() ? file.file_size() : 0;
    }
    CHECK(bytes > most / 2);
    CHECK(bytes < most * 2); // it looks at all sizes now and then only
    CHECK(cache.find("999").has_value());
    CHECK_FALSE(cache.find("0").has_value());
}
