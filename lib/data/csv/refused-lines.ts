/*
 * The lines that an import refused, or imported without some of their cells, with the reasons. Each batch keeps its own in the commit that
 * writes its records, so every line is listed once. A download makes a CSV file of them.
 */

import { stringify } from "csv-stringify/sync";
import type { Caller } from "#lib/data/identity/caller";
import type { JobItem } from "#lib/data/jobs/jobs";
import * as attachments from "#lib/data/records/attachments";
import type { Line } from "#lib/engine/csv/lines";
import { downloadAddress } from "#lib/files/storage";
import { openWriting } from "#lib/files/writing";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, insert } from "#lib/store/commit";
import { getItem, type Item, keyAfter, keysStartingWith, readPage } from "#lib/store/store";
import { headerKey, type ImportItem, keepRefused, refusedStart } from "./imports.ts";

/** `[line, reason, cells]` */
type Listed = [line: number, reason: string, cells: string[]];
type ListedItem = Item & { lines: string };

const bytesPerItem = 256 * 1024;

/** The changes that keep the lines with these issues, and what the list holds after them. `lines` are those of the file. */
export function listRefused(
  { pk, listed = { lines: 0, bytes: 0, left: 0 } }: ImportItem,
  issues: BadLine[],
  lines: Line[],
  { now }: Caller,
): { changes: Change[]; listed: ImportItem["listed"] } {
  const after = { ...listed };
  const items: { first: number; bytes: number; lines: Listed[] }[] = [];
  const cellsOf = new Map(lines.map(({ line, cells }) => [line, cells]));
  for (const [line, reasons] of Map.groupBy(issues, (issue) => issue.line)) {
    const cells = cellsOf.get(line) ?? [];
    const size = Buffer.byteLength(JSON.stringify(cells));
    const isLong = size > limits.refusedLineBytes;
    const bytes = isLong ? 0 : size;
    if (after.lines >= limits.refusedLines || after.bytes + bytes > limits.refusedBytes) {
      after.left++;
      continue;
    }
    const reason = `${explain(reasons)}${isLong ? "; the line is too long for this file" : ""}`;
    const entry: Listed = [line, reason, isLong ? [] : cells];
    const last = items.at(-1);
    if (last && last.bytes + bytes <= bytesPerItem) {
      last.lines.push(entry);
      last.bytes += bytes;
    } else items.push({ first: line, bytes, lines: [entry] });
    after.lines++;
    after.bytes += bytes;
  }
  const changes = items.map(({ first, lines }) =>
    insert({
      pk,
      sk: `${refusedStart}${String(first).padStart(12, "0")}`,
      entity: "refusedLines",
      lines: JSON.stringify(lines),
      expiresAt: keepRefused(now),
    }),
  );
  return { changes, listed: after.lines + after.left > 0 ? after : undefined };
}

const explain = (issues: BadLine[]): string => {
  const text = issues.map(({ name, message }) => (name ? `${name}: ${message}` : message)).join("; ");
  return issues.every(({ emptied }) => emptied) ? `imported without this: ${text}` : text;
};

/** The address of a CSV file with the refused lines. Throws 404 if the job has none, or none any longer, 409 until it has ended. */
export async function refusedFile(job: JobItem | undefined, jobId: JobId, caller: Caller): Promise<string> {
  if (job?.kind !== "importRecords") throw notFound("import", jobId);
  if (job.state === "waiting" || job.state === "running")
    throw new AppError(
      "conflict",
      `The import is ${job.state}; its refused lines are complete when it has ended`,
    );
  const { pk } = headerKey(job.id);
  const header = await getItem<Item & { names: string[] }>(headerKey(job.id));
  const range = { pk, ...keysStartingWith(refusedStart), limit: 8 };
  let page = await readPage<ListedItem>(range);
  if (!header || page.items.length === 0)
    throw new AppError("not_found", "The import has refused no lines, or it ended more than a week ago");
  const mimetype = "text/csv; charset=utf-8";
  const part = await attachments.reserve("text/csv", caller);
  const file = await openWriting(part, mimetype);
  try {
    await file.add(rows([["Line", "Reason", ...header.names]]));
    for (;;) {
      const lines: Listed[] = page.items.flatMap((item) => JSON.parse(item.lines));
      await file.add(rows(lines.map(([line, reason, cells]) => [String(line), reason, ...cells])));
      const last = page.items.at(-1);
      if (!page.more || !last) break;
      page = await readPage<ListedItem>({ ...range, from: keyAfter(last.sk) });
    }
    const { unlisted = 0 } = job.result ?? {};
    if (unlisted > 0) await file.add(rows([["", `${unlisted} more lines are not in this file`]]));
    await file.end();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return downloadAddress({ part, name: "Refused lines.csv", mimetype }, new Date());
}

/** Lines of CSV. U+0000 would make the file no text. */
const rows = (cells: string[][]): Buffer =>
  Buffer.from(
    stringify(cells, { record_delimiter: "windows", quoted_match: /[\r\n]/ }).replaceAll("\0", "\ufffd"),
  );
