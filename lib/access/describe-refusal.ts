/* Says in a sentence what a role may not do. Imported with the first refusal. */
import { AppError } from "#lib/schemas/basics/error";
import type { Role, Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { roleMay } from "./roles.ts";

/** Throws 403 if the role does not allow a scope. */
export function allowRole(scope: Scope, { role }: Standing): void {
  if (!roleMay(role, scope)) throw new AppError("restricted_resource", describeRefusal(role, scope));
}

/** `An editor may not change a base`. */
export function describeRefusal(role: Role, scope: Scope): string {
  const [resource = "", action = ""] = scope.split("|");
  const verb = action === "update" ? "change" : action;
  return `${articleOf(role) === "an" ? "An" : "A"} ${role} may not ${deeds[scope] ?? `${verb} ${articleOf(resource)} ${resource}`}`;
}

const articleOf = (noun: string) => (/^[aeiou]/.test(noun) ? "an" : "a");

/** What a call does, where the scope does not say it in plain words. */
const deeds: Partial<Record<Scope, string>> = {
  "base|authority_matrix_config": "change the permissions in a base",
  "base|db_connection": "connect to a base directly",
  "base|invite_email": "invite people to a base",
  "base|invite_link": "make links that invite to a base",
  "base|query_data": "query a base",
  "base|read_all": "see all bases",
  "base|table_export": "export a base",
  "base|table_import": "import into a base",
  "record|comment": "comment on a record",
  "space|grant_role": "change the roles of members of a space",
  "space|invite_email": "invite people to a space",
  "space|invite_link": "make links that invite to a space",
  "space|log_read": "see who changed access to a space",
  "table_record_history|read": "read the history of records",
  "table|import": "import into a table",
  "table|trash_read": "see the trash of a base",
  "table|trash_reset": "empty the trash of a base",
  "table|trash_update": "restore from the trash of a base",
  "user|email_read": "read e-mail addresses",
};
