// Makes elements and words: all text on the page goes through here, as text and never as HTML.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children: nodes, text, or null for nothing. */
function element(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function drawn(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === "onclick") node.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** Replaces the box's children. */
function fill(box, ...children) {
  box.replaceChildren();
  return filled(box, {}, children);
}

/** Makes control characters and those that change the direction of writing visible: they can make a name or
 *  a line of code look like another one. */
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

function one_line(text) {
  return visible(text.replace(/\s+/g, " ").trim());
}

/** A name with an isolated direction of writing, so that it does not change that of the text beside it. */
function named(text) {
  return element("bdi", {}, one_line(text));
}

/** Only for screen readers. */
function spoken(text) {
  return element("span", { class: "spoken" }, text);
}

/** For searching names: without case and accents. */
function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const whole = new Intl.NumberFormat("en");
const fraction = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

function points(value) {
  return value === null ? "–" : fraction.format(value);
}

function count_of(number, one, many) {
  return `${whole.format(number)} ${number === 1 ? one : many ?? one + "s"}`;
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** Three digits: "0.458", "12.3". */
function digits(value) {
  return String(Number(value.toPrecision(3)));
}

function head_cell(words, kind) {
  return element("th", { scope: "col", class: kind }, words);
}
