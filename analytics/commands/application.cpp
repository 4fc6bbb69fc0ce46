#include "analytics/commands/application.hpp"

#include "analytics/commands/chapter.hpp"
#include "analytics/commands/compare.hpp"
#include "analytics/commands/errata.hpp"
#include "analytics/commands/exercises.hpp"
#include "analytics/commands/gpus.hpp"
#include "analytics/commands/kernel.hpp"
#include "analytics/commands/quiz.hpp"
#include "analytics/commands/sweep.hpp"
#include "command_line/application.hpp"

namespace analytics {

command_line::Application application(bool& not_all_right) {
    command_line::Application app(
        "./lab analytics",
        "Count what the chapter counts: points, blocks, bytes and operations, exactly");
    add_exercises_command(app);
    add_quiz_command(app, not_all_right);
    add_kernel_command(app);
    add_compare_command(app);
    add_sweep_command(app);
    add_chapter_command(app);
    add_errata_command(app);
    add_gpus_command(app);
    app.footer("Example: exercise 1 on another grid\n  ./lab analytics exercises 1 --grid 122");
    return app;
}

} // namespace analytics
