/*
 * A table and its schema.
 *
 *          pk            sk           cost
 *  table   TABLE#<id>    TABLE        get 1 RCU, by each request below it
 *  field   TABLE#<id>    FIELD#<fld>  \ the whole schema with the table: one Query, 1 RCU for each 4 KB,
 *  view    TABLE#<id>    VIEW#<viw>   / kept in memory while the table shows the same schemaVersion
 *  copy    BASE#<base>   TABLE#<id>   the base's list of tables: one Query; written with the table
 *
 * Whatever changes a table's place in its base's list (name, dbTableName, order) changes the base's version too: of two
 * who want the same name at once, one looks again.
 */
import type { Field } from "#lib/engine/field";
import { makeRoom } from "#lib/engine/places";
import { notFound, unknownInside } from "#lib/schemas/error";
import type { BaseId, FieldId, JobId, SpaceId, TableId, UserId, ViewId } from "#lib/schemas/ids";
import type { TableHead, TablePlace } from "#lib/schemas/table";
import * as bases from "./bases.ts";
import type { Caller } from "./caller.ts";
import { again, change, commit, remove as removal } from "./commit.ts";
import * as jobs from "./jobs.ts";
import { settledTime } from "./settled-time.ts";
import { all, get, getMany, type Item, startingWith } from "./store.ts";
import type { ViewItem } from "./views.ts";

export interface TableItem extends Item {
  id: TableId;
  baseId: BaseId;
  spaceId: SpaceId;
  name: string;
  dbTableName: string;
  description?: string;
  icon?: string;
  order: number;
  defaultViewId: ViewId;
  /** Counts the changes of fields and views. */
  schemaVersion: number;
  createdTime: string;
  createdBy: UserId;
  lastModifiedTime: string;
  deletedTime?: string;
}

export type FieldItem = Item & Field & { position: number };

/** The fields in the order they were made in, the views in theirs. */
export interface Schema {
  table: TableItem;
  fields: FieldItem[];
  views: ViewItem[];
}

export const tableKey = (id: TableId) => ({ pk: `TABLE#${id}`, sk: "TABLE" });
export const fieldKey = (id: TableId, field: FieldId) => ({ pk: `TABLE#${id}`, sk: `FIELD#${field}` });
export const viewKey = (id: TableId, view: ViewId) => ({ pk: `TABLE#${id}`, sk: `VIEW#${view}` });
export const copyKey = (baseId: BaseId, id: TableId) => ({ pk: `BASE#${baseId}`, sk: `TABLE#${id}` });

export async function find(id: TableId): Promise<TableItem | undefined> {
  const table = await get<TableItem>(tableKey(id));
  return table?.deletedTime ? undefined : table;
}

/** The tables of a base, in their order. */
export async function list(baseId: BaseId): Promise<TableItem[]> {
  const tables = await all<TableItem>({ pk: `BASE#${baseId}`, ...startingWith("TABLE#") });
  return tables.sort(byOrder);
}

const known = new Map<TableId, Schema>();
const mostKnown = 200;

/** The schema that goes with a table as it was just read: from memory if that has not changed, else one Query. */
export async function schemaOf(table: TableItem): Promise<Schema> {
  const kept = known.get(table.id);
  if (kept?.table.schemaVersion === table.schemaVersion) return { ...kept, table };
  // the Query may see what came after the table was read; kept under the older version, it is read again next time
  const schema = { table, ...(await contentOf(table.id)) };
  known.delete(table.id);
  known.set(table.id, schema);
  // the one that was put in first goes: a Map keeps the order
  if (known.size > mostKnown) known.delete(known.keys().next().value as TableId);
  return schema;
}

/** The schema as it is now, for who has just been told that his was old. */
export async function readSchema(id: TableId): Promise<Schema> {
  const table = await find(id);
  if (!table) throw notFound("table", id);
  return schemaOf(table);
}

async function contentOf(id: TableId): Promise<Omit<Schema, "table">> {
  const items = await all({ pk: `TABLE#${id}`, from: "FIELD#", to: "VIEW#\u{10ffff}" });
  const fields = items.filter((item): item is FieldItem => item.entity === "field");
  const views = items.filter((item): item is ViewItem => item.entity === "view");
  fields.sort((a, b) => a.position - b.position);
  views.sort(byOrder);
  return { fields, views };
}

/** What has a place in a list, in the order of the places. */
const byOrder = (a: Placed, b: Placed) => a.order - b.order || (ageOf(a) < ageOf(b) ? -1 : 1);
const ageOf = ({ createdTime, id }: Placed) => `${createdTime} ${id}`;
interface Placed {
  id: string;
  order: number;
  createdTime: string;
}

/** A table as answers show it, without what is in it. */
export function head(table: TableItem): TableHead {
  const { id, baseId, name, dbTableName, description, icon, order, defaultViewId } = table;
  const { schemaVersion, createdTime, createdBy, lastModifiedTime } = table;
  return {
    ...{ id, baseId, name, dbTableName: `${baseId}.${dbTableName}` },
    ...(description && { description }),
    ...(icon && { icon }),
    ...{ order, defaultViewId, version: schemaVersion, createdTime, createdBy, lastModifiedTime },
  };
}

type TableChange = {
  name?: string;
  description?: string | undefined;
  icon?: string | undefined;
  order?: number;
};

/** Changes what the list of tables shows of one. */
export async function update({ id, baseId }: TableItem, changes: TableChange, now: string): Promise<void> {
  await withCopy(id, baseId, (table, copy, base) => {
    const attributes = { ...changes, lastModifiedTime: now };
    return commit([change(table, attributes), change(copy, attributes), change(base, {})]);
  });
}

/** Puts a table beside another. */
export async function move(
  { id, baseId }: TableItem,
  { anchorId, position }: TablePlace,
  now: string,
): Promise<void> {
  await withCopy(id, baseId, async (table, copy, base) => {
    const others = (await list(baseId)).filter((other) => other.id !== id);
    const anchor = others.findIndex((other) => other.id === anchorId);
    if (anchor === -1) throw unknownInside([{ path: "anchorId", message: "is no other table of this base" }]);
    const next = position === "before" ? anchor : anchor + 1;
    const room = makeRoom(
      others.map(({ order }) => order),
      next,
    );
    const attributes = { order: room.place, lastModifiedTime: now };
    const neighbours = room.moved.flatMap(({ index, place }) => {
      const copy = others[index];
      return copy ? [{ copy, order: place }] : [];
    });
    const items = await getMany(neighbours.map(({ copy }) => tableKey(copy.id)));
    await commit([
      ...[change(table, attributes), change(copy, attributes), change(base, {})],
      ...neighbours.flatMap(({ copy, order }) =>
        [copy, ...items.filter(({ pk }) => pk === tableKey(copy.id).pk)].map((item) =>
          change(item, { order }),
        ),
      ),
    ]);
  });
}

/** Marks the table deleted: nothing answers for it any more, and its names are free. The job clears what is in it. */
export async function remove({ id, baseId }: TableItem, { userId, now }: Caller): Promise<JobId> {
  return withCopy(id, baseId, async (table, copy, base) => {
    const subject = { tableId: id, baseId, spaceId: table.spaceId };
    const job = jobs.starting("clearTable", subject, { userId, now, dueTime: settledTime(now) });
    await commit([change(table, { deletedTime: now }), removal(copy), change(base, {}), job.change]);
    return job.jobId;
  });
}

async function withCopy<Result>(
  id: TableId,
  baseId: BaseId,
  work: (table: TableItem, copy: Item, base: bases.BaseItem) => Promise<Result>,
): Promise<Result> {
  return again(async () => {
    const [table, copy, base] = await Promise.all([find(id), get(copyKey(baseId, id)), bases.find(baseId)]);
    if (!table || !copy || !base) throw notFound("table", id);
    return work(table, copy, base);
  });
}
