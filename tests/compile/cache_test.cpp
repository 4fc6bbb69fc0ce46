#include "checker/base/errors.hpp"
#include "checker/compile/cache.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

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

TEST_CASE("an entry with another key is not taken for this one") {
    const TemporaryFolder folder;
    BuildCache cache(folder.path());
    const auto stored = cache.store("key", [](const fs::path&) { return true; });
    write(*stored / "key", "damaged");
    CHECK_FALSE(cache.find("key").has_value());
    CHECK(cache.store("key", [](const fs::path&) { return true; }).has_value());
    CHECK(cache.find("key").has_value());
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
