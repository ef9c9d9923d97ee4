/*
 * A space that moves to another cell (docs/design/cells.md). The mark is on the space, its bases and their copies, since calls read one of them.
 * bin/admin/move-space writes it.
 *
 *   (none) ──▶ moving: writes are refused with 503, for seconds ──▶ moved: 410 with the new address
 *      ▲                  │
 *      └── taken back ────┘
 */
import { AppError } from "#lib/schemas/basics/error";
import type { Standing } from "#lib/schemas/basics/role";

/** The attribute `move` of a space or base. */
export interface SpaceMove {
  state: "moving" | "moved";
  /** The origin of the cell to which it goes, for example `https://eu1.example.org`. */
  to: string;
  /** When it was marked, ISO 8601. */
  time: string;
}

/** What may carry the mark. */
interface Movable {
  move?: SpaceMove;
}

/** Whether the space is in another cell now. What is still here is a copy that no call reaches. */
export const hasMoved = (place: Movable | undefined): boolean => place?.move?.state === "moved";

/** Throws 410 with the new address if the space is in another cell. Only for callers who could reach the place. */
export function refuseMoved(place: Movable | undefined): void {
  if (!place?.move || !hasMoved(place)) return;
  const { to } = place.move;
  throw new AppError("moved", `This space has moved to ${to}: call it there, with the same ids`, {
    data: { movedTo: to },
  });
}

/** The role, with what the mark says. Throws as `refuseMoved`. */
export function standingIn(place: Movable | undefined, standing: Standing | undefined): Standing | undefined {
  if (!standing || !place?.move) return standing;
  refuseMoved(place);
  return { ...standing, isMoving: true };
}

/** Throws 503 while the space moves, for what says so by `isMoving`: a role, or a share. */
export function refuseMoving(of: unknown): void {
  if (typeof of !== "object" || of === null || !("isMoving" in of) || !of.isMoving) return;
  throw new AppError("moving", "This space is being moved, and can only be read for a moment; retry", {
    headers: { "retry-after": "5" },
  });
}

/** Throws 503 while the space or base moves, 410 when it has moved: for those who join it without having a role. */
export function refuseJoining(place: Movable): void {
  refuseMoved(place);
  refuseMoving({ isMoving: place.move !== undefined });
}
