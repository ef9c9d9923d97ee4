/* The window by which all that a client wrote can be undone: windows are of one person and one token. */
import type { Principal } from "#lib/access/principal";

/** The same for all calls with one token, or of one application of a person. */
export function clientWindow({ via }: Principal): string {
  if (via.kind === "token") return `mcp-${via.tokenId}`;
  return via.kind === "application" ? `mcp-${via.clientId}` : "mcp";
}
