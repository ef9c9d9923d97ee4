/*
 * The two eras of the protocol. The version 2026-07-28 names itself in each request: in `_meta`, and in headers that must say the same as
 * the body. Versions before it agree on one by `initialize`; nothing is remembered here, since all of them are answered alike.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
import { isObject } from "#lib/schemas/basics/object";
import type { RpcRequest } from "./message.ts";
import { RpcError, type RpcId } from "./rpc-error.ts";

export const modernVersions = ["2026-07-28"];
export const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26"];

/** The names of members of `_meta` begin with it. */
export const metaPrefix = "io.modelcontextprotocol/";

type Headers = Readonly<Record<string, string | undefined>>;

/** Whether a request is of the era since 2026-07-28. Throws what the protocol says for one that contradicts itself. */
export function readEra(
  { method, params = {} }: RpcRequest,
  headers: Headers,
  id: RpcId,
): "modern" | "legacy" {
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const version = meta[`${metaPrefix}protocolVersion`];
  const header = headers["mcp-protocol-version"]?.trim();
  if (version === undefined && (header === undefined || legacyVersions.includes(header))) return "legacy";

  const invalid = (message: string) => new RpcError("invalidParams", message, { id });
  const unsupported = (requested: string) =>
    new RpcError("unsupportedVersion", "Unsupported protocol version", {
      id,
      data: { supported: modernVersions, requested },
    });
  if (typeof version !== "string") {
    if (version === undefined && header !== undefined && !modernVersions.includes(header))
      throw unsupported(shortened(header));
    throw invalid(`params._meta must have "${metaPrefix}protocolVersion"`);
  }
  if (header !== version) throw mismatch("MCP-Protocol-Version", id);
  if (!modernVersions.includes(version)) throw unsupported(shortened(version));
  if (!isObject(meta[`${metaPrefix}clientCapabilities`]))
    throw invalid(`params._meta must have "${metaPrefix}clientCapabilities"`);
  if (headers["mcp-method"]?.trim() !== method) throw mismatch("Mcp-Method", id);
  const named = namedBy[method];
  if (named && decodeHeader(headers["mcp-name"]) !== params[named]) throw mismatch("Mcp-Name", id);
  return "modern";
}

/** The parameter that the header Mcp-Name repeats. */
const namedBy: Record<string, string | undefined> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

const mismatch = (header: string, id: RpcId) =>
  new RpcError("headerMismatch", `HeaderMismatch: ${header} must be there, and the same as in the body`, {
    id,
  });

/** A header that holds more than ASCII is sent as `=?base64?…?=`. */
function decodeHeader(sent: string | undefined): string | undefined {
  const text = sent?.trim();
  const [, coded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(text ?? "") ?? [];
  return coded === undefined ? text : Buffer.from(coded, "base64").toString();
}

const shortened = (text: string) => text.slice(0, 40).toWellFormed();
