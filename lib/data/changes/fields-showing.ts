/*
 * The fields of other tables that show a field. When it changes they show something else, though nothing is written in their tables.
 *
 *   field ─┬─▶ fields of its table: formulas of it, lookups over it if it is a link
 *          └─▶ fields of the tables that link to its table: lookups and rollups that show it or filter by it, link fields with it as their title
 *   and so on from each of these
 */
import { isLink } from "#lib/data/links/link-items";
import { type DependentItem, type FieldItem, find, tableKey } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { itemsOf } from "#lib/schemas/tables/filter";
import { isEntity, readAll } from "#lib/store/store";

/** A field, with the table and base that it is in. */
export interface PlacedField {
  baseId: string;
  tableId: TableId;
  fieldId: string;
}

/** The fields of other tables that show a field, themselves or by others. For its table, and for each that links to one with such a field: a get and a Query. */
export async function findShowing(changed: PlacedField): Promise<PlacedField[]> {
  const read = readOnce();
  const found = new Map<string, PlacedField>([[changed.fieldId, changed]]);
  for (let level = [changed]; level.length > 0; ) {
    const showing = (await Promise.all(level.map((each) => findNext(each, each === changed, read)))).flat();
    level = [];
    for (const each of showing) {
      if (found.has(each.fieldId)) continue;
      found.set(each.fieldId, each);
      level.push(each);
    }
  }
  return [...found.values()].filter(({ tableId }) => tableId !== changed.tableId);
}

type Read = (id: TableId) => Promise<{ fields: FieldItem[]; dependents: DependentItem[] }>;

/** Reads each table once; one in the trash has no fields that anyone sees. */
function readOnce(): Read {
  const known = new Map<TableId, ReturnType<Read>>();
  return (id) => {
    const reading = known.get(id) ?? readFields(id);
    known.set(id, reading);
    return reading;
  };
}

async function readFields(id: TableId): ReturnType<Read> {
  const { pk } = tableKey(id);
  const [table, items] = await Promise.all([
    find(id),
    readAll({ pk, from: "DEPENDENT#", to: "FIELD#\u{10ffff}" }),
  ]);
  return {
    fields: table ? items.filter(isEntity<FieldItem>("field")) : [],
    dependents: items.filter(isEntity<DependentItem>("dependent")),
  };
}

/** The fields that show this one without others in between. `isChanged`: it is changed itself, so what a link field links to may be other cells too. */
async function findNext(
  { baseId, tableId, fieldId }: PlacedField,
  isChanged: boolean,
  read: Read,
): Promise<PlacedField[]> {
  const { dependents } = await read(tableId);
  const tables = new Map<TableId, string>([
    [tableId, baseId],
    ...dependents.map((item) => [item.tableId, item.baseId] as const),
  ]);
  const found = [...tables].map(async ([tableId, baseId]) => {
    const { fields } = await read(tableId);
    const isShown = (field: FieldItem) =>
      shownBy(field).includes(fieldId) || (isChanged && field.lookupOptions?.linkFieldId === fieldId);
    return fields.filter(isShown).map(({ id }) => ({ baseId, tableId, fieldId: id }));
  });
  return (await Promise.all(found)).flat();
}

/** The fields that decide what the cells of a field show. */
function shownBy(field: FieldItem): string[] {
  if (field.lookupOptions) {
    const { lookupFieldId, filter } = field.lookupOptions;
    return [lookupFieldId, ...(filter ? itemsOf(filter).map((item) => item.fieldId) : [])];
  }
  return isLink(field) ? [field.options.lookupFieldId] : (field.formula?.uses ?? []);
}
