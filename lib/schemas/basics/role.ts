/** The roles of members of a space or base, the most powerful first. */
export const roles = ["owner", "creator", "editor", "commenter", "viewer"] as const;
export type Role = (typeof roles)[number];

/** The caller's role on a base or space, and whether it comes from the space. */
export interface Standing {
  role: Role;
  from: "space" | "base";
  /** The space is being moved to another cell: nothing can be written there now (lib/data/spaces/moves.ts). */
  isMoving?: true;
}
