// GPUs: the data file and its mistakes, occupancy, what fits, and the roofline, as literals.
#include "analytics/count/gpu.hpp"
#include "analytics/count/occupancy.hpp"
#include "analytics/count/roofline.hpp"
#include "analytics/tables/kernel_tables.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "tests/catch.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace kit;

namespace {

Gpu gpu(const std::string& name) {
    static const GpuData data = known_gpus();
    return gpu_named(data, name);
}

KernelModel gpu_kernel(KernelFamily family, std::int64_t grid, const Extents& block) {
    return {.family = family,
            .stencil = {},
            .grid = {grid, grid, grid},
            .block = block,
            .element_bytes = 4};
}

std::int64_t blocks(const std::string& name, std::int64_t threads, std::int64_t shared,
                    std::optional<std::int64_t> registers = std::nullopt) {
    return occupancy({threads, shared, registers}, gpu(name).capability).blocks_per_sm;
}

/// The data file with one text replaced by another, read again; what it says against it.
std::string complaint(const std::string& text, const std::string& replacement) {
    std::ifstream file(kit::source_root().string() + "/analytics/data/gpus.toml");
    std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::size_t at = all.find(text);
    REQUIRE(at != std::string::npos);
    all.replace(at, text.size(), replacement);
    const auto path =
        std::filesystem::temp_directory_path() / ("gpus-" + std::to_string(getpid()) + ".toml");
    std::ofstream(path) << all;
    std::string said;
    try {
        (void)read_gpus(path);
    } catch (const std::runtime_error& error) {
        said = error.what();
    }
    std::filesystem::remove(path);
    return said;
}

} // namespace

TEST_CASE("the data file has the course's GPUs, and every figure a source with an address") {
    const GpuData data = known_gpus();
    std::string names;
    for (const Gpu& each : data.gpus) {
        CAPTURE(each.name);
        names += each.name + " ";
        CHECK(each.capability.threads_per_sm.value == 32 * each.capability.warps_per_sm.value);
        // On Pascal no block may have all that an SM has.
        const std::int64_t of_no_block = each.capability.name == "6.0" ? 16384 : 0;
        CHECK(each.capability.shared_bytes_per_block_opt_in.value +
                  each.capability.shared_bytes_reserved_per_block.value + of_no_block ==
              each.capability.shared_bytes_per_sm.value);
    }
    CHECK(names ==
          "P100 V100 T4 A100 A100-80GB A10 A10G A40 L4 L40S H100-PCIe H100 GH200 H200 B200 "
          "A6000 GTX1650 GTX1650-Laptop RTX2060 RTX2060-Laptop RTX3050 RTX3050-Laptop "
          "RTX3060 RTX3060-Laptop RTX3070 RTX3070-Laptop RTX3080 RTX3080-Laptop RTX3090 "
          "RTX4050-Laptop RTX4060 RTX4060-Laptop RTX4070 RTX4070-Laptop RTX4090 RTX5070 "
          "RTX5070Ti RTX5080 RTX5090 Orin ");
    for (const Source& each : data.sources) {
        CAPTURE(each.name);
        CHECK(each.url.substr(0, 8) == "https://");
    }
    CHECK(gpu("H200").bandwidth_gb_per_s->value == 4800);
    CHECK(gpu("H200").l2_bytes->value == 62914560);
    CHECK(gpu("H100").l2_bytes->value == 52428800);
    CHECK(!gpu("GH200").bandwidth_gb_per_s);
}

TEST_CASE("rates agree with the clocks in their notes") {
    // Cores of an SM that compute floats: one operation a clock each, a multiply-add as two.
    const std::map<std::string, std::int64_t> cores{
        {"7.5", 64}, {"8.0", 64}, {"8.6", 128}, {"8.9", 128}, {"12.0", 128}};
    int checked = 0;
    for (const Gpu& each : known_gpus().gpus) {
        const std::string begin = "at the boost clock, ";
        if (!each.fp32_gflops || each.fp32_gflops->note.find(begin) != 0) {
            continue;
        }
        CAPTURE(each.name);
        std::string clock = each.fp32_gflops->note.substr(begin.size());
        clock.erase(std::remove(clock.begin(), clock.end(), ','), clock.end());
        const double rate = 2e-3 * std::stod(clock) * static_cast<double>(each.sms->value) *
                            static_cast<double>(cores.at(each.capability.name));
        const auto stated = static_cast<double>(each.fp32_gflops->value);
        CHECK(std::abs(rate - stated) < 0.005 * stated); // three digits
        ++checked;
    }
    CHECK(checked == 22);
}

TEST_CASE("a GPU is known by what people and drivers call it") {
    const std::vector<std::pair<std::string, std::string>> typed{
        {"RTX3060", "RTX3060"},
        {"rtx3060", "RTX3060"},
        {"rtx 3060", "RTX3060"},
        {"RTX-3060", "RTX3060"},
        {"RTX_3060", "RTX3060"},
        {"3060", "RTX3060"},
        {"GeForce RTX 3060", "RTX3060"},
        {"geforce rtx3060", "RTX3060"},
        {"NVIDIA GeForce RTX 3060", "RTX3060"},
        {"NVIDIA GeForce RTX 3060 Laptop GPU", "RTX3060-Laptop"},
        {"RTX 3060 Laptop", "RTX3060-Laptop"},
        {"RTX 3060 Mobile", "RTX3060-Laptop"},
        {"rtx3060-laptop", "RTX3060-Laptop"},
        {"NVIDIA GeForce RTX 3050 Laptop GPU", "RTX3050-Laptop"},
        {"NVIDIA GeForce GTX 1650", "GTX1650"},
        {"gtx 1650 mobile", "GTX1650-Laptop"},
        {"GeForce RTX 2060", "RTX2060"},
        {"NVIDIA GeForce RTX 4050 Laptop GPU", "RTX4050-Laptop"},
        {"NVIDIA GeForce RTX 4090", "RTX4090"},
        {"RTX 5070 Ti", "RTX5070Ti"},
        {"NVIDIA GeForce RTX 5090", "RTX5090"},
        {"Tesla T4", "T4"},
        {"Tesla P100-SXM2-16GB", "P100"},
        {"Tesla V100-SXM2-16GB", "V100"},
        {"NVIDIA A10", "A10"},
        {"NVIDIA A10G", "A10G"},
        {"NVIDIA A40", "A40"},
        {"NVIDIA RTX A6000", "A6000"},
        {"NVIDIA L40S", "L40S"},
        {"NVIDIA A100-SXM4-40GB", "A100"},
        {"NVIDIA A100-SXM4-80GB", "A100-80GB"},
        {"A100 80GB", "A100-80GB"},
        {"NVIDIA H100 80GB HBM3", "H100"},
        {"NVIDIA H100 PCIe", "H100-PCIe"},
        {"NVIDIA GH200 480GB", "GH200"},
        {"NVIDIA H200", "H200"},
        {"h200", "H200"},
        {"NVIDIA B200", "B200"},
        {"Orin", "Orin"},
        {"Jetson AGX Orin", "Orin"}};
    for (const auto& [name, meant] : typed) {
        CAPTURE(name);
        CHECK(gpu(name).name == meant);
    }
    const GpuData data = known_gpus();
    for (const Gpu& each : data.gpus) {
        CAPTURE(each.name);
        CHECK(gpu(each.name).name == each.name);
        for (const std::string& name : each.also) {
            CHECK(gpu(name).name == each.name);
        }
    }
}

TEST_CASE("a name that is not known gets the nearest, never another GPU's figures") {
    const std::string all = " ./lab analytics gpus lists those that are known.";
    const std::vector<std::pair<std::string, std::string>> typed{
        {"H300", "There is no GPU 'H300'. The nearest are H100 and H200." + all},
        {"RTX 3060 Ti",
         "There is no GPU 'RTX 3060 Ti'. The nearest are RTX3060 and RTX5070Ti." + all},
        {"RTX 4070 SUPER", "There is no GPU 'RTX 4070 SUPER'. The nearest is RTX4070." + all},
        {"A100-PCIE-40GB", ""},
        {"RTX 30600", ""},
        {"RTX", "There is no GPU 'RTX'." + all},
        {"", "There is no GPU ''." + all},
        {"Radeon RX 7900", "There is no GPU 'Radeon RX 7900'." + all}};
    for (const auto& [name, said] : typed) {
        CAPTURE(name);
        if (said.empty()) {
            CHECK_THROWS_AS(gpu(name), BadInput);
        } else {
            CHECK_THROWS_WITH(gpu(name), said);
        }
    }
    CHECK_THROWS_WITH(gpu("auto"), ContainsSubstring("cannot ask for the machine's GPU"));
    set_machine_gpu([] { return std::string("NVIDIA GeForce RTX 4060 Laptop GPU"); });
    CHECK(gpu("auto").name == "RTX4060-Laptop");
    CHECK(gpu("AUTO").name == "RTX4060-Laptop");
    set_machine_gpu([] { return std::string("NVIDIA GeForce GT 1030"); });
    CHECK_THROWS_WITH(
        gpu("auto"),
        ContainsSubstring("This machine's GPU, 'NVIDIA GeForce GT 1030', is none that the kit"));
    set_machine_gpu(nullptr);
}

TEST_CASE("a mistake in the data file is named with file, line and key") {
    CHECK_THAT(complaint("warps_per_sm = 64", "warps_per_sm = 64.5"), ContainsSubstring(".toml:"));
    CHECK_THAT(complaint("warps_per_sm = 64", "warps_per_sm = 64.5"),
               ContainsSubstring("capability[0].p100-device.warps_per_sm: is 64.5; it must be a "
                                 "whole number"));
    CHECK_THAT(complaint("sms = 80", "sms = -80"),
               ContainsSubstring("gpu[1].summit-guide.sms: is -80; it must be"));
    CHECK_THAT(
        complaint("sms = 80", "sms = 0"),
        ContainsSubstring("gpu[1].summit-guide.sms: is 0; it must be a whole number from 1"));
    CHECK_THAT(complaint("sms = 80", "sm = 80"),
               ContainsSubstring("gpu[1].summit-guide.sm: unknown key; did you mean sms?"));
    CHECK_THAT(complaint("warps_per_sm = 64", "warps_of_sm = 64"),
               ContainsSubstring("capability[0].warps_per_sm: is missing: no source says it"));
    CHECK_THAT(complaint("summit-guide = {", "summit-gide = {"),
               ContainsSubstring("gpu[1].summit-gide: unknown key; did you mean summit-guide?"));
    CHECK_THAT(complaint("notes = { bandwidth_gb_per_s", "notes = { l3_bytes"),
               ContainsSubstring("gpu[0].notes.l3_bytes: unknown key"));
    CHECK_THAT(complaint("capability = \"9.0\"", "capability = \"9.9\""),
               ContainsSubstring("gpu[10].capability: names '9.9'"));
    CHECK_THAT(complaint("[[gpu]]", "[[gpu]"), ContainsSubstring(".toml:"));
    CHECK_THROWS_AS(read_gpus("/nonexistent/gpus.toml"), std::runtime_error);
}

TEST_CASE("blocks of an SM by the resource that runs out first") {
    CHECK(blocks("H200", 512, 0) == 4);   // warps: 64 / 16
    CHECK(blocks("H200", 32, 0) == 32);   // blocks
    CHECK(blocks("T4", 1024, 4096) == 1); // warps: 32 / 32
    CHECK(blocks("RTX3060", 96, 0) == 16);
    CHECK(blocks("H200", 1024, 12288) == 2);
    // 13,312 bytes with the reserved 1,024, of 233,472.
    CHECK(blocks("H200", 32, 12288) == 17);
    CHECK(blocks("V100", 32, 12288) == 8); // nothing reserved: 98,304 / 12,288
    CHECK(blocks("H200", 32, 232448) == 1);
    // 64 registers: 2,048 a warp, 8 warps in each of 4 partitions.
    CHECK(blocks("H200", 256, 0, 64) == 4);
    CHECK(blocks("H200", 256, 0, 65) == 3); // 2,304 a warp: 7 in a partition
    CHECK(blocks("H200", 1024, 0, 64) == 1);
    CHECK(blocks("P100", 384, 0) == 5);      // warps: 64 / 12
    CHECK(blocks("P100", 256, 0, 128) == 2); // registers: 65,536 / 32,768
    CHECK(blocks("RTX5090", 512, 0) == 3);   // warps: 48 / 16
    CHECK(blocks("Orin", 32, 0) == 16);      // blocks
    const Occupancy tiled = occupancy({512, 2048, {}}, gpu("H200").capability);
    CHECK(tiled.limited_by == std::vector<Resource>{Resource::warps});
    CHECK(tiled.share == Rational(1));
    CHECK(occupancy({96, 0, {}}, gpu("RTX3060").capability).limited_by ==
          std::vector<Resource>{Resource::blocks, Resource::warps});
}

TEST_CASE("a block that does not run says the limit") {
    const Capability& hopper = gpu("H200").capability;
    CHECK_THROWS_WITH(occupancy({1025, 0, {}}, hopper), ContainsSubstring("takes 1 to 1,024"));
    CHECK_THROWS_AS(occupancy({0, 0, {}}, hopper), BadInput);
    CHECK_THROWS_WITH(occupancy({32, 232449, {}}, hopper), ContainsSubstring("at most 232,448"));
    CHECK_THROWS_AS(occupancy({32, -1, {}}, hopper), BadInput);
    CHECK_THROWS_WITH(occupancy({32, 0, 256}, hopper), ContainsSubstring("gives it 1 to 255"));
    CHECK_THROWS_AS(occupancy({32, 0, 0}, hopper), BadInput);
    CHECK_THROWS_WITH(occupancy({1024, 0, 65}, hopper), ContainsSubstring("73,728 registers"));
}

TEST_CASE("a tile that does not fit names the largest that does") {
    KernelModel wide = gpu_kernel(KernelFamily::coarsened, 120, {32, 32, 1});
    CHECK_NOTHROW(check_fit(wide, gpu("T4")));
    wide.stencil.order = 8; // 17 planes of 4,096 bytes
    CHECK_THROWS_WITH(check_fit(wide, gpu("T4")),
                      "A block of 32×32 keeps 69,632 bytes in shared memory and does not run: the "
                      "T4 gives a block at most 65,536; the largest block of equal sides that fits "
                      "is 31×31.");
    CHECK_NOTHROW(check_fit(wide, gpu("A100")));
    CHECK_THROWS_WITH(
        check_fit(gpu_kernel(KernelFamily::shared_memory_tiled, 120, {11, 11, 11}), gpu("H200")),
        ContainsSubstring("1,331 threads and does not run: the H200 allows a block "
                          "1,024; the largest block of equal sides that fits is "
                          "10×10×10."));
    KernelModel hopeless = gpu_kernel(KernelFamily::shared_memory_tiled, 120, {11, 11, 11});
    hopeless.stencil.order = 5;
    CHECK_THROWS_WITH(check_fit(hopeless, gpu("H200")),
                      ContainsSubstring("no block that fits is large enough"));
    CHECK_THROWS_AS(check_fit(gpu_kernel(KernelFamily::basic, 120, {0, 8, 8}), gpu("H200")),
                    BadInput);
}

TEST_CASE("the least traffic reads what a stencil reads, once") {
    const LeastTraffic star = least_traffic(gpu_kernel(KernelFamily::basic, 120, {8, 8, 8}));
    CHECK(star.cells_read == 1728000 - 1424); // all but the edges and corners: 12·118 + 8
    CHECK(star.cells_written == 1643032);
    CHECK(star.bytes == 4 * (1726576 + 1643032));
    KernelModel box = gpu_kernel(KernelFamily::basic, 120, {8, 8, 8});
    box.stencil.shape = StencilShape::box;
    CHECK(least_traffic(box).cells_read == 1728000);
    KernelModel clamped = gpu_kernel(KernelFamily::basic, 120, {8, 8, 8});
    clamped.every_cell = true;
    CHECK(least_traffic(clamped).bytes == 4 * (1728000 + 1728000));
    CHECK(least_traffic(gpu_kernel(KernelFamily::basic, 2, {8, 8, 8})).bytes == 0);
}

TEST_CASE("the roofline is exact") {
    const Roofline roof = roofline(13478432, 23002448, peak_rate(gpu("H200"), 4), gpu("H200"));
    CHECK(*roof.bound_by_memory);
    CHECK(*roof.memory_time == Rational(13478432, 4800));
    CHECK(*roof.least_time == *roof.memory_time);
    CHECK(*roof.ridge == Rational(67000, 4800));
    CHECK(*roof.attainable == Rational(23002448) * Rational(4800, 13478432));
    const Roofline computing = roofline(4, 1000, peak_rate(gpu("H200"), 4), gpu("H200"));
    CHECK(!*computing.bound_by_memory);
    CHECK(*computing.attainable == Rational(67000));
    // Turing computes one double for 32 floats.
    CHECK(*peak_rate(gpu("T4"), 8) == Rational(8100, 32));
    CHECK(!peak_rate(gpu("T4"), 2));
    const Roofline unknown = roofline(8, 8, std::nullopt, gpu("H200"));
    CHECK(*unknown.memory_time == Rational(8, 4800));
    CHECK(!unknown.least_time);
    Gpu slow = gpu("H200");
    slow.bandwidth_gb_per_s.reset();
    CHECK(!roofline(8, 8, peak_rate(slow, 4), slow).memory_time);
    CHECK_THROWS_AS(roofline(0, 0, std::nullopt, gpu("H200")), BadInput);
}

TEST_CASE("a kernel on a GPU as tables") {
    const auto tables =
        gpu_tables(gpu_kernel(KernelFamily::shared_memory_tiled, 120, {8, 8, 8}), gpu("H200"));
    REQUIRE(tables.size() == 2);
    const std::string text = render(tables, Format::text);
    CHECK_THAT(text, ContainsSubstring("Blocks of 512 threads on an SM of the H200"));
    CHECK_THAT(text, ContainsSubstring("limited by warps: 64 of 64 warps, occupancy 100.0 %."));
    CHECK_THAT(text,
               ContainsSubstring("The 132 SMs hold 528 blocks at once: 8,000 blocks take 16"));
    CHECK_THAT(text, ContainsSubstring("least time, µs"));
    CHECK_THAT(text, ContainsSubstring("2.808"));
    KernelModel wide = gpu_kernel(KernelFamily::coarsened, 120, {32, 32, 1});
    wide.stencil.order = 6;
    CHECK_THAT(render(gpu_tables(wide, gpu("H200"), 40), Format::text),
               ContainsSubstring("has to be"));
    Gpu unrated = gpu("H200");
    unrated.fp32_gflops.reset();
    CHECK_THAT(
        render(gpu_tables(gpu_kernel(KernelFamily::basic, 120, {8, 8, 8}), unrated), Format::text),
        ContainsSubstring("no known peak rate"));
    KernelModel integers = gpu_kernel(KernelFamily::basic, 120, {8, 8, 8});
    integers.whole_numbers = true;
    CHECK_THAT(render(gpu_tables(integers, gpu("H200")), Format::text),
               ContainsSubstring("for whole numbers of 4 bytes, no known peak"));
    CHECK_THROWS_WITH(gpu_tables(gpu_kernel(KernelFamily::basic, 2, {8, 8, 8}), gpu("H200")),
                      ContainsSubstring("an output point"));
}
