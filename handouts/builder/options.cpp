#include "handouts/builder/options.hpp"

namespace handouts {

command_line::Application application(Options& options) {
    command_line::Application app(
        "./lab handouts",
        "Check every number, drawing and piece of code in the labs' pages against its "
        "source, and make HTML of them");
    const command_line::OptionBuilder check =
        app.add_flag("--check", options.check, "Check only; needs no pandoc");
    app.add_flag("--update", options.update, "Rewrite what is stale, in handouts/");
    app.add_flag("--pdf", options.pdf, "Make one PDF of all pages, too").excludes(check);
    app.add_option("--output", options.output, "Folder for the HTML and the PDF").type_name("DIR");
    app.add_option("--root", options.root, "Another tree with handouts/, labs/ and solutions/")
        .type_name("DIR")
        .existing_folder();
    app.footer("How a page is written: CONTRIBUTING.md, \"A handout\".\n"
               "Example: all pages as HTML and as a PDF, in a folder of your choice\n"
               "  ./lab handouts --pdf --output pages");
    return app;
}

} // namespace handouts
