// analytics/data/gpus.toml as GpuData: mistakes in it are named with file, line and key.
#include "analytics/gpu.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

namespace analytics {

namespace {

/// A table of the file that remembers where it stands; every key that is read becomes a known one.
class Reader {
public:
    Reader(const toml::table& table, const std::filesystem::path& file, std::string path)
        : table_(table), file_(file), path_(std::move(path)) {}

    [[noreturn]] void fail(std::string_view key, std::string_view what) const {
        const toml::node* node = table_.get(key);
        const auto line = (node != nullptr ? node->source() : table_.source()).begin.line;
        throw std::runtime_error(fmt::format("{}:{}: {}{}{} {}.", file_.string(), line, path_,
                                             path_.empty() ? "" : ".", key, what));
    }

    bool has(std::string_view key) {
        known_.emplace_back(key);
        return table_.contains(key);
    }

    std::string text(std::string_view key) {
        const toml::node& node = find(key);
        if (!node.is_string() || node.as_string()->get().empty()) {
            fail(key, "is no text");
        }
        return node.as_string()->get();
    }

    std::int64_t count(std::string_view key) {
        const toml::node& node = find(key);
        if (!node.is_integer() || node.as_integer()->get() < 0) {
            fail(key, "is no whole number from 0");
        }
        return node.as_integer()->get();
    }

    Reader table(std::string_view key) {
        const toml::node& node = find(key);
        if (!node.is_table()) {
            fail(key, "is no table like { value = 32, source = \"guide\" }");
        }
        return {*node.as_table(), file_, full(key)};
    }

    std::vector<Reader> tables(std::string_view key) {
        const toml::node& node = find(key);
        std::vector<Reader> readers;
        for (std::size_t i = 0; node.is_array() && i < node.as_array()->size(); ++i) {
            if (const toml::table* each = node.as_array()->get(i)->as_table()) {
                readers.emplace_back(*each, file_, fmt::format("{}[{}]", full(key), i));
            }
        }
        if (readers.empty()) {
            fail(key, "is no array of tables");
        }
        return readers;
    }

    void finish() const {
        for (const auto& [key, node] : table_) {
            if (std::find(known_.begin(), known_.end(), key.str()) == known_.end()) {
                fail(key.str(), "is a key that this file does not have");
            }
        }
    }

private:
    const toml::node& find(std::string_view key) {
        if (!has(key)) {
            fail(key, "is missing");
        }
        return *table_.get(key);
    }

    [[nodiscard]] std::string full(std::string_view key) const {
        return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
    }

    const toml::table& table_;
    const std::filesystem::path& file_;
    std::string path_; ///< "gpu[3].sms"; empty at the top
    std::vector<std::string> known_;
};

/// The member of `list` with this name, or a failure at `key`.
template <class Item>
const Item& named(const std::vector<Item>& list, const Reader& reader, std::string_view key,
                  const std::string& name) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Item& each) { return each.name == name; });
    if (found == list.end()) {
        reader.fail(key, fmt::format("names '{}', which this file does not have", name));
    }
    return *found;
}

GpuFigure figure(Reader reader, const std::vector<Source>& sources) {
    GpuFigure result;
    result.value = reader.count("value");
    result.source = named(sources, reader, "source", reader.text("source")).name;
    if (reader.has("note")) {
        result.note = reader.text("note");
    }
    reader.finish();
    return result;
}

Capability capability(Reader reader, const std::vector<Source>& sources) {
    Capability result;
    result.name = reader.text("name");
    for (const auto& field : capability_fields()) {
        result.*field.kept = figure(reader.table(field.key), sources);
        const std::string_view key = field.key;
        if ((result.*field.kept).value == 0 && key != "shared_bytes_reserved_per_block") {
            reader.fail(key, "is 0");
        }
    }
    if (reader.has("fp32_per_fp64")) {
        result.fp32_per_fp64 = figure(reader.table("fp32_per_fp64"), sources);
        if (result.fp32_per_fp64->value == 0) {
            reader.fail("fp32_per_fp64", "is 0");
        }
    }
    reader.finish();
    return result;
}

Gpu gpu(Reader reader, const std::vector<Source>& sources,
        const std::vector<Capability>& capabilities) {
    Gpu result;
    result.name = reader.text("name");
    result.product = reader.text("product");
    result.capability = named(capabilities, reader, "capability", reader.text("capability"));
    for (const auto& field : gpu_fields()) {
        if (reader.has(field.key)) {
            result.*field.kept = figure(reader.table(field.key), sources);
            if ((result.*field.kept)->value == 0) {
                reader.fail(field.key, "is 0");
            }
        }
    }
    reader.finish();
    return result;
}

toml::table parse(const std::filesystem::path& file) {
    try {
        return toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        throw std::runtime_error(fmt::format("{}:{}: {}.", file.string(), error.source().begin.line,
                                             error.description()));
    }
}

} // namespace

GpuData read_gpus(const std::filesystem::path& file) {
    const toml::table root = parse(file);
    Reader reader(root, file, "");
    GpuData data;
    for (Reader& each : reader.tables("source")) {
        data.sources.push_back({each.text("name"), each.text("title"), each.text("url")});
        each.finish();
    }
    std::vector<Capability> capabilities;
    for (const Reader& each : reader.tables("capability")) {
        capabilities.push_back(capability(each, data.sources));
    }
    for (const Reader& each : reader.tables("gpu")) {
        data.gpus.push_back(gpu(each, data.sources, capabilities));
    }
    reader.finish();
    return data;
}

GpuData known_gpus() {
    // In the source tree, as the labs are: whoever adds a GPU builds nothing, and mistakes in the
    // file are named by line.
    return read_gpus(std::filesystem::path(KIT_SOURCE_ROOT) / "analytics/data/gpus.toml");
}

} // namespace analytics
