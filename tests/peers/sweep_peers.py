#!/usr/bin/env python3
"""Times the course's 7-point sweep as other tools do it, on this machine's GPU, in one run.

    python3 tests/peers/sweep_peers.py [--sides 120 512 1024] [--record FILE] [--fdtd3d FOLDER]

A row for each peer and grid: the median of the launches in microseconds, GB/s counted as one read
and one write of every cell, and the fraction of the device copy of the same run. Every result is
checked against a slow sum in double precision. Peers that are not installed are skipped, in a line
that says so; without PyTorch, which holds the clock and the arrays, there is nothing to do.

--fdtd3d: the folder Samples/5_Domain_Specific/FDTD3d of a clone of github.com/NVIDIA/cuda-samples (BSD-3-Clause). Its
kernel is built with its own radius, 4, a star of 25 points, and with 1, the course's seven.
"""

import argparse
import datetime
import pathlib
import statistics
import subprocess
import sys
import tempfile

try:
    import torch
except ImportError:
    sys.exit("skipped: PyTorch is not installed")
if not torch.cuda.is_available():
    sys.exit("skipped: PyTorch sees no GPU")

LAUNCHES = 30


def sliced_sum(a, out, c):
    """The sweep as a sum of shifted views, into the interior of `out`."""
    i = slice(1, -1)
    low, high = slice(None, -2), slice(2, None)
    out[i, i, i] = (c[0] * a[i, i, i] + c[1] * a[i, i, low] + c[2] * a[i, i, high]
                    + c[3] * a[i, low, i] + c[4] * a[i, high, i]
                    + c[5] * a[low, i, i] + c[6] * a[high, i, i])


def torch_compile(c):
    compiled = torch.compile(sliced_sum, dynamic=False)
    return lambda a, out: compiled(a, out, c)


def torch_conv3d(c):
    weights = torch.zeros(1, 1, 3, 3, 3, device="cuda")
    for (z, y, x), value in zip(NEIGHBOURS, c):
        weights[0, 0, z + 1, y + 1, x + 1] = value
    i = slice(1, -1)

    def sweep(a, out):
        out[i, i, i] = torch.nn.functional.conv3d(a[None, None], weights)[0, 0]

    return sweep


def cupy_correlate(c):
    import cupy
    import cupyx.scipy.ndimage as ndimage

    weights = cupy.zeros((3, 3, 3), dtype=cupy.float32)
    for (z, y, x), value in zip(NEIGHBOURS, c):
        weights[z + 1, y + 1, x + 1] = value
    i = slice(1, -1)

    def sweep(a, out):
        result = ndimage.correlate(cupy.from_dlpack(a), weights, mode="nearest")
        cupy.from_dlpack(out)[i, i, i] = result[i, i, i]

    return sweep


def numba_kernel(c):
    import numpy
    for gone, still in (("row_stack", "vstack"), ("trapz", "trapezoid"), ("in1d", "isin")):
        if not hasattr(numpy, gone):  # Numba asks for names that NumPy 2.5 has no longer
            setattr(numpy, gone, getattr(numpy, still))
    from numba import cuda

    c0, c1, c2, c3, c4, c5, c6 = c

    @cuda.jit
    def kernel(a, out):
        k, j, i = cuda.grid(3)
        n = a.shape[0]
        if 1 <= i < n - 1 and 1 <= j < n - 1 and 1 <= k < n - 1:
            out[i, j, k] = (c0 * a[i, j, k] + c1 * a[i, j, k - 1] + c2 * a[i, j, k + 1]
                            + c3 * a[i, j - 1, k] + c4 * a[i, j + 1, k]
                            + c5 * a[i - 1, j, k] + c6 * a[i + 1, j, k])

    def sweep(a, out):
        n = a.shape[0]
        block = (32, 4, 4)
        grid = tuple((n + size - 1) // size for size in block)
        kernel[grid, block, cuda.external_stream(torch.cuda.current_stream().cuda_stream)](
            cuda.as_cuda_array(a), cuda.as_cuda_array(out))

    return sweep


# In the order of c[0] to c[6]: z, y, x.
NEIGHBOURS = [(0, 0, 0), (0, 0, -1), (0, 0, 1), (0, -1, 0), (0, 1, 0), (-1, 0, 0), (1, 0, 0)]
PEERS = {
    "torch.compile of the sliced sum": torch_compile,
    "torch conv3d": torch_conv3d,
    "CuPy ndimage.correlate": cupy_correlate,
    "Numba, one thread a point": numba_kernel,
}


def median_seconds(launch, flush):
    times = []
    for _ in range(LAUNCHES):
        flush.add_(1)
        torch.cuda._sleep(100_000)  # so that both events are queued before the first is reached
        begin = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        begin.record()
        launch()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) / 1e3)
    return statistics.median(times)


def is_right(a, out, c):
    """Within 1e-5 of the sum in double precision, a plane at a time."""
    i = slice(1, -1)
    for z in range(1, a.shape[0] - 1):
        planes = a[z - 1:z + 2].double()
        must = torch.zeros_like(planes[1])
        sliced = (c[0] * planes[1][i, i] + c[1] * planes[1][i, :-2] + c[2] * planes[1][i, 2:]
                  + c[3] * planes[1][:-2, i] + c[4] * planes[1][2:, i]
                  + c[5] * planes[0][i, i] + c[6] * planes[2][i, i])
        must[i, i] = sliced
        if (out[z][i, i].double() - must[i, i]).abs().max() > 1e-5:
            return False
    return True


def fdtd3d_rows(folder, side):
    """Name and seconds of NVIDIA's sample at radius 1 and 4."""
    for radius in (1, 4):
        with tempfile.TemporaryDirectory() as scratch:
            for header in pathlib.Path(folder, "inc").iterdir():
                text = header.read_text().replace("#define RADIUS 4", f"#define RADIUS {radius}")
                pathlib.Path(scratch, header.name).write_text(text)
            program = pathlib.Path(scratch, "fdtd3d")
            subprocess.run(["nvcc", "-std=c++17", "-O3", "-arch=native", "-I", scratch,
                            str(pathlib.Path(__file__).with_name("fdtd3d.cu")), "-o", str(program)], check=True)
            said = subprocess.run([program, str(side)], check=True, capture_output=True, text=True).stdout
            yield f"CUDA samples' FDTD3d of radius {radius}", float(said) / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sides", type=int, nargs="+", default=[120, 512, 1024])
    parser.add_argument("--record", help="keep the figures in this file")
    parser.add_argument("--fdtd3d", help="folder of NVIDIA's sample")
    arguments = parser.parse_args()
    lines = [f"# date: {datetime.date.today()}", f"# device: {torch.cuda.get_device_name()}",
             f"# torch: {torch.__version__}", "# command: python3 tests/peers/sweep_peers.py",
             "peer,n,us,gb_per_s,fraction_of_copy"]
    print("\n".join(lines))

    def say(line):
        lines.append(line)
        print(line, flush=True)

    c = [0.31, -0.27, 0.42, 0.53, -0.64, 0.75, -0.86]
    flush = torch.zeros(64 << 20, device="cuda")
    for side in arguments.sides:
        a = torch.rand(side, side, side, device="cuda") * 2 - 1
        out = torch.full_like(a, float("nan"))
        byte_count = 2 * a.numel() * a.element_size()
        copy = median_seconds(lambda: out.copy_(a), flush)
        say(f"device copy,{side},{copy * 1e6:.2f},{byte_count / copy / 1e9:.0f},1")
        for name, make in PEERS.items():
            try:
                sweep = make(c)
                out.copy_(a)
                out[1:-1, 1:-1, 1:-1] = float("nan")
                for _ in range(3):
                    sweep(a, out)
                torch.cuda.synchronize()
                if not is_right(a, out, c):
                    say(f"# {name},{side}: wrong, not timed")
                    continue
                seconds = median_seconds(lambda: sweep(a, out), flush)
            except Exception as error:  # a peer that is missing or fails says so in its own words
                say(f"# {name},{side}: skipped: {type(error).__name__}: {str(error)[:100]}")
                continue
            say(f"{name},{side},{seconds * 1e6:.2f},{byte_count / seconds / 1e9:.0f},"
                f"{copy / seconds:.3f}")
        try:
            for name, seconds in fdtd3d_rows(arguments.fdtd3d, side) if arguments.fdtd3d else ():
                say(f"{name},{side},{seconds * 1e6:.2f},{byte_count / seconds / 1e9:.0f},"
                    f"{copy / seconds:.3f}")
        except (OSError, subprocess.CalledProcessError) as error:
            say(f"# FDTD3d,{side}: skipped: {error}")
    if arguments.record:
        with open(arguments.record, "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
