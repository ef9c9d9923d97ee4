/* Workbooks (XLSX), part by part as programs write them: nothing of ours or of a library. */
import { zipped } from "./zips.ts";

export interface WrittenSheet {
  name: string;
  /** The rows, in `<sheetData>`; or the whole part, if it begins with `<?xml` or `<worksheet`. */
  xml: string;
  state?: "hidden" | "veryHidden";
}

export interface WrittenWorkbook {
  sheets: WrittenSheet[];
  /** The content of `<sst>`. */
  strings?: string;
  /** The format code, or its number, of each cell style. */
  styles?: (string | number)[];
  date1904?: boolean;
  /** Parts that are added or replaced. */
  parts?: Record<string, string | Buffer>;
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006/relationships";
const attribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const relations = (entries: [id: string, type: string, target: string][]) =>
  `${xmlHead}<Relationships xmlns="${packages}">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const worksheet = (xml: string) =>
  /^(<\?xml|<worksheet|<!)/.test(xml)
    ? xml
    : `${xmlHead}<worksheet xmlns="${main}"><dimension ref="A1"/><sheetData>${xml}</sheetData></worksheet>`;

function stylesXml(styles: (string | number)[]): string {
  const codes = styles.flatMap((style, i) =>
    typeof style === "string" ? [`<numFmt numFmtId="${164 + i}" formatCode="${attribute(style)}"/>`] : [],
  );
  const cells = styles.map(
    (style, i) =>
      `<xf numFmtId="${typeof style === "string" ? 164 + i : style}" fontId="0" applyNumberFormat="1"/>`,
  );
  return `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join("")}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join("")}</cellXfs></styleSheet>`;
}

/** The bytes of a workbook with these parts. */
export function aWorkbook({
  sheets,
  strings,
  styles = [0],
  date1904 = false,
  parts = {},
}: WrittenWorkbook): Promise<Buffer> {
  const list = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${attribute(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ""} r:id="rId${i + 1}"/>`,
  );
  const written: Record<string, string | Buffer> = {
    "[Content_Types].xml": `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${date1904 ? ' date1904="1"' : ""}/><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((_, i): [string, string, string] => [
        `rId${i + 1}`,
        "worksheet",
        `worksheets/sheet${i + 1}.xml`,
      ]),
      ["rId901", "styles", "styles.xml"],
      ...(strings === undefined
        ? []
        : [["rId902", "sharedStrings", "sharedStrings.xml"] as [string, string, string]]),
    ]),
    "xl/styles.xml": stylesXml(styles),
    ...(strings !== undefined && {
      "xl/sharedStrings.xml": `${xmlHead}<sst xmlns="${main}">${strings}</sst>`,
    }),
    ...Object.fromEntries(sheets.map(({ xml }, i) => [`xl/worksheets/sheet${i + 1}.xml`, worksheet(xml)])),
    ...parts,
  };
  return zipped(Object.entries(written).map(([name, text]) => [name, Buffer.from(text as string)]));
}

/** Rows of inline texts and numbers, from row 1. */
export const rowsOf = (rows: (string | number | null)[][]): string =>
  rows
    .map(
      (cells, i) =>
        `<row r="${i + 1}">${cells
          .map((cell, k) => {
            const r = `${String.fromCharCode(65 + k)}${i + 1}`;
            if (cell === null) return "";
            return typeof cell === "number"
              ? `<c r="${r}"><v>${cell}</v></c>`
              : `<c r="${r}" t="inlineStr"><is><t xml:space="preserve">${attribute(cell)}</t></is></c>`;
          })
          .join("")}</row>`,
    )
    .join("");

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
