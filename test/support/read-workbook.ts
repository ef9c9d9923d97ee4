/* Reads the sheet of an exported workbook with plain expressions, for files that we know: nothing of ours or of a library. */
import { unzipped } from "./zips.ts";

export interface ReadCell {
  type: string;
  /** The text, or the digits of a number. */
  value: string;
  /** The format code of its style. */
  format?: string | undefined;
}

const plain = (xml: string) =>
  xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The cells that are not empty, by their references; and the parts of the file. */
export async function readWorkbook(bytes: Buffer) {
  const parts = new Map([...(await unzipped(bytes))].map(([name, part]) => [name, part.toString()]));
  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const styles = parts.get("xl/styles.xml") ?? "";
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code = ""]) => [
      id,
      plain(code),
    ]),
  );
  const [, cellStyles = ""] = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles) ?? [];
  const formats = [...cellStyles.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => codes.get(id ?? ""));
  const cells: Record<string, ReadCell> = {};
  for (const [, attributes = "", content = ""] of sheet.matchAll(/<c ([^>]*[^/])>(.*?)<\/c>/gs)) {
    const said = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    const [, value = ""] = /<(?:v|t)(?: [^>]*)?>(.*)<\/(?:v|t)>/s.exec(content) ?? [];
    const format = formats[Number(said("s") ?? 0)];
    cells[said("r") ?? ""] = { type: said("t") ?? "n", value: plain(value), ...(format && { format }) };
  }
  const [, name = ""] = /<sheet name="([^"]*)"/.exec(parts.get("xl/workbook.xml") ?? "") ?? [];
  return { cells, sheet, name: plain(name) };
}
