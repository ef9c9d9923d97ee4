/** What somebody is on a space or base; each may do less than the one before it. */
export const roles = ["owner", "creator", "editor", "commenter", "viewer"] as const;
export type Role = (typeof roles)[number];

/** The caller's role at a place, and whether he has it there or from the space that the place lies in. */
export interface Standing {
  role: Role;
  from: "space" | "base";
}
