// ./lab analytics chapter: the chapters' other numbers.
#include "analytics/commands/commands.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "analytics/questions/chapter.hpp"
#include "analytics/questions/questions_report.hpp"
#include "checker/base/table.hpp"

#include <cstdio>
#include <memory>
#include <optional>

namespace kit {

namespace {

/// As typed; absent where not given.
struct ChapterOptions {
    std::string topic; ///< empty for all
    std::optional<std::string> grid;
    std::optional<std::string> block;
    std::optional<std::string> image;
    std::optional<std::int64_t> threads;
    std::optional<int> order;
    std::optional<std::string> type;
    std::optional<std::int64_t> points;
    std::optional<std::string> operations;
    std::optional<std::string> bytes;
    std::optional<std::string> gpu;
    std::string format = "text";
};

ChapterSizes sizes_of(const ChapterOptions& options) {
    ChapterSizes sizes;
    const auto need = [&](const std::string& option, std::string_view size,
                          std::string_view otherwise = "") {
        need_use(chapter_parts(), "topic", options.topic, option, size, otherwise);
    };
    if (options.grid) {
        take_grid(*options.grid, need, sizes.grid);
    }
    if (options.block && take_block(*options.block, need, sizes.block, sizes.plane_block)) {
        sizes.image_block = sizes.plane_block;
        sizes.small_plane = sizes.plane_block;
    }
    if (options.image) {
        const std::vector<std::int64_t> image = parse_sizes("--image", *options.image);
        if (image.size() != 2) {
            throw BadInput("--image takes columns and rows, like 640x480, not '{}'.",
                           *options.image);
        }
        need("--image", "image");
        sizes.image = {image[0], image[1], 1};
    }
    if (options.threads) {
        need("--threads", "threads");
        if (*options.threads < 1) {
            throw BadInput("--threads takes 1 or more.");
        }
        sizes.line_threads = *options.threads;
    }
    if (options.order) {
        need("--order", "order");
        need_order(*options.order);
        sizes.order = options.order;
    }
    if (options.type) {
        need("--type", "type");
        sizes.element_bytes = element_bytes_of(*options.type);
    }
    if (options.points) {
        need("--points", "points");
        sizes.points = *options.points;
    }
    if (options.gpu) {
        need("--gpu", "gpu");
        sizes.gpu = *options.gpu;
    }
    if (options.operations) {
        need("--operations", "ratios");
        sizes.operations =
            *options.operations == "2p" ? CountedOperations::fused : CountedOperations::separate;
    }
    if (options.bytes) {
        need("--bytes", "ratios");
        sizes.bytes =
            *options.bytes == "all" ? CountedBytes::loads_and_stores : CountedBytes::loads;
    }
    return sizes;
}

Table topics_table() {
    Table table{"topics", "The chapters' numbers, by topic", columns("topic | parts | title:")};
    for (const ChapterTopic& topic : chapter_topics()) {
        std::string parts;
        for (const std::string& id : chapter_ids(topic.name)) {
            parts += (parts.empty() ? "." : " .") + id.substr(id.size() - 1);
        }
        table.rows.push_back({topic.name, parts, topic.title});
    }
    table.notes = {
        "./lab analytics chapter halo derives a topic, chapter halo.b one part of it, chapter all "
        "everything."};
    return table;
}

void run_chapter(ChapterOptions options) {
    const Format format = format_named(options.format);
    const bool has_sizes = options.grid || options.block || options.image || options.threads ||
                           options.order || options.type || options.points || options.operations ||
                           options.bytes || options.gpu;
    if (options.topic.empty() && !has_sizes) {
        std::fputs(render({topics_table()}, format).c_str(), stdout);
        return;
    }
    if (options.topic == "all") {
        options.topic.clear();
    }
    const std::vector<std::string> ids = chapter_ids(options.topic);
    const ChapterSizes sizes = sizes_of(options);
    std::vector<Question> questions;
    for (const std::string& id : ids) {
        questions.push_back(chapter_question(id, sizes));
    }
    std::fputs(questions_document(questions, format).c_str(), stdout);
}

} // namespace

void add_chapter_command(CommandBuilder& app, Session& /*session*/) {
    const auto options = std::make_shared<ChapterOptions>();
    CommandBuilder command = app.add_command(
        "chapter", "Derive the chapters' other numbers: ratios, halos, bounds, loads");
    std::vector<std::string> topics = with_parts(chapter_ids());
    topics.insert(topics.begin(), "all");
    command.add_option("TOPIC", options->topic, "A topic or a part; without one they are listed")
        .offers(topics);
    command.add_option("--grid SIZES", options->grid,
                       "loads: cells, like 120 or 120x64x33 (default 120)");
    command.add_option("--block SIZES", options->block,
                       "Threads of a block: a cube or three axes, like 8 or "
                       "8x8x8, for tiles (default 8); two axes for planes "
                       "(default 32x32; coarsening.a 6x6) and image (default 12x8)");
    command.add_option("--order N", options->order,
                       "The stencil's order: cells that it reaches to either "
                       "side (default 1, or all that the texts show)");
    command.add_option("--type", options->type, "Element type (default float)")
        .offers(type_names());
    command.add_option("--threads N", options->threads, "line.a: threads of a block (default 128)");
    command
        .add_option("--operations", options->operations,
                    "Operations of a point of p terms (default: both; bounds 2p)")
        .one_of({"2p-1", "2p"});
    command
        .add_option("--bytes", options->bytes,
                    "Bytes of a ratio: loads, or all with the stores (default: both; bounds loads)")
        .one_of({"loads", "all"});
    command.add_option("--points N", options->points,
                       "differences.a: points from 0 to 1 (default 128)");
    command.add_option("--gpu GPU", options->gpu, "registers.b: the GPU (default H200)")
        .offers(gpu_names);
    command.add_option("--image SIZES", options->image,
                       "image.b: columns and rows (default 640x480)");
    add_format_option(command, options->format);
    command.footer("Example: the halo of a larger tile of a higher order\n"
                   "  ./lab analytics chapter halo --block 10 --order 2");
    command.action([options] { run_chapter(*options); });
}

} // namespace kit
