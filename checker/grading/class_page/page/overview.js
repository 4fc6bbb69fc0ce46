// The class as a whole: how each lab went, which findings are frequent, whose kernels are alike.
"use strict";

function lab_name(lab) {
  return [`${String(lab.number).padStart(2, "0")} `, one_line(lab.title)];
}

function summary_words() {
  const words = [`${count_of(course.students.length, "student")}, ${count_of(course.labs.length, "lab")}` +
    `${course.has_quiz ? " and a quiz" : ""}, ${points(course.max)} points.`];
  if (course.median !== null) {
    words.push(`Half have ${points(course.median)} or more; the mean is ${points(course.mean)}.`);
  }
  const errors = course.labs.reduce((sum, lab) => sum + lab.errors, 0);
  if (errors > 0) {
    words.push(`The kit could not judge ${count_of(errors, "submission")}: points there are not known yet, and ` +
      `${course.incomplete === 1 ? "one total is" : `${whole.format(course.incomplete)} totals are`} not final.`);
  }
  const open = course.students.filter((student) => student.quiz?.state === "needs-look" ||
    student.labs.some((lab) => lab?.verdict === "needs-look")).length;
  if (open > 0) {
    words.push(`${open === 1 ? "One student needs" : `${count_of(open, "student")} need`} a look before you import: see the cells marked "look".`);
  }
  return words.join(" ");
}

/** A share as a number and as a bar behind it. */
function share_cell(part, all) {
  if (all === 0) return element("td", { class: "amount" }, "–");
  const bar = element("span", { class: "bar" }, element("span", {}));
  bar.firstElementChild.style.width = `${(100 * part) / all}%`;
  return element("td", { class: "amount" }, bar, percent(part / all));
}

/** A number that links to the students it counts. */
function counting_cell(number, filters) {
  return element("td", { class: "amount" }, number === 0 ? element("span", { class: "faint" }, "0")
    : element("button", { type: "button", class: "count", onclick: () => views.show_filtered(filters) },
      whole.format(number)));
}

function draw_labs() {
  const rows = course.labs.map((lab, i) => {
    const judged = lab.passed + lab.failed + lab.refused;
    return element("tr", {}, element("th", { scope: "row" }, lab_page.link(lab)),
      element("td", { class: "amount" }, whole.format(judged + lab.errors)),
      share_cell(lab.passed, judged),
      element("td", { class: "amount" }, lab.mean === null ? "–" : `${points(lab.mean)} of ${points(lab.max)}`),
      ...["failed", "late", "refused", "missing", "errors"].map((state) =>
        counting_cell(lab[state], { lab: i, state: state === "errors" ? "error" : state })),
      element("td", {}, lab.worst === null ? element("span", { class: "faint" }, "none")
        : [lab.worst, lab.worst_part].filter((one) => one !== null)
          .map(([what, students]) => element("div", {}, visible(what), " ", element("span", { class: "faint" }, count_of(students, "student"))))));
  });
  document.getElementById("labs").replaceChildren(element("table", {},
    element("caption", { class: "spoken" }, "How each lab went"),
    element("thead", {}, element("tr", {}, head_cell("Lab"), head_cell("Submitted", "amount"), head_cell("Passed", "amount"),
      head_cell("Mean", "amount"), head_cell("Failed", "amount"), head_cell("Late", "amount"), head_cell("Refused", "amount"),
      head_cell("Missing", "amount"), head_cell("Kit errors", "amount"), head_cell("Most often to fix first"))),
    element("tbody", {}, rows)));
}

function draw_findings() {
  const box = document.getElementById("findings");
  if (course.kinds.length === 0) {
    box.replaceChildren(element("p", { class: "faint" }, "Nothing was found."));
    return;
  }
  const of_lab = course.labs.map((lab) => new Map(lab.findings));
  const most = Math.max(...of_lab.flatMap((counts) => [...counts.values()]));
  const rows = course.kinds.map((kind) => element("tr", {}, element("th", { scope: "row" }, kind),
    of_lab.map((counts, i) => {
      const number = counts.get(kind) ?? 0;
      const cell = counting_cell(number, { lab: i, finding: kind });
      if (number > 0) cell.classList.add(`heat-${Math.ceil((5 * number) / most)}`);
      return cell;
    }),
    counting_cell(course.students.filter((student) => student.labs.some((lab) =>
      lab.findings.some((place) => course.finding(place).kind === kind))).length, { finding: kind })));
  box.replaceChildren(element("table", { class: course.labs.length > 6 ? "matrix many" : "matrix" },
    element("caption", { class: "spoken" }, "Students with a finding, by kind and lab"),
    element("thead", {}, element("tr", {}, head_cell("Finding"), course.labs.map((lab) =>
      element("th", { scope: "col", class: "amount" }, String(lab.number).padStart(2, "0"),
        element("span", { class: "about" }, one_line(lab.title)))),
    head_cell("Any lab", "amount"))),
    element("tbody", {}, rows)));
}

function line_words(ranges) {
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

function student_link(place) {
  if (typeof place === "string") return named(place);
  const student = course.students[place];
  return element("button", { type: "button", class: "count", onclick: () => views.show_student(student) },
    named(student.name));
}

function similar_row(lab, place, [students, similarity, names, first, second, by_dolos]) {
  const MOST_NAMES = 12;
  const who = students.slice(0, MOST_NAMES).flatMap((place, i) => [i > 0 ? ", " : null, student_link(place)]);
  if (students.length > MOST_NAMES) who.push(` and ${whole.format(students.length - MOST_NAMES)} more`);
  return element("tr", {},
    element("th", { scope: "row" }, who),
    element("td", { class: "amount" }, percent(similarity)),
    element("td", {}, by_dolos ? "Dolos" : "words"),
    element("td", { class: "amount" }, percent(names)),
    element("td", {}, lab_name(course.labs[lab])),
    element("td", { class: "to-pair" }, element("a", { href: pair_page.address(lab, place) }, "Side by side")),
    element("td", { class: "faint" }, line_words(first), students.length === 2 ? ` ↔ ${line_words(second)}` : null));
}

function draw_similar() {
  const rows = course.similar.flatMap(({ lab, found }) => found.map((entry, i) => [entry[1], similar_row(lab, i, entry)]));
  rows.sort(([a], [b]) => b - a);
  const left_out = course.similar.reduce((sum, lab) => sum + lab.left_out, 0);
  const too_small = course.similar.reduce((sum, lab) => sum + lab.too_small, 0);
  fill(document.getElementById("similar"),
    element("p", {}, "Kernels are compared by their words, without names, comments and formatting. Code from the skeleton is left out, " +
      "and what much of the class has counts little. Same names are names that both students invented. " +
      "A pair here is a reason to read both files. It proves nothing: small tasks have few solutions."),
    rows.length === 0 ? element("p", { class: "faint" }, "No two kernels are nearly the same.")
      : element("div", { class: "wide" }, element("table", {},
        element("caption", { class: "spoken" }, "Similar kernels"),
        element("thead", {}, element("tr", {}, head_cell("Students"), head_cell("Alike", "amount"),
          head_cell("By"), head_cell("Same names", "amount"), head_cell("Lab"), head_cell("Sources"), head_cell("Lines in common"))),
        element("tbody", {}, rows.map(([, row]) => row)))),
    left_out > 0 ? element("p", { class: "faint" }, `${count_of(left_out, "further pair")} left out.`) : null,
    too_small > 0 ? element("p", { class: "faint" }, `${count_of(too_small, "kernel")} had too little own code to be compared.`) : null);
}
