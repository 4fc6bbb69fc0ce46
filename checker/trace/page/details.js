// What stands in one cell and who wrote and read it; the cell is under the mouse, has the focus or was tapped.
"use strict";

const details = (() => {
  const { moments, events } = trace;
  const most_rows = 14;
  let cursor = null; // { figure, plane, at }
  let pinned = false;

  function thread_facts(thread, view) {
    const own = steps.moments_of_thread(thread);
    const over = own.filter((moment) => moment < view.time).length;
    const ended = trace.ended[thread];
    return [
      element("h3", {}, `Thread ${thread_name(thread)}`),
      element("p", {}, `Number ${thread} of the block, lane ${thread % 32} of warp ${thread >> 5}. `,
        own.length === 0 ? "It accesses no memory. " : `${over} of its ${count_of(own.length, "access", "accesses")} are over. `,
        ended >= 0 && ended < trace.barriers.length ? `It returns ${interval_name(ended)}, so it meets no later barrier. ` : null),
      steps.thread === thread ? null
        : element("button", { type: "button", onclick: () => steps.choose(thread) }, "Follow this thread"),
    ];
  }

  function history_row(event, view) {
    const moment = events.moment[event];
    const kind = moments.kind[moment];
    const over = moment < view.time;
    return element("li", { class: over ? "over" : "later" },
      element("button", { type: "button", class: "plain", onclick: () => steps.go_to_moment(moment, events.thread[event]) },
        `${thread_name(events.thread[event])} ${VERBS[kind]} ${value_name(events.value[event])}`),
      `${when_name(moments.interval[moment])}${at_line(moments.line[moment])}${over ? "" : " (later)"}`);
  }

  function element_facts(array, index, view) {
    const info = trace.arrays[array];
    const number = memory.number(array, index);
    const title = element("h3", {}, element_name(array, index));
    const place = place_name(array, index);
    const where = place === "" ? "" : `Cell ${place}` + (info.grid && is_boundary(index) ? ", on the grid's boundary. " : ". ");
    if (number < 0) return [title, element("p", {}, where, "No thread of this block accesses it.")];
    const writer = memory.last_write(number, view.time);
    const words = [where];
    if (writer >= 0) {
      const value = value_name(events.value[writer]);
      words.push(`Holds ${value}, written by thread ${thread_name(events.thread[writer])}${when_name(moments.interval[events.moment[writer]])}. `);
      const origin = trace.origins.get(writer);
      if (origin !== undefined) {
        words.push(`It is the value of grid cell ${trace.axes === 1 ? origin : cell_name(grid_cell(origin))}` +
          (memory.is_halo(number, view.time) ? ", which this block does not compute: halo. " : ". "));
      }
    } else {
      const value = memory.first_value(number);
      if (info.shared) words.push("No thread has written it yet. ");
      else if (value !== undefined) words.push(`Holds ${value_name(value)}, ${trace.before}. `);
      else words.push("The block has not written it yet. ");
    }
    if (memory.is_raced(number)) words.push(element("strong", { class: "bad" }, "Threads race here. "));
    const list = memory.history[number];
    const over = memory.past(number, view.time);
    const first = Math.max(0, Math.min(over - most_rows / 2, list.length - most_rows));
    const rows = list.slice(first, first + most_rows);
    const left_out = list.length - rows.length;
    return [title, element("p", {}, words),
      element("ol", { class: "history", start: first + 1 }, rows.map((event) => history_row(event, view))),
      left_out > 0 ? element("p", { class: "faint" }, `${count_of(left_out, "more access", "more accesses")} of this block.`) : null];
  }

  function show(view) {
    const box = document.getElementById("details");
    if (cursor === null) {
      if (box.dataset.of !== "") fill(box, element("p", { class: "faint" }, "Point at a cell, or choose one with Tab and the arrow keys: its value and history stand here."));
      box.dataset.of = "";
      return;
    }
    const cell = cursor.figure.planes[cursor.plane].cells[cursor.at];
    const now = `${cursor.figure.array} ${cell} ${view.time} ${view.thread}`;
    if (box.dataset.of === now) return;
    box.dataset.of = now;
    if (cell < 0) fill(box, element("p", { class: "faint" }, "Outside the grid: no element of the array."));
    else fill(box, cursor.figure.array < 0 ? thread_facts(cell, view) : element_facts(cursor.figure.array, cell, view));
  }

  function point(figure, plane, at) {
    if (cursor?.figure === figure && cursor.plane === plane && cursor.at === at) return;
    cursor = at < 0 ? null : { figure, plane, at };
    const view = steps.view();
    show(view);
    drawing.draw(view);
  }

  /** Enter, a click or a tap: a thread is followed, an element stays. */
  function choose() {
    if (cursor === null) return;
    const cell = cursor.figure.planes[cursor.plane].cells[cursor.at];
    pinned = true;
    if (cursor.figure.array < 0 && cell >= 0) steps.choose(cell);
  }

  const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function on_key(event, figure, p) {
    const plane = figure.planes[p];
    const at = cursor?.figure === figure && cursor.plane === p ? cursor.at : 0;
    if (event.key in MOVES) {
      const [dx, dy] = MOVES[event.key];
      const x = Math.max(0, Math.min(plane.columns - 1, at % plane.columns + dx));
      const y = Math.max(0, Math.min(plane.rows - 1, Math.floor(at / plane.columns) + dy));
      point(figure, p, y * plane.columns + x);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      const next = p + (event.key === "PageDown" ? 1 : -1);
      if (figure.views[next] === undefined || figure.views[next].node.hidden) return;
      figure.views[p].frame.tabIndex = -1;
      figure.views[next].frame.tabIndex = 0;
      figure.views[next].frame.focus();
      point(figure, next, at);
    } else if (event.key === "Enter") {
      choose();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function listen() {
    for (const figure of figures) {
      figure.views.forEach((one, p) => {
        one.frame.addEventListener("pointermove", (event) => { if (!pinned) point(figure, p, drawing.cell_at(one, event.clientX, event.clientY)); });
        one.frame.addEventListener("pointerleave", () => { if (!pinned) point(null, 0, -1); });
        one.frame.addEventListener("click", (event) => {
          pinned = false;
          point(figure, p, drawing.cell_at(one, event.clientX, event.clientY));
          choose();
        });
        one.frame.addEventListener("focus", () => { if (cursor === null && one.frame.matches(":focus-visible")) point(figure, p, 0); });
        one.frame.addEventListener("keydown", (event) => on_key(event, figure, p));
      });
    }
  }

  return {
    show, listen,
    get cursor() { return cursor; },
    /** Shows this element, and keeps it. False if it is not drawn. */
    pin(array, index) {
      const figure = figures.find((one) => one.array === array);
      const place = figure?.place.get(index);
      if (place === undefined) return false;
      pinned = true;
      point(figure, ...place);
      return true;
    },
    release() { pinned = false; point(null, 0, -1); },
  };
})();
