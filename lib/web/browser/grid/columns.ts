/* The columns of a view. */
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import type { GridColumn } from "./geometry.ts";

const widthOf = 180;

/** The fields as a view has them, from the left: first that with the name of the record. */
export function orderFields(fields: readonly Field[], view: View | undefined): Field[] {
  const meta = new Map(Object.entries(view?.columnMeta ?? {}));
  const order = ({ id, isPrimary }: Field) =>
    isPrimary ? Number.NEGATIVE_INFINITY : (meta.get(id)?.order ?? Number.POSITIVE_INFINITY);
  return fields.toSorted((a, b) => {
    const [one, other] = [order(a), order(b)];
    return one === other ? 0 : one - other;
  });
}

/** The columns of a view, from the left. */
export function gridColumns(fields: Field[], view: View | undefined): GridColumn[] {
  const meta = new Map(Object.entries(view?.columnMeta ?? {}));
  return orderFields(fields, view)
    .filter(({ id, isPrimary }) => isPrimary || !meta.get(id)?.hidden)
    .map((field) => ({
      field,
      width: meta.get(field.id)?.width ?? widthOf,
    }));
}

/** How many columns a view freezes: the first one, if it does not say. */
export const frozenColumns = (view: View | undefined): number => {
  const count = view?.options?.["frozenColumnCount"];
  return typeof count === "number" ? count : 1;
};
