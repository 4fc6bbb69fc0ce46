// Draws the planes. A cell is drawn again only if it looks different from before.
"use strict";

/** What a cell looks like; the legend has the same words. */
const LOOK = {
  blank: 0, never: 1, written_even: 2, written_odd: 3, input: 4, loaded: 5, outside: 6, halo: 7,
  read: 8, write: 9, raced: 10, idle: 11, done: 12, ended: 13, no_access: 14,
};

const drawing = (() => {
  const few_planes = 3; // are shown of many, so that all figures fit on a screen
  const most_planes = 4;
  const shown_all = new Set(); // figures
  let colors = {};

  function read_colors() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--cell-${name}`).trim();
    colors = {};
    for (const name of ["ink", "paper", "rule", "never", "even", "odd", "input", "loaded", "outside", "halo", "read",
      "read-ink", "write", "write-ink", "raced", "raced-ink", "done", "chosen"]) colors[name] = color(name);
  }

  function size_of(columns) {
    return columns <= 12 ? 19 : columns <= 18 ? 16 : columns <= 34 ? 10 : 7;
  }

  const FILLS = {
    [LOOK.never]: "never", [LOOK.written_even]: "even", [LOOK.written_odd]: "odd",
    [LOOK.input]: "input", [LOOK.loaded]: "loaded", [LOOK.outside]: "outside", [LOOK.halo]: "halo",
    [LOOK.read]: "read", [LOOK.write]: "write", [LOOK.raced]: "raced", [LOOK.idle]: "paper", [LOOK.done]: "done",
    [LOOK.ended]: "outside", [LOOK.no_access]: "paper",
  };

  /** `look`: a LOOK, + 16 for a cell of the grid's boundary. */
  function draw_cell(context, left, top, size, look, letter) {
    const kind = look & 15;
    const right = left + size - 1;
    const bottom = top + size - 1;
    context.clearRect(left, top, size, size);
    if (kind === LOOK.blank) return;
    context.fillStyle = colors[FILLS[kind]];
    context.fillRect(left, top, size - 1, size - 1);
    context.strokeStyle = colors.rule;
    context.lineWidth = 1;
    if (kind === LOOK.never || kind === LOOK.input || kind === LOOK.idle || kind === LOOK.no_access) {
      context.strokeRect(left + 0.5, top + 0.5, size - 2, size - 2);
    }
    if (kind === LOOK.outside || kind === LOOK.ended || kind === LOOK.no_access) {
      context.beginPath();
      context.moveTo(left, bottom);
      context.lineTo(right, top);
      if (kind === LOOK.ended) {
        context.moveTo(left, top);
        context.lineTo(right, bottom);
      }
      context.stroke();
    }
    if (look & 16) {
      context.strokeStyle = colors.ink;
      context.setLineDash([2, 1]);
      context.strokeRect(left + 1.5, top + 1.5, size - 4, size - 4);
      context.setLineDash([]);
    }
    if (kind === LOOK.halo) { // a cut corner
      context.fillStyle = colors.ink;
      context.beginPath();
      context.moveTo(right, bottom);
      context.lineTo(right - size / 3, bottom);
      context.lineTo(right, bottom - size / 3);
      context.fill();
    }
    if (letter !== "" && size >= 10) {
      context.fillStyle = kind === LOOK.read ? colors["read-ink"] : kind === LOOK.write ? colors["write-ink"]
        : kind === LOOK.raced ? colors["raced-ink"] : colors.ink;
      context.font = `${kind >= LOOK.read && kind <= LOOK.raced ? "bold " : ""}${Math.min(10, size - 2)}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(letter, left + (size - 1) / 2, top + size / 2 + 0.5);
    }
  }

  function canvas_of(width, height, name) {
    const ratio = Math.max(1, window.devicePixelRatio || 1);
    const canvas = element("canvas", { class: name, width: Math.round(width * ratio), height: Math.round(height * ratio) });
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.getContext("2d").scale(ratio, ratio);
    return canvas;
  }

  /** Look and letter of a thread's cell. */
  function thread_look(thread, view, event) {
    if (event >= 0) return trace.moments.kind[view.moment] === KIND.load ? [LOOK.read, "r"] : [LOOK.write, "w"];
    const own = steps.moments_of_thread(thread);
    if (own.length === 0) return [LOOK.no_access, ""];
    if (trace.ended[thread] >= 0 && own[own.length - 1] < view.time && trace.ended[thread] <= view.interval) return [LOOK.ended, ""];
    return own[0] < view.time ? [LOOK.done, ""] : [LOOK.idle, ""];
  }

  /** Look and letter of an array's element. `marks`: the elements of this step, with the number of their event. */
  function element_look(array, index, view, marks) {
    const info = trace.arrays[array];
    const boundary = info.grid && is_boundary(index) ? 16 : 0;
    const number = memory.number(array, index);
    if (number < 0) return [(info.input ? LOOK.input : LOOK.never) + boundary, ""];
    if (marks.has(number)) {
      return trace.moments.kind[view.moment] === KIND.load ? [LOOK.read + boundary, "r"] : [LOOK.write + boundary, "w"];
    }
    if (memory.is_raced(number)) return [LOOK.raced + boundary, "!"];
    const writer = memory.last_write(number, view.time);
    if (writer >= 0) {
      const interval = trace.moments.interval[trace.events.moment[writer]];
      if (info.shared && memory.is_halo(number, view.time)) return [LOOK.halo, String(interval)];
      return [(interval % 2 === 0 ? LOOK.written_even : LOOK.written_odd) + boundary, String(interval)];
    }
    if (info.shared || !info.input) return [LOOK.never + boundary, ""];
    return [(memory.past(number, view.time) > 0 ? LOOK.loaded : LOOK.input) + boundary, ""];
  }

  /** Canvases of all planes; `figures` gets a box, a list of views, and a button for more planes where there are many. */
  function build(box) {
    read_colors();
    for (const figure of figures) {
      figure.views = figure.planes.map((plane, p) => {
        const size = size_of(plane.columns);
        const [width, height] = [plane.columns * size, plane.rows * size];
        const cells = canvas_of(width, height, "cells");
        const top = canvas_of(width, height, "top");
        const frame = element("div", { class: "frame", tabindex: p === 0 ? 0 : -1, role: "application",
          "aria-label": `${figure.title} ${plane.title}: ${plane.columns} by ${plane.rows} cells. Arrow keys choose a cell, Page Up and Page Down a plane.` }, cells, top);
        const node = element("div", { class: "plane" }, plane.title === "" ? null : element("p", { class: "plane-title" }, plane.title), frame);
        return { plane, size, cells, top, frame, node, looks: new Array(plane.cells.length), marked: false };
      });
      const more = figure.planes.length > most_planes
        ? element("button", { type: "button", class: "more", onclick: () => {
          if (!shown_all.delete(figure)) shown_all.add(figure);
          more.textContent = shown_all.has(figure) ? "Fewer planes" : `All ${figure.planes.length} planes`;
          steps.show();
        } }, `All ${figure.planes.length} planes`) : null;
      figure.node = element("section", { class: "figure" },
        element("div", { class: "figure-head" }, element("h3", {}, visible(figure.title)), more),
        element("div", { class: "planes" }, figure.views.map((view) => view.node)));
      box.append(figure.node);
    }
  }

  /** The plane that matters: that of a cell of this step, or where the thread's own cell is. */
  function middle_of(figure, view, marks) {
    if (figure.array < 0) return figure.place.get(view.thread)[0];
    for (const number of marks.keys()) {
      const [array, index] = memory.elements[number];
      if (array === figure.array && figure.place.has(index)) return figure.place.get(index)[0];
    }
    const own = steps.own_cell(figure.array, view);
    return own !== undefined && figure.place.has(own) ? figure.place.get(own)[0] : figure.middle ?? 0;
  }

  function draw(view) {
    const marks = new Map();
    for (const event of view.events) {
      const array = trace.moments.array[view.moment];
      if (array >= 0 && !trace.moments.outside[view.moment]) marks.set(memory.number(array, trace.events.place[event]), event);
    }
    for (const figure of figures) {
      const few = figure.planes.length > most_planes && !shown_all.has(figure);
      figure.middle = middle_of(figure, view, marks);
      const first = Math.max(0, Math.min(figure.middle - (few_planes >> 1), figure.planes.length - few_planes));
      figure.views.forEach((one, p) => {
        const hidden = few && (p < first || p >= first + few_planes);
        if (one.node.hidden !== hidden) one.node.hidden = hidden;
        if (hidden) return;
        draw_plane(figure, one, view, marks);
        draw_top(figure, one, p, view);
      });
    }
  }

  function draw_plane(figure, one, view, marks) {
    const context = one.cells.getContext("2d");
    const { plane, size, looks } = one;
    const taking_part = new Set(view.moment < 0 ? [] : view.events.map((event) => trace.events.thread[event]));
    plane.cells.forEach((cell, at) => {
      let look;
      let letter = "";
      if (cell < 0) look = figure.array >= 0 && is_drawn_in_planes(figure.array) ? LOOK.outside : LOOK.blank;
      else if (figure.array < 0) [look, letter] = thread_look(cell, view, taking_part.has(cell) ? 1 : -1);
      else [look, letter] = element_look(figure.array, cell, view, marks);
      const code = `${look} ${letter}`;
      if (looks[at] === code) return;
      looks[at] = code;
      draw_cell(context, at % plane.columns * size, Math.floor(at / plane.columns) * size, size, look, letter);
    });
  }

  function center(one, at) {
    return [(at % one.plane.columns + 0.5) * one.size, (Math.floor(at / one.plane.columns) + 0.5) * one.size];
  }

  function frame_cell(context, one, at, color, width) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.strokeRect(at % one.plane.columns * one.size + width / 2 - 0.5, Math.floor(at / one.plane.columns) * one.size + width / 2 - 0.5,
      one.size - width, one.size - width);
  }

  function arrow(context, [x, y], [to_x, to_y], width) {
    const length = Math.hypot(to_x - x, to_y - y);
    const [ux, uy] = [(to_x - x) / length, (to_y - y) / length];
    const head = 3 + 2 * width;
    for (const [color, more] of [[colors.paper, 2], [colors.chosen, 0]]) { // a pale edge on any colour
      context.strokeStyle = context.fillStyle = color;
      context.lineWidth = width + more;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(to_x - ux * head / 2, to_y - uy * head / 2);
      context.stroke();
      context.beginPath();
      context.moveTo(to_x + ux * more / 2, to_y + uy * more / 2);
      context.lineTo(to_x - ux * head - uy * head / 1.7, to_y - uy * head + ux * head / 1.7);
      context.lineTo(to_x - ux * head + uy * head / 1.7, to_y - uy * head - ux * head / 1.7);
      context.fill();
    }
  }

  /** A ring where the thread's own cell is, seen from another plane, with the planes between: "+1". */
  function ring(context, one, at, planes, width) {
    const [x, y] = center(one, at);
    context.strokeStyle = colors.chosen;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x, y, one.size / 2 - 2, 0, 2 * Math.PI);
    context.stroke();
    if (one.size >= 10) {
      const words = `${planes > 0 ? "+" : "−"}${Math.abs(planes)}`;
      context.font = "bold 9px system-ui, sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.lineWidth = 3;
      context.strokeStyle = colors.paper;
      context.strokeText(words, x, y + 0.5);
      context.fillStyle = colors.ink;
      context.fillText(words, x, y + 0.5);
    }
  }

  /** The chosen thread, its cell, the arrows to what it reads, and the cell under the reader's cursor. */
  function draw_top(figure, one, p, view) {
    const context = one.top.getContext("2d");
    if (one.marked) context.clearRect(0, 0, one.plane.columns * one.size, one.plane.rows * one.size);
    one.marked = false;
    const own = figure.array < 0 ? view.thread : steps.own_cell(figure.array, view);
    const place = own === undefined ? undefined : figure.place.get(own);
    if (figure.array < 0) {
      for (let lane = 0; lane < 32; ++lane) {
        const of_warp = figure.place.get((view.thread & ~31) + lane);
        if (of_warp?.[0] === p) { frame_cell(context, one, of_warp[1], colors.chosen, 1); one.marked = true; }
      }
    }
    if (place?.[0] === p) {
      frame_cell(context, one, place[1], colors.chosen, 3);
      one.marked = true;
    }
    if (figure.array >= 0 && place !== undefined) {
      for (const event of view.reads) {
        if (trace.moments.array[trace.events.moment[event]] !== figure.array) continue;
        const target = figure.place.get(trace.events.place[event]);
        if (target?.[0] !== p) continue;
        const width = trace.events.moment[event] === view.moment ? 2.5 : 1;
        one.marked = true;
        if (p !== place[0]) ring(context, one, place[1], p - place[0], width);
        if (target[1] !== place[1]) arrow(context, center(one, place[1]), center(one, target[1]), width);
      }
    }
    if (details.cursor?.figure === figure && details.cursor.plane === p) {
      context.setLineDash([3, 2]);
      frame_cell(context, one, details.cursor.at, colors.ink, 2);
      context.setLineDash([]);
      one.marked = true;
    }
  }

  /** The position in the plane under a point of the window. */
  function cell_at(one, x, y) {
    const box = one.cells.getBoundingClientRect();
    const column = Math.floor((x - box.left) / one.size);
    const row = Math.floor((y - box.top) / one.size);
    if (column < 0 || row < 0 || column >= one.plane.columns || row >= one.plane.rows) return -1;
    return row * one.plane.columns + column;
  }

  const samples = [
    [LOOK.never, "", "never written"], [LOOK.written_even, "0", "written; the number counts the barriers before it"], [LOOK.written_odd, "1", "the same after another barrier"],
    [LOOK.halo, "0", "halo: of a cell that this block does not compute"], [LOOK.input, "", "input"], [LOOK.loaded, "", "input that the block has read"],
    [LOOK.read, "r", "being read"], [LOOK.write, "w", "being written"], [LOOK.raced, "!", "in a race"],
    [LOOK.input + 16, "", "boundary of the grid"], [LOOK.outside, "", "outside the grid"],
    [LOOK.done, "", "thread that has begun"], [LOOK.no_access, "", "thread without any access"], [LOOK.ended, "", "thread that has returned"],
  ];

  function draw_legend(box) {
    fill(box, samples.filter(([look]) => look !== LOOK.raced || trace.findings.some((one) => one.kind.startsWith("race-")))
      .map(([look, letter, words]) => {
        const canvas = canvas_of(16, 16, "sample");
        draw_cell(canvas.getContext("2d"), 0, 0, 17, look, letter);
        return element("li", {}, canvas, words);
      }));
  }

  return {
    build, draw, cell_at, draw_legend,
    /** After the colours have changed. */
    forget() {
      read_colors();
      for (const figure of figures) for (const one of figure.views) { one.looks.fill(undefined); one.marked = true; }
    },
  };
})();
