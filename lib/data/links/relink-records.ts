/*
 * Links restored records again with the records that they were linked with, if these still exist and no other record has taken them. Links
 * between records that are restored together were never removed.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { LinkItem } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import { find as findTable, type Schema, schemaOf, withKept } from "#lib/data/schema/table-schema";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { type Item, type Key, keyText } from "#lib/store/store";
import { beingChanged, changingSides } from "./changing.ts";
import { carriesNow } from "./keep-carried.ts";
import { type Ends, endsOf, othersIn, ownItems, readTheirs, schemaIn, tablesWritten } from "./link-ends.ts";
import { type HolderItem, isLink } from "./link-items.ts";
import { noteOthers, uncarried } from "./link-notes.ts";
import { Changes, hasCopy, hasItems, keepSome, keyOfLink, makeLinkItem } from "./link-sides.ts";
import { type NoteItem, noteChanges, notesOf, nothingFollows } from "./notes.ts";
import { OtherSide } from "./other-side.ts";

export interface Relinking {
  /** The restored records, with their links. */
  records: RecordItem[];
  changes: Change[];
  notes: NoteItem[];
}

/** If the relationship was changed after the record was deleted, only its cell still names the records that it was linked with. */
function formerLinks({ mine, record, others }: End): RecordId[] {
  const all = [...new Set([...others, ...linkedIds(record.cells[mine.id])])];
  return mine.isMany ? all : all.slice(0, 1);
}

interface End extends Ends {
  record: RecordItem;
  items: (LinkItem | HolderItem)[];
  others: RecordId[];
  /** The records that are linked again. */
  linked: RecordId[];
}

/** Plans the links of restored records. Three round trips if the table has links, otherwise none. */
export async function relinkRecords(
  schema: Schema,
  restored: RecordItem[],
  caller: Caller,
  deletedTime: string,
): Promise<Relinking> {
  if (changingSides(schema).length > 0)
    throw beingChanged("records of this table cannot be restored meanwhile");
  const ends = endsOf(schema);
  if (ends.length === 0) return { records: restored, changes: [], notes: [] };
  const together = new Set(restored.map(({ id }) => `${schema.table.id} ${id}`));
  const all: End[] = restored.flatMap((record) =>
    ends.map((end) => ({ record, ...end, items: [], others: [], linked: [] })),
  );
  await runTogether(
    all,
    async (end) => {
      end.items = await ownItems(end.mine, end.record.id);
      end.others = othersIn(end.mine, end.record, end.items);
      if (end.since && deletedTime < end.since)
        end.others = formerLinks(end).filter((id) => !together.has(`${end.theirs.tableId} ${id}`));
    },
    16,
  );
  const { records, theirs } = await readOthers(all);
  const following = nothingFollows();
  const carrying = new Set(
    schema.fields.flatMap((field) => (isLink(field) && carriesNow(field, caller.now) ? [field.id] : [])),
  );
  const items = new Changes(caller.now);
  const otherSide = new OtherSide({ by: caller.userId, time: caller.now }, theirs, { items });
  for (const end of all) {
    const { record, mine, theirs: side } = end;
    for (const other of end.others) {
      const there = { side, id: other, other: record.id };
      if (together.has(`${side.tableId} ${other}`)) end.linked.push(other);
      else if (records.has(keyText(recordKey(side.tableId, other))) && !otherSide.isTaken(there)) {
        const shows = hasItems(side) ? undefined : (await schemaIn(theirs, schema)(side.tableId))?.fields;
        otherSide.link(there, { link: { id: record.id }, field: shows?.find(({ id }) => id === side.id) });
        end.linked.push(other);
      }
    }
    const left = new Set(end.linked);
    for (const item of end.items) if (!left.has(item.other)) items.drop(item);
    const places = new Set(end.items.map(({ other }) => other));
    if (hasCopy(mine))
      for (const [i, other] of end.linked.entries())
        if (!places.has(other)) items.add(makeLinkItem(mine, record.id, other, items.place(i)));
    // two records that are restored together: the title of one may depend on its link to the other
    const back = end.linked.filter((id) => together.has(`${side.tableId} ${id}`));
    if (!mine.isHidden && back.length > 0)
      following.stale.push({ tableId: mine.tableId, id: record.id, fieldId: mine.id, retitled: back });
    // if the other record is being deleted at the same time, the later of the two calls sees the earlier one
    if (mine.isHidden && side.isMany)
      following.gone.push(...end.linked.map((id) => ({ tableId: side.tableId, id })));
    if (!mine.isHidden && end.linked.length > 0)
      following.sure.push({
        ...{ tableId: mine.tableId, id: record.id, fieldId: mine.id },
        foreignTableId: side.tableId,
        versions: Object.fromEntries(
          end.linked.flatMap((id) => {
            const there = records.get(keyText(recordKey(side.tableId, id)));
            return there ? [[id, there.version]] : [];
          }),
        ),
      });
    if (carrying.has(mine.id))
      following.later.stale.push(
        uncarried(
          mine.tableId,
          record.id,
          mine.id,
          end.linked.map((id) => ({ id })),
        ),
      );
  }
  following.stale.push(...otherSide.stale);
  await noteOthers(otherSide.records, schemaIn(theirs, schema), following);
  const shown = await Promise.all(
    restored.map((record) => withLinks(schema, record, all, { records, restored, caller })),
  );
  const notes = notesOf(following, caller);
  return { records: shown, changes: [...otherSide.changes(), ...noteChanges(notes)], notes };
}

/** Reads the other records, and what is stored for the links on their sides. */
async function readOthers(all: End[]) {
  const keys = all.flatMap(({ record, theirs, others }) =>
    others.flatMap((other) => [recordKey(theirs.tableId, other) as Key, keyOfLink(theirs, other, record.id)]),
  );
  const theirs = await readTheirs([...keys, ...tablesWritten(keys.length > 0 ? all : [])]);
  const records = new Map<string, RecordItem>();
  for (const { theirs: side, others } of all)
    for (const other of others) {
      const found: Item | undefined = theirs(recordKey(side.tableId, other));
      if (found) records.set(keyText(found), found as RecordItem);
    }
  return { records, theirs };
}

interface Around {
  records: ReadonlyMap<string, RecordItem>;
  restored: RecordItem[];
  caller: Caller;
}

/** The record with the copy of its links, with present titles. */
async function withLinks(
  schema: Schema,
  record: RecordItem,
  all: End[],
  { records, restored, caller }: Around,
): Promise<RecordItem> {
  const { more: _, carried: __, ...rest } = record;
  const shown: RecordItem = { ...rest, cells: { ...record.cells } };
  const { cells } = shown;
  const more: { [fieldId: string]: true } = {};
  for (const { mine, theirs, linked } of all.filter((end) => end.record === record && !end.mine.isHidden)) {
    const field = withKept(schema).find(({ id }) => id === mine.id);
    if (!field || !isLink(field)) continue;
    const own = theirs.tableId === schema.table.id ? restored : [];
    const there = linked.flatMap(
      (id) => records.get(keyText(recordKey(theirs.tableId, id))) ?? own.find((each) => each.id === id) ?? [],
    );
    const toLink = await titlesIn(theirs.tableId, there, field.options.lookupFieldId, caller);
    const links: LinkedRecord[] = there.map(toLink);
    const kept = keepSome(links);
    if (kept.length > 0) cells[mine.id] = kept;
    else delete cells[mine.id];
    if (kept.length < links.length) more[mine.id] = true;
  }
  return { ...shown, ...(Object.keys(more).length > 0 && { more }) };
}

async function titlesIn(
  tableId: Schema["table"]["id"],
  records: RecordItem[],
  lookupFieldId: string,
  caller: Caller,
) {
  const table = await findTable(tableId);
  const fields = table ? (await schemaOf(table)).fields : [];
  return titlesOf(records, { fields, lookupFieldId }, caller);
}
