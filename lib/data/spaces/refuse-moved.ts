/* What callers hear of a space that moves to another cell, or has (moves.ts). Few calls meet one, so most import this late. */
import { AppError } from "#lib/schemas/basics/error";
import { hasMoved, type Movable } from "./moves.ts";

/** Throws 410 with the new address if the space is in another cell. Only for callers who could reach the place. */
export function refuseMoved(place: Movable): void {
  if (!place.move || !hasMoved(place)) return;
  const { to } = place.move;
  throw new AppError("moved", `This space has moved to ${to}: call it there, with the same ids`, {
    data: { movedTo: to },
  });
}

/** A 503: the space is being moved. */
export const movingNow = (): AppError =>
  new AppError("moving", "This space is being moved, and can only be read for a moment; retry", {
    headers: { "retry-after": "5" },
  });

/** Throws 503 while the space or base moves, 410 when it has moved: for those who join it without having a role. */
export function refuseJoining(place: Movable): void {
  refuseMoved(place);
  if (place.move) throw movingNow();
}
