#include "checker/gpu/runner/runner.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/gpu/runner/measure.hpp"
#include "checker/gpu/runner/scaling.hpp"
#include "checker/gpu/runner/slab_run.hpp"
#include "checker/gpu/runner/submission.hpp"

#include <fmt/format.h>

#include <memory>

namespace kit {

namespace {

std::vector<char> file_content(const std::filesystem::path& path) {
    const std::string text = read_file(path);
    // The driver reads PTX to a zero; a cubin's header gives its length.
    return {text.c_str(), text.c_str() + text.size() + 1};
}

void write_bytes(const std::filesystem::path& path, const std::vector<std::byte>& content) {
    write_file(path, {reinterpret_cast<const char*>(content.data()), content.size()});
}

Submission load(Device& device, const Lab& lab, const KernelFile& kernel) {
    return {device, lab, file_content(kernel.cubin), kernel.entry, kernel.launch};
}

/// What the device says of the arrays, and the arrays themselves where they are asked for.
void keep_judgement(CaseMemory& memory, const Lab& lab, const Job& job, double deadline,
                    JobReply& reply) {
    reply.check = memory.check(deadline, lab.steps);
    if (!job.keep.empty()) {
        std::vector<std::byte> inputs;
        for (std::size_t i = 0; i < memory.inputs(); ++i) {
            const std::vector<std::byte> one = memory.contents(memory.input(i));
            inputs.insert(inputs.end(), one.begin(), one.end());
        }
        write_bytes(job.keep / "input.bin", inputs);
        write_bytes(job.keep / "output.bin", memory.contents(memory.output()));
    }
}

/// Runs once on the seed's case, which the host can draw too.
void judge(Device& device, KitModule& kit, CaseMemory& memory, const Lab& lab, const Job& job,
           double deadline, JobReply& reply) {
    Submission submission = load(device, lab, job.kernel);
    memory.draw(job.seed);
    submission.set_coefficients(memory);
    const Handle begin = device.make_event();
    const Handle end = device.make_event();
    kit.hold(0);
    device.record(begin);
    submission.launch(memory, job.extents);
    device.record(end);
    device.wait(deadline);
    reply.seconds = device.seconds_between(begin, end);
    keep_judgement(memory, lab, job, deadline, reply);
}

/// Like judge(), on several GPUs.
void judge_slabs(const Driver& driver, Device& device, CaseMemory& memory, const Lab& lab,
                 const Job& job, double deadline, JobReply& reply) {
    GpuGroup group(driver, device, static_cast<int>(slabs_of(lab, job.extents).size()));
    SlabRun run(group, lab, job.extents, file_content(job.kernel.cubin), job.kernel.entry,
                job.kernel.launch);
    memory.draw(job.seed);
    run.scatter(memory);
    run.sweep(lab.steps);
    run.gather(memory, lab.steps, deadline);
    reply.seconds = run.seconds();
    keep_judgement(memory, lab, job, deadline, reply);
}

void time(Device& device, KitModule& kit, CaseMemory& memory, const Lab& lab, const Job& job,
          const RunnerRequest& request, JobReply& reply) {
    Submission submission = load(device, lab, job.kernel);
    std::optional<Submission> baseline; // has no copies
    if (job.baseline) {
        baseline.emplace(device, lab, file_content(job.baseline->cubin), job.baseline->entry,
                         job.baseline->launch);
    }
    reply.timing = measure(device, kit, memory, lab, submission, baseline ? &*baseline : nullptr,
                           {job.extents, job.seed, request.launch_deadline, request.most_seconds});
}

/// Whether the device can still be used after the job.
bool do_job(const Driver& driver, Device& device, const Lab& lab, const RunnerRequest& request,
            const Job& job, const std::vector<char>& kit_cubin, JobReply& reply) {
    bool launched = false;
    try {
        KitModule kit(device, kit_cubin, lab.element);
        if (job.timed && job.gpus > 0) {
            launched = true;
            reply.scaling = measure_scaling(
                driver, device, kit, lab, job.gpus,
                {file_content(job.kernel.cubin), job.kernel.entry, job.on_one, job.kernel.launch,
                 job.weak},
                {job.extents, job.seed, request.launch_deadline, request.most_seconds});
            reply.end = JobEnd::done;
            return true;
        }
        const Device::Scope scope(device);
        CaseMemory memory(device, kit, lab, job.extents, request.guards);
        launched = true;
        if (job.gpus > 0) {
            judge_slabs(driver, device, memory, on_gpus(lab, job.gpus), job,
                        request.launch_deadline, reply);
        } else if (job.timed) {
            time(device, kit, memory, lab, job, request, reply);
        } else {
            judge(device, kit, memory, lab, job, request.launch_deadline, reply);
        }
        reply.end = JobEnd::done;
        return true;
    } catch (const WrongLaunch& wrong) {
        reply.end = JobEnd::wrong;
        reply.sentence = wrong.what();
        reply.check = wrong.check;
        return true;
    } catch (const LaunchRefused& refused) {
        reply.end = JobEnd::refused;
        reply.sentence = refused.what();
        return true;
    } catch (const DeviceTimeout& timeout) {
        reply.end = JobEnd::timeout;
        reply.sentence = timeout.what();
        return false;
    } catch (const DeviceError& error) {
        const bool no_memory = error.name == "CUDA_ERROR_OUT_OF_MEMORY";
        reply.end = launched && !no_memory ? JobEnd::fault : JobEnd::failed;
        reply.error = error.name;
        reply.sentence = error.what();
        return false;
    } catch (const KitError& error) {
        reply.end = JobEnd::failed;
        reply.sentence = error.what();
        return true;
    }
}

} // namespace

void run_jobs(const Driver& driver, const RunnerRequest& request,
              const std::function<void(const std::string&)>& say) {
    std::unique_ptr<Device> device;
    try {
        device = std::make_unique<Device>(driver);
    } catch (const DeviceError& error) {
        say(json_line(nlohmann::json{{"no_device", error.what()}}));
        return;
    }
    say(json_line(to_json(device->facts())));
    if (request.jobs.empty()) {
        return; // the request only asks which GPU there is
    }
    const std::vector<Lab> labs = read_catalog(request.root);
    Lab lab = find_lab(labs, request.lab);
    lab.element = request.element;
    if (!lab.variants.empty()) {
        lab.variants = {{request.element, request.radius, {}}};
        lab = variant_of(lab, 0);
    }
    const std::vector<char> kit_cubin = file_content(request.kit_cubin);
    for (const Job& job : request.jobs) {
        JobReply reply;
        const bool usable = do_job(driver, *device, lab, request, job, kit_cubin, reply);
        say(json_line(to_json(reply)));
        if (!usable) {
            return;
        }
    }
}

} // namespace kit
