// The table of grades: filtered, sorted, and drawn as it comes into view. A class of 5,000 is a hundred
// blocks of rows, and a screen shows one of them.
"use strict";

const grades = (() => {
  const BLOCK = 50;
  const ROW_HEIGHT = 33; // as in page.css; the height of rows not drawn yet
  const table = document.getElementById("grades");
  const opened = new Set();
  let sorting = { column: 0, down: false };
  let shown = [];

  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  let rank_by_name = null; // so that names are compared only once
  const name_rank = (student) => {
    if (!rank_by_name) {
      rank_by_name = new Int32Array(course.students.length);
      [...course.students].sort((a, b) => collator.compare(a.name, b.name) || a.place - b.place)
        .forEach((one, i) => { rank_by_name[one.place] = i; });
    }
    return rank_by_name[student.place];
  };

  const lab_key = (lab) => (lab === undefined || ["error", "needs-look", "not-due", "excused"].includes(lab.verdict) ? null
    : lab.points - (lab.verdict === "missing" ? 0.001 : 0)); // "missing" sorts below zero points
  const columns = [
    { words: "Student", key: name_rank },
    ...course.labs.map((lab, i) => ({
      words: String(lab.number).padStart(2, "0"), about: one_line(lab.title), max: lab.max, amount: true,
      key: (student) => lab_key(student.labs[i]),
    })),
    ...(course.has_quiz ? [{ words: "Quiz", amount: true,
      key: (student) => (student.quiz && !(student.quiz.state in WITHOUT_POINTS) ? student.quiz.points : null) }] : []),
    { words: "Total", max: course.max, amount: true, key: (student) => (student.complete ? student.points : null) },
  ];

  function mark(kind, words, said) {
    return element("span", { class: `mark ${kind}` }, words, said ? spoken(said) : null);
  }

  function lab_cell(lab) {
    if (lab === undefined) return element("td", { class: "amount" });
    const late = lab.late ? [" ", mark("late", "late")] : [];
    const cell = {
      passed: () => [points(lab.points)],
      failed: () => [mark("failed", "✗", "failed"), " ", points(lab.points)],
      refused: () => [mark("refused", "refused")],
      missing: () => [mark("missing", "–", lab.reason() ? "no file recognized" : "nothing submitted")],
      error: () => [mark("error", "kit error")],
      "not-due": () => [mark("missing", "·", "not due yet")],
      excused: () => [mark("missing", "excused")],
      "needs-look": () => [mark("late", "look")],
      "by-hand": () => [mark("late", "set"), " ", points(lab.points)],
    }[lab.verdict]();
    return element("td", { class: "amount" }, ...late, ...(late.length ? [" "] : []), ...cell);
  }

  function quiz_cell(quiz) {
    if (!course.has_quiz) return null;
    if (!quiz || quiz.state === "missing") return element("td", { class: "amount" }, mark("missing", "–", "nothing submitted"));
    return element("td", { class: "amount" }, quiz.state === "error" ? mark("error", "kit error")
      : quiz.state === "needs-look" ? mark("late", "look") : points(quiz.points));
  }

  function total_cell(student) {
    return element("td", { class: "amount total" }, points(student.points),
      student.complete ? null : mark("error", " + ?", " and points not known yet"));
  }

  function details_row(student) {
    return element("tr", { class: "details", id: `details-${student.place}` },
      element("td", { colspan: columns.length }, student_details(student)));
  }

  function toggle(student, row, button) {
    const open = !opened.has(student.place);
    if (open) {
      opened.add(student.place);
      row.after(details_row(student));
    } else {
      opened.delete(student.place);
      row.nextElementSibling.remove();
    }
    button.setAttribute("aria-expanded", String(open));
  }

  function rows_of(student, index) {
    const open = opened.has(student.place);
    const button = element("button", { type: "button", class: "who", "aria-expanded": String(open),
      "aria-controls": `details-${student.place}` }, named(student.name));
    const row = element("tr", { "aria-rowindex": index + 2 },
      element("th", { scope: "row" }, button),
      student.labs.map(lab_cell), quiz_cell(student.quiz), total_cell(student));
    button.addEventListener("click", () => toggle(student, row, button));
    return open ? [row, details_row(student)] : [row];
  }

  function draw_block(body) {
    if (!body.dataset.from) return;
    const from = Number(body.dataset.from);
    delete body.dataset.from;
    watcher.unobserve(body);
    body.replaceChildren(...shown.slice(from, from + BLOCK).flatMap((student, i) => rows_of(student, from + i)));
  }

  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) draw_block(entry.target);
    }
  }, { rootMargin: "1200px 0px" });

  function head() {
    const cells = columns.map((column, i) => element("th", { scope: "col", class: column.amount ? "amount" : null,
      "aria-sort": sorting.column === i ? (sorting.down ? "descending" : "ascending") : null },
    element("button", { type: "button", class: "sort", title: column.about,
      onclick: () => sort_by(i) }, column.words,
    column.about ? element("span", { class: "about" }, column.about) : null,
    column.max ? element("span", { class: "max" }, ` of ${points(column.max)}`) : null)));
    return element("thead", {}, element("tr", { "aria-rowindex": 1 }, cells));
  }

  function sort_by(column) {
    const down = sorting.column === column ? !sorting.down : column > 0;
    sorting = { column, down };
    draw();
    table.tHead.rows[0].cells[column].firstElementChild.focus();
  }

  /** Unknown values come last in both directions. */
  function sorted(students) {
    const { key } = columns[sorting.column];
    const sign = sorting.down ? -1 : 1;
    return students.map((student) => [key(student), student]).sort(([a, one], [b, other]) => {
      if (a === null || b === null) return (a === null) - (b === null) || name_rank(one) - name_rank(other);
      return sign * (a - b) || name_rank(one) - name_rank(other);
    }).map(([, student]) => student);
  }

  const input = (name) => document.getElementById(`filter-${name}`);

  function wanted() {
    const search = folded(input("name").value.trim());
    const lab_place = input("lab").value;
    const state = input("state").value;
    const kind = input("finding").value;
    const fits = (lab) => {
      if (state === "late" ? !lab.late : state && lab.verdict !== state) return false;
      return !kind || lab.findings.some((place) => course.finding(place).kind === kind);
    };
    return course.students.filter((student) => {
      if (search && !student.searched.includes(search)) return false;
      if (lab_place !== "") {
        const lab = student.labs[Number(lab_place)];
        return lab !== undefined && ((!state && !kind) || fits(lab));
      }
      return (!state && !kind) || student.labs.some(fits);
    });
  }

  /** Draws the whole table again: the first block at once, the others when they come into view. */
  function draw() {
    shown = sorted(wanted());
    watcher.disconnect();
    const bodies = [];
    for (let from = 0; from < shown.length; from += BLOCK) {
      const body = element("tbody", { "data-from": from });
      if (from > 0) {
        const filler = element("tr", { class: "filler", "aria-hidden": "true" }, element("td", { colspan: columns.length }));
        filler.firstElementChild.style.height = `${Math.min(BLOCK, shown.length - from) * ROW_HEIGHT}px`;
        body.append(filler);
      }
      bodies.push(body);
    }
    table.setAttribute("aria-rowcount", shown.length + 1);
    table.replaceChildren(element("caption", { class: "spoken" }, "Points of each student for each lab"), head(), ...bodies);
    if (bodies.length > 0) draw_block(bodies[0]);
    bodies.slice(1).forEach((body) => watcher.observe(body));
    const all = course.students.length;
    document.getElementById("shown").textContent = shown.length === all ? count_of(all, "student")
      : `${whole.format(shown.length)} of ${count_of(all, "student")}`;
    if (shown.length === 0) {
      table.append(element("tbody", {}, element("tr", {}, element("td", { colspan: columns.length, class: "faint" },
        "No student matches. Clear a filter."))));
    }
  }

  function options(name, entries) {
    input(name).replaceChildren(...entries.map(([value, words]) => element("option", { value }, words)));
  }

  function set_filters(values) {
    for (const name of ["name", "lab", "state", "finding"]) input(name).value = values[name] ?? "";
    draw();
  }

  function show_student(student) {
    opened.add(student.place);
    set_filters({ name: student.id });
    const button = table.querySelector("tbody .who");
    button?.focus();
    button?.scrollIntoView({ block: "center" });
  }

  function start() {
    options("lab", [["", "any"], ...course.labs.map((lab, i) => [i, `${String(lab.number).padStart(2, "0")} ${one_line(lab.title)}`])]);
    options("state", [["", "any"], ["passed", "passed"], ["failed", "failed"], ["error", "kit error"],
      ["refused", "refused"], ["missing", "nothing submitted"], ["late", "late"],
      ...["needs-look", "by-hand", "not-due", "excused"].filter((state) => course.students.some((student) =>
        student.labs.some((lab) => lab.verdict === state))).map((state) => [state, VERDICT_WORDS[state]])]);
    options("finding", [["", "any"], ...course.kinds.map((kind) => [kind, kind])]);
    document.getElementById("filters").addEventListener("input", draw);
    document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("clear").addEventListener("click", () => set_filters({}));
    table.style.setProperty("--columns", columns.length - 1);
    table.classList.toggle("several", columns.length > 6);
    table.classList.toggle("many", columns.length > 9);
    draw();
  }

  function draw_all() {
    table.querySelectorAll("tbody[data-from]").forEach(draw_block);
  }

  return { start, set_filters, show_student, draw_all };
})();
