/*
 * A space that moves to another cell (docs/design/cells.md). The mark is on the space, its bases and their copies, since calls read one of them.
 * bin/admin/move-space writes it.
 *
 *   (none) ──▶ moving: writes are refused with 503, for seconds ──▶ moved: 410 with the new address
 *      ▲                  │
 *      └── taken back ────┘
 */

/** The attribute `move` of a space or base. */
export interface SpaceMove {
  state: "moving" | "moved";
  /** The origin of the cell to which it goes, for example `https://eu1.example.org`. */
  to: string;
  /** When it was marked, ISO 8601. */
  time: string;
}

/** What may carry the mark. */
export interface Movable {
  move?: SpaceMove;
}

/** Whether the space is in another cell now. What is still here is a copy that no call reaches. */
export const hasMoved = (place: Movable | undefined): boolean => place?.move?.state === "moved";
