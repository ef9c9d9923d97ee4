/*
 * What a batch of written records changes in links. Both sides of a link are in the same commit:
 *
 *   own side      one   the cell             many  an item for each link
 *   other side    one   the other record     many  an item for each link       hidden  an item
 *
 * A record on the side that holds many is neither written nor checked, so many writers can link to it at the same time. Its cell, which
 * is a copy, follows from a note (notes.ts).
 *
 * The records were read first, then their links, then the records that they link: a change of one of them between is noticed by
 * the version of the record, by the items, or by the note.
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { byPlace, type LinkItem, linksOf } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import {
  type DependentItem,
  readSchema,
  type Schema,
  schemaOf,
  type TableItem,
  tableKey,
} from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { mergeLists, type SeenList } from "#lib/engine/cells/merge-lists";
import { isOfPresentShape } from "#lib/engine/cells/stored-cells";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { isLinks, linkedIds } from "#lib/engine/field-types/shared/links";
import type { Field } from "#lib/engine/fields/field";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { Change } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { type Finder, getItems, type Item, type Key, keyText, makeFinder, readAll } from "#lib/store/store";
import { beingChanged } from "./changing.ts";
import { carriedOf, keepCarried } from "./keep-carried.ts";
import { isChanging, isLink, type LinkField, sidesOf } from "./link-items.ts";
import { noteChanged, noteOthers, noteOwn, type Watched } from "./link-notes.ts";
import {
  Changes,
  followed,
  hasItems,
  holderIn,
  keepCopy,
  keyOfLink,
  type LinkCell,
  type Titles,
  type Write,
  writeOwnSide,
} from "./link-sides.ts";
import { type Following, noteChanges, notesOf, nothingFollows } from "./notes.ts";
import { OtherSide } from "./other-side.ts";
import type { MadeLinked, Targets } from "./read-targets.ts";

interface LinkBatch {
  table: Pick<TableItem, "id">;
  fields: Field[];
  fieldKeyType: FieldKeyType;
  /** The records that the request names in link cells; absent if the cells do not come from a request. */
  targets?: Targets | undefined;
  /** The link fields of other tables that show records of this table. */
  dependents?: DependentItem[];
}

export interface LinkChanges {
  /** The records after the batch, in its order, with their cells as they will be stored. */
  writes: Write[];
  /** The changes of link items and of other records. */
  changes: Change[];
  /** The records that the call makes because it links them, by their tables, with the links that they hold. */
  made: { of: MadeLinked; writes: Write[] }[];
  /** The work that is left for after the commit. */
  following: Following;
  /** For each record, all links of the cells that have more links than the record keeps. */
  full: Map<string, Cells>;
}

/** Whether a batch may change links, or titles that other records show. */
export const touchesLinks = ({ fields, dependents = [] }: LinkBatch, writes: Write[]): boolean =>
  fields.some(
    (field) =>
      isLink(field) && writes.some(({ before, after }) => before?.cells[field.id] !== after.cells[field.id]),
  ) ||
  (dependents.length > 0 && writes.some(({ before, after }) => before && before !== after));

/** Plans the changes of links. Throws 400 if a linked record already belongs to another one, or if the field may not link it. */
export async function planLinks(batch: LinkBatch, sent: Write[], caller: Caller): Promise<LinkChanges> {
  const writes = sent.map((write) => ({
    ...write,
    after: { ...write.after, cells: { ...write.after.cells } },
  }));
  const cells = await readCells(batch, writes);
  const settled = leaveUnchanged(sent, writes, cells);
  const made = new Map(writes.flatMap(({ before, after }) => (before ? [] : [[after.id, after] as const])));
  const find = await readOthers(batch, cells, made);
  refuse(batch, cells, find, made);
  const following = nothingFollows();
  const changes = new Changes(caller.now);
  const { titles, shownBy } = await ownTitles(batch, cells, caller);
  const full: LinkChanges["full"] = new Map();
  for (const cell of cells) {
    writeOwnSide(cell, changes);
    const { write, field, before, after } = cell;
    keepCopy(cell);
    const had = new Set(before);
    const carried = write.before && carriedOf(write.before, field);
    keepCarried(
      write.after,
      field,
      {
        ids: after.map(({ id }) => id),
        known: (id) => (had.has(id) ? carried?.(id) : undefined),
        find: () => undefined,
      },
      caller.now,
    );
    if (write.after.more?.[field.id])
      full.set(write.after.id, { ...full.get(write.after.id), [field.id]: after });
  }
  const linked = new Set<string>(cells.flatMap(({ after }) => after.map(({ id }) => id)));
  const madeThere = (batch.targets?.made ?? []).map((of) => {
    const used = of.writes.filter(({ after }) => linked.has(after.id));
    return {
      of,
      writes: used.map((each) => ({ ...each, after: { ...each.after, cells: { ...each.after.cells } } })),
    };
  });
  const written = [...writes, ...madeThere.flatMap((each) => each.writes)];
  const otherSide = new OtherSide({ by: caller.userId, time: caller.now }, find, {
    items: changes,
    writes: written,
  });
  for (const cell of cells) {
    const { added, removed, write } = cell;
    const there = { side: cell.sides.back, other: write.after.id };
    for (const id of removed) otherSide.unlink({ ...there, id });
    const shown = { link: titles(cell), field: shownBy.get(cell.sides.back.id), record: write.after };
    for (const { id } of added) otherSide.link({ ...there, id }, shown);
    noteOwn(cell, find, following, caller.now);
    // cells that do not come from a request, for example those of an undone operation, hold old titles
    const isMade = cell.sides.back.tableId === batch.table.id && cell.after.some(({ id }) => made.has(id));
    const isUntitled =
      cell.after.some(({ title }) => title === undefined) && write.seenLinks?.has(cell.field.id);
    if ((!batch.targets || isMade || isUntitled) && cell.after.length > 0)
      following.stale.push({
        ...{ tableId: batch.table.id, id: write.after.id, fieldId: cell.field.id },
        retitled: cell.after.map(({ id }) => id),
      });
  }
  following.stale.push(...otherSide.stale);
  noteChanged(batch, writes, following);
  await noteOthers(otherSide.records, (id) => schemaAt(id, batch, find), following);
  const ended = writes.map((write, i) => endWrite(settled[i] as Write, write, otherSide.touched, caller));
  const some = madeThere.filter((each) => each.writes.length > 0);
  return { writes: ended, changes: otherSide.changes(), made: some, following, full };
}

/** The writes, with a record left as it was if its links stay the same. */
const leaveUnchanged = (sent: Write[], writes: Write[], cells: LinkCell[]): Write[] =>
  sent.map((each, i) => {
    const write = writes[i] as Write;
    const { unchanged } = each;
    if (!unchanged || !cells.filter((cell) => cell.write === write).every(isSameLinks)) return each;
    write.after = { ...unchanged, cells: { ...unchanged.cells } };
    return { ...each, after: unchanged };
  });

/** Whether the cell has the same links in the same order, and was written when the field was a link field already. */
const isSameLinks = ({ write, field, before, after }: LinkCell): boolean => {
  const { before: record } = write;
  return (
    (!record?.cells[field.id] || isOfPresentShape(record, field)) &&
    isDeepStrictEqual(
      before,
      after.map(({ id }) => id),
    )
  );
};

/** Leaves out a record that the call does not change, unless another record of the call changes its links. */
function endWrite(
  sent: Write,
  write: Write,
  touched: ReadonlySet<RecordItem>,
  { userId, now }: Caller,
): Write {
  const { before } = sent;
  if (!before || sent.after !== before) return write;
  if (!touched.has(write.after)) return sent;
  return {
    ...write,
    after: { ...write.after, version: before.version + 1, ...followed(before, userId, now) },
  };
}

/** The notes for the work left, and the changes that write them. */
export const planNotes = (following: Following, caller: Caller) => {
  const notes = notesOf(following, caller);
  return { notes, changes: noteChanges(notes) };
};

/** Finds the cells whose links the batch changes, and reads the present links on sides that hold many. */
async function readCells({ table, fields, fieldKeyType }: LinkBatch, writes: Write[]): Promise<LinkCell[]> {
  const cells: LinkCell[] = [];
  const links = fields.filter(isLink).map((field) => ({ field, sides: sidesOf(field, table.id) }));
  for (const write of writes)
    for (const { field, sides } of links) {
      const { before, after } = write;
      if (before?.cells[field.id] === after.cells[field.id]) continue;
      if (isChanging(field.options)) throw beingChanged(`cells of ${field.id} cannot be written meanwhile`);
      cells.push({
        ...{ write, field, sides, items: [], added: [], removed: [] },
        before: before && isOfPresentShape(before, field) ? linkedIds(before.cells[field.id]) : [],
        after: (after.cells[field.id] ?? []) as LinkedRecord[],
      });
    }
  const many = cells.filter(({ sides, write }) => sides.own.isMany && write.before);
  await runTogether(
    many,
    async (cell) => {
      const items = await readAll<LinkItem>(linksOf(cell.sides.own, cell.write.after.id));
      cell.items = items.sort(byPlace);
      cell.before = cell.items.map(({ other }) => other);
    },
    16,
  );
  for (const cell of cells) {
    const seen = cell.write.seenLinks?.get(cell.field.id);
    if (seen) cell.after = mergeCell(cell, seen, fieldKeyType);
    const [had, has] = [new Set<string>(cell.before), new Set(cell.after.map(({ id }) => id as string))];
    cell.added = cell.after.filter(({ id }) => !had.has(id));
    cell.removed = cell.before.filter((id) => !has.has(id));
  }
  return cells;
}

/** The links of a cell with what others linked and unlinked since the sender of the request read them. Throws 400 if they are too many. */
function mergeCell(
  { write, field, before, after }: LinkCell,
  seen: SeenList,
  fieldKeyType: FieldKeyType,
): LinkedRecord[] {
  const copy = write.before?.cells[field.id];
  // titles of the request were read just now
  const titled = new Map([...(isLinks(copy) ? copy : []), ...after].map((each) => [each.id, each]));
  const now = before.map((id): LinkedRecord => titled.get(id) ?? { id });
  const merged = mergeLists(seen, after, now);
  if (merged.length > limits.linksPerCell) {
    const path = pathOf([...write.at, "fields", field[fieldKeyType]]);
    throw invalid([{ path, message: `at most ${limits.linksPerCell} links per cell; got ${merged.length}` }]);
  }
  return merged;
}

/** Reads the records and items on the other sides that the batch may change, unless the request has read them already. */
async function readOthers(
  { table, targets }: LinkBatch,
  cells: LinkCell[],
  made: ReadonlyMap<RecordId, RecordItem>,
): Promise<Finder> {
  const keys = new Map<string, Key>();
  const add = (key: Key) => keys.set(keyText(key), key);
  const known: Item[] = [];
  for (const { sides, write, added, removed } of cells) {
    const { back } = sides;
    // the call creates this record, so nothing links to it yet
    const madeAt = back.tableId === table.id ? made : undefined;
    for (const { id } of added) {
      const record = madeAt?.get(id) ?? targets?.find(back.tableId, id);
      if (record) known.push(record);
      else add(recordKey(back.tableId, id));
    }
    for (const id of [...removed, ...(back.isMany ? [] : added.map((each) => each.id))]) {
      if (madeAt?.has(id)) continue;
      const record = hasItems(back) ? undefined : targets?.find(back.tableId, id);
      if (record) known.push(record);
      else add(keyOfLink(back, id, write.after.id));
    }
    // the commit writes records there, so their schema says what else must be updated
    const isWritten = !hasItems(back) && added.length + removed.length > 0;
    if (isWritten && back.tableId !== table.id && !targets?.schemaOf(back.tableId))
      add(tableKey(back.tableId));
  }
  const read = keys.size > 0 ? await getItems([...keys.values()]) : [];
  return makeFinder([...known, ...read]);
}

/** The schema of a table of which the batch writes records; undefined if that table was deleted. */
async function schemaAt(
  tableId: TableId,
  batch: LinkBatch,
  find: Finder,
): Promise<Watched | Schema | undefined> {
  if (tableId === batch.table.id) return batch;
  const table = find<TableItem>(tableKey(tableId));
  return batch.targets?.schemaOf(tableId) ?? (table && !table.deletedTime ? schemaOf(table) : undefined);
}

/** Throws 400 for records that do not exist, that the field does not offer, or that another record already holds. */
function refuse(
  { table, fieldKeyType, targets }: LinkBatch,
  cells: LinkCell[],
  find: Finder,
  made: ReadonlyMap<RecordId, RecordItem>,
): void {
  const issues: Issue[] = [];
  const [released, claimed] = [new Set<string>(), new Set<string>()];
  const wanted = new Map<string, LinkedRecord[]>();
  for (const { field, sides, write, after, removed } of cells) {
    wanted.set(`${field.id} ${write.after.id}`, after);
    for (const id of removed) released.add(`${sides.back.id} ${id} ${write.after.id}`);
  }
  for (const { field, sides, write, after, added } of cells) {
    const { back } = sides;
    const say = (id: RecordId, message: string) => {
      const at = [...write.at, "fields", field[fieldKeyType]];
      const place = sides.own.isMany ? [after.findIndex((each) => each.id === id), "id"] : ["id"];
      issues.push({ path: pathOf([...at, ...place]), message });
    };
    for (const { id } of added) {
      const record = find<RecordItem>(recordKey(back.tableId, id));
      const isMade = back.tableId === table.id && made.has(id);
      if (!record || (targets && !isMade && !targets.mayLink(field, id))) {
        say(id, `${JSON.stringify(id)} is no record that this field can link to`);
        continue;
      }
      if (back.isMany) continue;
      const holder = holderIn(back, find(keyOfLink(back, id, write.after.id)));
      const key = `${back.id} ${id}`;
      if (claimed.has(key))
        say(id, `${id} is linked by another record of this call; only one can link to it`);
      else if (holder && holder !== write.after.id && !released.has(`${key} ${holder}`))
        say(id, `${id} is already linked to by ${holder}; only one record can link to it`);
      else if (wanted.get(key) && !wanted.get(key)?.some((each) => each.id === write.after.id))
        say(id, `${id} is sent with another link in this call; only one record can link to it`);
      claimed.add(key);
    }
  }
  if (issues.length > 0) throw invalid(issues);
}

/** The links by which the other sides show the records of the batch, and the fields that show them. */
async function ownTitles(
  { fields, table, targets }: LinkBatch,
  cells: LinkCell[],
  caller: Caller,
): Promise<{ titles: Titles; shownBy: ReadonlyMap<string, LinkField> }> {
  const shown = new Map<string, Awaited<ReturnType<typeof titlesOf>>>();
  const shownBy = new Map<string, LinkField>();
  for (const [backId, group] of Map.groupBy(cells, ({ sides }) => sides.back.id)) {
    const [{ sides }] = group as [LinkCell];
    if (sides.back.isHidden || group.every(({ added }) => added.length === 0)) continue;
    const { tableId } = sides.back;
    const read = tableId === table.id ? fields : targets?.schemaOf(tableId)?.fields;
    const there = read ?? (await readSchema(tableId)).fields;
    const symmetric = there.find(({ id }) => id === backId);
    if (symmetric && isLink(symmetric)) shownBy.set(backId, symmetric);
    const lookupFieldId = symmetric && isLink(symmetric) ? symmetric.options.lookupFieldId : "";
    const records = group.map(({ write }) => write.after);
    shown.set(backId, await titlesOf(records, { fields, lookupFieldId }, caller));
  }
  const titles: Titles = ({ sides, write }) =>
    shown.get(sides.back.id)?.(write.after) ?? { id: write.after.id };
  return { titles, shownBy };
}
