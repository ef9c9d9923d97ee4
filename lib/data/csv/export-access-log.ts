/*
 * Writes the access log of a space to a file: CSV for spreadsheets, or a line of JSON for each entry. The file is kept for a day, like that
 * of a table (export-table.ts).
 */
import { stringify } from "csv-stringify/sync";
import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import { readEntries } from "#lib/data/spaces/access-log/list-log";
import type { SpaceItem } from "#lib/data/spaces/spaces";
import { downloadAddress } from "#lib/files/storage";
import { openWriting } from "#lib/files/writing";
import { AppError } from "#lib/schemas/basics/error";
import type { AccessEntry, AccessLogQuery } from "#lib/schemas/identity/access-log";
import { escapeFormula } from "./export-csv.ts";
import { exportMilliseconds } from "./export-table.ts";

const mimetypes = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl; charset=utf-8" };

/** Returns an address for the download, which is valid for some minutes. Throws 413 if the export takes too long. */
export async function exportAccessLog(
  { id, name: space }: SpaceItem,
  { format, ...filters }: Omit<AccessLogQuery, "format"> & { format: keyof typeof mimetypes },
  caller: Caller,
): Promise<string> {
  const end = performance.now() + exportMilliseconds;
  const mimetype = mimetypes[format];
  const part = await attachments.reserve(mimetype.replace(/;.*/, ""), caller);
  const file = await openWriting(part, mimetype);
  try {
    if (format === "csv") await file.add(csvOf([columns.map(([name]) => name)]));
    for await (const entries of readEntries(id, filters, caller.now)) {
      if (performance.now() > end) throw tooLong();
      const rows = entries.map((entry) => columns.map(([, cell]) => textOf(cell(entry))));
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
      if (entries.length > 0) await file.add(format === "csv" ? csvOf(rows) : Buffer.from(lines.join("")));
    }
    await file.end();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return downloadAddress({ part, name: `${space} - access log.${format}`, mimetype }, new Date());
}

const columns: [name: string, cell: (entry: AccessEntry) => unknown][] = [
  ["time", ({ time }) => time],
  ["action", ({ action }) => action],
  ["actorId", ({ actor }) => actor.userId],
  ["actorName", ({ actor }) => actor.name],
  ["via", ({ actor }) => actor.via],
  ["viaId", ({ actor }) => actor.viaId],
  ["placeType", ({ place }) => place?.type],
  ["placeId", ({ place }) => place?.id],
  ["placeName", ({ place }) => place?.name],
  ["subjectType", ({ subject }) => subject?.type],
  ["subjectId", ({ subject }) => subject?.id],
  ["subjectName", ({ subject }) => subject?.name],
  ["tableId", ({ subject }) => subject?.tableId],
  ["before", ({ before }) => before],
  ["after", ({ after }) => after],
  ["requestId", ({ requestId }) => requestId],
  ["id", ({ id }) => id],
];

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Names are chosen by people, so none may be a formula of a spreadsheet. */
const csvOf = (rows: string[][]): Buffer =>
  Buffer.from(
    stringify(
      rows.map((cells) => cells.map(escapeFormula)),
      { record_delimiter: "windows", quoted_match: /[\r\n]/ },
    ),
  );

const tooLong = () =>
  new AppError(
    "payload_too_large",
    "The log is too long for one file: export it in parts, by startDate and endDate",
  );
