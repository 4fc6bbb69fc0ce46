// Jobs submitted, watched and collected, with programs in place of Slurm's that do as each test wants.
#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/slurm/job_array.hpp"
#include "checker/grading/slurm/plan.hpp"
#include "checker/grading/slurm/slurm_executor.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <iterator>
#include <set>

using namespace kit;
namespace fs = std::filesystem;

namespace {

constexpr const char* lab_id = "01-sample-function";

/// Each call takes the next line of `behaviour`, the last again and again: what becomes of its jobs.
constexpr const char* sbatch_program = R"sh(#!/bin/sh
here=$(dirname "$0")
for script; do :; done
folder=$(dirname "$script")
results=$(dirname "$(dirname "$folder")")
echo "$@" >>"$here/calls"
call=$(wc -l <"$here/calls")
what=$(head -n "$call" "$here/behaviour" | tail -n 1)
if [ "$what" = refuse ]; then
    echo 'sbatch: error: Batch job submission failed: Invalid account' >&2
    exit 1
fi
i=0
mkdir -p "$results/checks"
for key in $(sed -n 's/.*"key": "\(.*\)",/\1/p' "$folder/plan.json"); do
    state=$what
    case $what in
        DONE) echo '{"check_key": "'"$key"'"}' >"$results/checks/$key.json"; state=COMPLETED ;;
        ERROR) echo 'no compiler' >"$results/checks/$key.error"; state=COMPLETED ;;
    esac
    printf 'lab: %s\nsad\n' "$key" >"$folder/$i.log"
    [ "$what" = GONE ] || echo "$call|$i|$state|None|$(basename "$folder")" >>"$here/queue"
    i=$((i + 1))
done
echo "$call"
)sh";

/// A folder with programs of Slurm's names, first on the PATH, and a class's results.
class FakeSlurm {
public:
    explicit FakeSlurm(const std::string& behaviour) {
        program("sbatch", sbatch_program);
        program("squeue", "#!/bin/sh\ncat \"$(dirname \"$0\")/queue\"\n");
        program("scontrol", "#!/bin/sh\ncat \"$(dirname \"$0\")/config\"\n");
        program("scancel", "#!/bin/sh\necho \"$@\" >>\"$(dirname \"$0\")/cancelled\"\n");
        folder_.write("bin/behaviour", behaviour);
        folder_.write("bin/queue", "");
        folder_.write("bin/config", "MaxArraySize = 1001\n");
        setenv("PATH", ((folder_.path() / "bin").string() + ":/usr/bin:/bin").c_str(), 1);
        settings_.root = kit::source_root();
        settings_.seed = 7;
        request_.class_folder = folder_.path();
        request_.kit_version = "1";
        request_.between_questions = std::chrono::duration<double>(0.05);
        request_.until_seen = std::chrono::duration<double>(0.05);
    }

    ~FakeSlurm() { setenv("PATH", path_.c_str(), 1); }

    FakeSlurm(const FakeSlurm&) = delete;
    FakeSlurm& operator=(const FakeSlurm&) = delete;

    /// How often each task was said to be done.
    std::vector<int> run(std::size_t count) {
        std::vector<CheckTask> tasks;
        for (std::size_t i = 0; i < count; ++i) {
            tasks.push_back({fmt::format("key{:03}", i), lab_id, "a.cu", "sha"});
        }
        std::vector<int> done(count);
        run_tasks_on_slurm(tasks, catalog_, settings_, results_, request_, [&](std::size_t task) {
            if (task != SIZE_MAX) {
                ++done.at(task);
            }
        });
        return done;
    }

    void program(const std::string& name, const std::string& text) {
        fs::permissions(folder_.write("bin/" + name, text), fs::perms::owner_all);
    }

    [[nodiscard]] std::string text(const std::string& name) const {
        std::ifstream file(folder_.path() / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    [[nodiscard]] std::size_t calls() const {
        const std::string all = text("bin/calls");
        return static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n'));
    }

    const TemporaryFolder& folder() const { return folder_; }

    ResultFolder& results() { return results_; }

    SlurmRequest& request() { return request_; }

    const CheckSettings& settings() const { return settings_; }

    const Lab& lab() const { return find_lab(catalog_, "1"); }

private:
    TemporaryFolder folder_;
    std::string path_ = std::getenv("PATH");
    std::vector<Lab> catalog_ = read_catalog(kit::source_root());
    CheckSettings settings_;
    ResultFolder results_{folder_.path() / "results"};
    SlurmRequest request_;
};

} // namespace

TEST_CASE("every task is submitted once, reported once, and leaves no log") {
    FakeSlurm slurm("DONE\n");
    CHECK(slurm.run(5) == std::vector<int>(5, 1));
    CHECK(slurm.calls() == 1);
    CHECK_THAT(slurm.text("bin/calls"), ContainsSubstring("--array=0-4 "));
    CHECK_FALSE(fs::exists(slurm.results().path() / "slurm"));
}

TEST_CASE("without tasks Slurm is not asked") {
    FakeSlurm slurm("refuse\n");
    CHECK(slurm.run(0).empty());
    CHECK(slurm.calls() == 0);
}

TEST_CASE("more tasks than an array may have become several arrays") {
    FakeSlurm slurm("DONE\n");
    slurm.folder().write("bin/config", "MaxArraySize            = 4\n");
    CHECK(slurm.run(10) == std::vector<int>(10, 1));
    CHECK(slurm.calls() == 3);
    CHECK_THAT(slurm.text("bin/calls"), ContainsSubstring("--array=0-1 "));
}

TEST_CASE("an error that a task left is collected, and not tried again") {
    FakeSlurm slurm("ERROR\n");
    CHECK(slurm.run(2) == std::vector<int>{1, 1});
    CHECK(slurm.calls() == 1);
    CHECK(slurm.results().error("key000") == "no compiler\n");
}

TEST_CASE("a job that ended without a result is submitted again") {
    const std::string state = GENERATE("NODE_FAIL", "FAILED", "GONE", "COMPLETED", "TIMEOUT");
    INFO(state);
    FakeSlurm slurm(state + "\nDONE\n");
    CHECK(slurm.run(2) == std::vector<int>{1, 1});
    CHECK(slurm.calls() == 2);
    CHECK(slurm.results().has_check("key001"));
}

TEST_CASE("after three times it is an error that says how, and what the job said") {
    FakeSlurm slurm("OUT_OF_MEMORY\n");
    CHECK(slurm.run(1) == std::vector<int>{1});
    CHECK(slurm.calls() == 3);
    CHECK(slurm.results().error("key000") == "its job needed more memory than it had "
                                             "(OUT_OF_MEMORY), the last of 3 tries: lab: key000; "
                                             "sad");
}

TEST_CASE("what somebody cancelled is not submitted again") {
    FakeSlurm slurm("CANCELLED\n");
    CHECK(slurm.run(1) == std::vector<int>{1});
    CHECK(slurm.calls() == 1);
    CHECK_THAT(slurm.results().error("key000"), ContainsSubstring("cancelled (CANCELLED)"));
}

TEST_CASE("what Slurm holds is cancelled and submitted again") {
    FakeSlurm slurm("REQUEUE_HOLD\nDONE\n");
    CHECK(slurm.run(1) == std::vector<int>{1});
    // Slurm may still show the job as held when it is asked next: then it is cancelled once more.
    const std::string cancelled = slurm.text("bin/cancelled");
    CHECK((cancelled == "1_0\n" || cancelled == "1_0\n1_0\n"));
    CHECK(slurm.calls() == 2);
}

TEST_CASE("a refusal is reported in Slurm's words, and leaves nothing") {
    FakeSlurm slurm("refuse\n");
    CHECK_THROWS_WITH(slurm.run(1), "--executor slurm: Slurm refuses the jobs: Batch job "
                                    "submission failed: Invalid account");
    CHECK(fs::is_empty(slurm.results().path() / "slurm"));
}

TEST_CASE("a machine without Slurm gets an error") {
    FakeSlurm slurm("DONE\n");
    setenv("PATH", "/nowhere:/bin/none", 1);
    setenv("KIT_CXX", "/bin/sh", 1); // the compiler is not what is asked for here
    CHECK_THROWS_WITH(slurm.run(1), ContainsSubstring("there is no scontrol on the PATH"));
    unsetenv("KIT_CXX");
}

TEST_CASE("jobs of a run that was killed are collected, not submitted again") {
    FakeSlurm slurm("RUNNING\nDONE\n");
    // The first run ends at its first moment of waiting, as if by kill -9, but with a message.
    slurm.request().report = [](std::string_view) { std::raise(SIGTERM); };
    CHECK_THROWS_WITH(slurm.run(2),
                      ContainsSubstring("The jobs continue") && ContainsSubstring("scancel 1"));
    REQUIRE(slurm.calls() == 1);
    // Three tasks now: the third is new. The first two end when Slurm is asked once more.
    slurm.request().report = [&](std::string_view) {
        slurm.folder().write("results/checks/key000.json", R"({"check_key": "key000"})");
        slurm.folder().write("results/checks/key001.error", "why");
    };
    CHECK(slurm.run(3) == std::vector<int>(3, 1));
    CHECK(slurm.calls() == 2);
    CHECK_THAT(slurm.text("bin/calls"), ContainsSubstring("--array=0-0 "));
    CHECK(slurm.results().error("key001") == "why");
}

TEST_CASE("a task of a plan that was made with another kit, lab or compiler writes no result") {
    FakeSlurm slurm("DONE\n");
    const std::string identity = settings_identity(slurm.lab(), slurm.settings());
    slurm.folder().write("class/ada/01-sample-function/kernel.cu", "int nothing;");
    SlurmPlan plan;
    plan.class_folder = slurm.folder().path() / "class";
    plan.results = slurm.results().path();
    plan.settings = slurm.settings();
    plan.trust_submissions = true;
    plan.tasks = {
        {check_key("sha", identity), slurm.lab().id, "ada/01-sample-function/kernel.cu", "sha"}};
    const std::string& key = plan.tasks[0].key;
    const auto run = [&] {
        run_planned_task(slurm.folder().write("plan.json", plan_text(plan)), 0);
        CHECK_FALSE(slurm.results().has_check(key));
        return slurm.results().error(key);
    };
    plan.identities[slurm.lab().id] = slurm.lab().id + "\nother\n";
    CHECK_THAT(run(), ContainsSubstring("on node ") && ContainsSubstring("lab.toml differs"));
    plan.identities[slurm.lab().id] = identity;
    CHECK_THAT(run(), ContainsSubstring("the file changed")); // its hash is not "sha"
    plan.class_folder = slurm.folder().path() / "elsewhere";
    CHECK_THAT(run(), ContainsSubstring("elsewhere"));
    plan.settings.seed = 8;
    CHECK_THAT(run(), ContainsSubstring("the seed differs"));
    CHECK_THROWS_AS(run_planned_task(slurm.folder().path() / "plan.json", 1), UsageError);
    CHECK_THROWS_AS(run_planned_task(slurm.folder().path() / "none.json", 0), KitError);
}
