/* What the app offers to whom. The server decides what each role may do. */
import type { Role } from "#lib/schemas/basics/role";

/** The most powerful first. */
const ordered: readonly Role[] = ["owner", "creator", "editor", "commenter", "viewer"];

/** Whether someone with this role makes, renames and deletes bases and tables. */
export const isBuilder = (role: Role): boolean => role === "owner" || role === "creator";

/** Whether someone with this role makes and changes views and records. */
export const isEditor = (role: Role): boolean => isBuilder(role) || role === "editor";

/** Whether someone with this role invites others. */
export const mayInvite = (role: Role): boolean => isEditor(role);

/** The roles that someone with this role can give: their own, and lower ones. */
export const rolesUpTo = (role: Role): readonly Role[] => ordered.slice(ordered.indexOf(role));
