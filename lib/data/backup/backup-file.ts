/* The file of an export, opened: its manifest, its schemas, and its lines. Every error names the entry and, in lines, the line. */

import * as z from "zod";
import { BadZip, readZipEntries, type ZipEntry } from "#lib/files/zip-reader";
import { type AppError, invalid } from "#lib/schemas/basics/error";
import { FieldId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Name } from "#lib/schemas/basics/text";
import { NewField } from "#lib/schemas/tables/field";
import { NewView } from "#lib/schemas/tables/view-changes";

type Read = (count: number, from: number) => Promise<Buffer>;

const manifestShape = z.object({
  format: z.literal("gridless-base"),
  version: z.literal(1),
  name: Name,
  icon: z.string().max(limits.nameLength).optional(),
  attachments: z.boolean().optional(),
  tables: z
    .array(z.object({ folder: z.string().regex(/^tables\/\d+$/), id: TableId }))
    .max(limits.tablesPerBase),
});

const fieldShape = z.object({
  ...NewField.shape,
  id: FieldId,
  name: Name,
  isPrimary: z.boolean().optional(),
  hasError: z.boolean().optional(),
});
export type FileField = z.infer<typeof fieldShape>;

const tableShape = z.object({
  id: TableId,
  name: Name,
  dbTableName: z.string().max(limits.nameLength),
  description: z.string().max(limits.descriptionLength).optional(),
  icon: z.string().max(limits.nameLength).optional(),
  order: z.number(),
  defaultViewId: ViewId.optional(),
  lastNumber: z
    .int()
    .min(0)
    .max(62 ** 5),
  fields: z.array(fieldShape).min(1).max(limits.fieldsPerTable),
  views: z.array(z.object({ ...NewView.shape, id: ViewId })).max(limits.viewsPerTable),
});
export interface FileTable extends z.infer<typeof tableShape> {
  folder: string;
}

const mostUnpacked = 4 * 1024 ** 3;
/** Texts are compressed to about a tenth. A much higher ratio is an attempt to fill the disk. */
const mostTimes = 200;
const mostSchemaBytes = 64 * 1024 * 1024;
const lineBytes = limits.csvLineBytes;

/** A 400 that names the entry of the file. */
export const refuseFile = (entry: string | undefined, message: string): AppError =>
  invalid([{ path: "", message: entry === undefined ? `the file ${message}` : `${entry}: ${message}` }]);

/** A position in an entry of lines. */
export interface LineAt {
  /** Bytes of the unpacked entry. */
  at: number;
  /** Lines before it. */
  line: number;
}

export interface FileLine extends LineAt {
  value: unknown;
  /** The entry and line, for error messages. */
  place: string;
  bytes: number;
}

export type BackupFile = Awaited<ReturnType<typeof openBackup>>;

/** Opens the file and checks its manifest and schemas. Throws 400. */
export async function openBackup(read: Read, size: number) {
  const entries = await explain(() => readZipEntries(read, size, mostUnpacked, mostTimes));
  const manifest = parse(manifestShape, await readJson(entries, "manifest.json"), "manifest.json");
  const tables: FileTable[] = [];
  let bytes = 0;
  for (const { folder, id } of manifest.tables) {
    const name = `${folder}/schema.json`;
    // a table that was deleted while it was exported
    if (!entries.has(name)) continue;
    bytes += entries.get(name)?.size ?? 0;
    if (bytes > mostSchemaBytes) throw refuseFile(name, "the schemas of the file are too large");
    const table = parse(tableShape, await readJson(entries, name), name);
    if (table.id !== id) throw refuseFile(name, `id: must be ${id}, as in manifest.json`);
    tables.push({ ...table, folder });
  }
  refuseRepeated(tables);
  return {
    ...{ manifest, tables, entries },
    /** The lines of an entry after a position; none if the entry is absent. */
    lines: (name: string, from: LineAt = { at: 0, line: 0 }) => readLines(entries.get(name), from),
    /** The bytes of an entry. Throws 400 if it is absent. */
    bytes: (name: string) => entryOf(entries, name).read(),
  };
}

/** Ids of fields are unique in their table, all others in the file. */
function refuseRepeated(tables: FileTable[]): void {
  const known = new Set<string>();
  for (const { id, folder, fields, views } of tables) {
    const all = [id, ...views.map((view) => view.id), ...fields.map((field) => `${id} ${field.id}`)];
    for (const one of all) {
      if (known.has(one))
        throw refuseFile(`${folder}/schema.json`, `the id ${one.slice(-19)} is there twice`);
      known.add(one);
    }
  }
}

/** Runs a read; a fault of the zip file becomes a 400. */
export async function explain<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw error instanceof BadZip ? refuseFile(error.entry, error.message) : error;
  });
}

function entryOf(entries: Map<string, ZipEntry>, name: string): ZipEntry {
  const entry = entries.get(name);
  if (!entry) throw refuseFile(name, "is missing in the file");
  return entry;
}

async function readJson(entries: Map<string, ZipEntry>, name: string): Promise<unknown> {
  const entry = entryOf(entries, name);
  if (entry.size > lineBytes) throw refuseFile(name, `has more than ${lineBytes} bytes`);
  const pieces: Buffer[] = [];
  await explain(async () => {
    for await (const piece of entry.read()) pieces.push(piece);
  });
  return parseText(Buffer.concat(pieces), name);
}

function parseText(bytes: Buffer, place: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw refuseFile(place, `is not JSON in UTF-8: ${(error as Error).message}`);
  }
}

/** A value of this shape. Throws 400 that names the place. */
export function parse<Shape extends z.ZodType>(shape: Shape, value: unknown, place: string): z.infer<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuseFile(place, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is invalid"}`);
}

async function* readLines(entry: ZipEntry | undefined, from: LineAt): AsyncGenerator<FileLine, void> {
  if (!entry) return;
  // a copy, because the caller may change its position
  const begin = from.at;
  let [line, at, skipped] = [from.line, begin, 0];
  let rest: Buffer = Buffer.alloc(0);
  const lineOf = (bytes: Buffer): FileLine => {
    line++;
    at += bytes.length + 1;
    const place = `${entry.name}, line ${line}`;
    return { value: parseText(bytes, place), place, at, line, bytes: bytes.length };
  };
  const pieces = entry.read();
  try {
    for await (const whole of pieces) {
      const skip = Math.min(whole.length, begin - skipped);
      skipped += skip;
      rest = rest.length > 0 ? Buffer.concat([rest, whole.subarray(skip)]) : whole.subarray(skip);
      let start = 0;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
        yield lineOf(rest.subarray(start, end));
        start = end + 1;
      }
      rest = rest.subarray(start);
      if (rest.length > lineBytes) throw refuseFile(`${entry.name}, line ${line + 1}`, "is too long");
    }
  } catch (error) {
    throw error instanceof BadZip ? refuseFile(entry.name, error.message) : error;
  }
  if (rest.length > 0) yield lineOf(rest);
}
