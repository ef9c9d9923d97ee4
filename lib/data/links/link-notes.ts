/* Finds what must be noted when cells change (notes.ts): titles that may be out of date, and titles that other records show. */

import { isDeepStrictEqual } from "node:util";
import { keepTable } from "#lib/data/indexes/known-tables";
import { recordKey, tableOfPart } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { DependentItem, Schema, TableItem } from "#lib/data/schema/table-schema";
import { isChanged } from "#lib/engine/cells/is-changed";
import type { Carries, Field } from "#lib/engine/fields/field";
import { lookupsIn, withInputs } from "#lib/engine/fields/formula-inputs";
import { shownIn, sourceOf } from "#lib/engine/fields/lookups";
import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import type { Finder } from "#lib/store/store";
import { carriesNow } from "./keep-carried.ts";
import type { LinkCell, Write } from "./link-sides.ts";
import type { ChangedRecord, Following, StaleCell } from "./notes.ts";

/** The parts of a schema that say who shows a table's records. */
export interface Watched {
  table: Pick<TableItem, "id">;
  fields: Field[];
  dependents?: DependentItem[];
}

/** Notes a record that was linked to others: their titles may have changed since they were read. */
export function noteOwn(
  { field, sides, write, added }: LinkCell,
  find: Finder,
  following: Following,
  now: string,
): void {
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
  // the linked records may change before the commit is made: only the follower, which reads after it, lets the record carry their cells
  if (carriesNow(field, now)) following.later.stale.push(uncarried(tableId, write.after.id, field.id, added));
}

/** The entry for a record that does not carry yet what its cell needs of these linked records. */
export const uncarried = (
  tableId: TableId,
  id: RecordId,
  fieldId: FieldId,
  linked: readonly { id: RecordId }[],
): StaleCell => ({ tableId, id, fieldId, retitled: linked.map((each) => each.id) });

/** Notes the changed records that link fields elsewhere show: as titles, or by lookups. */
export function noteChanged(
  { table, fields, dependents = [] }: Watched,
  writes: Pick<Write, "before" | "after">[],
  { changed, later }: Pick<Following, "changed" | "later">,
): void {
  const find = (fieldId: string) => fields.find(({ id }) => id === fieldId);
  const all = dependents.map(({ fieldId, options, carries }) => ({
    ...{ fieldId, carries },
    title: find(options.lookupFieldId),
    watched: carries?.watched.flatMap((id) => find(id) ?? []) ?? [],
  }));
  for (const { before, after } of writes) {
    if (!before || before === after) continue;
    const isOther = (field: Field) => isChanged(field, before, after);
    const noted = all.flatMap(({ fieldId, title, carries, watched }) => {
      const isTitle = title !== undefined && isOther(title);
      const carried = carries ? carriedChanges(carries, before, after) : [];
      const shown = [...carried, ...watched.filter(isOther).map(({ id }) => id)];
      return isTitle || shown.length > 0 ? [{ fieldId, isTitle, isCarried: carried.length > 0, shown }] : [];
    });
    const note = (some: typeof noted) =>
      toChanged(
        {
          tableId: table.id,
          id: after.id,
          ...(some.some(({ isCarried }) => isCarried) && { isCarried: true }),
        },
        some,
      );
    changed.push(...note(noted.filter(({ isTitle }) => isTitle)));
    later.changed.push(...note(noted.filter(({ isTitle }) => !isTitle)));
  }
}

/**
 * The same for records of other tables that the commit writes because they hold one link each: this link may be part of their titles.
 * `schemaAt` gives undefined for a deleted table.
 */
export async function noteOthers(
  writes: Required<Pick<Write, "before" | "after">>[],
  schemaAt: (id: TableId) => Promise<Watched | Schema | undefined>,
  following: Pick<Following, "changed" | "later">,
): Promise<void> {
  for (const [tableId, some] of Map.groupBy(writes, ({ before }) => tableOfPart(before.pk))) {
    const schema = await schemaAt(tableId);
    if (schema) noteChanged(schema, some, following);
    if (schema && "indexes" in schema)
      keepTable(
        some.map(({ before }) => before),
        schema,
      );
  }
}

/** The entry for a changed record; none if no link field shows it. */
function toChanged(
  about: Omit<ChangedRecord, "dependents" | "shown">,
  some: readonly { fieldId: FieldId; shown: readonly FieldId[] }[],
): ChangedRecord[] {
  if (some.length === 0) return [];
  const shown = [...new Set(some.flatMap((each) => each.shown))];
  const dependents = some.map(({ fieldId }) => fieldId);
  return [{ ...about, dependents, ...(shown.length > 0 && { shown }) }];
}

const carriedChanges = ({ fields }: Carries, before: RecordItem, after: RecordItem): FieldId[] =>
  fields.flatMap(({ id }) =>
    before.shapes?.[id] !== after.shapes?.[id] || !isDeepStrictEqual(before.cells[id], after.cells[id])
      ? [id]
      : [],
  );

/** A record whose lookups show something else: for each link field, which fields of the linked records have changed. */
export interface Echo {
  id: RecordId;
  shown: ReadonlyMap<string, readonly FieldId[]>;
}

/** Notes the records elsewhere that show these lookups: by lookups of their own, or in titles. It ends, because no field depends on itself. */
export function noteEchoes(
  { table, fields, dependents }: Pick<Schema, "table" | "fields" | "dependents">,
  echoing: Echo[],
  { changed, later }: Pick<Following, "changed" | "later">,
): void {
  const all = dependents.map(({ fieldId, options, carries }) => ({
    fieldId,
    title: fields.filter(({ id }) => id === options.lookupFieldId),
    watched: fields.filter(({ id }) => carries?.watched.includes(id)),
  }));
  for (const { id, shown } of echoing) {
    const isOther = (field: Field) => lookupsIn([field]).some((lookup) => showsOneOf(lookup, shown));
    const noted = all.flatMap(({ fieldId, title, watched }) => {
      const isTitle = title.some(isOther);
      const others = watched.filter(isOther).map((each) => each.id);
      return isTitle || others.length > 0 ? [{ fieldId, isTitle, shown: others }] : [];
    });
    const note = (some: typeof noted) => toChanged({ tableId: table.id, id }, some);
    changed.push(...note(noted.filter(({ isTitle }) => isTitle)));
    later.changed.push(...note(noted.filter(({ isTitle }) => !isTitle)));
  }
}

/** Whether a lookup shows one of these fields of its link's table, or a field that is computed from one. */
function showsOneOf(lookup: Field, changed: Echo["shown"]): boolean {
  const source = sourceOf(lookup);
  const ids = source && changed.get(source.link.id);
  if (!ids) return false;
  const shown = shownIn(lookup, source);
  return [...shown, ...withInputs(shown)].some(({ id }) => ids.includes(id));
}
