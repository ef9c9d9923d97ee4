/* Cells as texts of a CSV file, with all their digits and ids. With `typecast` the server reads them back as the same cells. */
import type { ShownFieldHead } from "./places.ts";

/** The text of a cell; empty for an empty one. */
export function textOfCell(cell: unknown, field: ShownFieldHead): string {
  if (cell === undefined || cell === null) return "";
  if (!Array.isArray(cell)) return textOfItem(cell, field);
  const texts = cell.map((item) => textOfItem(item, field));
  const joined = texts.map((text) => (needsQuotes(text) ? quoted(text) : text)).join(", ");
  // a choice may be called like two others with a comma between them
  const isChoice = field.options?.choices?.some(({ name }) => name === joined) ?? false;
  return isChoice && texts.length > 1 ? texts.map(quoted).join(", ") : joined;
}

const quoted = (item: string) => `"${item.replaceAll('"', '""')}"`;
const needsQuotes = (item: string) => /^"|,/.test(item) || item === "" || item !== item.trim();

function textOfItem(value: unknown, field: ShownFieldHead): string {
  if (typeof value === "number") return textOfNumber(value, field);
  if (typeof value !== "object" || value === null) return String(value);
  const member = (name: string): unknown => Reflect.get(value, name);
  const [id, title, token] = [member("id"), member("title"), member("token")];
  if (typeof token === "string") return `${member("name")} (${token})`;
  if (typeof id !== "string") return JSON.stringify(value);
  if (id.startsWith("usr")) return String(member("email") ?? id);
  return title ? `${title} (${id})` : id;
}

/** In a percent field the text 50 is 50 %. */
function textOfNumber(value: number, { options }: ShownFieldHead): string {
  if (options?.formatting?.type !== "percent") return String(value);
  const [digits = "", exponent = "0"] = String(value).split("e");
  return `${Number(`${digits}e${Number(exponent) + 2}`)}%`;
}
