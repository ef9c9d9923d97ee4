/* What pressing a button does to its count. */

import type { button } from "#lib/engine/field-types/button";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";

export type Press = "click" | "reset";

type Options = ReturnType<typeof button.initialOptions>;

/** The count after it, or why it may not be pressed so. */
export function press(
  field: Field,
  cell: StoredCell | undefined,
  kind: Press,
): { count: number } | { refused: string } {
  if (typeOf(field).type !== "button") return { refused: "is no button field" };
  const { maxCount = Number.MAX_SAFE_INTEGER, resetCount, workflow } = field.options as Options;
  if (kind === "reset") return resetCount ? { count: 0 } : { refused: "is a button that is not reset" };
  const count = typeof cell === "number" ? cell : 0;
  if (workflow && !workflow.isActive) return { refused: `has a workflow that is not active` };
  return count < maxCount
    ? { count: count + 1 }
    : { refused: `has been clicked ${count} times, the most are ${maxCount}` };
}
