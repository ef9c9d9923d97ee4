/* What the app offers to whom. The server decides what each role may do. */
import type { Role } from "#lib/schemas/basics/role";

/** Whether someone with this role makes and renames bases and tables. */
export const isBuilder = (role: Role): boolean => role === "owner" || role === "creator";
