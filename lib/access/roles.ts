/* What each role in a base or a space may do. Each role may do less than the one before it. */
import { type Role, roles, type Standing } from "#lib/schemas/basics/role";
import { type PlaceScope, placeScopes } from "#lib/schemas/identity/scopes";

const creatorLacks = [
  "space|create",
  "space|update",
  "space|delete",
  "space|grant_role",
  "space|log_read",
  "base|db_connection",
];
const editorLacks = [
  ...creatorLacks,
  ...[
    "base|create",
    "base|update",
    "base|delete",
    "base|table_import",
    "base|invite_link",
    "base|query_data",
  ],
  ...["table|create", "table|update", "table|delete", "table|import", "table|trash_reset"],
  ...["field|create", "field|update", "field|delete", "space|invite_link"],
  ...["automation|create", "automation|update", "automation|delete"],
];
const reading = (scope: PlaceScope) =>
  /\|(read|read_all|export|table_export)$/.test(scope) && scope !== "table_record_history|read";

const permissions: Record<Role, ReadonlySet<string>> = {
  owner: new Set(placeScopes),
  creator: new Set(placeScopes.filter((scope) => !creatorLacks.includes(scope))),
  editor: new Set(placeScopes.filter((scope) => !editorLacks.includes(scope))),
  commenter: new Set([...placeScopes.filter(reading), "record|comment"]),
  viewer: new Set(placeScopes.filter(reading)),
};

/** Whether a role allows a scope. */
export const roleMay = (role: Role, scope: string): boolean => permissions[role].has(scope);

/** The higher of a user's two roles, and where it comes from; `undefined` without a role. */
export function higherRole(inBase: Role | undefined, inSpace: Role | undefined): Standing | undefined {
  const role = roles.find((role) => role === inBase || role === inSpace);
  return role && { role, from: role === inBase ? "base" : "space" };
}
