/* Finds the records that have given titles, by an index or by a scan of their table, and those that a link field may link. */

import type { Caller } from "#lib/data/identity/caller";
import { lookUpCells } from "#lib/data/query/look-up";
import { planQuery } from "#lib/data/query/query-plan";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { scan } from "#lib/data/records/scan";
import { type ToLink, titlesOf } from "#lib/data/records/titles";
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import { filterInTurns } from "#lib/engine/cells/cell-reader";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { getItems } from "#lib/store/store";
import type { LinkField } from "./link-items.ts";

const recordsPerRead = 100;

export type Fits = (records: RecordItem[]) => Promise<RecordItem[]>;

/** Keeps the records that a view and a filter show. */
export function makeFilter(
  schema: Schema,
  { view, filter }: { view: ViewItem | undefined; filter: LinkField["options"]["filter"] },
  caller: Caller,
): Fits {
  const query = {
    fieldKeyType: "id" as const,
    ...(view && { viewId: view.id }),
    ...(filter && { keptFilter: filter }),
  };
  const plan = planQuery(schema, query as never, caller);
  return async (records) => filterInTurns(await plan.prepare(records), plan, plan.matches);
}

/**
 * Finds the record with each of these titles; `several` if more than one has it. The best match counts: the title itself, then the title
 * without white space at its ends, then the text of the primary field, likewise.
 */
export async function findTitled(
  schema: Schema,
  { options }: LinkField,
  titles: ReadonlySet<string>,
  { fits, caller }: { fits: Fits; caller: Caller },
): Promise<Map<string, RecordItem | "several">> {
  /** For each title the best match so far: how well it fits, and whether several records fit as well */
  const best = new Map<string, { rank: number; record: RecordItem; isShared: boolean }>();
  const offer = (title: string, rank: number, record: RecordItem) => {
    if (!titles.has(title)) return;
    const known = best.get(title);
    if (!known || rank < known.rank) best.set(title, { rank, record, isShared: false });
    else if (rank === known.rank && record.id !== known.record.id) known.isShared = true;
  };
  const { table, fields } = schema;
  const primary = fields.find(({ isPrimary }) => isPrimary)?.id ?? options.lookupFieldId;
  const sources = [...new Set([options.lookupFieldId, primary])];
  const offerAll = async (records: RecordItem[]) => {
    const fitting = await fits(records);
    for (const [i, lookupFieldId] of sources.entries()) {
      const toLink: ToLink = await titlesOf(fitting, { fields, lookupFieldId }, caller);
      for (const record of fitting) {
        const { title } = toLink(record);
        if (title === undefined) continue;
        offer(title, 2 * i, record);
        if (title !== title.trim()) offer(title.trim(), 2 * i + 1, record);
      }
    }
  };
  const titleField = fields.find(({ id }) => id === options.lookupFieldId);
  const indexed = await lookUpCells(schema, titleField, [...titles]);
  for (const some of cutIntoPieces(indexed ?? [], recordsPerRead))
    await offerAll(await getItems<RecordItem>(some.map((id) => recordKey(table.id, id))));
  // an index does not find titles that are similar only, which count if no record has the title itself
  if ([...titles].some((title) => best.get(title)?.rank !== 0))
    await scan({ tableId: table.id, userId: caller.userId }, fields, offerAll);
  // the scan reads only some attributes, but a record that is written must be read in full
  const single = [...best.values()].filter(({ isShared }) => !isShared);
  const ids = [...new Set(single.map(({ record }) => record.id))];
  const read = await getItems<RecordItem>(ids.map((id) => recordKey(table.id, id)));
  const byId = new Map(read.map((record) => [record.id, record]));
  return new Map(
    [...best].flatMap(([title, { record, isShared }]): [string, RecordItem | "several"][] => {
      const full = isShared ? "several" : byId.get(record.id);
      return full ? [[title, full]] : [];
    }),
  );
}
