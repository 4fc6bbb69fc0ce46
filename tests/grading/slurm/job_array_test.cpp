// What is asked of sbatch, and what is not.
#include "checker/base/errors.hpp"
#include "checker/grading/slurm/job_array.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>

using namespace kit;

namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

TEST_CASE("options for sbatch are words, in quotes with blanks") {
    CHECK(sbatch_options("").empty());
    CHECK(sbatch_options("  --partition=gpu   -A course ") ==
          Words{"--partition=gpu", "-A", "course"});
    CHECK(sbatch_options("--comment='two words' --constraint=\"a|b\"") ==
          Words{"--comment=two words", "--constraint=a|b"});
    CHECK_THROWS_AS(sbatch_options("--comment='open"), UsageError);
}

TEST_CASE("options that are the kit's own are refused") {
    for (const char* own : {"--array=0-3", "-a0-3", "--output=x", "-o x", "--job-name=x", "-Jx",
                            "--wrap=true", "-W", "--clusters=other", "--export=NONE"}) {
        INFO(own);
        CHECK_THROWS_AS(sbatch_options(own), UsageError);
    }
    CHECK(sbatch_options("--wait-all-nodes=1 --time=10").size() == 2);
}

TEST_CASE("an array has a job for each task, on one core, repeated when its node dies") {
    JobArrayRequest request;
    request.minutes = 12;
    const Words words = sbatch_arguments(request, "/r/slurm/lab-1", 40);
    CHECK(has(words, "--array=0-39"));
    CHECK(has(words, "--job-name=lab-1"));
    CHECK(has(words, "--output=/r/slurm/lab-1/%a.log"));
    CHECK(has(words, "--requeue"));
    CHECK(has(words, "--cpus-per-task=1"));
    CHECK(has(words, "--time=12"));
    CHECK_FALSE(has(words, "--gres=gpu:1"));
    CHECK(words.back() == "/r/slurm/lab-1/task.sh");
}

TEST_CASE("a GPU is one job's, and the user's own wishes come last") {
    JobArrayRequest request;
    request.gpu = true;
    request.at_once = 4;
    request.options = {"--partition=gpu", "--time=5"};
    Words words = sbatch_arguments(request, "/r/50%/lab-1", 1);
    CHECK(has(words, "--array=0-0%4"));
    CHECK(has(words, "--gres=gpu:1"));
    CHECK(has(words, "--output=/r/50%%/lab-1/%a.log"));
    CHECK(words[words.size() - 2] == "--time=5");
    request.options = {"--gres=gpu:a100:1"};
    words = sbatch_arguments(request, "/r/lab-1", 1);
    CHECK_FALSE(has(words, "--gres=gpu:1"));
}

TEST_CASE("a job's time is what its lab's cases may take on one core") {
    Lab lab;
    lab.cases.resize(7);
    lab.time_limit_seconds = 10;
    Lab other = lab;
    other.cases.resize(1);
    CheckSettings settings;
    settings.jobs = 8;
    CHECK(most_minutes({&lab, &other}, settings) == 11); // (60 + 7 * 10 * 8) s
    settings.backend = Backend::any;
    CHECK(most_minutes({&lab}, settings) == 26);
}

TEST_CASE("how many tasks an array may have") {
    CHECK(most_tasks_from("MaxArraySize            = 501\nMaxDBDMsgs = 2\n") == 501);
    CHECK(most_tasks_from("MaxArraySize            = 0\n") == 0);
    CHECK(most_tasks_from("MaxArraySize            = (null)\nA = 7\n") == 1001);
    CHECK(most_tasks_from("") == 1001);
}

TEST_CASE("the last that a job said fits into a line") {
    const TemporaryFolder folder;
    CHECK(last_words(folder.path(), 3).empty());
    folder.write("3.log", "first\nlab: there is no plan\n\n");
    CHECK(last_words(folder.path(), 3) == "first; lab: there is no plan");
    folder.write("4.log", std::string(5000, 'x') + "end");
    const std::string cut = last_words(folder.path(), 4);
    CHECK(cut.size() == 303);
    CHECK(cut.substr(cut.size() - 4) == "xend");
}

TEST_CASE("names of arrays do not come twice, and scripts keep any path") {
    CHECK(fresh_array_name() != fresh_array_name());
    CHECK(fresh_array_name().size() == 16);
    CHECK_THAT(task_script("/it's here"), ContainsSubstring("grade-task '/it'\\''s here/plan.json' "
                                                            "\"$SLURM_ARRAY_TASK_ID\""));
}
