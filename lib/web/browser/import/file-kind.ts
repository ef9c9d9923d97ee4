/* Which files can be imported, by what is known before they are sent: their names and sizes. */
import { limits } from "#lib/schemas/basics/limits";
import { importTexts } from "./texts.ts";

/** A table (CSV or a workbook), or a base that was exported. */
export type FileKind = "table" | "backup";

const types: Readonly<Record<string, string>> = {
  csv: "text/csv",
  tsv: "text/csv",
  txt: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};
const olderWorkbooks = ["xls", "xlsb", "xlsm", "ods", "numbers"];

/** What a dialog for files lets a person choose. */
export const tableEndings = ".csv,.tsv,.txt,.xlsx";

const endingOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

const bytesPerMegabyte = 1024 * 1024;
export const mostMegabytes = limits.fileBytes / bytesPerMegabyte;

/** What a file is, or why it cannot be imported. `size` is in bytes. */
export function examineFile({ name, size }: { name: string; size: number }): FileKind | { problem: string } {
  const ending = endingOf(name);
  if (olderWorkbooks.includes(ending)) return { problem: importTexts.oldWorkbook(name) };
  if (!Object.hasOwn(types, ending)) return { problem: importTexts.unknownKind(name) };
  if (size === 0) return { problem: importTexts.empty(name) };
  if (size > limits.fileBytes) return { problem: importTexts.tooLarge(name, mostMegabytes) };
  return ending === "zip" ? "backup" : "table";
}

/** The media type by which a file is sent. */
export const mediaTypeOf = (name: string): string => types[endingOf(name)] ?? "application/octet-stream";

/** The name of what a file becomes: its own, without the ending. */
export function titleOfFile(name: string): string {
  const title = name.replace(/\.\w+$/, "").trim();
  return (title || name).slice(0, limits.nameLength);
}
