/* Calls of a space that moves to another cell, or has. Loaded by import(): few calls meet one. */
import type { Movable } from "#lib/data/spaces/moves";
import { movingNow, refuseMoved } from "#lib/data/spaces/refuse-moved";
import type { Definition } from "#lib/http/definition";
import type { Standing } from "#lib/schemas/basics/role";

/** The role in a place with the mark of a move. Throws 410 if its space is in another cell. */
export function standingThere(place: Movable, standing: Standing): Standing {
  refuseMoved(place);
  return { ...standing, isMoving: true };
}

/** Throws 503 if the endpoint may write. A POST that reads has a scope for reading, and nothing to keep for a retry. */
export function refuseWrites({ method, scope, idempotent }: Definition): void {
  const reads = method === "GET" || (method === "POST" && !idempotent && scope?.endsWith("|read"));
  if (!reads) throw movingNow();
}

/** Throws 503 for a role in a space that is being moved. */
export function refuseMoving(standing: Standing | undefined): void {
  if (standing?.isMoving) throw movingNow();
}
