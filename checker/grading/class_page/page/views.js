// Shows one part of the report, and draws all parts for print. Runs last.
"use strict";

const views = (() => {
  const drawers = {
    grades: () => {},
    labs: () => { draw_labs(); draw_totals(); },
    lab: () => lab_page.draw(),
    findings: draw_findings,
    traffic: draw_traffic,
    similar: draw_similar,
    pair: () => pair_page.draw(),
  };
  // Parts without a word are reached from another one, which is marked instead.
  const words = { grades: "Grades", labs: "Labs", findings: "Findings", traffic: "Traffic", similar: "Similar" };
  const within = { lab: "labs", pair: "similar" };
  const drawn_already = new Set(["grades"]);

  function draw(name) {
    if (!drawn_already.has(name)) {
      drawn_already.add(name);
      drawers[name]();
    }
  }

  /** With a slash, so that it is no element's id, to which the browser would scroll. */
  function address(name) {
    return `#/${name}`;
  }

  function current() {
    const name = location.hash.slice(2).split("/")[0];
    return Object.hasOwn(drawers, name) ? name : "grades";
  }

  function show() {
    const chosen = current();
    for (const name of Object.keys(drawers)) {
      document.getElementById(`view-${name}`).hidden = name !== chosen;
      document.getElementById(`to-${name}`)?.removeAttribute("aria-current");
    }
    document.getElementById(`to-${within[chosen] ?? chosen}`).setAttribute("aria-current", within[chosen] ? "true" : "page");
    document.body.classList.toggle("alone", Object.hasOwn(within, chosen));
    if (Object.hasOwn(within, chosen)) drawn_already.delete(chosen); // it may be another one
    draw(chosen);
  }

  function go(name) {
    if (current() !== name) {
      history.pushState(null, "", address(name));
      show();
    }
  }

  function start() {
    const similar = course.similar.reduce((sum, lab) => sum + lab.found.length, 0);
    document.getElementById("views").replaceChildren(...Object.keys(words).map((name) =>
      element("a", { href: address(name), id: `to-${name}` }, words[name],
        name === "similar" && similar > 0 ? element("span", { class: "faint" }, ` ${whole.format(similar)}`) : null)));
    window.addEventListener("hashchange", () => {
      show();
      window.scrollTo(0, 0);
      document.getElementById(`head-${current()}`)?.focus({ preventScroll: true }); // a screen reader says which lab it is
    });
    window.addEventListener("popstate", show);
    window.addEventListener("beforeprint", () => {
      if (Object.hasOwn(within, current())) return; // alone on paper
      Object.keys(words).forEach(draw);
      grades.draw_all();
    });
    let width = window.innerWidth;
    window.addEventListener("resize", () => {
      if (window.innerWidth === width) return;
      width = window.innerWidth;
      for (const name of ["labs", "lab", "traffic"]) drawn_already.delete(name);
      draw(current());
    });
    show();
  }

  return {
    start,
    show_filtered(filters) { grades.set_filters(filters); go("grades"); window.scrollTo(0, 0); },
    show_student(student) { go("grades"); grades.show_student(student); },
  };
})();

document.getElementById("about").textContent =
  `Kit ${course.kit_version} · seed ${course.seed}`;
document.getElementById("summary").textContent = summary_words();
grades.start();
views.start();
document.addEventListener("keydown", (event) => {
  const search = document.getElementById("filter-name");
  const typing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && search.offsetParent !== null) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape" && event.target === search) {
    grades.set_filters({});
  }
});
