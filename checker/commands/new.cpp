// ./lab new: a lab of one's own, from a few answers; and what a colleague would say about a lab.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/course.hpp"
#include "checker/new_lab/lab_review.hpp"
#include "checker/new_lab/write_lab.hpp"
#include "checker/report/style.hpp"
#include "handouts/builder/handbook.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <iostream>
#include <memory>

namespace kit {

namespace {

/// The answers, as they are typed.
struct NewOptions {
    std::string name;
    std::string axes = "3";
    std::string shape = "star";
    std::string order = "1";
    std::string points;
    std::string type = "float";
    std::string boundary = "keep";
    std::string technique = "basic";
    bool check = false;
};

struct LabQuestion {
    const char* option;
    const char* text;
    std::string NewOptions::*value;
    std::vector<std::string> words; ///< that it takes
};

const std::vector<LabQuestion>& lab_questions() {
    static const std::vector<LabQuestion> all{
        {"--axes", "Axes of the grid", &NewOptions::axes, {"1", "2", "3"}},
        {"--shape", "The stencil's points", &NewOptions::shape, {"star", "box", "points"}},
        {"--order",
         "How far a star or a box reaches",
         &NewOptions::order,
         {"1", "2", "3", "4", "5", "6", "7", "8"}},
        {"--type",
         "Type of the elements",
         &NewOptions::type,
         {"float", "double", "half", "int", "short"}},
        {"--boundary",
         "Cells near the border: kept as they are, or computed, with cells outside the grid "
         "clamped to its edge, periodic or zero",
         &NewOptions::boundary,
         {"keep", "clamp", "periodic", "zero"}},
        {"--technique",
         "The solution's kernel",
         &NewOptions::technique,
         {"basic", "tiled", "coarsened", "register-tiled"}},
    };
    return all;
}

/// Asks until one of the words is typed; nothing typed means what the option has.
void ask(const LabQuestion& question, NewOptions& options) {
    std::string& value = options.*question.value;
    for (std::string line;;) {
        fmt::print(stderr, "{} ({}) [{}] ", question.text, join(question.words, ", "), value);
        if (!std::getline(std::cin, line)) {
            throw UsageError("No lab was written: the answers ended early.");
        }
        line = trimmed(line);
        if (line.empty()) {
            return;
        }
        if (std::ranges::find(question.words, line) != question.words.end()) {
            value = line;
            return;
        }
    }
}

/// "-1,0,0" or "-1,0,0:0.5".
StencilPoint point_of(std::string_view text, int axes) {
    const std::vector<std::string_view> halves = split_at(text, ':');
    const std::vector<std::string_view> steps = split_at(halves[0], ',');
    StencilPoint point;
    bool good = halves.size() <= 2 && steps.size() == static_cast<std::size_t>(axes);
    for (std::size_t axis = 0; good && axis < steps.size(); ++axis) {
        const double step = number_in(std::string(steps[axis])).value_or(0.5);
        point.offset[axis] = static_cast<int>(step);
        good = step >= -8 && step <= 8 && step == point.offset[axis];
    }
    if (good && halves.size() == 2) {
        point.coefficient = number_in(std::string(halves[1]));
        good = point.coefficient.has_value();
    }
    if (!good) {
        throw UsageError("--points: \"{}\" is no point. Write the steps from the cell, x first, "
                         "each -8 to 8 and one for each axis, and behind a colon the coefficient "
                         "if it is fixed: \"0,0 -1,0 1,0\" or \"0,0:-4 -1,0:1\".",
                         text);
    }
    return point;
}

void take_points(const std::string& text, LabPlan& plan) {
    std::string left = text;
    if (left.empty()) {
        fmt::print(stderr, "The points, x first, such as 0,0 -1,0 1,0: ");
        std::getline(std::cin, left);
    }
    for (const std::string_view word : split_at(trimmed(left), ' ')) {
        if (!word.empty()) {
            plan.points.push_back(point_of(word, plan.axes));
        }
    }
    plan.radius = 0;
    for (const StencilPoint& point : plan.points) {
        if (point.coefficient.has_value() != plan.points.front().coefficient.has_value()) {
            throw UsageError("--points: give all points a coefficient, or none of them.");
        }
        for (const int step : point.offset) {
            plan.radius = std::max(plan.radius, std::abs(step));
        }
    }
    if (plan.points.empty() || plan.radius == 0) {
        throw UsageError("--points: give the cell and at least one neighbour.");
    }
}

LabPlan plan_of(NewOptions options, const std::vector<Lab>& labs, bool asks) {
    LabPlan plan = named_plan(options.name, labs);
    for (const LabQuestion& question : lab_questions()) {
        const bool is_moot = question.value == &NewOptions::order && options.shape == "points";
        if (asks && !is_moot) {
            ask(question, options);
        }
    }
    plan.axes = options.axes[0] - '0';
    plan.radius = options.order[0] - '0';
    plan.shape = options.shape == "box"      ? PointPattern::box
                 : options.shape == "points" ? PointPattern::points
                                             : PointPattern::star;
    for (const Element element :
         {Element::float64, Element::float16, Element::int32, Element::int16}) {
        plan.element = options.type == cpp_name(element) ? element : plan.element;
    }
    plan.boundary = options.boundary == "clamp"      ? BoundaryRule::clamp_to_edge
                    : options.boundary == "periodic" ? BoundaryRule::periodic
                    : options.boundary == "zero"     ? BoundaryRule::zero
                                                     : BoundaryRule::keep;
    plan.technique = options.technique == "tiled"            ? KernelFamily::shared_memory_tiled
                     : options.technique == "coarsened"      ? KernelFamily::coarsened
                     : options.technique == "register-tiled" ? KernelFamily::register_tiled
                                                             : KernelFamily::basic;
    if (plan.shape == PointPattern::points) {
        if (options.points.empty() && !asks) {
            throw UsageError("--shape points needs --points.");
        }
        take_points(options.points, plan);
    }
    return plan;
}

/// None in a folder that is to get its first lab.
std::vector<Lab> labs_there(const std::filesystem::path& root) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(root / "labs", error)) {
        if (std::filesystem::exists(entry.path() / "lab.toml", error)) {
            return read_catalog(root);
        }
    }
    return {};
}

void write_new_lab(const NewOptions& options, const Session& session, bool asks) {
    const LabPlan plan = plan_of(options, labs_there(session.root), asks);
    const auto files = write_lab(plan, session.root);
    static_cast<void>(review_handbook(session.root, true)); // the page's numbers and drawings
    std::string text;
    for (const auto& file : files) {
        text += fmt::format("written: {}\n", shown_path(file).string());
    }
    print_linked(text, files);
    print_out(
        "\n" +
        fitted(STDOUT_FILENO,
               fmt::format(
                   "Next: edit the solution and its todo.txt; ./lab reset {0} makes the skeleton "
                   "of them. ./lab new --check {0} tries all of it. How to go on: "
                   "handouts/instructor.md, \"A lab of your own\".",
                   plan.number)));
}

void print_list(const std::vector<std::string>& sentences, const char* mark, const TextStyle& style,
                Tone tone) {
    for (const std::string& sentence : sentences) {
        print_out(fmt::format("{} {}", paint(style, tone, mark), fitted(STDOUT_FILENO, sentence)));
    }
}

int check_lab(const std::string& of, const Session& session) {
    const std::vector<Lab> labs = labs_of(session);
    const Lab& lab = find_lab(labs, of);
    StatusLine status(STDERR_FILENO);
    LabReview review = review_lab(lab, session.root, status);
    status.show("the page…");
    if (!lab.handout.empty()) {
        const std::string page = fmt::format("handouts/{}.md", lab.id);
        const std::string index = "handouts/README.md"; // which a folder of one's own may lack
        const std::string shown = read_file(lab.handout);
        std::error_code error;
        const bool has_index = std::filesystem::exists(session.root / index, error);
        bool is_true = true;
        for (const Problem& problem : review_handbook(session.root, false).problems) {
            const std::string name = std::filesystem::path(problem.file).filename().string();
            const bool is_of_index = problem.file == index &&
                                     problem.text.find(lab.id) != std::string::npos && has_index;
            if (problem.file == page || shown.find("figures/" + name) != std::string::npos ||
                is_of_index) {
                review.wrong.push_back(text(problem));
                is_true = false;
            }
        }
        if (is_true) {
            review.good.emplace_back("every number, drawing and piece of code of the page is true");
        }
    }
    status.clear();
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    print_list(review.good, "✓", style, Tone::good);
    print_list(review.wrong, "✗", style, Tone::bad);
    print_list(review.to_look_at, "?", style, Tone::heading);
    print_out(
        review.wrong.empty()
            ? fmt::format("{} is ready{}.\n", lab.id,
                          review.to_look_at.empty() ? "" : ", but look at what has a question mark")
            : fmt::format("{} is not ready: {} to mend.\n", lab.id,
                          plural(review.wrong.size(), "thing")));
    return review.wrong.empty() ? exit_code::passed : exit_code::findings;
}

} // namespace

void add_new_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<NewOptions>();
    CommandBuilder command = app.add_command(
        "new", "Write a lab of your own from a few answers, or say what is wrong with a lab");
    command
        .add_option("NAME", options->name,
                    "A topic, such as wave-equation, or the folder's name with its number; with "
                    "--check also a lab's number")
        .required();
    std::vector<OptionBuilder> given;
    for (const LabQuestion& question : lab_questions()) {
        given.push_back(
            command.add_option(question.option, (*options).*question.value, question.text)
                .one_of(question.words)
                .shows_default());
    }
    given.push_back(command.add_option(
        "--points POINTS", options->points,
        "With --shape points: steps from the cell, x first, and fixed coefficients: "
        "\"0,0:-4 -1,0:1 1,0:1\""));
    command.add_flag(
        "--check", options->check,
        "Try the lab: solution, skeleton, each part, mistakes put into it, and its page");
    command.footer("Without options it asks. It writes labs/, solutions/ and handouts/NN-NAME, of "
                   "which all else is made; edit them as you like.\n"
                   "Example: all 27 points of a box, a lab like those of the kit\n"
                   "  ./lab new box-of-27 --shape box --technique tiled");
    command.action([options, given, &session] {
        const bool answered =
            std::ranges::any_of(given, [](const OptionBuilder& one) { return one.is_given(); });
        if (options->check) {
            session.exit = check_lab(options->name, session);
        } else {
            write_new_lab(*options, session, !answered && isatty(STDIN_FILENO) != 0);
        }
    });
}

} // namespace kit
