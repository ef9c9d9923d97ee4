/**
 * Endpoints that are GET by contract, but write: one begins an authorization, one ends one, three make a temporary file, one begins an export, one makes a temporary
 * token, one counts attempts, and two mark a base as followed. `analyzeImport` writes nothing: what it reads files with also announces them.
 */
export const changingByGet = [
  "authorize",
  "revokeOwnToken",
  "exportTable",
  "exportView",
  "getRefusedLines",
  "startBaseExport",
  "getTempToken",
  "showInvitation",
  "analyzeImport",
  "listChanges",
  "getSharedChanges",
];
