const widest = 68;

/** JSON for readers: a value that fits into a line is written in one line, `{ "name": "Ada" }`; a longer one has a line for each member. */
export const compactJson = (value: unknown): string => shown(value, "", "");

/** `before` is what stands in front of the value in its line. */
function shown(value: unknown, indent: string, before: string): string {
  const line = oneLine(value);
  const fits = indent.length + before.length + line.length <= widest;
  if (fits || typeof value !== "object" || value === null) return before + line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((each) => shown(each, deeper, ""))
    : Object.entries(value).map(([name, each]) => shown(each, deeper, `${JSON.stringify(name)}: `));
  return `${before}${open}\n${parts.map((part) => deeper + part).join(",\n")}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}
