/* The error for an operation that cannot be undone or redone now. */

import { AppError } from "#lib/schemas/basics/error";

const mostNamed = 10;

/** Names the first reasons, and says how many more there are. */
export function inTheWay(reasons: string[]): AppError {
  const rest = reasons.length - mostNamed;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  return new AppError("validation_error", [...reasons.slice(0, mostNamed), ...more].join("; "));
}

/** Something that undo or redo has read was changed: it begins again. */
export class Outdated extends Error {}
