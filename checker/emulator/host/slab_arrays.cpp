#include "checker/emulator/host/slab_arrays.hpp"

#include "checker/base/numbers.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

namespace kit {

std::string SlabArray::place(std::int64_t index) const {
    return is_flags()        ? fmt::format("the flags of GPU {}", gpu)
           : is_below(index) ? fmt::format("the ghost plane below of GPU {}", gpu)
           : is_above(index) ? fmt::format("the ghost plane above of GPU {}", gpu)
                             : fmt::format("plane {} of GPU {}", index / plane_cells, gpu);
}

std::optional<SlabArray> slab_array_of(const runtime::Event& event, const EventContext& context) {
    const std::vector<SlabPlanes> slabs = slabs_of(context.lab, context.extents);
    constexpr std::int32_t arrays = 3; // input, output and flags of each GPU
    if (event.is_array == 0 || event.variable < 0 || event.variable / arrays >= std::ssize(slabs)) {
        return std::nullopt;
    }
    SlabArray array;
    array.gpu = static_cast<unsigned>(event.variable / arrays);
    array.number = event.variable % arrays;
    array.planes = slabs[array.gpu].planes;
    array.plane_cells = context.extents.x * context.extents.y;
    array.name = slab_array_name(context.lab, array.gpu, array.number, {event.gpu, event.sweep});
    return array;
}

void explain_race_of_gpus(const runtime::Event& event, const EventContext& context,
                          const SlabArray& array, Finding& finding) {
    const auto has = [&event](runtime::RaceFlag flag) { return (event.values[2] & flag) != 0; };
    SweepOnGpu writer{event.gpu, event.sweep};
    SweepOnGpu reader{event.other_gpu, event.other_sweep};
    const bool both_write = has(runtime::race_this_wrote) && has(runtime::race_earlier_wrote);
    if (!has(runtime::race_this_wrote)) {
        std::swap(writer, reader);
    }
    // As the GPU calls it that the sentence begins with.
    const auto where = [&](const SweepOnGpu& subject) {
        return fmt::format("{}[{}], in {}",
                           slab_array_name(context.lab, array.gpu, array.number, subject),
                           *finding.index, array.place(*finding.index));
    };
    if (has(runtime::race_by_gpu_scope)) {
        finding.cause.of = "scope";
        finding.message =
            fmt::format("GPU {} and GPU {} use {}, and what should put them in order counts on one "
                        "GPU only.",
                        writer.gpu, reader.gpu, where(writer));
        finding.hint = "__threadfence() and atomics without a suffix have the scope of one GPU. "
                       "Between GPUs it takes __threadfence_system() and, as the flag, an atomic "
                       "with the suffix _system or a volatile access.";
    } else if (array.is_flags()) {
        finding.cause.of = "flags";
        finding.message = fmt::format(
            "GPU {} changes {}, while GPU {} {} it, and not both do it by an atomic or a volatile "
            "access.",
            writer.gpu, where(writer), reader.gpu, both_write ? "changes" : "reads");
        finding.hint =
            both_write
                ? "The GPU that waits only reads a flag. The one that has stored raises it, by an "
                  "atomic with the suffix _system. A flag counts all sweeps: never reset it."
                : "Read a flag through a pointer to volatile, so that each turn of the loop looks "
                  "again. Raise it by an atomic with the suffix _system or, after "
                  "__threadfence_system(), by a volatile store.";
    } else if (both_write) {
        finding.cause.of = "two writers";
        finding.message =
            fmt::format("GPU {} and GPU {} both write {}: nothing puts them in order.", writer.gpu,
                        reader.gpu, where(writer));
        finding.hint =
            "Each plane has one writer: a GPU writes its own planes, and the ghost plane "
            "of its neighbour that lies beside them.";
    } else if (!context.by_flags) {
        finding.cause.of = "same sweep";
        finding.message = fmt::format("GPU {} writes {}, while GPU {} reads it in the same sweep.",
                                      writer.gpu, where(writer), reader.gpu);
        finding.hint =
            "Sweeps are ordered, GPUs within a sweep are not: what is sent belongs in the "
            "neighbour's out, which the next sweep reads.";
    } else if (writer.sweep > reader.sweep) {
        finding.cause.of = "sent too early";
        finding.message = fmt::format(
            "GPU {} writes {}, in sweep {}, while GPU {} may still read it in sweep {}.",
            writer.gpu, where(writer), writer.sweep, reader.gpu, reader.sweep);
        finding.hint = fmt::format(
            "Before GPU {0} sends again, it must have seen a flag by which GPU {1} says that it "
            "has read: GPU {1} raises it after a barrier that all its readers have passed.",
            writer.gpu, reader.gpu);
    } else {
        finding.cause.of = "read too early";
        finding.message = fmt::format(
            "GPU {} reads {}, in sweep {}, without having waited for GPU {} to write it.",
            reader.gpu, where(reader), reader.sweep, writer.gpu);
        finding.hint = fmt::format("GPU {}: stores, then a barrier, then one thread calls "
                                   "__threadfence_system() and raises a flag. GPU {}: one thread "
                                   "waits until each block there has raised it, then a barrier, "
                                   "then the reads.",
                                   writer.gpu, reader.gpu);
    }
}

void explain_unsent(const EventContext& context, const SlabArray& array, const std::string& cell,
                    Finding& finding) {
    const bool is_below = array.is_below(*finding.index);
    const unsigned sender = is_below ? array.gpu - 1 : array.gpu + 1;
    finding.message = fmt::format("GPU {} reads {}, in its ghost plane {}, {}.", array.gpu, cell,
                                  is_below ? "below" : "above",
                                  context.by_flags ? "before anything was sent there"
                                                   : "to which nothing was sent");
    const bool has_single_plane = slabs_of(context.lab, context.extents)[sender].planes == 1;
    finding.hint = fmt::format(
        "GPU {} must store each inner cell of its {} twice in every sweep: in its own slab, and in "
        "{}.{}",
        sender,
        has_single_plane ? "only plane"
        : is_below       ? "last own plane"
                         : "plane 1",
        is_below ? "plane 0 of above.out" : "plane below.planes + 1 of below.out",
        has_single_plane ? " It is the slab's first plane and its last, and may have to go both "
                           "ways."
                         : "");
    if (context.by_flags) {
        finding.hint +=
            fmt::format(" And GPU {} must wait until a flag says that each block of GPU "
                        "{} beside the cut has done so.",
                        array.gpu, sender);
    }
}

} // namespace kit
