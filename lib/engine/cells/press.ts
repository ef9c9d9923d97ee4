/* Clicks and resets of buttons. */

import type { button } from "#lib/engine/field-types/button";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";

export type Press = "click" | "reset";

type Options = ReturnType<typeof button.initialOptions>;

/** The count after the click or reset, or the message why it is refused. */
export function press(
  field: Field,
  cell: StoredCell | undefined,
  kind: Press,
): { count: number } | { refused: string } {
  if (typeOf(field).type !== "button") return { refused: "is not a button field" };
  const { maxCount = Number.MAX_SAFE_INTEGER, resetCount, workflow } = field.options as Options;
  if (kind === "reset") return resetCount ? { count: 0 } : { refused: "is a button that cannot be reset" };
  const count = typeof cell === "number" ? cell : 0;
  if (workflow && !workflow.isActive) return { refused: "has an inactive workflow" };
  return count < maxCount
    ? { count: count + 1 }
    : { refused: `has reached maxCount: ${count} of ${maxCount} clicks` };
}
