/*
 * A table with its fields and views, as they are stored.
 *
 *          pk            sk           cost
 *  table   TABLE#<id>    TABLE        get 1 RCU, by each request below it
 *  field   TABLE#<id>    FIELD#<fld>  \ the whole schema: one Query, 1 RCU for each 4 KB,
 *  view    TABLE#<id>    VIEW#<viw>   / kept in memory while the table shows the same schemaVersion
 *  bygone  TABLE#<id>    BYGONE#<fld> of a field whose cells are cleared: read where a new field brings its id along, 0.5 RCU
 */
import type { Field } from "#lib/engine/fields/field";
import { notFound } from "#lib/schemas/basics/error";
import type { BaseId, FieldId, JobId, SpaceId, TableId, UserId, ViewId } from "#lib/schemas/basics/ids";
import type { View } from "#lib/schemas/tables/view";
import { sortByAge } from "#lib/store/by-age";
import { getItem, type Item, readAll } from "#lib/store/store";

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
  /** Counts the changes of what the list of tables shows. */
  revision: number;
  /** Counts the changes of fields and views. */
  schemaVersion: number;
  createdTime: string;
  createdBy: UserId;
  lastModifiedTime: string;
  /** It is in the trash, or being cleared. */
  deletedTime?: string;
  deletedBy?: UserId;
  /** A job is clearing it: nothing of it comes back. */
  isCleared?: true;
  /** When its trash was emptied: what was deleted up to then is gone for good. */
  trashEmptiedTime?: string;
}

export type FieldItem = Item & Field & { position: number };

/** A field that was deleted, until the job has cleared its cells. */
export type GoneField = Item & Pick<Field, "id" | "type" | "unique"> & { deletedTime: string; jobId: JobId };
export const isGone = (item: Item): item is GoneField => item.entity === "goneField";

/** A view's type stands in `viewType`, its share's password is a hash. */
export type ViewItem = Item &
  Omit<View, "type" | "pluginId"> & {
    viewType: View["type"];
    passwordHash?: string;
    /** All rows up to this number were put somewhere, so that nobody looks for them in their own places. Not for a copy of the view. */
    frozen?: number;
    /** The same of rows that come back from the trash, while it is being seen to. */
    freezing?: number;
    /** Counts the times that all rows were, or began to be, put in another order: a cursor of before says nothing of that one. */
    sortings?: number;
  };

/** The fields in the order they were made in, the views in theirs; records may still hold cells of the fields in `clearing`. */
export interface Schema {
  table: TableItem;
  fields: FieldItem[];
  views: ViewItem[];
  clearing: GoneField[];
  /** The fields that whoever asks may know of, where that are not all; what a view says of the others counts all the same. */
  open?: FieldItem[];
}

export const tableKey = (id: TableId) => ({ pk: `TABLE#${id}`, sk: "TABLE" });
export const fieldKey = (id: TableId, field: FieldId) => ({ pk: `TABLE#${id}`, sk: `FIELD#${field}` });
/** History and trash may hold cells of it for months: no other field ever has its id. */
export const bygoneKey = (id: TableId, field: FieldId) => ({ pk: `TABLE#${id}`, sk: `BYGONE#${field}` });
export const viewKey = (id: TableId, view: ViewId) => ({ pk: `TABLE#${id}`, sk: `VIEW#${view}` });
export async function find(id: TableId): Promise<TableItem | undefined> {
  const table = await getItem<TableItem>(tableKey(id));
  return table?.deletedTime ? undefined : table;
}

/** A table that is there, or could be again. */
export async function findKept(id: TableId): Promise<TableItem | undefined> {
  const table = await getItem<TableItem>(tableKey(id));
  return table?.isCleared ? undefined : table;
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

async function contentOf(id: TableId): Promise<Omit<Schema, "table" | "open">> {
  const items = await readAll({ pk: `TABLE#${id}`, from: "FIELD#", to: "VIEW#\u{10ffff}" });
  const fields = items.filter((item): item is FieldItem => item.entity === "field");
  const views = items.filter((item): item is ViewItem => item.entity === "view");
  fields.sort((a, b) => a.position - b.position);
  views.sort(byOrder);
  return { fields, views, clearing: items.filter(isGone) };
}

/** What has a place in a list, in the order of the places. */
export const byOrder = (a: Placed, b: Placed) => a.order - b.order || sortByAge(a, b);
interface Placed {
  id: string;
  order: number;
  createdTime: string;
}
