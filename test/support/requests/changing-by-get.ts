/**
 * Endpoints that are GET by contract, but write: one begins an authorization, one ends one, four make a temporary file, one begins an export, one makes a temporary
 * token, one counts attempts, one begins a sign-in at a provider, and two mark a base as followed. `analyzeImport` writes nothing: what it reads files with also announces them.
 */
export const changingByGet = [
  "authorize",
  "revokeOwnToken",
  "exportTable",
  "exportView",
  "getRefusedLines",
  "listAccessLog",
  "startBaseExport",
  "getTempToken",
  "showInvitation",
  "showProvider",
  "analyzeImport",
  "listChanges",
  "getSharedChanges",
];
