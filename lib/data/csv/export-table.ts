/*
 * A table as a CSV file (RFC 4180), which lies with the attachments for a day: API Gateway and Lambda take an answer whole and of 6 MB
 * at most, so it is written there while records are read, a page in memory at a time, and the answer leads to it.
 */
import { stringify } from "csv-stringify/sync";
import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import type { Schema } from "#lib/data/schema/table-schema";
import { downloadAddress } from "#lib/files/storage";
import { openWriting } from "#lib/files/writing";
import { AppError } from "#lib/schemas/basics/error";
import type { ExportQuery } from "#lib/schemas/tables/csv";
import { type ExportedPage, exportPages } from "./export-pages.ts";

/** API Gateway waits for 30 s. */
const mostMilliseconds = 22_000;

const mimetype = "text/csv; charset=utf-8";

/** Gives the address where it is for some minutes. */
export async function exportTable(schema: Schema, query: ExportQuery, caller: Caller): Promise<string> {
  const begun = performance.now();
  const pages = exportPages(schema, query, caller);
  // what is wrong with the request is told before anything is written
  const first = await pages.next();
  const part = await attachments.reserve("text/csv", caller);
  const file = await openWriting(part, mimetype);
  let count = 0;
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      await file.add(Buffer.from(textOf(page.value, query, page === first)));
      count += page.value.rows.length;
      if (performance.now() - begun > mostMilliseconds) throw tooLong(count);
    }
    await file.end();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return downloadAddress({ part, name: `${nameOf(schema, query)}.csv`, mimetype }, new Date());
}

function nameOf({ table, views }: Schema, { viewId }: ExportQuery): string {
  const view = views.find(({ id }) => id === viewId);
  return view ? `${table.name} - ${view.name}` : table.name;
}

const tooLong = (count: number) =>
  new AppError(
    "payload_too_large",
    `The table is too large for one call: after ${count} records its time was over. Export fewer fields, or read pages of the list`,
  );

function textOf(
  { fields, rows }: ExportedPage,
  { delimiter, bom, escapeFormulas }: ExportQuery,
  isFirst: boolean,
) {
  const lines = isFirst ? [fields.map(({ name }) => name), ...rows] : rows;
  const safe = escapeFormulas ? lines.map((cells) => cells.map(escaped)) : lines;
  return stringify(safe, {
    delimiter,
    bom: bom && isFirst,
    record_delimiter: "windows",
    // an empty line is none
    quoted_empty: fields.length === 1,
  });
}

/** What begins a formula, as wide letters too; a number below 0 is none, and would be text with a ' before it. */
const formula = /^(?!-[\d.,]+%?$)[=+\-@\t\r＝＋－＠]/;
const escaped = (text: string) => (formula.test(text) ? `'${text}` : text);
