/* A page of a shared view as HTML shows it: the text of each cell. */

import { writeCursor } from "#lib/data/query/cursors";
import { readList } from "#lib/data/query/list-records";
import { contextFor } from "#lib/data/records/show-records";
import { makeCellReader, mapInTurns } from "#lib/engine/cells/cell-reader";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsFiles, typeOf } from "#lib/engine/fields/field";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { sealCursor, unsealCursor } from "./share-cursor.ts";
import { type Share, visitorCaller } from "./shares.ts";

interface SharedPage {
  columns: { id: string; name: string; kind: "number" | "date" | "text" }[];
  rows: ShownCell[][];
  nextCursor: string | null;
}
/** Text, or files with their names. */
type ShownCell = string | { name: string; address: string }[];

const kinds = { number: "number", dateTime: "date", string: "text", boolean: "text" } as const;
const recordsOnPage = 50;
const shownLength = 500;
/** Limit of the JSON text. The HTML may be several times as long: escaped quotation marks, for example. */
const textBytes = 512 * 1024;

/** Reads a page of up to 50 records; throws 400 for an invalid cursor. */
export async function readSharedPage(
  share: Share,
  sealed: string | undefined,
  now: string,
): Promise<SharedPage> {
  const { view, schema } = share;
  const cursor = sealed === undefined ? sealed : unsealCursor(sealed, share);
  const defaults = { fieldKeyType: "id", cellFormat: "text", ignoreViewQuery: false, skip: 0 } as const;
  const query = { ...defaults, viewId: view.id, take: recordsOnPage, cursor };
  const { plan, page, queryKey } = await readList({ schema, rows: undefined }, query, visitorCaller(now));
  const columns = plan.look.shown.filter(({ type }) => type !== "button");
  const context = await contextFor(page.records, columns, plan.caller);
  const cellOf = (record: (typeof page.records)[number], field: Field): ShownCell => {
    const { text } = typeOf(field);
    const cell = makeCellReader(field, context)(record);
    if (cell === undefined) return "";
    if (holdsFiles(field))
      return (cell as Attachment[]).map((file) => ({ name: file.name, address: context.addressOf(file) }));
    return typeof cell === "boolean" ? "Yes" : shortened(text(cell, field.options, context));
  };
  const rows = await mapInTurns(page.records, context.work, (record) =>
    columns.map((field) => cellOf(record, field)),
  );
  const count = countFitting(rows, textBytes);
  const last = page.records[count - 1];
  const next = count < rows.length && last ? page.placeOf(last) : page.next;
  return {
    columns: columns.map((field) => ({
      id: field.id,
      name: field.name,
      kind: kinds[typeOf(field).cellValueType],
    })),
    rows: rows.slice(0, count),
    nextCursor: next === null ? null : sealCursor(writeCursor(next, queryKey), share),
  };
}

const shortened = (text: string) =>
  text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text;
