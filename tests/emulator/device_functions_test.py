#!/usr/bin/env python3
"""Holds the kit's device functions to what a GPU gave: the table tests/records/h100_device_functions.csv.

Each row is a function with the types of its result and arguments, and how well the kit agrees with the GPU over 4,096
arguments, special ones and random ones: "same" bits (of the results' digest); "ulp N", N units in the last place at most;
"near E", E at most, of values beyond 1 relative to them; or "-", not compared. `samples` are a few of the GPU's results.

usage: device_functions_test.py check ROOT          compiles the kit's headers for the CPU and compares
       device_functions_test.py source ROOT FILE    writes a program for nvcc that prints the results of all rows to a file
       device_functions_test.py record ROOT RESULTS    sets agreement, digest and samples from such a file

The compiler is $KIT_CXX, or the first clang++ on the PATH that the kit would take.
"""
import array
import csv
import os
import shutil
import struct
import subprocess
import sys
import tempfile

TABLE = "tests/records/h100_device_functions.csv"
TRIES = 4096
SAMPLES = range(1111, TRIES, 500)
# As C++ names them; the results of 1 and 2 bytes are whole numbers or of the small types.
TYPES = {
    "bool": "bool", "char": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned int", "ll": "long long", "ull": "unsigned long long",
    "float": "float", "double": "double", "half": "__half", "half2": "__half2", "bf16": "__nv_bfloat16",
    "bf162": "__nv_bfloat162", "float2": "float2",
}

HEAD = r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#ifndef __CUDACC__
#define __device__
#define __global__
#endif
constexpr int tries = 4096; // as TRIES
typedef unsigned long long u64;
static __device__ u64 mixed(u64 x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}
static __device__ u64 random_bits(int argument, int number) { return mixed(number * 7ull + argument + 1); }
template <class T> struct Kind { static constexpr int value = 0; };
template <> struct Kind<float> { static constexpr int value = 1; };
template <> struct Kind<double> { static constexpr int value = 2; };
template <> struct Kind<__half> { static constexpr int value = 3; };
template <> struct Kind<__nv_bfloat16> { static constexpr int value = 4; };
template <> struct Kind<__half2> { static constexpr int value = 5; };
template <> struct Kind<__nv_bfloat162> { static constexpr int value = 6; };
template <> struct Kind<float2> { static constexpr int value = 7; };
static __device__ double special_real(int i) {
    const double values[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 1e-3, -7.25, 100.0, 65504.0, 1e5,
                             -2147483648.0, 2147483647.0, 4294967295.0, 9.3e18, -1e30, 1e-30, 6e-8, 3.1e-5, 1e-41};
    if (i < 24) { return values[i]; }
    const u64 inf = 0x7ff0000000000000ull, nan = 0x7ff8000000000000ull, minus = 0xfff0000000000000ull;
    const u64 bits = i == 24 ? inf : i == 25 ? minus : nan;
    double value;
    memcpy(&value, &bits, 8);
    return value;
}
static __device__ long long special_whole(int i) {
    const long long values[] = {0, 1, -1, 2, -2, 3, 7, -8, 31, 32, 33, 63, 64, 127, -128, 255, 32767, -32768, 65535,
                                0x7fffffff, -0x7fffffff - 1, 0xffffffffll, 0x7fffffffffffffffll, -0x7fffffffffffffffll - 1,
                                0x80008000ll, 0x7f80ff01ll, 0x12345678ll};
    return values[i];
}
constexpr int specials = 27;
#ifdef __CUDACC__
#define RUN(n)                                                                                     \
    static __global__ void kernel_##n(u64* out) {                                                  \
        const int t = blockIdx.x * 256 + threadIdx.x;                                              \
        out[t] = value_##n(t);                                                                     \
    }                                                                                              \
    static void run_##n(u64* out) { kernel_##n<<<tries / 256, 256>>>(out); }
#else
#define RUN(n)                                                                                     \
    static void run_##n(u64* out) {                                                                \
        for (int t = 0; t < tries; ++t) {                                                          \
            out[t] = value_##n(t);                                                                 \
        }                                                                                          \
    }
#endif
template <class T> __device__ T argument(int place, int number) {
    const int turns[] = {1, specials, specials * specials};
    const bool is_special = number < specials * specials;
    const int which = place == 2 ? (number * 7 + 3) % specials : number / turns[place] % specials;
    u64 bits = random_bits(place, number);
    if constexpr (Kind<T>::value == 0) {
        return static_cast<T>(is_special ? special_whole(which) : static_cast<long long>(bits));
    } else {
        T value;
        const bool moderate = number % 2 == 0;
        if constexpr (Kind<T>::value == 1 || Kind<T>::value == 2) {
            const double small = (static_cast<double>(bits >> 11) / 9007199254740992.0 - 0.5) * (number % 4 == 0 ? 2.0 : 40.0);
            if (is_special) { return static_cast<T>(special_real(which)); }
            if (moderate) { return static_cast<T>(small); }
            memcpy(&value, &bits, sizeof value);
        } else if constexpr (Kind<T>::value == 7) {
            value.x = argument<float>(place, number);
            value.y = argument<float>(place, number + 3);
        } else if constexpr (Kind<T>::value >= 5) {
            const unsigned int pair = static_cast<unsigned int>(bits);
            memcpy(&value, &pair, 4);
        } else {
            unsigned short word = static_cast<unsigned short>(bits);
            const unsigned short words[] = {0, 0x8000, 0x3c00, 0xbc00, 0x3f80, 0xbf80, 0x7c00, 0xfc00, 0x7f80, 0xff80, 0x7e00, 0x7fc0,
                                            1, 0x8001, 0x03ff, 0x0400, 0x7bff, 0x7f7f, 0x3800, 0x3f00, 0x4248, 0x4049, 0x0080, 0x007f,
                                            0x4e00, 0x6400, 0x4f00};
            word = is_special ? words[which] : word;
            memcpy(&value, &word, 2);
        }
        return value;
    }
}
template <class T> __device__ u64 bits_of(T value) {
    u64 bits = 0;
    if constexpr (Kind<T>::value == 1 || Kind<T>::value == 2) {
        if (value != value) { return 0x7ff8dead; }
        memcpy(&bits, &value, sizeof value);
    } else if constexpr (Kind<T>::value == 3 || Kind<T>::value == 4) {
        unsigned short word;
        memcpy(&word, &value, 2);
        const unsigned short infinity = Kind<T>::value == 3 ? 0x7c00 : 0x7f80;
        bits = (word & 0x7fff) > infinity ? 0x7fff : word;
    } else if constexpr (Kind<T>::value == 5 || Kind<T>::value == 6 || Kind<T>::value == 7) {
        bits = bits_of(value.x) | bits_of(value.y) << 32;
    } else {
        bits = static_cast<u64>(static_cast<long long>(value));
    }
    return bits;
}
"""

MAIN = r"""
int main(int, char** arguments) {
    std::FILE* file = std::fopen(arguments[1], "wb");
#ifdef __CUDACC__
    u64* memory = nullptr;
    cudaMalloc(&memory, tries * sizeof(u64));
#endif
    std::vector<u64> results(tries);
    for (const Case& one : cases) {
#ifdef __CUDACC__
        one.run(memory);
        if (cudaMemcpy(results.data(), memory, tries * sizeof(u64), cudaMemcpyDeviceToHost) != cudaSuccess) {
            std::fprintf(stderr, "%s failed\n", one.name);
            return 1;
        }
#else
        one.run(results.data());
#endif
        std::fwrite(results.data(), sizeof(u64), tries, file);
    }
    std::fclose(file);
}
"""




# What the kit's headers want of CUDA's language where they are read as C++.
PRELUDE = r"""
#define __device__
#define __host__
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <type_traits>
#include "kit/vector_types.h"
#include "kit/atomics.h"
#include "kit/memory.h"
#include "kit/numbers.h"
#include "kit/special.h"
#include "kit/warp.h"
#include "kit/integers.h"
#include "kit/packed.h"
#include "kit/rounding.h"
"""
# In the place of the runtime: where accesses are announced, and warps meet.
RUNTIME = r"""
#include "checker/emulator/runtime/access.hpp"
namespace kit::runtime {
void on_plain(std::uintptr_t, std::uint32_t, bool, const void*) {}
}
extern "C" unsigned long long kit_warp_collective(int, unsigned, unsigned long long, unsigned, int) { return 0; }
"""


def read_table(root):
    with open(os.path.join(root, TABLE), encoding="utf-8") as file:
        lines = list(file)
    comments = [line for line in lines if line.startswith("#")]
    return comments, list(csv.DictReader(line for line in lines if not line.startswith("#")))


def source_of(rows):
    text = [HEAD]
    names = []
    for number, row in enumerate(rows):
        kinds = row["arguments"].split()
        arguments = "".join(
            f"    {TYPES[kind]} a{i} = argument<{TYPES[kind]}>({i}, t);\n" for i, kind in enumerate(kinds))
        value = row["expression"] or f"{row['name']}({', '.join(f'a{i}' for i in range(len(kinds)))})"
        result = TYPES[row["result"]]
        text.append(f"""
static __device__ u64 value_{number}(int t) {{
{arguments}    {result} r = {value};
    return bits_of<{result}>(r);
}}
RUN({number})
""")
        names.append(f'    {{"{row["name"]}", run_{number}}},\n')
    text.append("struct Case { const char* name; void (*run)(u64*); };\n")
    text.append("static const Case cases[] = {\n" + "".join(names) + "};\n" + MAIN)
    return "".join(text)


def results_on_cpu(root, rows):
    """Bytes: of each row's results, 8 bytes each."""
    names = ["clang++", *(f"clang++-{version}" for version in range(19, 13, -1))]
    clang = os.environ.get("KIT_CXX") or next(filter(shutil.which, names))
    with tempfile.TemporaryDirectory() as folder:
        def write(name, text):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        write("prelude.h", PRELUDE)
        write("evaluate.cpp", source_of(rows))
        write("runtime.cpp", RUNTIME)
        include = ["-I" + os.path.join(root, "checker/emulator/include"), "-I" + root]
        functions = os.path.join(root, "checker/emulator/runtime/device_functions.cpp")
        jobs = [
            [clang, "-std=c++20", "-O1", "-w", "-D_GNU_SOURCE", "-ffp-contract=off", *include, "-include", "prelude.h",
             "-c", "evaluate.cpp"],
            [clang, "-std=c++20", "-O2", "-D__NO_INLINE__", *include, "-c", functions, "runtime.cpp"],
            [clang, "-std=c++20", "evaluate.o", "device_functions.o", "runtime.o", "-o", "evaluate"],
            ["./evaluate", "results"]]
        for job in jobs:
            subprocess.run(job, cwd=folder, check=True)
        with open(os.path.join(folder, "results"), "rb") as file:
            return file.read()


def columns(results, count):
    """The results of each row, as whole numbers."""
    numbers = array.array("Q")
    numbers.frombytes(results)
    assert len(numbers) == count * TRIES, f"{len(numbers)} results, not {count} times {TRIES}"
    return [list(numbers[i * TRIES:(i + 1) * TRIES]) for i in range(count)]


def digest(values):
    """FNV-1a."""
    state = 0xcbf29ce484222325
    for byte in struct.pack(f"<{len(values)}Q", *values):
        state = (state ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f"{state:016x}"


BITS = {"float": 32, "double": 64, "half": 16, "bf16": 16}


def is_nan(bits, kind):
    return bits == 0x7ff8dead if kind in ("float", "double") else bits == 0x7fff


def ulps(one, other, kind):
    """Units in the last place between two results; both zeros are one."""
    sign = 1 << (BITS[kind] - 1)
    place = [-(x & (sign - 1)) if x & sign else x & (sign - 1) for x in (one, other)]
    return abs(place[0] - place[1])


def value_of(bits, kind):
    if kind == "float":
        return struct.unpack("<f", struct.pack("<I", bits))[0]
    if kind == "double":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    if kind == "half":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def distance(one, other, kind, measure):
    if is_nan(one, kind) or is_nan(other, kind):
        return 0 if one == other else float("inf")
    if measure == "ulp":
        return ulps(one, other, kind)
    a, b = value_of(one, kind), value_of(other, kind)
    return 0 if a == b else abs(a - b) / max(1.0, abs(a))


def agreement(gpu, cpu, kind):
    if gpu == cpu:
        return "same"
    if kind not in BITS:
        return "-"
    pairs = list(zip(gpu, cpu))
    worst = max(distance(a, b, kind, "ulp") for a, b in pairs)
    if worst <= 6:
        return f"ulp {worst}"
    worst = max(distance(a, b, kind, "near") for a, b in pairs)
    return f"near {worst:.1e}" if worst < 1e-2 else "-"


def record(root, path):
    comments, rows = read_table(root)
    with open(path, "rb") as file:
        gpu = columns(file.read(), len(rows))
    cpu = columns(results_on_cpu(root, rows), len(rows))
    for row, ours, theirs in zip(rows, cpu, gpu):
        row["agreement"] = agreement(theirs, ours, row["result"])
        row["digest"] = digest(theirs) if row["agreement"] == "same" else ""
        compared = row["agreement"] not in ("same", "-")
        row["samples"] = " ".join(f"{theirs[t]:x}" for t in SAMPLES) if compared else ""
    with open(os.path.join(root, TABLE), "w", encoding="utf-8") as file:
        file.writelines(comments)
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def check(root):
    _, rows = read_table(root)
    counts = {}
    failed = 0
    for row, ours in zip(rows, columns(results_on_cpu(root, rows), len(rows))):
        measure, _, most = row["agreement"].partition(" ")
        counts[measure] = counts.get(measure, 0) + 1
        if measure == "same":
            good = digest(ours) == row["digest"]
        else:
            good = measure == "-" or all(
                distance(int(sample, 16), ours[t], row["result"], measure) <= float(most) * 1.1
                for t, sample in zip(SAMPLES, row["samples"].split()))
        if not good:
            failed += 1
            print(f"{row['name']}({row['arguments']}): not as on the GPU ({row['agreement']})")
    print(", ".join(f"{count} {measure}" for measure, count in sorted(counts.items())))
    return failed == 0


def main():
    command, root = sys.argv[1], os.path.abspath(sys.argv[2])
    if command == "check":
        sys.exit(0 if check(root) else 1)
    if command == "source":
        with open(sys.argv[3], "w", encoding="utf-8") as file:
            file.write(source_of(read_table(root)[1]))
    else:
        record(root, sys.argv[3])


main()
