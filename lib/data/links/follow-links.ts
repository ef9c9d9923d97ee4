/*
 * Does what commits with links leave to do (notes.ts): the copies of links in records of sides that hold many, and titles.
 *
 *   commit ──▶ followSoon: up to 200 records and a second, before the answer ──▶ the note is removed
 *          └─▶ consumer, two seconds later, if the note is still there ──▶ schedule, every five minutes
 *
 * A record is read first, then what follows in it, then it is written if its version is the same. It is always written, also where
 * nothing differs: so a slower writer, who has read older links or titles, is refused and reads again.
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { find as findTable, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, Refused, removeKey, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, getItems, type Key, keyText, readAll } from "#lib/store/store";
import { clearLinksOfGone } from "./clear-gone.ts";
import {
  type HolderItem,
  holderKey,
  isLink,
  type LinkField,
  type LinkItem,
  type LinkSide,
  linksOf,
  sidesOf,
  sidesOfDependent,
} from "./link-items.ts";
import type { ChangedTitle, NoteItem, StaleCell, SureCell } from "./notes.ts";
import { byPlace, followed, keepSome } from "./plan-links.ts";
import { titlesOf } from "./titles.ts";

/** So many records are brought up to date before the answer. */
const recordsAtOnce = 200;
const msAtOnce = 1000;

/** Does what the notes ask for, if it is little; what fails or takes longer is left to the consumer. Never throws. */
export async function followSoon(notes: NoteItem[], isStaged: boolean): Promise<void> {
  const count = notes.reduce(
    (sum, { stale, sure, changed, gone }) => sum + stale.length + sure.length + changed.length + gone.length,
    0,
  );
  if (count === 0 || count > recordsAtOnce) return;
  const timer = new Promise<void>((resolve) => setTimeout(resolve, msAtOnce).unref());
  const work = runTogether(notes, (note) =>
    followNote(note, { keepsNote: isStaged, mostRecords: recordsAtOnce }),
  ).catch(() => {});
  await Promise.race([work, timer]);
}

interface How {
  /** The note is still part of a staged commit: whoever finds it later does all again, and removes it. */
  keepsNote?: boolean;
  /** Above this many records the note is left. */
  mostRecords?: number;
}

/** Does all that a note asks for, any number of times, and removes it. Throws if something is in the way. */
export async function followNote(
  note: NoteItem,
  { keepsNote = false, mostRecords }: How = {},
): Promise<void> {
  const { stale, sure, changed, gone, by, time } = note;
  const cells = mergeStale(stale);
  const [fromSure, fromTitles] = await Promise.all([staleOfSure(sure), staleOfTitles(changed, mostRecords)]);
  if (!fromTitles) return;
  for (const each of gone) await clearLinksOfGone(each, { by, time });
  const all = mergeStale([...cells, ...fromSure.cells, ...fromTitles]);
  for (const each of fromSure.gone) await clearLinksOfGone(each, { by, time });
  const removal = keepsNote ? [] : [removeKey(note)];
  await followCells(all, { by, time, last: removal });
}

interface Stale extends StaleCell {
  /** Links were made or removed there: history and webhooks hear of it. */
  isMember?: true;
}

/** One entry for each cell. */
function mergeStale(stale: Stale[]): Stale[] {
  const merged = new Map<string, Stale>();
  for (const each of stale) {
    const key = `${each.id} ${each.fieldId}`;
    const other = merged.get(key);
    const isMember = [other?.isMember, each.isMember, each.added?.length, each.removed?.length].some(Boolean);
    merged.set(key, {
      ...{ tableId: each.tableId, id: each.id, fieldId: each.fieldId },
      added: [...(other?.added ?? []), ...(each.added ?? [])],
      removed: [...(other?.removed ?? []), ...(each.removed ?? [])],
      retitled: [...(other?.retitled ?? []), ...(each.retitled ?? [])],
      ...(isMember && { isMember: true as const }),
    });
  }
  return [...merged.values()];
}

/** The cells whose linked records have changed, or gone, since the links were made. */
async function staleOfSure(sure: SureCell[]) {
  const keys = new Map<string, Key>();
  for (const { foreignTableId, versions } of sure)
    for (const id of Object.keys(versions)) {
      const key = recordKey(foreignTableId, id);
      keys.set(keyText(key), key);
    }
  const found = keys.size > 0 ? await getItems<RecordItem>([...keys.values()]) : [];
  const versionOf = new Map<string, number>(found.map((item) => [keyText(item), item.version]));
  const gone = new Map<string, { tableId: TableId; id: RecordId }>();
  const cells = sure.flatMap(({ tableId, id, fieldId, foreignTableId, versions }): Stale[] => {
    const changed = (Object.keys(versions) as RecordId[]).filter((other) => {
      const now = versionOf.get(keyText(recordKey(foreignTableId, other)));
      if (now === undefined) gone.set(other, { tableId: foreignTableId, id: other });
      return now !== undefined && now !== versions[other];
    });
    return changed.length > 0 ? [{ tableId, id, fieldId, retitled: changed }] : [];
  });
  return { cells, gone: [...gone.values()] };
}

/** The cells elsewhere that show the titles of these records. `undefined` if they are more than `most`. */
async function staleOfTitles(
  changed: ChangedTitle[],
  most = Number.POSITIVE_INFINITY,
): Promise<Stale[] | undefined> {
  const cells: Stale[] = [];
  for (const { tableId, id, dependents } of changed) {
    const table = await findTable(tableId);
    if (!table) continue;
    const schema = await schemaOf(table);
    for (const item of schema.dependents.filter(({ fieldId }) => dependents.includes(fieldId))) {
      const { own, back } = sidesOfDependent(item);
      for (const other of await linkedFrom(back, id))
        cells.push({ tableId: own.tableId, id: other, fieldId: own.id, retitled: [id] });
    }
    if (cells.length > most) return undefined;
  }
  return cells;
}

/** The records that a record is linked with on this side. */
export async function linkedFrom(side: LinkSide, id: RecordId): Promise<RecordId[]> {
  if (side.isMany) return (await readAll<LinkItem>(linksOf(side, id))).map(({ other }) => other);
  if (side.isHidden) {
    const holder = await getItem<HolderItem>(holderKey(side, id));
    return holder ? [holder.other] : [];
  }
  const record = await getItem<RecordItem>(recordKey(side.tableId, id));
  return linkedIds(record?.cells[side.id]);
}

interface Following {
  by: NoteItem["by"];
  time: string;
  /** Changes for the last commit. */
  last?: Change[];
}

const recordsPerCommit = 40;

/** Brings cells up to date: together if nobody is in the way, else each by itself. */
export async function followCells(cells: Stale[], { by, time, last = [] }: Following): Promise<void> {
  const groups = [...Map.groupBy(cells, ({ tableId }) => tableId).values()].flatMap((ofTable) => {
    const byRecord = [...Map.groupBy(ofTable, ({ id }) => id).values()];
    return Array.from({ length: Math.ceil(byRecord.length / recordsPerCommit) }, (_, i) =>
      byRecord.slice(i * recordsPerCommit, (i + 1) * recordsPerCommit),
    );
  });
  if (groups.length <= 1) {
    const [group = []] = groups;
    if (await tryTogether(group, { by, time, last })) return;
    await runTogether(group, (record) => retryOnConflict(() => follow([record], { by, time }, true)), 8);
  } else
    await runTogether(
      groups,
      async (group) => {
        if (!(await tryTogether(group, { by, time, last: [] })))
          await runTogether(
            group,
            (record) => retryOnConflict(() => follow([record], { by, time }, true)),
            4,
          );
      },
      4,
    );
  if (last.length > 0)
    await commit(last).catch((error: unknown) => {
      // somebody else has done the same
      if (!(error instanceof Refused)) throw error;
    });
}

/** False if another writer was in the way. */
const tryTogether = (group: Stale[][], how: Required<Following>): Promise<boolean> =>
  follow(group, how, false).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );

/** Computes the cells of some records of one table again and writes these. Throws `Refused` if one has changed meanwhile. */
async function follow(group: Stale[][], { by, time, last = [] }: Following, isAgain: boolean): Promise<void> {
  const [[first] = []] = group;
  const table = first && (await findTable(first.tableId));
  const schema = table && (await schemaOf(table));
  const records = schema
    ? await getItems<RecordItem>(group.flatMap(([one]) => (one ? [recordKey(one.tableId, one.id)] : [])))
    : [];
  const byId = new Map(records.map((record) => [record.id, record]));
  const cells = group.flatMap((ofRecord) =>
    ofRecord.flatMap((stale) => {
      const record = byId.get(stale.id);
      const field = schema?.fields.find(({ id }) => id === stale.fieldId);
      return record && field && isLink(field) ? [{ stale, record, field }] : [];
    }),
  );
  const computed = schema ? await computeCells(schema, cells, isAgain) : new Map<RecordItem, Computed>();
  const changes = [...computed].map(([record, { cells: now, more, isMember }]) => {
    const { recomputes, linked } = followed(record, by, time);
    return change(record, {
      cells: now,
      more: Object.keys(more).length > 0 ? more : undefined,
      recomputes,
      ...(isMember && { linked }),
    });
  });
  if (changes.length + last.length > 0) await commit([...changes, ...last]);
}

interface CellToFollow {
  stale: Stale;
  record: RecordItem;
  field: LinkField;
}

interface Computed {
  cells: RecordItem["cells"];
  more: { [fieldId: string]: true };
  isMember: boolean;
}

/** The new cells of each record that has to be written. */
async function computeCells(
  { table }: Schema,
  cells: CellToFollow[],
  isAgain: boolean,
): Promise<Map<RecordItem, Computed>> {
  const wanted = await Promise.all(cells.map((cell) => linksNow(cell, table.id)));
  const needed = new Map<TableId, Set<RecordId>>();
  for (const [i, now] of wanted.entries()) {
    const { field, stale, record } = cells[i] as CellToFollow;
    if (!now) continue;
    const known = knownTitles(record, stale, field, isAgain);
    for (const id of now.shown) {
      if (known.has(id)) continue;
      const { foreignTableId } = field.options;
      needed.set(foreignTableId, (needed.get(foreignTableId) ?? new Set()).add(id));
    }
  }
  const foreign = await readForeign(needed);
  const computed = new Map<RecordItem, Computed>();
  for (const [i, now] of wanted.entries()) {
    const { field, stale, record } = cells[i] as CellToFollow;
    if (!now) continue;
    const known = knownTitles(record, stale, field, isAgain);
    const toLink = await foreign.titlesFor(field);
    const links = now.shown.flatMap((id) => known.get(id) ?? toLink(id) ?? []);
    const kept = field.options.relationship && keepSome(links);
    const result = computed.get(record) ?? {
      cells: { ...record.cells },
      more: { ...record.more },
      isMember: false,
    };
    if (kept.length > 0) result.cells[field.id] = kept;
    else delete result.cells[field.id];
    if (now.count > kept.length) result.more[field.id] = true;
    else delete result.more[field.id];
    result.isMember ||= stale.isMember === true;
    computed.set(record, result);
  }
  return computed;
}

interface LinksNow {
  /** The first links, as many as a record may keep. */
  shown: RecordId[];
  /** How many there are in all. */
  count: number;
}

/** The links of a cell as they are now; `undefined` if the record needs no change. */
async function linksNow(
  { stale, record, field }: CellToFollow,
  tableId: TableId,
): Promise<LinksNow | undefined> {
  const { own } = sidesOf(field, tableId);
  const kept = (record.cells[field.id] ?? []) as LinkedRecord[];
  const keptIds = linkedIds(kept);
  const has = (ids: RecordId[] = []) => ids.some((id) => keptIds.includes(id));
  if (!own.isMany) return { shown: keptIds, count: keptIds.length };
  // what the record keeps is not affected: later links come after those that it keeps
  if (record.more?.[field.id] && !has(stale.removed) && !has(stale.retitled)) return undefined;
  // only titles, and all of them are kept: which records are linked does not change
  if (!stale.isMember && stale.retitled?.every((id) => keptIds.includes(id)))
    return { shown: keptIds, count: record.more?.[field.id] ? keptIds.length + 1 : keptIds.length };
  const items = (await readAll<LinkItem>(linksOf(own, record.id))).sort(byPlace);
  return { shown: items.slice(0, 100).map(({ other }) => other), count: items.length };
}

/** The titles that need not be read: those in the record, and those of links made by the commit itself. */
function knownTitles(
  record: RecordItem,
  { added = [], retitled = [] }: Stale,
  { id }: LinkField,
  isAgain: boolean,
) {
  const known = new Map<RecordId, LinkedRecord>();
  if (!isAgain) for (const each of added) known.set(each.id, each);
  for (const each of (record.cells[id] ?? []) as LinkedRecord[]) known.set(each.id, each);
  for (const each of retitled) known.delete(each);
  return known;
}

/** Reads linked records and their schemas. */
async function readForeign(needed: ReadonlyMap<TableId, ReadonlySet<RecordId>>) {
  const tables = new Map<TableId, { schema: Schema; records: Map<RecordId, RecordItem> }>();
  await Promise.all(
    [...needed].map(async ([tableId, ids]) => {
      const [table, records] = await Promise.all([
        findTable(tableId),
        getItems<RecordItem>([...ids].map((id) => recordKey(tableId, id))),
      ]);
      if (!table) return;
      tables.set(tableId, {
        schema: await schemaOf(table),
        records: new Map(records.map((each) => [each.id, each])),
      });
    }),
  );
  const now = new Date().toISOString();
  return {
    titlesFor: async ({ options }: LinkField) => {
      const found = tables.get(options.foreignTableId);
      if (!found) return () => undefined;
      const { schema, records } = found;
      const how = { fields: schema.fields, lookupFieldId: options.lookupFieldId };
      const toLink = await titlesOf([...records.values()], how, { userId: schema.table.createdBy, now });
      return (id: RecordId) => {
        const record = records.get(id);
        return record && toLink(record);
      };
    },
  };
}
