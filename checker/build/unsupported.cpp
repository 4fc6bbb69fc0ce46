#include "checker/build/unsupported.hpp"

#include <array>

namespace kit {

namespace {

struct Feature {
    std::string_view prefix; ///< of the names that belong to it
    std::string_view name;
};

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
    Feature{"__nanosleep", "__nanosleep()"},
    Feature{"__reduce_", "warp reductions (__reduce_*_sync)"},
    Feature{"__nv_", "a device library function"},
    Feature{"__half", "half precision"},
    Feature{"half", "half precision"},
    Feature{"__nv_bfloat16", "bfloat16"},
    Feature{"nvcuda", "tensor cores (wmma)"},
    Feature{"wmma", "tensor cores (wmma)"},
    Feature{"cooperative_groups", "cooperative groups"},
    Feature{"__cluster_", "thread block clusters"},
    Feature{"__pipeline_", "asynchronous copies (__pipeline_*)"},
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
    Feature{"cooperative_groups", "cooperative groups"},
    Feature{"cuda/barrier", "cuda::barrier"},
    Feature{"cuda/pipeline", "cuda::pipeline"},
    Feature{"cuda_pipeline", "asynchronous copies"},
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
    Feature{"device_launch_parameters.h", "that header (lab.cuh brings threadIdx and the rest)"},
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

std::optional<std::string> unsupported_header(std::string_view header) {
    return look_up(headers, header);
}

} // namespace kit
