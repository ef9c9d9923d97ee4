/* Which fields a view shows, and in which order. */
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ColumnMeta } from "#lib/schemas/tables/view";

interface Columns {
  columnMeta: ColumnMeta;
}

/** Where one column says whether it is visible, only those that say so are; else those that are not hidden. */
export function isShownIn({ columnMeta }: Columns): (field: { id: FieldId }) => boolean {
  const someVisible = saysVisible(columnMeta);
  return ({ id }) => (someVisible ? columnMeta[id]?.visible === true : !columnMeta[id]?.hidden);
}

const saysVisible = (columnMeta: ColumnMeta) =>
  Object.values(columnMeta).some(({ visible }) => visible !== undefined);

/** Where the last column goes that said what is visible, the others are as hidden as before. */
export function withoutColumns(columnMeta: ColumnMeta, ids: ReadonlySet<string>): ColumnMeta {
  const left = Object.fromEntries(Object.entries(columnMeta).filter(([id]) => !ids.has(id)));
  if (saysVisible(left) || !saysVisible(columnMeta)) return left;
  return Object.fromEntries(Object.entries(left).map(([id, column]) => [id, { ...column, visible: false }]));
}

/** Those that share a place stay as they were. */
export function inColumnOrder<Placed extends { id: FieldId }>(
  { columnMeta }: Columns,
  fields: readonly Placed[],
): Placed[] {
  const placeOf = ({ id }: Placed) => columnMeta[id]?.order ?? Number.MAX_VALUE;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}
