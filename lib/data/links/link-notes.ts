/* What is noted of changed cells: titles that may have changed meanwhile, and titles that others show. */

import { isDeepStrictEqual } from "node:util";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { DependentItem, Schema, TableItem } from "#lib/data/schema/table-schema";
import { type Carries, type Field, typeOf } from "#lib/engine/fields/field";
import { lookupsIn, withInputs } from "#lib/engine/fields/formula-inputs";
import { sourceOf } from "#lib/engine/fields/lookups";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import type { Finder } from "#lib/store/store";
import type { LinkCell, Write } from "./link-cell.ts";
import type { Following } from "./notes.ts";

interface Watched {
  table: Pick<TableItem, "id">;
  fields: Field[];
  dependents?: DependentItem[];
}

/** The titles of linked records may have changed since they were read. */
export function noteOwn({ field, sides, write, added }: LinkCell, find: Finder, following: Following): void {
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

/** Notes the records whose titles elsewhere change with the batch, and those of which links elsewhere carry changed cells. */
export function noteChanged(
  { table, fields, dependents = [] }: Watched,
  writes: Pick<Write, "before" | "after">[],
  following: Pick<Following, "changed" | "carried">,
): void {
  const watched = dependents.map(({ fieldId, options, carries }) => ({
    ...{ fieldId, carries },
    title: fields.find(({ id }) => id === options.lookupFieldId),
  }));
  for (const { before, after } of writes) {
    if (!before || before === after) continue;
    const titled = watched.filter(({ title }) => title && isChanged(title, before, after));
    const carrying = watched.filter(({ carries }) => carries && isCarriedChanged(carries, before, after));
    const note = (some: typeof watched) => {
      const isCarried = some.some((each) => carrying.includes(each));
      const dependents = some.map(({ fieldId }) => fieldId);
      return { tableId: table.id, id: after.id, dependents, ...(isCarried && { isCarried: true as const }) };
    };
    const others = carrying.filter((each) => !titled.includes(each));
    if (titled.length > 0) following.changed.push(note(titled));
    if (others.length > 0) following.carried.push(note(others));
  }
}

const isCarriedChanged = ({ fields }: Carries, before: RecordItem, after: RecordItem): boolean =>
  fields.some(
    ({ id }) =>
      before.shapes?.[id] !== after.shapes?.[id] || !isDeepStrictEqual(before.cells[id], after.cells[id]),
  );

/** Notes the records whose titles elsewhere are made of cells that they carry, where these have changed. */
export function noteTitlesOfCarried(
  { table, fields, dependents }: Pick<Schema, "table" | "fields" | "dependents">,
  writes: { before: RecordItem; carried: RecordItem["carried"] }[],
  { changed }: Pick<Following, "changed">,
): void {
  const titles = dependents.flatMap(({ fieldId, options }) => {
    const title = fields.find(({ id }) => id === options.lookupFieldId);
    const links = title ? lookupsIn([title]).flatMap((lookup) => sourceOf(lookup)?.link.id ?? []) : [];
    return links.length > 0 ? [{ fieldId, links }] : [];
  });
  for (const { before, carried } of titles.length > 0 ? writes : []) {
    const isOther = (link: FieldId) => !isDeepStrictEqual(before.carried?.[link], carried?.[link]);
    const dependents = titles.flatMap(({ fieldId, links }) => (links.some(isOther) ? [fieldId] : []));
    if (dependents.length > 0) changed.push({ tableId: table.id, id: before.id, dependents });
  }
}

function isChanged(field: Field, before: RecordItem, after: RecordItem): boolean {
  if (field.formula || field.lookupOptions) {
    // it may use a time of the record
    if (field.formula?.followsEdits) return true;
    return withInputs([field]).some((input) => isChanged(input, before, after));
  }
  const { compute } = typeOf(field);
  return compute
    ? compute(before) !== compute(after)
    : !isDeepStrictEqual(before.cells[field.id], after.cells[field.id]);
}
