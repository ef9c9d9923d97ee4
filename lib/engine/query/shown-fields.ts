/* The fields that a view shows, and their order. */
import { viewTypes } from "#lib/engine/view-types/index";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ColumnMeta, ViewTypeName } from "#lib/schemas/tables/view";

interface Columns {
  columnMeta: ColumnMeta;
}

interface TypedColumns extends Columns {
  viewType: ViewTypeName;
}

/**
 * Grids and views of plugins show all fields that are not `hidden`. The others show fields with `visible: true`, and all fields
 * if no column has `visible`.
 */
export function isShownIn(view: TypedColumns): (field: { id: FieldId }) => boolean {
  const { columnMeta } = view;
  if (viewTypes[view.viewType].hidesBy === "hidden") return ({ id }) => !columnMeta[id]?.hidden;
  const someVisible = usesVisible(view);
  return ({ id }) => !someVisible || columnMeta[id]?.visible === true;
}

const usesVisible = ({ viewType, columnMeta }: TypedColumns) =>
  viewTypes[viewType].hidesBy === "visible" &&
  Object.values(columnMeta).some(({ visible }) => visible !== undefined);

/** The columns without these fields. If the last column with `visible` goes, the others get `visible: false`, so that they stay hidden. */
export function withoutColumns(view: TypedColumns, ids: ReadonlySet<string>): ColumnMeta {
  const left = Object.fromEntries(Object.entries(view.columnMeta).filter(([id]) => !ids.has(id)));
  if (usesVisible({ ...view, columnMeta: left }) || !usesVisible(view)) return left;
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
