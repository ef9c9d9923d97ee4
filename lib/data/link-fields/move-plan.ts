/*
 * Decides which links are kept when the relationship of their field changes. A record of the own table keeps its links in their order. If
 * it may hold only one, it keeps the first that fits. If a record of the other table may belong to only one, it goes to the first record in
 * the order of the own table.
 */

import { isDeepStrictEqual } from "node:util";
import type { JobItem } from "#lib/data/jobs/jobs";
import { othersIn, ownItems } from "#lib/data/links/link-ends";
import {
  type HolderItem,
  holderKey,
  type LinkField,
  type LinkSides,
  linkKey,
  nextSidesOf,
  sidesOf,
} from "#lib/data/links/link-items";
import { followed, keepSome, makeLinkItem } from "#lib/data/links/link-sides";
import { byPlace, type LinkItem, linksOf } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import type { Schema } from "#lib/data/schema/table-schema";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, change, insert, type NewItem } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import {
  type Finder,
  getItem,
  getItems,
  type Item,
  type Key,
  keyText,
  makeFinder,
  readAll,
} from "#lib/store/store";

export interface Moving {
  job: JobItem;
  own: Schema;
  foreign: Schema;
  field: LinkField;
  /** The field of the other table that shows the links. */
  symmetric?: LinkField;
}

/** A record with its links at the former places. */
interface Linked {
  record: RecordItem;
  others: RecordId[];
  /** The positions of the links in the cell, where items store them. */
  places: Map<RecordId, number>;
}

export async function readLinks(own: LinkSides["own"], records: RecordItem[]): Promise<Linked[]> {
  const linked = records.map((record): Linked => ({ record, others: [], places: new Map() }));
  await runTogether(
    linked,
    async (each) => {
      const items = await ownItems(own, each.record.id);
      each.others = othersIn(own, each.record, items);
      for (const item of items) each.places.set(item.other, (item as LinkItem).at);
    },
    16,
  );
  return linked;
}

/**
 * The changes that move the links of records on both sides: items, and the cells of these records, in the order of the records. `isAgain`:
 * some of the items may exist already.
 */
export async function planOwn(moving: Moving, linked: Linked[], isAgain: boolean): Promise<Change[]> {
  const { field, own: schema, foreign, job } = moving;
  const [was, next] = [sidesOf(field, schema.table.id), nextSidesOf(field, schema.table.id)];
  const around = await readAround(linked, { was, next, isAgain });
  const there = [...new Set(linked.flatMap(({ others }) => others))].flatMap(
    (id) => around<RecordItem>(recordKey(next.back.tableId, id)) ?? [],
  );
  const how = { fields: foreign.fields, lookupFieldId: field.options.lookupFieldId };
  const toLink = await titlesOf(there, how, { userId: job.createdBy, now: job.createdTime });
  const byId = new Map(there.map((record) => [record.id, record]));
  const taken = new Map<RecordId, RecordId>();
  const start = Date.parse(job.createdTime) * 1000;
  return linked.flatMap(({ record, others, places }) => {
    const holderOf = (id: RecordId) => taken.get(id) ?? around<HolderItem>(holderKey(next.back, id))?.other;
    const fitting = others.filter(
      (id) => byId.has(id) && (next.back.isMany || (holderOf(id) ?? record.id) === record.id),
    );
    const kept = next.own.isMany ? fitting : fitting.slice(0, 1);
    for (const id of kept) taken.set(id, record.id);
    const items = kept.flatMap((id, i): NewItem[] => {
      const placeThere = around<LinkItem>(linkKey(was.back, id, record.id))?.at ?? start;
      return [
        ...(next.own.isMany ? [makeLinkItem(next.own, record.id, id, places.get(id) ?? start + i)] : []),
        makeLinkItem(next.back, id, record.id, placeThere),
      ];
    });
    const missing = items.filter((item) => !around(item));
    const titled = new Map(((record.cells[field.id] ?? []) as LinkedRecord[]).map((each) => [each.id, each]));
    const links = kept.map((id) => titled.get(id) ?? toLink(byId.get(id) as RecordItem));
    return [
      ...missing.map(insert),
      ...cellChanges(moving, record, { id: field.id, links, count: kept.length }),
    ];
  });
}

/** Reads the linked records, and the items at the former and the new places of the other side. */
async function readAround(
  linked: Linked[],
  { was, next, isAgain }: { was: LinkSides; next: LinkSides; isAgain: boolean },
): Promise<Finder> {
  const keys = new Map<string, Key>();
  const add = (key: Key) => keys.set(keyText(key), key);
  for (const { record, others } of linked)
    for (const id of others) {
      add(recordKey(next.back.tableId, id));
      if (!next.back.isMany) add(holderKey(next.back, id));
      if (next.back.isMany && was.back.isMany) add(linkKey(was.back, id, record.id));
      if (isAgain && next.back.isMany) add(linkKey(next.back, id, record.id));
      if (isAgain && next.own.isMany) add(linkKey(next.own, record.id, id));
    }
  return makeFinder(keys.size > 0 ? await getItems<Item>([...keys.values()]) : []);
}

/** The changes of cells of the other table's records, from the links at their new places. */
export async function planBack(moving: Moving, records: RecordItem[]): Promise<Change[]> {
  const { field, symmetric, own, job } = moving;
  if (!symmetric) return [];
  const { back } = nextSidesOf(field, own.table.id);
  const linked = await Promise.all(
    records.map(async (record) => {
      if (back.isMany) {
        const items = (await readAll<LinkItem>(linksOf(back, record.id))).sort(byPlace);
        return {
          record,
          ids: items.slice(0, limits.linksKept).map(({ other }) => other),
          count: items.length,
        };
      }
      const holder = await getItem<HolderItem>(holderKey(back, record.id));
      return { record, ids: holder ? [holder.other] : [], count: holder ? 1 : 0 };
    }),
  );
  const keys = [...new Set(linked.flatMap(({ ids }) => ids))].map((id) => recordKey(own.table.id, id));
  const there = keys.length > 0 ? await getItems<RecordItem>(keys) : [];
  const how = { fields: own.fields, lookupFieldId: symmetric.options.lookupFieldId };
  const toLink = await titlesOf(there, how, { userId: job.createdBy, now: job.createdTime });
  const byId = new Map(there.map((record) => [record.id, record]));
  return linked.flatMap(({ record, ids, count }) => {
    const links = ids.flatMap((id) => {
      const other = byId.get(id);
      return other ? [toLink(other)] : [];
    });
    return cellChanges(moving, record, { id: symmetric.id, links, count });
  });
}

/** The change of what the record itself keeps of its links; none if that stays the same. */
function cellChanges(
  { job }: Moving,
  record: RecordItem,
  { id, links, count }: { id: string; links: LinkedRecord[]; count: number },
): Change[] {
  const kept = keepSome(links);
  const { [id]: _, ...cells } = record.cells;
  const { [id]: had, ...more } = record.more ?? {};
  const isCut = kept.length < count;
  if (isCut) more[id] = true;
  if (isDeepStrictEqual(record.cells[id] ?? [], kept) && isCut === Boolean(had)) return [];
  const { recomputes, linked } = followed(record, job.createdBy, job.createdTime);
  const isMember = !isDeepStrictEqual(linkedIds(record.cells[id]), linkedIds(kept));
  return [
    change(record, {
      cells: { ...cells, ...(kept.length > 0 && { [id]: kept }) },
      more: Object.keys(more).length > 0 ? more : undefined,
      recomputes,
      ...(isMember && { linked }),
    }),
  ];
}
