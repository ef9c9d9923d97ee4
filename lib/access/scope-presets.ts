/* Named sets of scopes, for users who do not choose each scope. */
import { allScopes, readingOf, type Scope } from "#lib/schemas/identity/scopes";

const reading = readingOf(allScopes);
const withContents = /^(table|view|field|record|automation|notification)\|/;

/** To read everything; to also change the contents of tables; everything. */
export const scopePresets = {
  read: reading,
  write: allScopes.filter((scope) => reading.includes(scope) || withContents.test(scope)),
  everything: allScopes,
} as const satisfies Record<string, readonly Scope[]>;
