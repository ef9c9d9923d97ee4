/*
 * Writes a workbook (XLSX, ECMA-376) with one sheet, row by row: texts are in their cells, the first row stays in place, columns have a
 * format. It knows nothing of tables and fields.
 */
import { newZip, writeZip } from "./zip-writer.ts";

/** A text is one that `escapeText` made. */
export type WrittenCell = string | number | boolean | null;

export interface WrittenColumn {
  /** The letters of the column in references to its cells: `AB`. */
  letters: string;
  /** Its format code; undefined if it needs none. */
  format: string | undefined;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string) =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign) : text;

const sheetPart = "xl/worksheets/sheet1.xml";

/** Characters of rows that are packed at once. */
const pieceLength = 1024 * 1024;

/** The bytes of a file with these columns; memory does not grow with the rows. */
export async function* writeWorkbookFile(
  sheetName: string,
  columns: readonly WrittenColumn[],
  rows: AsyncIterable<WrittenCell[]>,
): AsyncGenerator<Buffer> {
  let packed: Buffer[] = [];
  const takePacked = () => {
    const bytes = Buffer.concat(packed);
    packed = [];
    return bytes;
  };
  const zip = writeZip(async (bytes) => void packed.push(bytes), newZip());
  for (const [part, text] of otherParts(sheetName, columns)) await zip.addWhole(part, Buffer.from(text));
  await zip.begin(sheetPart);
  const writeRow = makeRowWriter(columns);
  let xml = sheetStart;
  let row = 0;
  for await (const cells of rows) {
    xml += writeRow(cells, ++row);
    if (xml.length < pieceLength) continue;
    await zip.add(Buffer.from(xml));
    xml = "";
    yield takePacked();
  }
  await zip.add(Buffer.from(xml + sheetEnd));
  await zip.close();
  await zip.finish();
  yield takePacked();
}

/** The sheet's part before its rows, and after them. */
const sheetStart = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>`;
const sheetEnd = "</sheetData></worksheet>";

/** Writes rows of a sheet with these columns. Rows count from 1. */
export function makeRowWriter(columns: readonly WrittenColumn[]) {
  const codes = codesOf(columns);
  const styled = columns.map(({ letters, format }) => ({
    letters,
    style: format === undefined ? "" : ` s="${codes.indexOf(format) + 1}"`,
  }));
  return (cells: readonly WrittenCell[], row: number): string =>
    `<row r="${row}">${styled
      .map(({ letters, style }, i) => cellXml(cells[i] ?? null, `r="${letters}${row}"${style}`))
      .join("")}</row>`;
}

function cellXml(cell: WrittenCell, attributes: string): string {
  // a value that is typed into an empty cell later is shown in the style of its column
  if (cell === null) return attributes.includes(" s=") ? `<c ${attributes}/>` : "";
  if (typeof cell === "number") return `<c ${attributes}><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c ${attributes} t="b"><v>${cell ? 1 : 0}</v></c>`;
  const space = /^\s|\s$|\s\s|[\t\n]/.test(cell) ? ' xml:space="preserve"' : "";
  return `<c ${attributes} t="inlineStr"><is><t${space}>${escapeXml(cell)}</t></is></c>`;
}

const codesOf = (columns: readonly WrittenColumn[]) => [
  ...new Set(columns.flatMap(({ format }) => format ?? [])),
];

/** All parts but the sheet, by their names. */
export function otherParts(sheetName: string, columns: readonly WrittenColumn[]): [string, string][] {
  return [
    [
      "xl/workbook.xml",
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ["xl/styles.xml", stylesXml(codesOf(columns))],
    [
      "xl/_rels/workbook.xml.rels",
      relationsXml([
        ["worksheet", "worksheets/sheet1.xml"],
        ["styles", "styles.xml"],
      ]),
    ],
    ["_rels/.rels", relationsXml([["officeDocument", "xl/workbook.xml"]])],
    [
      "[Content_Types].xml",
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
        ["xl/workbook.xml", "sheet.main"],
        [sheetPart, "worksheet"],
        ["xl/styles.xml", "styles"],
      ]
        .map(([part, type]) => `<Override PartName="/${part}" ContentType="${types}.${type}+xml"/>`)
        .join("")}</Types>`,
    ],
  ];
}

const relationsXml = (relations: [type: string, target: string][]) =>
  `${head}<Relationships xmlns="${packages}/relationships">${relations
    .map(
      ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

/** The numbers of formats that programs have built in end before this one. */
const firstFormat = 164;

/** Style 0 is plain; style n shows numbers by the n-th code. */
function stylesXml(codes: string[]): string {
  const formats = codes.map(
    (code, i) => `<numFmt numFmtId="${firstFormat + i}" formatCode="${escapeXml(code)}"/>`,
  );
  const style = (format: number) =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ""}/>`;
  const styles = [style(0), ...codes.map((_, i) => style(firstFormat + i))];
  return `${head}<styleSheet xmlns="${main}">${
    codes.length > 0 ? `<numFmts count="${codes.length}">${formats.join("")}</numFmts>` : ""
  }<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
