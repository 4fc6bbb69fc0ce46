#include "tests/grading/class_page/made_class.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>

namespace kit {

namespace {

class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::size_t below(std::size_t limit) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>((state_ >> 33U) % limit);
    }

private:
    std::uint64_t state_;
};

constexpr std::array first_names{"Ada",     "Amélie", "Bogdan",  "Chiara",    "Deniz", "Emeka",
                                 "Fatima",  "Grace",  "Hiroshi", "Ingrid",    "Jörg",  "Katrín",
                                 "Lê Minh", "María",  "Noor",    "Oluwaseun", "Priya", "Quentin",
                                 "Rūta",    "Søren",  "Tomáš",   "Ulla",      "Wei",   "Zeynep"};
constexpr std::array last_names{
    "Okafor",   "Müller",  "García",    "Nguyễn", "Ødegaard",     "Kowalska", "Tanaka", "Haddad",
    "Dubois",   "Rossi",   "Novák",     "Singh",  "Lindqvist",    "Petrović", "Yılmaz", "Almeida",
    "van Dijk", "Bianchi", "Schneider", "Chen",   "Papadopoulos", "O'Brien"};

const std::array<std::string, 6> odd_names{"<script>alert(1)</script>",
                                           "</script><img src=x onerror=alert(2)>",
                                           "\"quoted\" 'name' & <!-- more",
                                           "two\nlines\tand a tab",
                                           "\xe2\x80\xae"
                                           "desrever era sretteL",
                                           "not UTF-8: \xff\xfe"};

struct LabShape {
    ItemFacts facts;
    std::uint64_t operations, load_bytes, store_bytes;
    double seconds;
};

const std::array<LabShape, 6>& shapes() {
    static const std::array<LabShape, 6> labs{
        LabShape{{4, "04-basic-sweep", "Basic sweep", "PMPP 8.2", 10},
                 21359416,
                 46004896,
                 6572128,
                 13.4e-6},
        LabShape{{5, "05-shared-memory-tiling", "Shared-memory tiling", "PMPP 8.3", 15},
                 21359416,
                 15777248,
                 6572128,
                 19.8e-6},
        LabShape{{6, "06-thread-coarsening", "Thread coarsening", "PMPP 8.4", 20},
                 21359416,
                 8001504,
                 6572128,
                 16.1e-6},
        LabShape{{7, "07-register-tiling", "Register tiling", "PMPP 8.5", 20},
                 21359416,
                 8001504,
                 6572128,
                 14.9e-6},
        LabShape{{8, "08-coarsening-factor", "Coarsening factor", "PMPP 8.4", 20},
                 21359416,
                 7801504,
                 6572128,
                 14.7e-6},
        LabShape{{9, "09-laplacian-halo", "Laplacian with a halo", "PMPP 8.3", 25},
                 30359416,
                 15977248,
                 6572128,
                 21.8e-6}};
    return labs;
}

std::span<const LabShape> shapes_of(const MadeShape& made) {
    return std::span<const LabShape>(shapes()).first(std::min(made.labs, shapes().size()));
}

SourceLine line_at(const std::string& file, int line, const char* text) {
    return {file, line, 0, text};
}

Finding wrong_output(Dice& dice) {
    const std::size_t wrong = 5402 + 7 * dice.below(400);
    Finding finding;
    finding.kind = FindingKind::wrong_output;
    finding.message = fmt::format(
        "On the 33³ grid, {} of the 35,937 cells of out are wrong (all inner cells, no "
        "boundary cell): every wrong value equals the sweep with c[3] and c[4] exchanged.",
        wrong);
    finding.array = "out";
    finding.index = 1123;
    finding.count = wrong;
    finding.cases = {"33³", "62³", "120³"};
    finding.detail = "cell                    got   expected  allowed error\n"
                     "out[1][1][1]       0.412077   0.988029        1.3e-06\n"
                     "out[1][1][2]       0.115002   0.383118        1.9e-06";
    finding.hint =
        "Hold the order of your terms against the formula: c[3] belongs to j - 1, c[4] to j + 1.";
    return finding;
}

Finding race(const std::string& file) {
    Finding finding;
    finding.kind = FindingKind::race_shared;
    finding.message = "Two threads of a block use tile[145], one to write and one to read with no "
                      "barrier between "
                      "them: which comes first is left to chance.";
    finding.lines = {
        line_at(file, 45, "        tile[tz][ty][tx] = in[(i * n + j) * n + k];"),
        line_at(file, 60,
                "        sum += c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1];"),
        line_at(file, 61,
                "        sum += c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx];")};
    finding.threads = {{{0, 0, 0}, {2, 2, 2}}, {{0, 0, 0}, {1, 2, 2}}};
    finding.array = "tile";
    finding.index = 145;
    finding.count = 33186754;
    finding.cases = {"3³", "5³", "33³", "62³", "120³", "121³", "122³"};
    finding.hint = "Put a __syncthreads() between the two, where all threads of the block pass.";
    return finding;
}

Finding out_of_bounds(const std::string& file, Dice& dice) {
    Finding finding;
    finding.kind = FindingKind::out_of_bounds_global;
    finding.message = "The kernel reads in[-1], before the array's first element.";
    finding.lines = {line_at(file, 38 + static_cast<int>(dice.below(9)),
                             "        tile[tz][ty][tx] = in[(i * n + j) * n + k];")};
    finding.threads = {{{0, 0, 0}, {0, 0, 0}}};
    finding.array = "in";
    finding.index = -1;
    finding.count = 1 + dice.below(900);
    finding.cases = {"33³"};
    finding.hint = "Ask for every axis whether the index is at least 0 and less than n.";
    return finding;
}

Finding build_error(const std::string& file, Dice& dice) {
    const int line = 30 + static_cast<int>(dice.below(25));
    Finding finding;
    finding.kind = FindingKind::build_error;
    finding.message = "The compiler stops at a name that was never declared: 'blockldx'.";
    finding.lines = {
        line_at(file, line, "    const int i = blockldx.z * OUT_TILE + tz - 1; // </script> <b>")};
    finding.detail = fmt::format("kernel.cu:{}:19: error: 'blockldx' was not declared in this "
                                 "scope; did you mean 'blockIdx'?",
                                 line);
    finding.hint = "Read the line word by word.";
    return finding;
}

Finding technique(const LabShape& lab) {
    Finding finding;
    finding.kind = FindingKind::technique_missing;
    finding.message = fmt::format("The kernel loads {} bytes from global memory, and {} bytes "
                                  "suffice: cells are loaded more than once.",
                                  lab.load_bytes * 2, lab.load_bytes);
    finding.hint = "Sum from the tile in shared memory, not from in.";
    return finding;
}

Finding early_exit(const std::string& file) {
    Finding finding;
    finding.kind = FindingKind::early_exit_before_barrier;
    finding.severity = Severity::warning;
    finding.message =
        "Some threads return before a barrier that others wait at: CUDA does not allow for it.";
    finding.lines = {line_at(file, 51, "    if (i >= n || j >= n || k >= n) return;")};
    return finding;
}

std::vector<Finding> findings_of(const LabShape& lab, const std::string& file, Dice& dice) {
    switch (dice.below(8)) {
    case 0: return {build_error(file, dice)};
    case 1: return {out_of_bounds(file, dice)};
    case 2:
    case 3: {
        Finding after = wrong_output(dice);
        after.follows = 0;
        return {race(file), std::move(after)};
    }
    case 4: return {technique(lab)};
    default: return {wrong_output(dice)};
    }
}

CheckedSubmission checked(const LabShape& lab, const std::string& file, bool passes, bool timed,
                          Dice& dice) {
    CheckedSubmission check;
    check.outcome = passes ? Outcome::passed : Outcome::failed;
    check.max_score = static_cast<int>(lab.facts.max_points);
    check.score = passes ? check.max_score : 0;
    if (!passes) {
        check.findings = findings_of(lab, file, dice);
    } else if (dice.below(12) == 0) {
        check.findings = {early_exit(file)};
    }
    const bool runs = check.findings.empty() || check.findings[0].kind != FindingKind::build_error;
    if (runs) {
        const std::uint64_t more =
            passes ? (dice.below(5) == 0 ? lab.load_bytes * dice.below(20) / 100 : 0)
                   : lab.load_bytes * dice.below(200) / 100;
        check.traffic = CheckedTraffic{
            lab.operations, lab.load_bytes + more, lab.store_bytes,
            lab.load_bytes, lab.store_bytes,       (lab.load_bytes + more + lab.store_bytes) / 32};
    }
    if (timed && passes) {
        CheckedTime time;
        time.gpu = "NVIDIA H200";
        time.reference_seconds = lab.seconds;
        time.seconds = lab.seconds * (0.9 + static_cast<double>(dice.below(1000)) / 700);
        time.operations = lab.operations;
        time.bytes = 2 * lab.store_bytes;
        time.inconclusive = dice.below(40) == 0;
        check.time = time;
    }
    return check;
}

GradedItem not_judged(const LabShape& shape, const std::string& id) {
    GradedItem lab;
    lab.id = shape.facts.id;
    lab.max_points = shape.facts.max_points;
    lab.state = GradedItem::State::error;
    lab.file = fmt::format("submissions/{}/{}/kernel.cu", id, shape.facts.id);
    lab.reason = "The compiler was ended by the machine: out of memory.";
    return lab;
}

GradedItem graded_lab(const LabShape& shape, const std::string& id, bool timed, std::size_t skill,
                      Dice& dice) {
    GradedItem lab;
    lab.id = shape.facts.id;
    lab.max_points = shape.facts.max_points;
    const std::size_t fate = dice.below(100);
    if (fate < 6) {
        return lab;
    }
    lab.file = fmt::format("submissions/{}/{}/kernel.cu", id, shape.facts.id);
    lab.sha256 = std::string(64, 'a');
    lab.submitted = std::chrono::sys_seconds(
        std::chrono::seconds(1762300800 + static_cast<int>(dice.below(500)) * 600));
    if (fate < 7) {
        return not_judged(shape, id);
    }
    if (fate < 9) {
        lab.state = GradedItem::State::refused;
        lab.reason = "The file is a PDF, not a kernel.";
        return lab;
    }
    lab.state = GradedItem::State::graded;
    lab.check = checked(shape, lab.file, dice.below(100) < skill, timed, dice);
    const bool passed = lab.check->outcome == Outcome::passed;
    const std::size_t right = passed ? 7 : dice.below(6);
    const double for_cases =
        std::round(shape.facts.max_points * 0.6 * static_cast<double>(right) / 7 * 2) / 2;
    const double for_technique = passed ? shape.facts.max_points * 0.4 : 0;
    lab.parts = {
        {PointsPart::Kind::cases, for_cases, shape.facts.max_points * 0.6,
         fmt::format("{} of 7 grids are right", right)},
        {PointsPart::Kind::technique, for_technique, shape.facts.max_points * 0.4,
         passed ? "loads what the chapter computes" : "not looked at: the output is wrong"}};
    lab.points = for_cases + for_technique;
    if (timed && passed && dice.below(4) == 0) {
        lab.parts.push_back({PointsPart::Kind::bonus, 1, 0, "faster than the reference"});
        lab.points += 1;
    }
    if (dice.below(100) < 8) { // some for nothing: it was worth nothing anyway
        const double less = std::round(lab.points * 0.2 * 2) / 2;
        lab.parts.push_back({PointsPart::Kind::late, -less, 0, "2 days late: 10 % a day"});
        lab.points -= less;
    }
    return lab;
}

GradedItem graded_quiz(Dice& dice) {
    GradedItem quiz;
    quiz.is_quiz = true;
    quiz.id = quiz_facts(6).id;
    quiz.max_points = 6;
    if (dice.below(10) == 0) {
        return quiz;
    }
    quiz.state = GradedItem::State::graded;
    for (const char* id : {"1a", "1b", "2a", "2b", "2c", "2d"}) {
        const bool right = dice.below(4) > 0;
        quiz.exercises.push_back(
            {id, right, right ? "3,375 blocks" : "answered 3,000; right is 3,375"});
        quiz.points += right ? 1 : 0;
    }
    return quiz;
}

/// Without a warning; the kit judged it.
void make_flawless(GradedItem& lab) {
    if (lab.state == GradedItem::State::error) {
        lab.state = GradedItem::State::missing;
        lab.file.clear();
        lab.reason.clear();
    }
    if (lab.check) {
        lab.check->findings.clear();
    }
}

/// Up to three failed attempts before the one that is graded.
void make_history(GradedClass& graded) {
    Dice dice(11);
    for (GradedStudent& student : graded.students) {
        for (GradedItem& lab : student.items) {
            if (!lab.check) {
                continue;
            }
            const std::size_t earlier = dice.below(3) == 0 ? 1 + dice.below(3) : 0;
            for (std::size_t i = 0; i <= earlier; ++i) {
                Attempt attempt;
                attempt.submitted =
                    *lab.submitted - std::chrono::hours(7 * static_cast<int>(earlier - i));
                attempt.graded = *attempt.submitted + std::chrono::minutes(9);
                attempt.sha256 = std::string(64, static_cast<char>('a' + i));
                attempt.outcome = i == earlier ? lab.check->outcome : Outcome::failed;
                attempt.points = i == earlier ? lab.points : std::floor(lab.points * 0.3);
                attempt.max_points = lab.max_points;
                attempt.finding = attempt.outcome == Outcome::passed ? "" : "race-shared";
                lab.attempts.push_back(std::move(attempt));
            }
        }
    }
}

} // namespace

GradedClass made_class(const MadeShape& made) {
    const std::size_t students = made.students;
    const bool timed = made.timed;
    Dice dice(7);
    GradedClass graded;
    graded.title = "Stencils on GPUs, autumn";
    graded.kit_version = "0.1.0";
    graded.seed = 1;
    for (const LabShape& shape : shapes_of(made)) {
        graded.items.push_back(shape.facts);
    }
    graded.items.push_back(quiz_facts(6));
    for (std::size_t i = 0; i < students; ++i) {
        GradedStudent student;
        student.id = fmt::format("s{:05}", i + 1);
        student.name = i < odd_names.size()
                           ? odd_names[i]
                           : fmt::format("{} {}", first_names[dice.below(first_names.size())],
                                         last_names[dice.below(last_names.size())]);
        if (i == 8) {
            student.name = "Zoë Müller";
        }
        student.email = student.id + "@example.org";
        student.columns = {{"section", i % 2 == 0 ? "A" : "B"}};
        const std::size_t skill = 45 + dice.below(55);
        if (made.long_names) {
            student.name +=
                fmt::format(" {} von und zu {}-{} of the Whole Wide Northern County",
                            std::string(4 + i % 60, 'W'), last_names[i % 22], first_names[i % 24]);
        }
        for (const LabShape& shape : shapes_of(made)) {
            student.items.push_back(
                graded_lab(shape, student.id, timed, made.flawless ? 100 : skill, dice));
            if (made.flawless) {
                make_flawless(student.items.back());
            }
            if (i == 8 && shape.facts.number == 6 && !made.flawless) {
                student.items.back() = not_judged(shape, student.id);
            }
            const GradedItem& lab = student.items.back();
            student.points += lab.points;
            student.max_points += lab.max_points;
            student.complete = student.complete && lab.state != GradedItem::State::error;
        }
        student.items.push_back(graded_quiz(dice));
        student.points += student.items.back().points;
        student.max_points += student.items.back().max_points;
        graded.students.push_back(std::move(student));
    }
    for (std::size_t i = 0; i < graded.students.size(); ++i) {
        for (std::size_t lab = 0; lab < graded.students[i].items.size(); ++lab) {
            GradedItem& item = graded.students[i].items[lab];
            item.check_key = item.check ? fmt::format("{:039x}{:x}", i, lab) : "";
        }
    }
    make_history(graded);
    return graded;
}

GradedClass made_class(std::size_t students, bool timed) {
    return made_class({.students = students, .timed = timed});
}

ShownSources made_sources(const GradedClass& graded, bool distinct) {
    Dice dice(5);
    ShownSources sources;
    std::map<std::string, std::string> solutions;
    for (const ItemFacts& lab : graded.labs()) {
        solutions[lab.id] =
            read_file(kit::source_root().string() + "/solutions/" + lab.id + "/kernel.cu");
    }
    for (const GradedStudent& student : graded.students) {
        for (const GradedItem& lab : student.labs()) {
            if (!lab.check) {
                continue;
            }
            std::string text;
            for (const std::string& line : split_lines(solutions[lab.id])) {
                text += line;
                if (distinct || (!line.empty() && dice.below(4) == 0)) {
                    text += fmt::format(" // {} {}", student.id, dice.below(1000));
                }
                text += "\n";
            }
            if (&student == &graded.students.front()) {
                text.insert(
                    0, "// </script><script>alert(9)</script> <img src=x onerror=alert(8)>\n"
                       "// turned: \xe2\x80\xae}\xe2\x81\xa6 hidden: \xe2\x80\x8b bytes: \xff\xfe"
                       "\x1b[31m\r// a line of its own for the compiler\r\n// " +
                           std::string(5'000, 'x') + "\n");
            }
            std::vector<int> marked;
            for (const Finding& finding : lab.check->findings) {
                for (const SourceLine& line : finding.lines) {
                    marked.push_back(line.line);
                }
            }
            sources.emplace(lab.check_key, source_excerpt(text, marked));
        }
    }
    return sources;
}

std::vector<LabSimilarity> made_similarity(const GradedClass& graded) {
    LabSimilarity similarity;
    similarity.lab = shapes()[1].facts.id;
    for (const GradedStudent& student : graded.students) {
        similarity.students.push_back(student.id);
    }
    similarity.students.emplace_back("the kit's solution");
    if (graded.students.size() >= 20) {
        similarity.result.found = {
            {{10, 14, 17}, 1, false, {{31, 58}}, {{30, 57}}, 1},
            {{0, 12}, 0.957, true, {{33, 41}, {44, 58}}, {{30, 39}, {47, 61}}, 0.25},
            {{15, graded.students.size()}, 0.912, false, {{40, 66}}, {{31, 60}}, 0.5}};
    }
    similarity.result.too_small = 3;
    return {similarity};
}

} // namespace kit
