/*
 * Rewrites the cells of fields that were links and are now text, because the table that they showed was deleted (shown-tables.ts), or
 * because they were converted (unlink-field.ts):
 *
 *   records from the lowest number up, 500 per piece ──▶ items of the links
 *
 * Answers show the text even before, so nothing waits for this job. Pieces can be repeated.
 */

import * as z from "zod";
import { commitRecords } from "#lib/data/indexes/commit-records";
import { defineJob } from "#lib/data/jobs/define-job";
import { clearSomeLinks, sidesOfGone } from "#lib/data/links/clear-link-items";
import { isLink } from "#lib/data/links/link-items";
import { recordKey } from "#lib/data/records/record-keys";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { findKept, type Schema, schemaOf, withKept } from "#lib/data/schema/table-schema";
import { isOfPresentShape } from "#lib/engine/cells/stored-cells";
import { formerLinksText, isLinks } from "#lib/engine/field-types/shared/links";
import { autoNumberOf, FieldId, TableId } from "#lib/schemas/basics/ids";
import { change, retryOnConflictFrom } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem } from "#lib/store/store";

const recordsPerPiece = 500;
const sideBySide = 8;

const place = z.strictObject({
  fieldIds: z.array(FieldId),
  /** The generation of the links: the number of changes of their relationship. */
  generation: z.int().default(0),
  /** The table whose records have the hidden side of a one-way link, if that table still exists. */
  hiddenAt: TableId.exactOptional(),
  /** The autoNumber of the last record that is done. */
  number: z.int().default(0),
});

/** One piece of the job. */
export const textOfLinks = defineJob("textOfLinks", { needs: "tableId", place }, async (job) => {
  const { tableId, progress } = job;
  const { number: after, ...links } = job.at;
  const { fieldIds, ...places } = links;
  // in a table that is being cleared, another job removes everything
  const table = await findKept(tableId);
  if (!table) return { progress };
  const [{ records, more }, highest] = await Promise.all([
    readSlice({ tableId, after, skip: 0, take: recordsPerPiece }),
    lastNumber(tableId),
  ]);
  const schema = await schemaOf((await findKept(tableId)) ?? table);
  const left = records.filter((record) => needsRewriting(schema, record, fieldIds));
  await runTogether(left, (record) => rewrite(schema, record, fieldIds), sideBySide);
  const total = Math.max(progress.total ?? 0, highest);
  const last = records.at(-1);
  const done = more && last ? autoNumberOf(last.id) : total;
  if (done < total) return { progress: { done, total }, at: { ...links, number: done } };
  const isMore = await clearSomeLinks(
    fieldIds.flatMap((id) => sidesOfGone({ id, type: "link", ...places }, tableId)),
  );
  return { progress: { done, total }, ...(isMore && { at: { ...links, number: total } }) };
});

const hasLinks = ({ cells, more }: RecordItem, fieldIds: FieldId[]): boolean =>
  fieldIds.some((id) => isLinks(cells[id]) || more?.[id]);

/** The fields that have become links again, where this cell is still one from before: a call that did not know of the conversion has written it. */
const formerIn = (schema: Schema, record: RecordItem, fieldIds: FieldId[]): FieldId[] =>
  withKept(schema).flatMap((field) =>
    isLink(field) && fieldIds.includes(field.id) && !isOfPresentShape(record, field) ? [field.id] : [],
  );

const needsRewriting = (schema: Schema, record: RecordItem, fieldIds: FieldId[]): boolean =>
  hasLinks(record, textIn(schema, fieldIds)) || hasLinks(record, formerIn(schema, record, fieldIds));

/** The fields that are still text. The schema must be read after the records: if a field has become a link again, their cells may hold new links. */
const textIn = (schema: Schema, fieldIds: FieldId[]): FieldId[] => {
  const links = new Set<string>(withKept(schema).flatMap((field) => (isLink(field) ? [field.id] : [])));
  return fieldIds.filter((id) => !links.has(id));
};

/** Whether the field held one link or many when it was a link field. */
function wasLinkIn(schema: Schema, fieldId: FieldId): true | "one" {
  const field = withKept(schema).find(({ id }) => id === fieldId);
  return (
    [...(field?.former ?? []), ...(field ? [field] : [])].findLast(({ wasLink }) => wasLink)?.wasLink ?? true
  );
}

async function rewrite(start: Schema, found: RecordItem, fieldIds: FieldId[]): Promise<void> {
  const { id: tableId } = start.table;
  const readAgain = async () => {
    const record = await getItem<RecordItem>(recordKey(tableId, found.id));
    const table = await findKept(tableId);
    return { record, schema: table && (await schemaOf(table)) };
  };
  const both = { record: found, schema: start };
  await retryOnConflictFrom<Awaited<ReturnType<typeof readAgain>>, void>(
    both,
    readAgain,
    async ({ record, schema }) => {
      if (!record || !schema || !needsRewriting(schema, record, fieldIds)) return;
      const cells = { ...record.cells };
      const more = { ...record.more };
      for (const id of formerIn(schema, record, fieldIds)) {
        delete cells[id];
        delete more[id];
      }
      for (const id of textIn(schema, fieldIds)) {
        const text = isLinks(cells[id])
          ? formerLinksText(cells[id], wasLinkIn(schema, id), more[id])
          : cells[id];
        if (text === undefined) delete cells[id];
        else cells[id] = text;
        delete more[id];
      }
      const rest = Object.keys(more).length > 0 ? more : undefined;
      await commitRecords(schema, [change(record, { cells, more: rest })]);
    },
  );
}
