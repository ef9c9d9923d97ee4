/*
 * A table with its fields and views, as they are stored.
 *
 *  entity                    pk             sk               cost
 *  table                     TABLE#<table>  TABLE            get 1 RCU, per request below /table/{id}, by turns from it and its twins
 *  tableTwin                 TABLE#<table>#1 | TABLE#<table>#2 | TABLE#<table>#3  TABLE  the same, only of tables with more than 2,000 records; written with it, 3 × 2 WCU (lib/store/item.ts)
 *  field, goneField          TABLE#<table>  FIELD#<fld>      the whole schema, with VIEW (views.ts), DEPENDENT and INDEX (indexes/index-items.ts): one Query,
 *                                                            1 RCU for each 4 KB, cached in memory while the table has the same schemaVersion. A gone field is
 *                                                            in the trash, or is being cleared
 *  dependent, goneDependent  TABLE#<table>  DEPENDENT#<fld>  a link field that shows records of this table; it may be in another table, or (gone) in the trash
 *  bygoneField               TABLE#<table>  BYGONE#<fld>     a deleted field whose cells are cleared: read if a new field brings its own id, 0.5 RCU
 */
import { connectFields, loadCellCode } from "#lib/engine/cells/connect-fields";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { Carries, Field } from "#lib/engine/fields/field";
import { notFound } from "#lib/schemas/basics/error";
import type { BaseId, FieldId, JobId, SpaceId, TableId, UserId, ViewId } from "#lib/schemas/basics/ids";
import type { Filter } from "#lib/schemas/tables/filter";
import type { View } from "#lib/schemas/tables/view";
import { sortByAge, type Twinned } from "#lib/store/item";
import { getByTurns, getItem, getItems, type Item, isEntity, readAll } from "#lib/store/store";
import type { Connector } from "./connect-schema.ts";
import { keepLatest } from "./keep-latest.ts";

export interface TableItem extends Item, Twinned {
  id: TableId;
  baseId: BaseId;
  spaceId: SpaceId;
  name: string;
  dbTableName: string;
  description?: string;
  icon?: string;
  order: number;
  defaultViewId: ViewId;
  /** Counts changes of the members that the list of tables shows. */
  revision: number;
  /** Counts changes of fields and views. */
  schemaVersion: number;
  /** The fields that it ever had, for packed records (columns.ts). */
  columns?: string;
  createdTime: string;
  createdBy: UserId;
  lastModifiedTime: string;
  /** Set while the table is in the trash or being cleared. */
  deletedTime?: string;
  deletedBy?: UserId;
  /** A job is clearing the table: it can no longer be restored. */
  isCleared?: true;
  /** A job is copying records into it: it counts as deleted until they are there (lib/data/copies). */
  copying?: JobId;
  /** When the trash of the table was emptied: records deleted up to this time cannot be restored. */
  trashEmptiedTime?: string;
  /** The fields that have an index because it was declared (indexes/declare-index.ts); some may be deleted. */
  declared?: FieldId[];
}

export type FieldItem = Item & Field & { position: number };

/** A deleted field, until the job has cleared its cells. */
export type GoneField = Item &
  Pick<Field, "id" | "type" | "unique"> & {
    /** Kept while the field is cleared, if the guards of its values depend on them. */
    options?: Field["options"];
    deletedTime: string;
    jobId: JobId;
    /** The field is in the trash with all its members, and its cells stay. */
    kept?: true;
    /** For a one-way link: the other table, whose records have the hidden side of its links. */
    hiddenAt?: TableId;
    /** For a link field: how often its relationship was changed. */
    generation?: number;
    /** It was deleted together with its symmetric field: the deletion is in the trash of this table. */
    deletedIn?: TableId;
  };
/** Whether an item describes a deleted field. */
export const isGone = isEntity<GoneField>("goneField");
/** Whether a deleted field is in the trash: then it has all members of a field. */
export const isKept = (field: GoneField): field is GoneField & FieldItem => field.kept === true;
/** The fields of a table, including those in the trash. */
export const withKept = ({ fields, clearing }: Pick<Schema, "fields" | "clearing">): FieldItem[] => [
  ...fields,
  ...clearing.filter(isKept),
];

/** The type of the view is in `viewType`; the password of its share is stored as a hash. */
export type ViewItem = Item &
  Omit<View, "type" | "pluginId"> & {
    viewType: View["type"];
    passwordHash?: string;
    /** All rows up to this number have a stored position, so none of them is in natural order. Not copied with the view. */
    frozen?: number;
    /** The same, while rows that were restored from the trash still have to get a position. */
    freezing?: number;
    /** Counts how often all rows were reordered, or began to be: earlier cursors are invalid. */
    sortings?: number;
  };

/** Describes a link field that shows records of this table. Its options are a copy of the field's options. */
export interface DependentItem extends Item {
  fieldId: FieldId;
  /** The table and base of the field. */
  tableId: TableId;
  baseId: BaseId;
  options: LinkOptions;
  /** The same as in the link field. */
  carries?: Carries;
}

/** An index: an order of the records, kept as entries. */
export interface IndexItem extends Item {
  /** Short, because records name it; never used again in its table. */
  id: string;
  /** With `values`, the only field: it has an entry for each value of a cell, and serves no order. */
  orders: { fieldId: FieldId; order: "asc" | "desc"; values?: true }[];
  /** The filter of a view: only records that match have entries. */
  filter?: Filter;
  /** Its records are counted by so many of its first fields; with 0, in all. Absent: they are not counted (indexes/counts/count-items.ts). */
  groups?: number;
  /**
   * `building`: writers write entries, and a job writes the entries of older records. `ready`: readers use it. `ended`: its keys became
   * wrong. `dropped`: a job removes the entries.
   */
  state: "building" | "ready" | "ended" | "dropped";
  /** A fingerprint of what its keys depend on: they are valid while it is the same (indexes/live-indexes.ts). */
  basis: { lengths: number[]; hash: string };
  createdTime: string;
  /** The job that makes it, or removes it. */
  jobId: JobId;
}

/** A table with its fields in creation order and its views in their order. Records may still hold cells of the fields in `clearing`. */
export interface Schema {
  table: TableItem;
  fields: FieldItem[];
  views: ViewItem[];
  clearing: GoneField[];
  /** The link fields, of this table and others, whose cells hold records of this table. */
  dependents: DependentItem[];
  /** The same for link fields in the trash. Their links are kept; when a record is deleted, they are removed from it. */
  goneDependents: DependentItem[];
  indexes: IndexItem[];
  /** The fields that the caller may see, if not all. Filter and sort of the view may use the others. */
  open?: FieldItem[];
}

export const tableKey = (id: TableId) => ({ pk: `TABLE#${id}`, sk: "TABLE" });
export const fieldKey = (id: TableId, field: FieldId) => ({ pk: `TABLE#${id}`, sk: `FIELD#${field}` });
/** The key that keeps a field's id from being used again: history and trash may hold its cells for months. */
export const bygoneKey = (id: TableId, field: FieldId) => ({ pk: `TABLE#${id}`, sk: `BYGONE#${field}` });
/** The key of the item that says that the link field `field` shows records of the table `id`. */
export const dependentKey = (id: TableId, field: FieldId) => ({
  pk: `TABLE#${id}`,
  sk: `DEPENDENT#${field}`,
});
export const viewKey = (id: TableId, view: ViewId) => ({ pk: `TABLE#${id}`, sk: `VIEW#${view}` });
/** A table; `undefined` if it does not exist or was deleted. Its twins are read in turn if this process knows that it has some. */
export async function find(id: TableId): Promise<TableItem | undefined> {
  const table = await getByTurns<TableItem>(tableKey(id));
  return table?.deletedTime ? undefined : table;
}

/** The tables among these that exist, unsorted. */
export const findMany = async (ids: readonly TableId[]): Promise<TableItem[]> =>
  (await getItems<TableItem>(ids.map(tableKey))).filter(({ deletedTime }) => !deletedTime);

/** A table that exists or is in the trash; `undefined` otherwise. */
export async function findKept(id: TableId): Promise<TableItem | undefined> {
  const table = await getItem<TableItem>(tableKey(id));
  return table?.isCleared ? undefined : table;
}

const known = new Map<TableId, Schema>();

/** The schema of a table in memory, perhaps a former one; undefined if it is not there, or if its lookups are not connected. */
export const knownSchema = (id: TableId): Schema | undefined => {
  const schema = known.get(id);
  return schema?.fields.some(({ lookupOptions }) => lookupOptions) ? undefined : schema;
};

/** The schema of a table that was just read: from memory if its schemaVersion is the same, otherwise one Query. */
export async function schemaOf(table: TableItem): Promise<Schema> {
  const schema = await storedSchemaOf(table);
  if (!schema.fields.some(({ lookupOptions }) => lookupOptions)) return schema;
  return { ...schema, fields: await (await connecting()).connectKept(schema) };
}

/**
 * The fields of a table that is about to change, with their lookups connected; the circles among them; and the other tables that they
 * depend on, except those whose fields are given.
 */
export const connectSchema = async <Each extends Field>(
  schema: { table: Pick<TableItem, "id">; fields: readonly Each[] },
  besides?: ReadonlyMap<TableId, readonly Field[]>,
) => (await connecting()).connect(schema, besides);

/** Imported late: few tables have lookups. */
const connecting = () => {
  connector ??= import("./connect-schema.ts").then(({ makeConnector }) =>
    makeConnector<TableItem, FieldItem>({ find, findMany, schemaOf: storedSchemaOf }),
  );
  return connector;
};
let connector: Promise<Connector<TableItem, FieldItem>> | undefined;

/** The schema with lookups as they are stored. */
async function storedSchemaOf(table: TableItem): Promise<Schema> {
  const kept = known.get(table.id);
  if (kept?.table.schemaVersion === table.schemaVersion) return { ...kept, table };
  // the Query may see a newer schema than the table read; cached under the older version, it is read again next time
  const schema = { table, ...(await readFieldsAndViews(table.id)) };
  await connectFields(schema.fields);
  await loadCellCode(schema.clearing.filter(isKept));
  keepLatest(known, table.id, schema);
  return schema;
}

/** The latest schema, for a retry after a conflict. Throws 404 if the table was deleted. */
export async function readSchema(id: TableId): Promise<Schema> {
  const table = await find(id);
  if (!table) throw notFound("table", id);
  return schemaOf(table);
}

/** A field by id; throws 404. */
export function getField({ fields }: Pick<Schema, "fields">, id: string): FieldItem {
  const field = fields.find((field) => field.id === id);
  if (!field) throw notFound("field", id);
  return field;
}

async function readFieldsAndViews(id: TableId): Promise<Omit<Schema, "table" | "open">> {
  const items = await readAll({ pk: `TABLE#${id}`, from: "DEPENDENT#", to: "VIEW#\u{10ffff}" });
  const fields = items.filter(isEntity<FieldItem>("field"));
  const views = items.filter(isEntity<ViewItem>("view"));
  fields.sort((a, b) => a.position - b.position);
  views.sort(byOrder);
  const dependents = items.filter(isEntity<DependentItem>("dependent"));
  const goneDependents = items.filter(isEntity<DependentItem>("goneDependent"));
  const indexes = items.filter(isEntity<IndexItem>("index"));
  return { fields, views, dependents, goneDependents, indexes, clearing: items.filter(isGone) };
}

/** Compares entries of an ordered list. */
export const byOrder = (a: Ordered, b: Ordered) => a.order - b.order || sortByAge(a, b);
interface Ordered {
  id: string;
  order: number;
  createdTime: string;
}
