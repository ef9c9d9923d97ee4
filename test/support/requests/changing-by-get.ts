/**
 * Endpoints that are GET by contract, but write: one begins an authorization, one ends one, three make a temporary file, one begins an export, one makes a temporary
 * token, and one counts attempts. The last writes nothing: what it reads files with also announces them.
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
];
