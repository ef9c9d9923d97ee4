/* Scopes that are wanted together, for who does not want to choose each. */
import { allScopes, type Scope } from "#lib/schemas/identity/scopes";

const reading = allScopes.filter((scope) => /\|(read|read_all|export|table_export|email_read)$/.test(scope));
const withContents = /^(table|view|field|record|automation|notification)\|/;

export const scopePresets = {
  read: reading,
  write: allScopes.filter((scope) => reading.includes(scope) || withContents.test(scope)),
  everything: allScopes,
} as const satisfies Record<string, readonly Scope[]>;
