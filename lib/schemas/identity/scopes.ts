/*
 * The scopes of tokens: `resource|action`. A place scope is also a permission that roles on a space or base give; a personal
 * scope is about the caller's own things and needs no role.
 */
const placeActions = {
  space: ["create", "delete", "grant_role", "invite_email", "invite_link", "log_read", "read", "update"],
  base: [
    "authority_matrix_config",
    "create",
    "db_connection",
    "delete",
    "invite_email",
    "invite_link",
    "query_data",
    "read",
    "read_all",
    "table_export",
    "table_import",
    "update",
  ],
  table: [
    "create",
    "delete",
    "export",
    "import",
    "read",
    "trash_read",
    "trash_reset",
    "trash_update",
    "update",
  ],
  view: ["create", "delete", "read", "share", "update"],
  field: ["create", "delete", "read", "update"],
  record: ["comment", "create", "delete", "read", "update"],
  automation: ["create", "delete", "read", "update"],
  table_record_history: ["read"],
} as const;

const personalActions = {
  user: ["email_read"],
  oauth_client: ["create", "delete", "read", "update"],
  plugin: ["create", "delete", "read", "update"],
  notification: ["read", "update"],
} as const;

type Scopes<Actions extends Record<string, readonly string[]>> = {
  [Resource in keyof Actions & string]: `${Resource}|${Actions[Resource][number]}`;
}[keyof Actions & string];

export type PlaceScope = Scopes<typeof placeActions>;
export type Scope = PlaceScope | Scopes<typeof personalActions>;

const scopesOf = (actions: Record<string, readonly string[]>) =>
  Object.entries(actions).flatMap(([resource, list]) => list.map((action) => `${resource}|${action}`));

export const placeScopes = scopesOf(placeActions) as PlaceScope[];
export const allScopes = [...placeScopes, ...scopesOf(personalActions)] as Scope[];

/** The scopes that an OAuth application may ask for. The others are for personal access tokens only. */
export const appScopes = scopesOf({
  table: ["create", "delete", "export", "import", "read", "update"],
  view: ["create", "delete", "read", "update"],
  field: placeActions.field,
  record: placeActions.record,
  automation: placeActions.automation,
  user: personalActions.user,
  plugin: ["read"],
  notification: personalActions.notification,
}) as Scope[];

/** What the tools of `POST /mcp` ask for, and so what applications may ask for that no person has registered. Reading comes first. */
export const toolScopes: readonly Scope[] = [
  "table|read",
  "field|read",
  "record|read",
  "record|comment",
  "record|create",
  "record|update",
  "record|delete",
  "table|create",
  "table|import",
  "field|create",
  "field|update",
  "field|delete",
];

/** Those of these scopes that change nothing. */
export const readingOf = <Each extends string>(scopes: readonly Each[]): Each[] =>
  scopes.filter((scope) => /\|(read|read_all|export|table_export|email_read)$/.test(scope));
