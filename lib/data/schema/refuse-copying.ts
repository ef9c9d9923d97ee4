/* Refuses changes that have to wait until a copied field has its cells. */

import type { Field } from "#lib/engine/fields/field";
import { AppError } from "#lib/schemas/basics/error";

/** Throws 409 for a field whose cells are still being copied from another field. */
export function refuseCopying({ copying }: Field, what: string): void {
  if (copying)
    throw new AppError(
      "conflict",
      `The field is a copy that is still being made, and cannot be ${what}; try again when it is no longer isPending`,
      { headers: { "retry-after": "30" } },
    );
}
