// Threads, elements, values and accesses in the words of the course.
"use strict";

function thread_index(thread) {
  const [nx, ny] = trace.threads;
  return [thread % nx, Math.floor(thread / nx) % ny, Math.floor(thread / nx / ny)];
}

function thread_name(thread) {
  return `(${thread_index(thread).join(",")})`;
}

function block_name(index) {
  return `(${index.join(",")})`;
}

/** "tile[2][2][1]"; of an array without known extents "in[11]". */
function element_name(array, index) {
  if (array < 0) return "memory of no array";
  const { name, extents } = trace.arrays[array];
  let rest = index;
  let indices = "";
  for (let axis = extents.length - 1; axis > 0; --axis) {
    const next = Math.floor(rest / extents[axis]);
    indices = `[${rest - next * extents[axis]}]${indices}`;
    rest = next;
  }
  return `${name}[${rest}]${indices}`;
}

/** Coordinates x, y, z of a cell of the grid. */
function grid_cell(index) {
  const [nx, ny] = trace.extents;
  return [index % nx, Math.floor(index / nx) % ny, Math.floor(index / nx / ny)];
}

/** "i = 0, j = 1, k = 2", slowest first. */
function cell_name(cell) {
  return trace.axis_names.map((name, axis) => `${name} = ${cell[axis]}`).reverse().join(", ");
}

/** Of a GPU's slab: "plane 0, j = 1, k = 2"; plane 0 is its lower ghost plane. */
function slab_cell_name([k, j, plane]) {
  return `plane ${plane}, ${trace.axis_names[1]} = ${j}, ${trace.axis_names[0]} = ${k}`;
}

/** Of an array in global memory that is a grid or a part of one; else empty. */
function place_name(array, index) {
  const { grid, slab } = trace.arrays[array];
  if (trace.axes === 1 || !(grid || slab)) return "";
  return slab ? slab_cell_name(grid_cell(index)) : cell_name(grid_cell(index));
}

/** "in[11] (i = 0, j = 1, k = 2)". */
function element_and_cell(array, index) {
  const name = element_name(array, index);
  const place = array < 0 ? "" : place_name(array, index);
  return place === "" ? name : `${name} (${place})`;
}

function value_name(value) {
  if (value === null || value === undefined) return "not a number";
  return typeof value === "string" ? value.replace("inf", "infinity") : String(value).replace("-", "−");
}

const VERBS = ["reads", "writes", "changes", "copies to"];

/** "before barrier 1", "between barriers 1 and 2", "after barrier 2": barriers count from 1. */
function interval_name(interval) {
  const last = trace.barriers.length;
  if (last === 0) return "no barrier";
  if (interval === 0) return "before barrier 1";
  return interval >= last ? `after barrier ${last}` : `between barriers ${interval} and ${interval + 1}`;
}

/** The same after a blank, to end a sentence with; empty in a kernel without barriers. */
function when_name(interval) {
  return trace.barriers.length === 0 ? "" : ` ${interval_name(interval)}`;
}

/** ", line 46", to end words with; empty in a page without the source. */
function at_line(line) {
  if (trace.source.length === 0) return "";
  return ", " + (line === 0 ? "in the kit's headers" : `line ${line}`);
}

/** Where the value that is read comes from, and whether that is a mistake. */
function source_of(event) {
  const { moments, events, arrays } = trace;
  const moment = events.moment[event];
  const array = arrays[moments.array[moment]];
  const writer = events.writer[event];
  if (writer === NOBODY) {
    if (array.shared) return { bad: true, words: "which no thread has written" };
    return { bad: false, words: array.input ? "" : trace.before };
  }
  const written = events.moment[writer];
  if (events.thread[writer] === events.thread[event]) return { bad: false, words: "which it wrote itself" };
  const who = `which thread ${thread_name(events.thread[writer])} wrote`;
  if (moments.interval[written] === moments.interval[moment]) {
    return { bad: !moments.no_request[written], words: `${who} with no barrier between` };
  }
  return { bad: false, words: who + when_name(moments.interval[written]) };
}

/** One access as a sentence: "Thread (2,1,1) reads tile[2][2][1] = 0.25, which it wrote itself." */
function event_sentence(event) {
  const { moments, events } = trace;
  const moment = events.moment[event];
  const array = moments.array[moment];
  const head = `Thread ${thread_name(events.thread[event])} ${VERBS[moments.kind[moment]]} `;
  if (array < 0) return `${head}${count_of(moments.bytes[moment], "byte")} of no array.`;
  const what = head + element_and_cell(array, events.place[event]);
  if (moments.outside[moment]) return `${what}, outside the array.`;
  const value = ` = ${value_name(events.value[event])}`;
  if (moments.kind[moment] !== KIND.load) return `${what}${value}.`;
  const { words } = source_of(event);
  return `${what}${value}${words === "" ? "" : ", " + words}.`;
}

/** What the request costs: "16 sectors; 8 would hold the bytes". */
function cost_words(moment) {
  const { moments, arrays } = trace;
  if (moments.no_request[moment]) return "";
  if (arrays[moments.array[moment]]?.shared) {
    const more = moments.conflicts[moment];
    return more === 0 ? "no bank conflict" : `${count_of(more, "more pass", "more passes")} for bank conflicts`;
  }
  const [sectors, least] = [moments.sectors[moment], moments.least[moment]];
  return count_of(sectors, "sector") + (sectors > least ? `; ${least} would hold the bytes` : "");
}

/** A request as a sentence: "Warp 1 reads in: 24 lanes, 6 sectors." */
function moment_sentence(moment) {
  const { moments, arrays } = trace;
  const array = arrays[moments.array[moment]];
  const cost = cost_words(moment);
  return `Warp ${moments.warp[moment]} ${VERBS[moments.kind[moment]]} ${array ? array.name : "memory"}: ` +
    `${count_of(bits(moments.lanes[moment]), "lane")}${cost === "" ? "" : ", " + cost}` +
    `${moments.outside[moment] ? ", outside the array" : ""}.`;
}
