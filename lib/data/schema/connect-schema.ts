/*
 * Connects the lookups of a table with the fields that they look up, and reads the tables of these fields. Imported only for tables with
 * lookups.
 *
 *   stored fields ──▶ other tables, and marks of stale records: one round trip ──▶ the same fields as last time, if no table has changed since
 *                                                                             └──▶ connectLookups (lookup-sources.ts)
 */
import type { Field } from "#lib/engine/fields/field";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { Item } from "#lib/store/store";
import { keepLatest } from "./keep-latest.ts";
import { connectLookups } from "./lookup-sources.ts";
import { readTableWithMarks } from "./stale-marks.ts";

interface TableLike extends Item {
  id: TableId;
  deletedTime?: string | undefined;
}

interface Stored<Table, Each> {
  table: Table;
  fields: Each[];
}

/** How tables are read. */
interface Reading<Table extends TableLike, Each extends Field> {
  find(id: TableId): Promise<Table | undefined>;
  findMany(ids: TableId[]): Promise<Table[]>;
  /** The schema with lookups as they are stored; from memory if it is there. */
  schemaOf(table: Table): Promise<Stored<Table, Each>>;
}

/** The fields of other tables that the same commit changes, as they will be after it. */
type OtherFields = ReadonlyMap<TableId, readonly Field[]>;

interface Connectable<Each extends Field> {
  table: { id: TableId };
  fields: readonly Each[];
}

/** The other tables that lookups look into. */
interface Others<Table, Each> {
  /** `undefined` for a table that does not exist. */
  schemas: ReadonlyMap<TableId, Stored<Table, Each> | undefined>;
  /** The marked records of each table; absent if no link carries cells. */
  stale?: ReadonlyMap<TableId, ReadonlySet<RecordId> | undefined>;
}

/** The stored fields from which connected fields were made: of the own table, and of all others. */
type Basis = (readonly Field[] | undefined)[];

export interface Connector<Table, Each> {
  /** The connected fields of a stored schema: the same as last time if no table has changed. */
  connectKept(schema: Stored<{ id: TableId }, Each>): Promise<Each[]>;
  /**
   * Connects the fields of a table that is about to change. Gives also the circles that they form, including circles through titles, and
   * the tables that they depend on.
   */
  connect<Any extends Field>(
    schema: Connectable<Any>,
    besides?: OtherFields,
  ): Promise<{ fields: Any[]; circles: Field[][]; tables: Table[] }>;
}

export function makeConnector<Table extends TableLike, Each extends Field>(
  reading: Reading<Table, Each>,
): Connector<Table, Each> {
  /** For each table, the tables that its lookups needed last time, also through lookups of lookups: so they are read together. */
  const lookedInto = new Map<TableId, TableId[]>();
  const connections = new Map<TableId, { basis: Basis; fields: Each[] }>();

  async function connectKept(schema: Stored<{ id: TableId }, Each>): Promise<Each[]> {
    const others = await readOthers(schema);
    const basis = basisOf(schema, others);
    const kept = connections.get(schema.table.id);
    if (basis && kept && isSame(kept.basis, basis)) return kept.fields;
    const { fields, tables } = await connectWith(schema, others, false);
    if (basis && tables.every(({ id }) => others.schemas.has(id)))
      keepLatest(connections, schema.table.id, { basis, fields });
    return fields;
  }

  async function connectWith<Any extends Field>(
    { table: { id: ownId }, fields }: Connectable<Any>,
    { schemas, stale }: Others<Table, Each>,
    followsTitles: boolean,
    besides?: OtherFields,
  ) {
    const tables: Table[] = [];
    const readFields = async (id: TableId): Promise<readonly Field[] | undefined> => {
      const changed = besides?.get(id);
      if (changed) return changed;
      const table = schemas.has(id) ? schemas.get(id)?.table : await reading.find(id);
      if (!table) return undefined;
      tables.push(table);
      return (await reading.schemaOf(table)).fields;
    };
    const connected = await connectLookups(ownId, fields, readFields, { stale, followsTitles });
    if (!followsTitles)
      keepLatest(
        lookedInto,
        ownId,
        tables.map(({ id }) => id),
      );
    return { ...connected, tables };
  }

  async function readOthers({ table, fields }: Connectable<Field>): Promise<Others<Table, Each>> {
    const named = fields.flatMap(({ lookupOptions }) => lookupOptions?.foreignTableId ?? []);
    const others = new Set([...named, ...(lookedInto.get(table.id) ?? [])].filter((id) => id !== table.id));
    // cells that links carry may be used for records that are not marked
    if (fields.some(({ carries }) => carries)) return readMarkedTables(new Set([...others, ...named]));
    const found = await Promise.all((await reading.findMany([...others])).map(reading.schemaOf));
    const byId = new Map(found.map((schema) => [schema.table.id, schema]));
    return { schemas: new Map([...others].map((id) => [id, byId.get(id)])) };
  }

  async function readMarkedTables(ids: ReadonlySet<TableId>): Promise<Others<Table, Each>> {
    const read = await Promise.all(
      [...ids].map(async (id) => {
        const { table, stale } = await readTableWithMarks<Table>(id);
        const exists = table && !table.deletedTime;
        return { id, schema: exists ? await reading.schemaOf(table) : undefined, stale };
      }),
    );
    return {
      schemas: new Map(read.map(({ id, schema }) => [id, schema])),
      stale: new Map(read.map(({ id, stale }) => [id, stale])),
    };
  }

  return {
    connectKept,
    connect: async (schema, besides) => connectWith(schema, await readOthers(schema), true, besides),
  };
}

/** The stored fields with which connected fields stay valid; undefined if records are marked: then they are valid for one call only. */
function basisOf(
  { fields }: Connectable<Field>,
  { schemas, stale }: Others<unknown, Field>,
): Basis | undefined {
  if (stale && [...stale.values()].some((marked) => marked?.size !== 0)) return undefined;
  return [fields, ...[...schemas.values()].map((other) => other?.fields)];
}

const isSame = (one: Basis, other: Basis): boolean =>
  one.length === other.length && one.every((fields, i) => fields === other[i]);
