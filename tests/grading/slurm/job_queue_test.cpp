// What squeue's answers mean.
#include "checker/grading/slurm/job_queue.hpp"
#include "checker/grading/slurm/slurm_program.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("a queue is read line by line, and lines of no array are left out") {
    const JobQueue queue = read_queue("12|0|RUNNING|None|lab-a\n"
                                      "12|31|PENDING|Resources|lab-a\n"
                                      "13|0|NODE_FAIL|NodeDown|lab-b\n"
                                      "14|N/A|RUNNING|None|interactive\n"
                                      "slurm_load_jobs error: Socket timed out\n\n");
    REQUIRE(queue.size() == 3);
    CHECK(queue.at({"lab-a", 0}).stage == QueuedJob::Stage::running);
    CHECK(queue.at({"lab-a", 31}).stage == QueuedJob::Stage::waiting);
    CHECK(queue.at({"lab-a", 31}).id == "12_31");
    CHECK(queue.at({"lab-b", 0}).stage == QueuedJob::Stage::ended);
    CHECK(queue.at({"lab-b", 0}).state == "NODE_FAIL");
}

TEST_CASE("a job that Slurm never starts again is held, one that it requeued waits") {
    const JobQueue queue = read_queue("1|0|PENDING|launch failed requeued held|lab-a\n"
                                      "1|1|PENDING|launch_failed_requeued_held|lab-a\n"
                                      "1|2|REQUEUE_HOLD|None|lab-a\n"
                                      "1|3|PENDING|BeginTime|lab-a\n"
                                      "1|4|COMPLETING|None|lab-a\n"
                                      "1|5|SUSPENDED|None|lab-a\n");
    for (const std::size_t held : {0, 1, 2}) {
        CHECK(queue.at({"lab-a", held}).stage == QueuedJob::Stage::held);
    }
    CHECK(queue.at({"lab-a", 3}).stage == QueuedJob::Stage::waiting);
    CHECK(queue.at({"lab-a", 4}).stage == QueuedJob::Stage::running);
    CHECK(queue.at({"lab-a", 5}).stage == QueuedJob::Stage::waiting);
}

TEST_CASE("one line says how the jobs stand") {
    const QueuedJob running{QueuedJob::Stage::running, "1_0", "RUNNING", "None"};
    const QueuedJob first{QueuedJob::Stage::waiting, "1_1", "PENDING", "Resources"};
    const QueuedJob second{QueuedJob::Stage::waiting, "1_2", "PENDING", "Priority"};
    CHECK(queue_text({}) == "0 jobs running");
    CHECK(queue_text({&running}) == "1 job running");
    CHECK(queue_text({&running, &running, &second, &second, &first}) ==
          "2 jobs running, 3 waiting (Priority)");
}

TEST_CASE("how a job ended is said in words") {
    CHECK(end_text("NODE_FAIL") == "its node failed (NODE_FAIL)");
    CHECK(end_text("TIMEOUT") == "its job ran past its time limit (TIMEOUT)");
    CHECK(end_text("SOMETHING_NEW") == "its job failed (SOMETHING_NEW)");
    CHECK(end_text("") == "Slurm no longer knows its job");
}

TEST_CASE("Slurm's refusals are its own words without the program's name") {
    CHECK(refusal_text("sbatch: error: invalid partition specified: nowhere\n"
                       "sbatch: error: Batch job submission failed: Invalid partition name "
                       "specified\n") ==
          "invalid partition specified: nowhere; Batch job submission failed: Invalid partition "
          "name specified");
    CHECK(refusal_text("sbatch: unrecognized option '--partion'\n") ==
          "sbatch: unrecognized option '--partion'");
    CHECK(refusal_text("").empty());
}
