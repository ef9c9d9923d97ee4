/*
 * Opens a workbook (XLSX): a zip file of XML parts. Everything in it may be wrong or hostile: sizes are those of the list of entries, are
 * bounded before a part is read, and are kept to while it is.
 *
 *   _rels/.rels ──▶ workbook.xml: the sheets ──▶ its relationships ──▶ the XML of a sheet, the texts that cells share, the styles
 */
import type { NumberKind } from "#lib/engine/xlsx/number-formats";
import { collectTexts } from "#lib/engine/xlsx/shared-strings";
import type { CellContext } from "#lib/engine/xlsx/sheet-cell";
import { collectRows, type SheetRow } from "#lib/engine/xlsx/sheet-rows";
import { collectStyles } from "#lib/engine/xlsx/styles";
import {
  collectRelations,
  collectSheets,
  type Relation,
  relationsPath,
  type WorkbookEntries,
} from "#lib/engine/xlsx/workbook-parts";
import { BadWorkbook, readXml, type XmlHandlers } from "#lib/engine/xlsx/xml";
import { BadZip, readZipEntries, type ZipEntry } from "#lib/files/zip-reader";
import { type AppError, invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Read } from "./csv-file.ts";

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Its path in the file. */
  path: string;
}

export interface Workbook {
  /** At least one. */
  sheets: Sheet[];
  /** The rows of a sheet that are not empty, some at a time. Throws 400. */
  rows(sheet: Sheet): AsyncGenerator<SheetRow[]>;
}

const mostUnpacked = 2 * 1024 ** 3;
const smallPartBytes = 16 * 1024 * 1024;

const isCompound = (bytes: Buffer) => bytes.toString("latin1", 0, 4) === "\xd0\xcf\x11\xe0";

/** A 400 about the file. */
export const refuseWorkbook = (message: string, path = ""): AppError => invalid([{ path, message }]);

type Entries = Map<string, ZipEntry>;

/** The list of the entries of the workbook that begins with these bytes, and the bytes that they unpack to. Throws 400. */
export async function listEntries(
  read: Read,
  size: number,
  first: Buffer,
): Promise<{ entries: Entries; unpacked: number }> {
  if (isCompound(first)) throw refuseCompound(first);
  const entries = await explain("", () => readZipEntries(read, size, mostUnpacked));
  return { entries, unpacked: [...entries.values()].reduce((sum, entry) => sum + entry.size, 0) };
}

/** Opens the workbook with these entries. Throws 400. */
export async function openWorkbook(entries: Entries): Promise<Workbook> {
  const parts = new Map([...entries.values()].map((entry) => [entry.name.toLowerCase(), entry]));
  const find = (path: string) => parts.get(path.toLowerCase());
  const readPart = (path: string, handlers: XmlHandlers, most = smallPartBytes) =>
    readWhole(find(path), path, handlers, most);
  const readRelations = async (of: string) => {
    const relations = new Map<string, Relation>();
    const path = relationsPath(of);
    if (find(path)) await readPart(path, collectRelations(of, relations));
    return relations;
  };

  const main = [...(await readRelations("")).values()].find(({ type }) => type === "officeDocument");
  const path = main?.target ?? "xl/workbook.xml";
  if (path.endsWith(".bin"))
    throw refuseWorkbook("the file is an .xlsb workbook; save it as .xlsx or CSV and send that file");
  if (!find(path) || !/(^|\/)workbook\d*\.xml$/i.test(path))
    throw refuseWorkbook(
      "the file is a zip file without a workbook; save it as .xlsx or CSV and send that file",
    );
  const found: WorkbookEntries = { sheets: [], is1904: false };
  await readPart(path, collectSheets(found));
  const relations = await readRelations(path);
  const sheets = found.sheets.flatMap(({ name, isHidden, relation }): Sheet[] => {
    const { type, target = "" } = relations.get(relation) ?? {};
    return type === "worksheet" ? [{ name, isHidden, path: target }] : [];
  });
  if (sheets.length === 0) throw refuseWorkbook("the file has no sheets");
  if (sheets.length > limits.sheetsPerFile)
    throw refuseWorkbook(`the file has ${sheets.length} sheets, the limit is ${limits.sheetsPerFile}`);

  const pathOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const readContext = async (): Promise<CellContext> => {
    const texts: string[] = [];
    const kinds: NumberKind[] = [];
    const [textsPath, stylesPath] = [pathOf("sharedStrings"), pathOf("styles")];
    if (stylesPath && find(stylesPath)) await readPart(stylesPath, collectStyles(kinds));
    if (textsPath && find(textsPath)) await readPart(textsPath, collectTexts(texts), limits.sharedTextBytes);
    return { texts, kinds, is1904: found.is1904 };
  };
  let context: Promise<CellContext> | undefined;
  return {
    sheets,
    async *rows(sheet) {
      context ??= readContext();
      const known = await context;
      let ready: SheetRow[] = [];
      const xml = readXml(collectRows(sheet.name, known, (row) => ready.push(row)));
      for await (const bytes of readPieces(find(sheet.path), sheet.path, limits.sheetBytes)) {
        await explain(sheet.path, () => xml.write(bytes));
        if (ready.length === 0) continue;
        yield ready;
        ready = [];
      }
      await explain(sheet.path, () => xml.end());
      if (ready.length > 0) yield ready;
    },
  };
}

/** A file of Excel before 2007; a workbook with a password is wrapped in one too. */
function refuseCompound(bytes: Buffer): AppError {
  return bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))
    ? refuseWorkbook("the file is encrypted; remove its password and send it again")
    : refuseWorkbook(
        "the file is an old spreadsheet (.xls), or encrypted; save it as .xlsx or CSV without a password and send that file",
      );
}

async function readWhole(
  entry: ZipEntry | undefined,
  path: string,
  handlers: XmlHandlers,
  most: number,
): Promise<void> {
  const xml = readXml(handlers);
  for await (const bytes of readPieces(entry, path, most)) await explain(path, () => xml.write(bytes));
  await explain(path, () => xml.end());
}

async function* readPieces(entry: ZipEntry | undefined, path: string, most: number): AsyncGenerator<Buffer> {
  if (!entry) throw refuseWorkbook(`${path}: is missing in the file`);
  if (entry.size > most)
    throw refuseWorkbook(`${path}: has ${entry.size} bytes unpacked, the limit is ${most}`);
  try {
    yield* entry.read();
  } catch (error) {
    throw describe(error, path);
  }
}

/** Runs a read; a fault of the file becomes a 400 that names the part or the cell. */
async function explain<Result>(path: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw describe(error, path);
  }
}

function describe(error: unknown, path: string): unknown {
  if (error instanceof BadWorkbook) return refuseWorkbook(`${error.cell ?? path}: ${error.message}`);
  if (!(error instanceof BadZip)) return error;
  const entry = error.entry ?? path;
  return refuseWorkbook(entry === "" ? `the file ${error.message}` : `${entry}: ${error.message}`);
}
