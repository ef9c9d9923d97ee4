/* The fields that a view shows, and their order. */
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ColumnMeta } from "#lib/schemas/tables/view";

interface Columns {
  columnMeta: ColumnMeta;
}

/** If any column has `visible`, only fields with `visible: true` are shown; else all that are not `hidden`. */
export function isShownIn({ columnMeta }: Columns): (field: { id: FieldId }) => boolean {
  const someVisible = usesVisible(columnMeta);
  return ({ id }) => (someVisible ? columnMeta[id]?.visible === true : !columnMeta[id]?.hidden);
}

const usesVisible = (columnMeta: ColumnMeta) =>
  Object.values(columnMeta).some(({ visible }) => visible !== undefined);

/** The columns without these fields. If the last column with `visible` goes, the others get `visible: false`, so that they stay hidden. */
export function withoutColumns(columnMeta: ColumnMeta, ids: ReadonlySet<string>): ColumnMeta {
  const left = Object.fromEntries(Object.entries(columnMeta).filter(([id]) => !ids.has(id)));
  if (usesVisible(left) || !usesVisible(columnMeta)) return left;
  return Object.fromEntries(Object.entries(left).map(([id, column]) => [id, { ...column, visible: false }]));
}

/** The fields sorted by the `order` of their columns. Fields with the same order keep their sequence; those without come last. */
export function inColumnOrder<Placed extends { id: FieldId }>(
  { columnMeta }: Columns,
  fields: readonly Placed[],
): Placed[] {
  const placeOf = ({ id }: Placed) => columnMeta[id]?.order ?? Number.MAX_VALUE;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}
