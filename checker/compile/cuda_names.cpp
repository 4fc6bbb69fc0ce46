#include "checker/compile/cuda_names.hpp"

#include <algorithm>
#include <array>

namespace kit {

namespace {

struct Feature {
    std::string_view prefix; ///< of the names that belong to it
    std::string_view name;
};

constexpr std::string_view other_groups =
    "cooperative groups but the block, tiles of a warp and coalesced threads";

constexpr std::array features{
    Feature{"tex1D", "texture memory"},
    Feature{"tex2D", "texture memory"},
    Feature{"tex3D", "texture memory"},
    Feature{"cudaTextureObject_t", "texture memory"},
    Feature{"surf1D", "surface memory"},
    Feature{"surf2D", "surface memory"},
    Feature{"surf3D", "surface memory"},
    Feature{"cudaSurfaceObject_t", "surface memory"},
    Feature{"clock", "the GPU's clock"},
    Feature{"globaltimer", "the GPU's clock"},
    Feature{"__reduce_", "warp reductions (__reduce_*_sync)"},
    Feature{"__nv_", "a device library function"},
    Feature{"__half", "half precision"},
    Feature{"half", "half precision"},
    Feature{"__nv_bfloat16", "bfloat16"},
    Feature{"nvcuda", "tensor cores (wmma)"},
    Feature{"wmma", "tensor cores (wmma)"},
    Feature{"cooperative_groups", other_groups},
    Feature{"__cluster_", "thread block clusters"},
    Feature{"__pipeline_", "barriers of asynchronous copies"},
    Feature{"__cvta_", "address space conversions"},
    Feature{"__isShared", "address space queries"},
    Feature{"__isGlobal", "address space queries"},
    Feature{"__vadd", "SIMD video instructions"},
    Feature{"__byte_perm", "__byte_perm()"},
    Feature{"__funnelshift", "funnel shifts"},
    Feature{"__sad", "__sad()"},
    Feature{"cuda", "the CUDA runtime's host functions"},
    Feature{"cu", "the CUDA driver's host functions"},
};

constexpr std::array headers{
    Feature{"cooperative_groups", other_groups},
    Feature{"cuda/barrier", "cuda::barrier"},
    Feature{"cuda_fp16", "half precision"},
    Feature{"cuda_bf16", "bfloat16"},
    Feature{"mma.h", "tensor cores (wmma)"},
    Feature{"cub/", "CUB"},
    Feature{"thrust/", "Thrust"},
    Feature{"curand", "cuRAND"},
    Feature{"cute/", "CuTe"},
    Feature{"cutlass/", "CUTLASS"},
    Feature{"cuda/", "libcu++"},
    Feature{"cuda", "the CUDA host interface"},
};

template <class Table>
std::optional<std::string> look_up(const Table& table, std::string_view name) {
    for (const Feature& feature : table) {
        if (name.substr(0, feature.prefix.size()) == feature.prefix) {
            return std::string(feature.name);
        }
    }
    return std::nullopt;
}

bool is_upper(char letter) {
    return letter >= 'A' && letter <= 'Z';
}

} // namespace

std::optional<std::string> unsupported_name(std::string_view name) {
    // "cu" and "cuda" alone begin many honest words: a function of either has a capital next.
    for (const std::string_view prefix : {std::string_view("cuda"), std::string_view("cu")}) {
        if (name.substr(0, prefix.size()) == prefix) {
            return name.size() > prefix.size() && is_upper(name[prefix.size()])
                       ? look_up(features, name)
                       : std::nullopt;
        }
    }
    return look_up(features, name);
}

std::optional<std::string> unsupported_header(std::string_view name) {
    return look_up(headers, name);
}

bool is_math_of_reals(std::string_view name) {
    constexpr std::array<std::string_view, 52> names{
        "fma",       "acos",      "acosh",    "asin",  "asinh",   "atan",   "atan2",  "atanh",
        "cbrt",      "ceil",      "copysign", "cos",   "cosh",    "erf",    "erfc",   "exp",
        "exp2",      "expm1",     "fabs",     "fdim",  "floor",   "fmax",   "fmin",   "fmod",
        "hypot",     "ilogb",     "isfinite", "isinf", "isnan",   "lgamma", "llrint", "llround",
        "log",       "log10",     "log1p",    "log2",  "logb",    "lrint",  "lround", "nearbyint",
        "nextafter", "remainder", "rint",     "round", "signbit", "sin",    "sinh",   "sqrt",
        "tan",       "tanh",      "tgamma",   "trunc"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace kit
