/* Which fields a view leaves out, and what says so in its columns. */
import type { View } from "#lib/schemas/tables/view";
import { isOnCards } from "../cards/card-shape.ts";

/** Whether records of the view are cards. */
export const hasCards = ({ type }: Pick<View, "type">): boolean =>
  type === "kanban" || type === "gallery" || type === "calendar";

/** Whether a view leaves a field out. */
export function isLeftOutOf(view: View): (field: { id: string }) => boolean {
  const isShown = isOnCards(view);
  return hasCards(view) ? (field) => !isShown(field) : ({ id }) => view.columnMeta[id]?.hidden === true;
}

/** The change of a column that shows or hides its field. */
export const columnShown = (
  view: Pick<View, "type">,
  isLeftOut: boolean,
): { visible?: boolean; hidden?: true | null } =>
  hasCards(view) ? { visible: !isLeftOut } : { hidden: isLeftOut || null };
