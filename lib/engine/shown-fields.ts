/* Which fields a view shows, and in which order. */
import type { FieldId } from "#lib/schemas/ids";
import type { ColumnMeta } from "#lib/schemas/view";

interface Columns {
  columnMeta: ColumnMeta;
}

/** Where one column says whether it is visible, only those that say so are; else those that are not hidden. */
export function isShownIn({ columnMeta }: Columns): (field: { id: FieldId }) => boolean {
  const someVisible = Object.values(columnMeta).some(({ visible }) => visible !== undefined);
  return ({ id }) => (someVisible ? columnMeta[id]?.visible === true : !columnMeta[id]?.hidden);
}

/** Those that share a place stay as they were. */
export function inColumnOrder<Placed extends { id: FieldId }>(
  { columnMeta }: Columns,
  fields: readonly Placed[],
): Placed[] {
  const placeOf = ({ id }: Placed) => columnMeta[id]?.order ?? Number.MAX_VALUE;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}
