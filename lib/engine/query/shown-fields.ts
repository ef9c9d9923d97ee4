/* The fields that a view shows, and their order. */
import { viewTypes } from "#lib/engine/view-types/index";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ColumnMeta, ViewTypeName } from "#lib/schemas/tables/view";

interface Columns {
  columnMeta: ColumnMeta;
}

interface TypedColumns extends Columns {
  viewType: ViewTypeName;
  enableShare?: boolean | undefined;
}

/**
 * Grids and views of plugins show all fields that are not `hidden`. A form shows all that are not `visible: false`. The others show the fields
 * with `visible: true`, or if there is none, all that are not hidden. A shared form that names some fields with `visible: true` shows no others.
 */
export function isShownIn(view: TypedColumns): (field: { id: FieldId }) => boolean {
  const { columnMeta, viewType } = view;
  const { hidesBy, asksAll } = viewTypes[viewType];
  if (hidesBy === "hidden") return ({ id }) => !columnMeta[id]?.hidden;
  const someVisible = Object.values(columnMeta).some(({ visible }) => visible === true);
  if (asksAll) return ({ id }) => columnMeta[id]?.visible ?? !(someVisible && view.enableShare);
  return ({ id }) => {
    const { visible, hidden } = columnMeta[id] ?? {};
    return someVisible ? visible === true : visible !== false && !hidden;
  };
}

/** The columns without these fields. If removing them would show other fields, these get `visible: false`. */
export function withoutColumns(view: TypedColumns, ids: ReadonlySet<string>): ColumnMeta {
  const left = Object.entries(view.columnMeta).filter(([id]) => !ids.has(id));
  const columns = Object.fromEntries(left);
  const [wasShown, isShown] = [isShownIn(view), isShownIn({ ...view, columnMeta: columns })];
  return Object.fromEntries(
    left.map(([name, column]) => {
      const id = name as FieldId;
      return [name, isShown({ id }) && !wasShown({ id }) ? { ...column, visible: false } : column];
    }),
  );
}

/** The fields sorted by the `order` of their columns. Fields with the same order keep their sequence; fields without an order come last. */
export function inColumnOrder<Placed extends { id: FieldId }>(
  { columnMeta }: Columns,
  fields: readonly Placed[],
): Placed[] {
  const placeOf = ({ id }: Placed) => columnMeta[id]?.order ?? Number.MAX_VALUE;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}
