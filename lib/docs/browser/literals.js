/*
 * Values as JSON, as JavaScript and as Python write them, for readers: a value that fits into a line is written in one line; a longer one has
 * a line for each member. The page that is built and its scripts share this module.
 */
/** Letters of a line, as many as a sample has beside the rules of its call. */
const widest = 48;

/** Controls, and marks that turn the direction of text: a reader sees none of them, and no program has them as they are. */
const unseen = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A text in double quotes: the same in JSON, JavaScript and Python. */
export const quoted = (text) => JSON.stringify(text).replace(unseen, escaped);

const json = { name: quoted, word: String, space: " ", step: "  " };
const script = {
  // a plain __proto__ would be no member
  name: (name) =>
    name === "__proto__" ? `["__proto__"]` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name),
  word: String,
  space: " ",
  step: "  ",
};
const words = { true: "True", false: "False", null: "None" };
const python = { name: quoted, word: (value) => words[value] ?? String(value), space: "", step: "    " };

/** @param {unknown} value @returns {string} */
export const jsonOf = (value) => shown(value, json, "", "");
/** @param {unknown} value @returns {string} */
export const scriptOf = (value, indent = "") => shown(value, script, indent, "");
/** @param {unknown} value @returns {string} */
export const pythonOf = (value, indent = "") => shown(value, python, indent, "");

/** `before` is what stands in front of the value in its line. A function is code: it gives its text for an indent. */
function shown(value, style, indent, before) {
  if (typeof value === "function") return before + value(indent);
  const line = oneLine(value, style);
  const fits = indent.length + before.length + line.length <= widest && !line.includes("\n");
  if (fits || typeof value !== "object" || value === null) return before + line;
  const deeper = indent + style.step;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((each) => shown(each, style, deeper, ""))
    : Object.entries(value).map(([name, each]) => shown(each, style, deeper, `${style.name(name)}: `));
  return `${before}${open}\n${parts.map((part) => deeper + part).join(",\n")}\n${indent}${close}`;
}

function oneLine(value, style) {
  if (typeof value === "function") return value("");
  if (Array.isArray(value)) return `[${value.map((each) => oneLine(each, style)).join(", ")}]`;
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return style.word(value);
  const members = Object.entries(value).map(([name, each]) => `${style.name(name)}: ${oneLine(each, style)}`);
  return members.length > 0 ? `{${style.space}${members.join(", ")}${style.space}}` : "{}";
}

/**
 * The texts of a query as what they are made of: one that is JSON as a value that the language encodes. Pairs, if a name repeats.
 * @param {[string, string][]} query
 */
export function queryParts(query, encode, show) {
  const value = (text) => {
    const parsed = /^[[{]/.test(text) ? parsedOf(text) : undefined;
    return parsed === undefined ? text : (indent) => `${encode}(${show(parsed, indent)})`;
  };
  const names = new Set(query.map(([name]) => name));
  const parts = query.map(([name, text]) => [name, value(text)]);
  return names.size === query.length ? Object.fromEntries(parts) : parts;
}

const parsedOf = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
