#include "checker/commands/grade_options.hpp"

#include "checker/grading/writers/formats.hpp"

namespace kit {

void add_grade_options(CommandBuilder& command, GradeOptions& options) {
    command
        .add_option("DIR", options.folder,
                    "The class: a folder with a folder for each student, or what a learning "
                    "platform exports, as a folder or archive")
        .required();
    command
        .add_option("--labs LABS", options.labs,
                    "Labs to grade: 4-7, or 5,8,12; default: those in grading.toml, else all")
        .separated_by(',');
    command.add_option(
        "--roster FILE", options.roster,
        "Who is in the class: a table with a column id, or a gradebook as Canvas or Moodle "
        "exports it, which comes back with the points in it; default: DIR/roster.csv, "
        "else one student per folder");
    command.add_option("--rules FILE", options.rules,
                       "Deadlines, late rule, partial credit, bonus and quiz; default: "
                       "DIR/grading.toml, else none of these");
    command.add_option("--results DIR", options.results,
                       "Folder for the results; default: DIR-results, beside DIR");
    command.add_option("--jobs N", options.jobs, "Checks to run at once; default: one per core")
        .in_range(1, 256);
    command.add_option("--deadline WHEN", options.deadline,
                       "When submissions were due: \"2026-11-20 23:59\", in this machine's time");
    command
        .add_option("--backend", options.backend,
                    "Where kernels run; auto also uses the GPU, one kernel at a time, for the "
                    "speed bonus")
        .one_of({"emulator", "auto"})
        .shows_default();
    command.add_option("--seed N", options.seed,
                       "Seed of all inputs; by default, one is drawn and kept with the "
                       "results");
    command
        .add_option("--format FORM", options.format,
                    "Form of the output: text, or one for a learning platform; gradescope, github, "
                    "prairielearn and markdown are for one student; all forms")
        .one_of(graded_forms())
        .shows_default();
    command.add_flag("--file-times", options.file_times,
                     "Where nothing else says when a lab was handed in, take the file's time");
    command
        .add_option("--leaderboard", options.leaderboard,
                    "Write leaderboard.html, a page for students, with their names or with "
                    "pseudonyms, which their feedback tells them; default: as grading.toml says")
        .one_of({"names", "pseudonyms"});
    command
        .add_option(
            "--similar PERCENT", options.similar,
            "Report kernels that are at least this similar, in percent: 100 are the same but for "
            "names, order and spelling; fewer percent find more copies, and more students who "
            "worked by themselves; default: as grading.toml says, else 90")
        .in_range(50, 100);
    command.add_option(
        "--dolos DIR", options.dolos_folder,
        "Write all kernels into this new folder, as Dolos and JPlag take them, which "
        "see through more disguises");
    command.add_option("--dolos-pairs FILE", options.dolos_pairs,
                       "Report the pairs of this pairs.csv, which Dolos made of that folder, too");
    command.add_flag("--traces", options.traces,
                     "Record a block of each submission with a finding, on this machine: the class "
                     "page links pages in which you step through it");
    command
        .add_option(
            "--set STUDENT LAB POINTS", options.by_hand.set,
            "Set a student's points for a lab by hand: 12, 7.5, excused, or computed to take "
            "that back; kept whatever is graded again")
        .exactly(3);
    command.add_option(
        "--set-from FILE", options.by_hand.file,
        "The same of many, from a table with the columns student, lab, points and why");
    command.add_option("--why REASON", options.by_hand.why,
                       "The reason, with --set; students read it");
    command.add_flag("--trust-submissions", options.trust,
                     "Run submissions even where this machine cannot confine them");
}

} // namespace kit
