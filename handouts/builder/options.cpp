#include "handouts/builder/options.hpp"

#include "command_line/help_text.hpp"

namespace handouts {

void define_application(CLI::App& app, Options& options) {
    app.name("./lab handouts");
    app.description("Check every number, drawing and piece of code in the labs' pages against its "
                    "source, and make HTML of them");
    command_line::use_help_text(app);
    CLI::Option* const check =
        app.add_flag("--check", options.check, "Check only; needs no pandoc");
    app.add_flag("--update", options.update, "Rewrite what is stale, in handouts/");
    app.add_flag("--pdf", options.pdf, "Make one PDF of all pages, too")->excludes(check);
    app.add_option("--output", options.output, "Folder for the HTML and the PDF")->type_name("DIR");
    app.add_option("--root", options.root, "Another tree with handouts/, labs/ and solutions/")
        ->type_name("DIR")
        ->check(CLI::ExistingDirectory);
    app.footer("How a page is written: CONTRIBUTING.md, \"A handout\".\n"
               "Example: all pages as HTML and as a PDF, in a folder of your choice\n"
               "  ./lab handouts --pdf --output pages");
}

} // namespace handouts
