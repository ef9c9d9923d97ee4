/*
 * What a batch of written records changes in links. Both sides of a link are in the same commit:
 *
 *   own side      one   the cell             many  an item for each link
 *   other side    one   the other record     many  an item for each link       hidden  an item
 *
 * A record on the side that holds many is neither written nor checked, so many writers can link to it at the same time. Its cell, which
 * is a copy, follows from a note (notes.ts).
 *
 * The records were read first, then their links, then the records that they link: whoever changes one of them between is noticed by
 * the version of the record, by the items, or by the note.
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem, RecordWrite } from "#lib/data/records/records";
import { type DependentItem, readSchema, type TableItem } from "#lib/data/schema/table-schema";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FieldKeyType } from "#lib/schemas/records/record";
import { type Change, change, insert, remove } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItems, type Item, type Key, keyText, makeFinder, readAll } from "#lib/store/store";
import {
  type HolderItem,
  holderKey,
  isLink,
  type LinkField,
  type LinkItem,
  type LinkSides,
  linkKey,
  linksOf,
  sidesOf,
} from "./link-items.ts";
import { type Following, noteChange, notesOf, nothingFollows } from "./notes.ts";
import type { Targets } from "./read-targets.ts";
import { titlesOf } from "./titles.ts";

type Write = RecordWrite & { at: PropertyKey[] };

interface LinkBatch {
  table: Pick<TableItem, "id">;
  fields: Field[];
  fieldKeyType: FieldKeyType;
  /** What the request names; absent if the cells come from elsewhere. */
  targets?: Targets | undefined;
  /** The link fields elsewhere that show records of this table. */
  dependents?: DependentItem[];
}

/** A cell whose links the batch changes. */
interface LinkCell {
  write: Write;
  field: LinkField;
  sides: LinkSides;
  before: RecordId[];
  /** On a side that holds many: its items, in their order. */
  items: LinkItem[];
  after: LinkedRecord[];
  added: LinkedRecord[];
  removed: RecordId[];
}

export interface LinkChanges {
  /** The records after the batch: their cells hold what is stored. In the order of the batch. */
  writes: Write[];
  /** The changes of link items and of other records. */
  changes: Change[];
  /** What follows after the commit. */
  following: Following;
}

/** Whether a batch may change links, or titles that others show. */
export const touchesLinks = ({ fields, dependents = [] }: LinkBatch, writes: Write[]): boolean =>
  fields.some(
    (field) =>
      isLink(field) && writes.some(({ before, after }) => before?.cells[field.id] !== after.cells[field.id]),
  ) ||
  (dependents.length > 0 && writes.some(({ before, after }) => before && before !== after));

/** Plans the changes of links. Throws 400 for a record that is already linked by another one, or that the field may not link. */
export async function planLinks(batch: LinkBatch, sent: Write[], caller: Caller): Promise<LinkChanges> {
  const writes = sent.map((write) => ({
    ...write,
    after: { ...write.after, cells: { ...write.after.cells } },
  }));
  const cells = await readCells(batch, writes);
  const find = await readOthers(batch, cells);
  refuse(batch, cells, find);
  const following = nothingFollows();
  const changes = new Changes(caller);
  const titles = await ownTitles(batch, cells, caller);
  for (const cell of cells) {
    writeOwnSide(cell, changes);
    keepCopy(cell);
  }
  const partners = new Partners(writes);
  for (const cell of cells) {
    if (cell.sides.back.isMany) writeBackItems(cell, { find, changes, titles, following });
    else if (cell.sides.back.isHidden) writeHolders(cell, { find, changes });
    else partners.write(cell, { find, titles });
    noteOwn(cell, find, following);
  }
  following.changed.push(...changedTitles(batch, writes));
  const ended = writes.map((write, i) => endWrite(sent[i] as Write, write, partners.touched, caller));
  return { writes: ended, changes: [...changes.all(), ...partners.changes(caller)], following };
}

/** A record that the call does not change is not written, unless another record of the call changes its links. */
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

/** The notes of what follows, as changes for the commit. */
export const noteChanges = (following: Following, caller: Caller) => {
  const notes = notesOf(following, caller);
  return { notes, changes: notes.map(noteChange) };
};

/** Finds the cells that the batch changes, and reads the present links of those that hold many. */
async function readCells({ table, fields }: LinkBatch, writes: Write[]): Promise<LinkCell[]> {
  const cells: LinkCell[] = [];
  const links = fields.filter(isLink).map((field) => ({ field, sides: sidesOf(field, table.id) }));
  for (const write of writes)
    for (const { field, sides } of links) {
      const { before, after } = write;
      if (before?.cells[field.id] === after.cells[field.id]) continue;
      cells.push({
        ...{ write, field, sides, items: [], added: [], removed: [] },
        before: linkedIds(before?.cells[field.id]),
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
    const [had, has] = [new Set<string>(cell.before), new Set(cell.after.map(({ id }) => id as string))];
    cell.added = cell.after.filter(({ id }) => !had.has(id));
    cell.removed = cell.before.filter((id) => !has.has(id));
  }
  return cells;
}

export const byPlace = (a: LinkItem, b: LinkItem): number => a.at - b.at || (a.other < b.other ? -1 : 1);

type Find = ReturnType<typeof makeFinder>;

/** Reads the records and items of the other sides that the batch may change, unless the request has read them. */
async function readOthers({ targets }: LinkBatch, cells: LinkCell[]): Promise<Find> {
  const keys = new Map<string, Key>();
  const add = (key: Key) => keys.set(keyText(key), key);
  const known: Item[] = [];
  for (const { sides, write, added, removed } of cells) {
    const { back } = sides;
    for (const { id } of added) {
      const record = targets?.find(back.tableId, id);
      if (record) known.push(record);
      else add(recordKey(back.tableId, id));
    }
    for (const id of [...removed, ...(back.isMany ? [] : added.map((each) => each.id))]) {
      if (back.isMany) add(linkKey(back, id, write.after.id));
      else if (back.isHidden) add(holderKey(back, id));
      else if (!targets?.find(back.tableId, id)) add(recordKey(back.tableId, id));
      else known.push(targets.find(back.tableId, id) as RecordItem);
    }
  }
  const read = keys.size > 0 ? await getItems([...keys.values()]) : [];
  return makeFinder([...known, ...read]);
}

/** Throws 400 for records that are gone, that the field does not offer, or that another record holds. */
function refuse({ fieldKeyType, targets }: LinkBatch, cells: LinkCell[], find: Find): void {
  const issues: Issue[] = [];
  const released = new Set(
    cells.flatMap(({ sides, write, removed }) =>
      removed.map((id) => `${sides.back.id} ${id} ${write.after.id}`),
    ),
  );
  const claimed = new Set<string>();
  for (const { field, sides, write, after, added } of cells) {
    const { back } = sides;
    const say = (id: RecordId, message: string) => {
      const at = [...write.at, "fields", field[fieldKeyType]];
      const place = sides.own.isMany ? [after.findIndex((each) => each.id === id), "id"] : ["id"];
      issues.push({ path: pathOf([...at, ...place]), message });
    };
    for (const { id } of added) {
      const record = find<RecordItem>(recordKey(back.tableId, id));
      if (!record || (targets && !targets.mayLink(field, id))) {
        say(id, `${JSON.stringify(id)} is no record that this field can link to`);
        continue;
      }
      if (back.isMany) continue;
      const holder = back.isHidden
        ? find<HolderItem>(holderKey(back, id))?.other
        : linkedIds(record.cells[back.id])[0];
      const key = `${back.id} ${id}`;
      if (claimed.has(key))
        say(id, `${id} is linked by another record of this call; only one can link to it`);
      else if (holder && holder !== write.after.id && !released.has(`${key} ${holder}`))
        say(id, `${id} is already linked to by ${holder}; only one record can link to it`);
      claimed.add(key);
    }
  }
  if (issues.length > 0) throw invalid(issues);
}

/** The changes of items, one for each key. */
class Changes {
  readonly #changes = new Map<string, Change>();
  readonly #start: number;

  constructor({ now }: Pick<Caller, "now">) {
    this.#start = Date.parse(now) * 1000;
  }

  /** A place in the order of links: those of a later call come later. */
  place = (i: number): number => this.#start + i;

  add(item: Key & { entity: string; [attribute: string]: unknown }): void {
    const text = keyText(item);
    const other = this.#changes.get(text);
    // both sides of a pair in one call: one of them took the link away
    if (other?.op === "delete" && other.before) this.#changes.set(text, change(other.before, { ...item }));
    else this.#changes.set(text, insert(item));
  }

  alter(before: Item, attributes: Record<string, unknown>): void {
    this.#changes.set(keyText(before), change(before, attributes));
  }

  drop(item: Item | undefined): void {
    if (item && !this.#changes.has(keyText(item))) this.#changes.set(keyText(item), remove(item));
  }

  all = (): Change[] => [...this.#changes.values()];
}

function writeOwnSide(
  { sides: { own }, write, before, items, after, added, removed }: LinkCell,
  changes: Changes,
): void {
  if (!own.isMany) return;
  const { id } = write.after;
  const gone = new Set(removed);
  const places = new Map(after.map((each, i) => [each.id, i]));
  const left = before.filter((each) => !gone.has(each));
  const isInOrder = isDeepStrictEqual(
    after.map((each) => each.id),
    [...left, ...added.map((each) => each.id)],
  );
  for (const item of items) {
    if (gone.has(item.other)) changes.drop(item);
    else if (!isInOrder) changes.alter(item, { at: changes.place(places.get(item.other) ?? 0) });
  }
  for (const { id: other } of added)
    changes.add({
      ...linkKey(own, id, other),
      entity: "link",
      recordId: id,
      other,
      at: changes.place(places.get(other) ?? 0),
    });
}

/** What the record itself keeps of the cell. */
function keepCopy({ write, field: { id }, sides, before, after }: LinkCell): void {
  const { after: record } = write;
  const { [id]: _, ...more } = record.more ?? {};
  const isSame = isDeepStrictEqual(
    before,
    after.map((each) => each.id),
  );
  // the same links as before: also what is kept of them stays
  if (isSame && write.before) {
    const cell = write.before.cells[id];
    if (cell === undefined) delete record.cells[id];
    else record.cells[id] = cell;
    return;
  }
  const kept = sides.own.isMany ? keepSome(after) : after;
  if (kept.length > 0) record.cells[id] = kept;
  else delete record.cells[id];
  const left = kept.length < after.length ? { ...more, [id]: true as const } : more;
  if (Object.keys(left).length > 0) record.more = left;
  else delete record.more;
}

const bytesKept = 32 * 1024;

/** The first links of a cell, as many as a record keeps. */
export function keepSome(links: LinkedRecord[]): LinkedRecord[] {
  let bytes = 0;
  const first = links.slice(0, limits.linksKept);
  const end = first.findIndex((each) => {
    bytes += Buffer.byteLength(JSON.stringify(each));
    return bytes > bytesKept;
  });
  return end < 0 ? first : first.slice(0, Math.max(end, 1));
}

type Titles = (cell: LinkCell) => LinkedRecord;

/** How the records of the batch are shown by the fields of the other sides. */
async function ownTitles({ fields, table }: LinkBatch, cells: LinkCell[], caller: Caller): Promise<Titles> {
  const shown = new Map<string, Awaited<ReturnType<typeof titlesOf>>>();
  for (const [backId, group] of Map.groupBy(cells, ({ sides }) => sides.back.id)) {
    const [{ sides }] = group as [LinkCell];
    if (sides.back.isHidden || group.every(({ added }) => added.length === 0)) continue;
    const there = sides.back.tableId === table.id ? fields : (await readSchema(sides.back.tableId)).fields;
    const symmetric = there.find(({ id }) => id === backId);
    const lookupFieldId = symmetric && isLink(symmetric) ? symmetric.options.lookupFieldId : "";
    const records = group.map(({ write }) => write.after);
    shown.set(backId, await titlesOf(records, { fields, lookupFieldId }, caller));
  }
  return ({ sides, write }) => shown.get(sides.back.id)?.(write.after) ?? { id: write.after.id };
}

interface Around {
  find: Find;
  changes: Changes;
  titles: Titles;
  following: Following;
}

/** The other side holds many: an item for each link, and a note for the copy in the other record. */
function writeBackItems(
  { sides: { back }, write, added, removed }: LinkCell,
  { find, changes, titles, following }: Around,
): void {
  const { id: own } = write.after;
  for (const { id } of added) {
    changes.add({
      ...linkKey(back, id, own),
      entity: "link",
      recordId: id,
      other: own,
      at: changes.place(0),
    });
  }
  for (const id of removed) changes.drop(find<LinkItem>(linkKey(back, id, own)));
  if (back.isHidden) return;
  const title = added.length > 0 ? titles({ sides: { back }, write } as LinkCell) : undefined;
  for (const { id } of added) following.stale.push({ ...staleCell(back, id), added: title ? [title] : [] });
  for (const id of removed) following.stale.push({ ...staleCell(back, id), removed: [own] });
}

const staleCell = (back: LinkSides["back"], id: RecordId) => ({
  tableId: back.tableId,
  id,
  fieldId: back.id,
});

/** The other side is hidden and holds one: an item names the holder. */
function writeHolders(
  { sides: { back }, write, added, removed }: LinkCell,
  { find, changes }: Pick<Around, "find" | "changes">,
): void {
  const { id: own } = write.after;
  for (const id of removed) {
    const holder = find<HolderItem>(holderKey(back, id));
    if (holder?.other === own) changes.drop(holder);
  }
  for (const { id } of added) {
    const holder = find<HolderItem>(holderKey(back, id));
    // another record of the call gives it up
    if (holder) changes.alter(holder, { other: own });
    else changes.add({ ...holderKey(back, id), entity: "holder", recordId: id, other: own });
  }
}

/** Records of the other side that hold one link, and so are written in the same commit. */
class Partners {
  readonly #written: ReadonlyMap<string, Write>;
  readonly #others = new Map<string, { before: RecordItem; cells: RecordItem["cells"] }>();

  /** The records of the call itself that other records of the call change. */
  readonly touched = new Set<RecordItem>();

  constructor(writes: Write[]) {
    this.#written = new Map(writes.map((write) => [keyText(write.after), write]));
  }

  write(
    { sides: { back }, write, added, removed }: LinkCell,
    { find, titles }: Pick<Around, "find" | "titles">,
  ): void {
    const { id: own } = write.after;
    for (const id of removed) {
      const cells = this.#cellsOf(recordKey(back.tableId, id), find);
      if (cells && linkedIds(cells[back.id])[0] === own) delete cells[back.id];
    }
    for (const { id } of added) {
      const cells = this.#cellsOf(recordKey(back.tableId, id), find);
      if (cells) cells[back.id] = [titles({ sides: { back }, write } as LinkCell)];
    }
  }

  #cellsOf(key: Key, find: Find): RecordItem["cells"] | undefined {
    const text = keyText(key);
    // a record of the call itself
    const written = this.#written.get(text);
    if (written) {
      this.touched.add(written.after);
      return written.after.cells;
    }
    const record = find<RecordItem>(key);
    const other = this.#others.get(text) ?? (record && { before: record, cells: { ...record.cells } });
    if (other) this.#others.set(text, other);
    return other?.cells;
  }

  changes = ({ userId, now }: Caller): Change[] =>
    [...this.#others.values()].map(({ before, cells }) =>
      change(before, { cells, ...followed(before, userId, now) }),
    );
}

/** The attributes of a record whose links were changed from the other side. */
export const followed = ({ recomputes = 0 }: RecordItem, by: Caller["userId"], time: string) => ({
  recomputes: recomputes + 1,
  linked: { by, time },
});

/** The titles of linked records may have changed since they were read. */
function noteOwn({ field, sides, write, added }: LinkCell, find: Find, following: Following): void {
  if (added.length === 0) return;
  const versions: { [id: RecordId]: number } = {};
  for (const { id } of added) {
    const record = find<RecordItem>(recordKey(sides.back.tableId, id));
    if (record) versions[id] = record.version;
  }
  const { tableId } = sides.own;
  following.sure.push({
    ...{ tableId, id: write.after.id, fieldId: field.id },
    foreignTableId: sides.back.tableId,
    versions,
  });
}

/** Records whose titles elsewhere change with the batch. */
function changedTitles({ table, fields, dependents = [] }: LinkBatch, writes: Write[]): Following["changed"] {
  if (dependents.length === 0) return [];
  const watched = dependents.map(({ fieldId, options }) => ({
    fieldId,
    field: fields.find(({ id }) => id === options.lookupFieldId),
  }));
  return writes.flatMap(({ before, after }) => {
    if (!before || before === after) return [];
    const changed = watched.flatMap(({ fieldId, field }) =>
      field && isChanged(field, before, after) ? [fieldId] : [],
    );
    return changed.length > 0 ? [{ tableId: table.id, id: after.id, dependents: changed }] : [];
  });
}

function isChanged(field: Field, before: RecordItem, after: RecordItem): boolean {
  const { compute } = typeOf(field);
  return compute
    ? compute(before) !== compute(after)
    : !isDeepStrictEqual(before.cells[field.id], after.cells[field.id]);
}
