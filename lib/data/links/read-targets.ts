/* Finds the records that the link cells of a request name, by id or by title, and whether the field may link them. */

import type { Caller } from "#lib/data/identity/caller";
import { cellContext, peopleById } from "#lib/data/records/people";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import { type Schema, schemaOf, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { withDraftChoices } from "#lib/engine/cells/cells";
import { type LinkedRecord, type LinkTargets, Refusal } from "#lib/engine/field-types/shared/field-type";
import { holdsMany } from "#lib/engine/field-types/shared/links";
import { missingTitles } from "#lib/engine/field-types/shared/missing-titles";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";
import { type FieldKeys, valueFor } from "#lib/engine/fields/field-keys";
import { unquoted } from "#lib/engine/values/lists";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { CellValues } from "#lib/schemas/records/record";
import type { Change } from "#lib/store/commit";
import { getItems, makeFinder } from "#lib/store/store";
import type { Fits } from "./find-titled.ts";
import { isLink, type LinkField } from "./link-items.ts";

interface Named {
  fields: Field[];
  records: CellValues[];
  keys: FieldKeys<Field>;
  typecast: boolean;
}

/** The records that the link cells of a request name. */
export interface Targets {
  /** The targets of one field, for the context in which its cells are read. */
  of(options: unknown): LinkTargets;
  /** A record of a table, as it was read. */
  find(tableId: TableId, id: RecordId): RecordItem | undefined;
  /** The schema of a table that the request links to. */
  schemaOf(tableId: TableId): Schema | undefined;
  /** Whether the field may link this record: the field's view and filter must show it. Links that the cell has already may stay. */
  mayLink(field: LinkField, id: RecordId): boolean;
  /** What the call makes of titles that no record had. */
  made: MadeLinked[];
}

/** The records that a call makes in another table, or in its own, of titles in link cells. */
export interface MadeLinked {
  schema: Schema;
  /** The fields of the table, with the choices that the titles need. */
  fields: Field[];
  /** For each title the record, or why there is none. */
  byTitle: ReadonlyMap<string, RecordItem | string>;
  /** The new ones among these records, as they will be written. */
  writes: readonly { at: PropertyKey[]; after: RecordItem }[];
  /** For each of them the change that claims its title. */
  claims: ReadonlyMap<RecordId, Change>;
  /** The changes that write these of them. */
  changesFor(writes: readonly { after: RecordItem }[]): Promise<Change[]>;
}

/** Makes records with these titles in a table. Writes nothing. */
export type MakeLinked = (schema: Schema, titles: readonly string[]) => Promise<MadeLinked>;

interface FieldTargets {
  field: LinkField;
  ids: Set<string>;
  titles: Set<string>;
  values: unknown[];
}

/**
 * `undefined` if the request names no link. Two or three round trips; titles also need a scan of the other table. `make`
 * makes a record of each title that no record has.
 */
export async function readTargets(
  named: Named,
  caller: Caller,
  make?: MakeLinked,
): Promise<Targets | undefined> {
  const wanted = named.fields.filter(isLink).flatMap((field): FieldTargets[] => {
    const valueIn = valueFor(named.keys, field);
    const ids = new Set<string>();
    const titles = new Set<string>();
    const all: unknown[] = [];
    for (const values of named.records) {
      const value = valueIn(values);
      if (value === null || value === undefined) continue;
      all.push(value);
      const found = typeOf(field).linksIn?.(value, named.typecast);
      for (const id of found?.ids ?? []) ids.add(id);
      for (const title of found?.titles ?? []) titles.add(title);
    }
    return ids.size + titles.size > 0 ? [{ field, ids, titles, values: all }] : [];
  });
  if (wanted.length === 0) return undefined;

  const tableKeys = wanted.map(({ field }) => tableKey(field.options.foreignTableId));
  const baseKeys = wanted.flatMap(({ field: { options } }) =>
    options.baseId ? [baseKey(options.baseId)] : [],
  );
  const recordKeys = wanted.flatMap(({ field, ids }) =>
    [...ids].map((id) => recordKey(field.options.foreignTableId, id)),
  );
  const find = makeFinder(await getItems(unique([...tableKeys, ...baseKeys, ...recordKeys])));
  const each = await Promise.all(
    wanted.map(async (one) => {
      const { foreignTableId, baseId } = one.field.options;
      const table = find<TableItem>(tableKey(foreignTableId));
      const base = baseId ? find<BaseItem>(baseKey(baseId)) : undefined;
      // a table that is being copied counts as deleted, but the job of the copy links its records
      const isGone = !table || (table.deletedTime !== undefined && !table.copying);
      if (isGone || (baseId && (!base || base.deletedTime))) return gone(one.field);
      return targetsOf(await schemaOf(table), one, (id) => find(recordKey(foreignTableId, id)), {
        caller,
        isMaking: make !== undefined,
      });
    }),
  );
  const made = make ? await makeMissing(each, make) : [];
  const byOptions = new Map<unknown, Known>(each.map((known) => [known.field.options, known]));
  return {
    of: (options) => byOptions.get(options) ?? none,
    find: (tableId, id) =>
      find<RecordItem>(recordKey(tableId, id)) ??
      each.find(({ field, record }) => field.options.foreignTableId === tableId && record(id))?.record(id),
    schemaOf: (tableId) => each.find(({ schema }) => schema?.table.id === tableId)?.schema,
    mayLink: ({ options }, id) => byOptions.get(options)?.mayLink(id) ?? false,
    made,
  };
}

/** Makes the records of titles that none has, once for each table, and offers them to the fields that link to it. */
async function makeMissing(each: Known[], make: MakeLinked): Promise<MadeLinked[]> {
  const made: MadeLinked[] = [];
  for (const group of Map.groupBy(each, ({ schema }) => schema?.table.id).values()) {
    const titles = new Set(
      group.flatMap((known) => {
        const { relationship } = known.field.options;
        return known.values.flatMap((value) => missingTitles(value, holdsMany(relationship), known));
      }),
    );
    const schema = group[0]?.schema;
    if (!schema || titles.size === 0) continue;
    const some = await make(schema, [...titles]);
    for (const known of group) await known.offer(some);
    made.push(some);
  }
  return made;
}

const none: LinkTargets = { byId: () => undefined, byTitle: () => undefined };

interface Known extends LinkTargets {
  field: LinkField;
  values: unknown[];
  /** Takes what a call made of missing titles. */
  offer(made: MadeLinked): Promise<void>;
  /** The schema of the other table, if it exists. */
  schema?: Schema;
  record(id: RecordId): RecordItem | undefined;
  mayLink(id: RecordId): boolean;
}

const gone = (field: LinkField): Known => ({
  ...none,
  field,
  refusal: "cannot be changed: the table that this field links to was deleted",
  record: () => undefined,
  mayLink: () => false,
  values: [],
  offer: async () => {},
});

async function targetsOf(
  schema: Schema,
  { field, ids, titles, values }: FieldTargets,
  find: (id: string) => RecordItem | undefined,
  { caller, isMaking }: { caller: Caller; isMaking: boolean },
): Promise<Known> {
  const fits = await makeFitting(schema, field, caller);
  const written = isMaking ? await writtenTitles(schema, titles, caller) : new Map<string, string>();
  const wanted = new Set([...titles, ...written.values()]);
  const titled: Map<string, RecordItem | "several"> =
    wanted.size > 0
      ? await (await titleCode()).findTitled(schema, field, wanted, { fits, caller })
      : new Map();
  for (const [title, text] of written) {
    const found = titled.get(title) ?? titled.get(text);
    if (found) titled.set(title, found);
  }
  const records = new Map<string, RecordItem>();
  for (const id of ids) {
    const record = find(id);
    if (record) records.set(id, record);
  }
  for (const record of titled.values()) if (record !== "several") records.set(record.id, record);
  const reasons = new Map<string, string>();
  const links = new Map<string, LinkedRecord>();
  const fitting = new Set<string>();
  const add = async (all: RecordItem[], fields: Field[]) => {
    const { lookupFieldId } = field.options;
    const toLink = await titlesOf(all, { fields, lookupFieldId }, caller);
    for (const record of all) links.set(record.id, toLink(record));
    for (const { id } of await fits(all)) fitting.add(id);
  };
  await add([...records.values()], schema.fields);
  const show = (record: RecordItem | undefined) => record && links.get(record.id);
  return {
    field,
    schema,
    byId: (id) => show(records.get(id)),
    byTitle: (title) => {
      const found = titled.get(title);
      return found === "several" ? found : show(found);
    },
    record: (id) => records.get(id),
    mayLink: (id) => fitting.has(id),
    values,
    notMade(name) {
      const why = reasons.get(name) ?? reasons.get(unquoted(name) ?? "");
      return why && `; ${why}`;
    },
    async offer({ byTitle, fields }) {
      const made = new Map<string, RecordItem>();
      for (const [title, record] of byTitle)
        if (typeof record === "string") reasons.set(title, record);
        else made.set(title, record);
      await add([...made.values()], fields);
      for (const [title, record] of made)
        if (!fitting.has(record.id))
          reasons.set(title, "a new record would not match the filter of the field");
        else if (!titled.has(title)) {
          titled.set(title, record);
          records.set(record.id, record);
        }
    },
  };
}

/** Only calls that name titles, or link fields with a filter, need this. */
const titleCode = () => import("./find-titled.ts");

/** Keeps the records that the view and the filter of the field show. */
async function makeFitting(schema: Schema, { options }: LinkField, caller: Caller): Promise<Fits> {
  const view = schema.views.find(({ id }) => id === options.filterByViewId);
  if (!view && !options.filter) return async (records) => records;
  return (await titleCode()).makeFilter(schema, { view, filter: options.filter }, caller);
}

/** For titles that the primary field would write otherwise, as it writes them: the title of "1.5" may be 1.50. */
export async function writtenTitles(
  { fields }: Schema,
  titles: Iterable<string>,
  caller: Caller,
): Promise<Map<string, string>> {
  const primary = fields.find(({ isPrimary }) => isPrimary);
  const written = new Map<string, string>();
  if (!primary || isComputed(primary)) return written;
  const context = cellContext(caller, await peopleById([]));
  const [field = primary] = withDraftChoices([primary]);
  for (const title of titles) {
    const cell = typeOf(field).typecast(title, field.options, context);
    if (cell === undefined || cell === false || cell instanceof Refusal) continue;
    const text = typeOf(field).text(cell, field.options, context);
    if (text !== title && text !== "") written.set(title, text);
  }
  return written;
}

const unique = <Key extends { pk: string; sk: string }>(keys: Key[]): Key[] => [
  ...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values(),
];
