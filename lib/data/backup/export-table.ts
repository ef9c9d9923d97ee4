/*
 * Writes the entries of one table into the file of an export. A turn can stop after any page, and another turn continues. Lines that say
 * who wrote something are signed, because an import believes only signed lines.
 */

import { createHash } from "node:crypto";
import { exportedComments } from "#lib/data/comments/export-comments";
import type { Caller } from "#lib/data/identity/caller";
import type { Signatures } from "#lib/data/identity/own-signature";
import { type FileItem, fileKey } from "#lib/data/records/attachments";
import { filesOf } from "#lib/data/records/cell-files";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { piecesForLinks, showRecords } from "#lib/data/records/show-records";
import { find, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import { holdsFiles } from "#lib/engine/fields/field";
import { sizeOf, someBytes } from "#lib/files/storage";
import type { ZipWriter } from "#lib/files/zip-writer";
import { autoNumberOf } from "#lib/schemas/basics/ids";
import { imagesIn } from "#lib/schemas/collaboration/comment-content";
import { type FileToken, publicPart, publicPartAt } from "#lib/schemas/records/file-token";
import { getItems, type Item, keyAfter, readPage } from "#lib/store/store";
import { exportedSchema } from "./export-schema.ts";
import type { ExportAt, ExportState } from "./job-places.ts";

const recordsPerPage = 500;
const filesPerPage = 100;
const pieceBytes = 4 * 1024 * 1024;

const linesOf = (values: unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));

interface Work {
  zip: ZipWriter;
  state: ExportState;
  at: ExportAt;
  caller: Caller;
  schema: Schema;
  folder: string;
  isLate: () => boolean;
  /** A line with its signature. */
  signed: (kind: "record" | "comment", line: object) => object;
}

/** Writes the rest of the table, at least one piece of it. False if the time of the turn ends before. */
export async function writeTable(
  zip: ZipWriter,
  state: ExportState,
  at: ExportAt,
  caller: Caller,
  { until, signatures }: { until: number; signatures: Signatures },
): Promise<boolean> {
  const id = state.tables[state.table];
  const table = id && (await find(id));
  // if the table was deleted, the part that is written stays
  if (!table) {
    if (state.zip.isOpen) await zip.close();
    return true;
  }
  const folder = `tables/${state.table + 1}`;
  const isLate = () => performance.now() > until;
  const signed: Work["signed"] = (kind, line) => signatures.sign([kind, table.id], line);
  const work = { zip, state, at, caller, schema: await schemaOf(table), folder, isLate, signed };
  for (;;) {
    await writePiece[state.place.step](work);
    if (state.place.step === "end") return true;
    if (isLate()) return false;
  }
}

/** Each function writes the next piece of the table: at most a page of items. */
const writePiece: Record<ExportState["place"]["step"], (work: Work) => Promise<void>> = {
  schema: writeSchema,
  records: writeRecords,
  comments: writeComments,
  files: writeFileList,
  fileBytes: writeFileBytes,
  end: async () => {},
};

async function writeSchema({ zip, state, schema, folder, at }: Work): Promise<void> {
  const last = await lastNumber(schema.table.id);
  const shown = exportedSchema(schema, at.records ? last : 0);
  await zip.addWhole(`${folder}/schema.json`, Buffer.from(`${JSON.stringify(shown, undefined, 2)}\n`));
  await zip.begin(`${folder}/records.jsonl`);
  state.place = { step: "records", after: "0", lastNumber: at.records ? last : 0 };
}

/** Records that are made after the schema was written are not in the file. */
async function writeRecords(work: Work): Promise<void> {
  const { zip, state, schema, folder } = work;
  const { lastNumber } = state.place;
  if (lastNumber > 0) {
    const after = Number(state.place.after);
    const slice = await readSlice({ tableId: schema.table.id, after, skip: 0, take: recordsPerPage });
    const records = slice.records.filter(({ autoNumber }) => autoNumber <= lastNumber);
    for (const some of piecesForLinks(records)) {
      const lines = await recordLines(some, work);
      await zip.add(linesOf(lines.map((line) => work.signed("record", line))));
    }
    state.records += records.length;
    const last = slice.records.at(-1);
    if (last) state.place = { ...state.place, after: String(autoNumberOf(last.id)) };
    if (slice.more && records.length === slice.records.length && last) return;
  }
  await zip.close();
  await zip.begin(`${folder}/comments.jsonl`);
  state.place = { ...state.place, step: "comments", after: "" };
}

async function recordLines(records: RecordItem[], { schema, caller, folder }: Work): Promise<object[]> {
  const { fields, views } = schema;
  const shown = await showRecords(records, fields, { fieldKeyType: "name", cellFormat: "json" }, caller);
  const files = fields.filter(holdsFiles).map(({ name }) => name);
  const people = fields.map(({ name }) => name);
  return shown.map(({ id, fields: cells }, i) => {
    const { autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy, moved } = records[
      i
    ] as RecordItem;
    const plain: Record<string, unknown> = {};
    for (const name of people)
      if (cells[name] !== undefined)
        plain[name] = files.includes(name) ? namedFiles(cells[name], folder) : withoutAddresses(cells[name]);
    const places = views.flatMap(({ id }) => (moved?.[id] === undefined ? [] : [[id, moved[id]]]));
    return {
      ...{ id, autoNumber, fields: plain, createdTime, createdBy },
      ...(lastModifiedTime && { lastModifiedTime }),
      ...(lastModifiedBy && { lastModifiedBy }),
      ...(places.length > 0 && { places: Object.fromEntries(places) }),
    };
  });
}

/** An attachment in the file: it says where its bytes are, without tokens and addresses, because these give access to it. */
const namedFiles = (cell: unknown, folder: string): unknown =>
  (cell as { token: FileToken; name: string; mimetype: string; size: number }[]).map(
    ({ token, name, mimetype, size }) => ({ name, mimetype, size, file: fileName(folder, token) }),
  );

const fileName = (folder: string, token: FileToken): string =>
  `attachments/${folder.slice("tables/".length)}/${publicPart(token)}`;

/** Addresses of pictures expire, and a lookup may show attachments. */
const withoutAddresses = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !/url$|^token$|^path$/i.test(key));
  return Object.fromEntries(kept);
};

async function writeComments({ zip, state, schema, folder, at, signed }: Work): Promise<void> {
  if (at.records && !at.leavesOutComments) {
    const page = await exportedComments(schema.table.id, state.place.after);
    const lines: object[] = [];
    for (const comment of page.comments) {
      const images = at.attachments ? await digestsOf(imagesIn(comment.content)) : {};
      lines.push(signed("comment", { ...comment, ...(Object.keys(images).length > 0 && { images }) }));
    }
    await zip.add(linesOf(lines));
    state.comments += page.comments.length;
    state.place = { ...state.place, after: page.after };
    if (page.more) return;
  }
  await zip.close();
  if (at.attachments) await zip.begin(`${folder}/attachments.jsonl`);
  state.place = { ...state.place, step: at.attachments ? "files" : "end", after: "" };
}

/** The hashes of some images: the signature of a comment covers its images, too. */
async function digestsOf(images: { file: string }[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { file } of images) {
    const part = publicPartAt(file);
    const size = part && (await sizeOf(part));
    if (!part || !size) continue;
    const hash = createHash("sha256");
    for (let at = 0; at < size; at += pieceBytes) hash.update(await someBytes(part, pieceBytes, at));
    digests[part] = hash.digest("base64url");
  }
  return digests;
}

/* First the list of files, then their bytes: two passes over the files of the table. */

async function readFiles({ schema, state }: Work) {
  const { pk } = filesOf(schema.table.id);
  const from = state.place.after && keyAfter(state.place.after);
  const page = await readPage<Item>({ pk, ...(from && { from, to: "zzz" }), limit: filesPerPage });
  const files = await getItems<FileItem>(page.items.map(({ sk }) => fileKey(sk as FileToken)));
  return { files, more: page.more, last: page.items.at(-1)?.sk ?? state.place.after };
}

async function writeFileList(work: Work): Promise<void> {
  const { zip, state, folder } = work;
  const { files, more, last } = await readFiles(work);
  const lines = files.map(({ token, name, mimetype, size, width, height }) => ({
    ...{ file: fileName(folder, token), name: name ?? publicPart(token), mimetype, size },
    ...(width !== undefined && { width, height }),
  }));
  await zip.add(linesOf(lines));
  state.place = { ...state.place, after: last };
  if (more) return;
  await zip.close();
  state.place = { ...state.place, step: "fileBytes", after: "" };
}

async function writeFileBytes(work: Work): Promise<void> {
  const { zip, state, folder, isLate } = work;
  const { files, more, last } = await readFiles(work);
  for (const file of files) {
    await writeBytes(zip, fileName(folder, file.token), file);
    state.files++;
    state.place = { ...state.place, after: file.token };
    // a file may have many MB
    if (isLate()) return;
  }
  state.place = { ...state.place, after: last, ...(!more && { step: "end" }) };
}

async function writeBytes(zip: ZipWriter, name: string, { token, size }: FileItem): Promise<void> {
  await zip.begin(name);
  for (let at = 0; at < size; ) {
    const bytes = await someBytes(publicPart(token), pieceBytes, at);
    if (bytes.length === 0) break;
    await zip.add(bytes);
    at += bytes.length;
  }
  await zip.close();
}
