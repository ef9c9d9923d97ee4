/** JSON for readers: what fits into a line stands in one line, `{ "name": "Ada" }`; the rest is broken at its members. */
export function compactJson(value: unknown, width = 72, indent = ""): string {
  const line = oneLine(value);
  if (line.length + indent.length <= width || typeof value !== "object" || value === null) return line;
  const deeper = `${indent}  `;
  const inside = (part: unknown, before = "") => compactJson(part, width - before.length, deeper);
  if (Array.isArray(value)) return `[\n${value.map((each) => deeper + inside(each)).join(",\n")}\n${indent}]`;
  const members = Object.entries(value).map(([name, each]) => {
    const key = `${JSON.stringify(name)}: `;
    return deeper + key + inside(each, key);
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}
