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
    Feature{"nvcuda", "tensor cores (wmma)"},
    Feature{"wmma", "tensor cores (wmma)"},
    Feature{"cooperative_groups", other_groups},
    Feature{"__cluster_", "thread block clusters"},
    Feature{"__pipeline_", "barriers of asynchronous copies"},
    Feature{"__cvta_", "address space conversions"},
    Feature{"__isShared", "address space queries"},
    Feature{"__isGlobal", "address space queries"},
    Feature{"__isConstant", "address space queries"},
    Feature{"__isLocal", "address space queries"},
    Feature{"__isGridConstant", "address space queries"},
    Feature{"__brkpt", "a debugger's breakpoint"},
    Feature{"__prof_trigger", "a profiler's trigger"},
    Feature{"__pm", "a profiler's trigger"},
    Feature{"__nv_fp", "numbers of 8 bits and less"},
    Feature{"cuComplex", "complex numbers"},
    Feature{"cuFloatComplex", "complex numbers"},
    Feature{"cuDoubleComplex", "complex numbers"},
    Feature{"cuda", "the CUDA runtime's host functions"},
    Feature{"cu", "the CUDA driver's host functions"},
};

constexpr std::array headers{
    Feature{"cooperative_groups", other_groups},
    Feature{"cuda/barrier", "cuda::barrier"},
    Feature{"cuda_fp", "numbers of 8 bits and less"},
    Feature{"cuComplex", "complex numbers"},
    Feature{"mma.h", "tensor cores (wmma)"},
    Feature{"cub/", "CUB"},
    Feature{"thrust/", "Thrust"},
    Feature{"curand", "cuRAND"},
    Feature{"cute/", "CuTe"},
    Feature{"cutlass/", "CUTLASS"},
    Feature{"cuda/", "libcu++"},
    Feature{"cuda", "the CUDA host interface"},
};

/// What CUDA itself has no more, on any GPU that CUDA 13 knows, and what to write for it.
constexpr std::array removed{
    Feature{"__shfl", "__shfl_sync(mask, value, lane)"},
    Feature{"__shfl_up", "__shfl_up_sync(mask, value, steps)"},
    Feature{"__shfl_down", "__shfl_down_sync(mask, value, steps)"},
    Feature{"__shfl_xor", "__shfl_xor_sync(mask, value, bits)"},
    Feature{"__any", "__any_sync(mask, condition)"},
    Feature{"__all", "__all_sync(mask, condition)"},
    Feature{"__ballot", "__ballot_sync(mask, condition)"},
    Feature{"saturate", "__saturatef(value)"},
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
    // Types of cuda_bf16.h, which is there.
    return name.starts_with("__nv_bfloat16") ? std::nullopt : look_up(features, name);
}

std::optional<std::string> unsupported_header(std::string_view name) {
    return look_up(headers, name);
}

std::optional<std::string> replacement_of_removed(std::string_view name) {
    for (const Feature& feature : removed) {
        if (name == feature.prefix) {
            return std::string(feature.name);
        }
    }
    return std::nullopt;
}

} // namespace kit
