/* Messages of the Model Context Protocol (JSON-RPC 2.0), as they go over HTTP. */
import { Buffer } from "node:buffer";

export interface SentMessage {
  /** Undefined for a notification. */
  id?: unknown;
  method: string;
  params?: { readonly [name: string]: unknown } | undefined;
}

const codes = { parseError: -32700, invalidRequest: -32600, internalError: -32603 } as const;

/** The error that answers a request. */
export const rpcError = (id: unknown, message: string, code: keyof typeof codes = "internalError") => ({
  ...{ jsonrpc: "2.0", id },
  error: { code: codes[code], message },
});

/** The message in a line, or the error that answers it. A line that answers is a notification to ignore: nothing was asked. */
export function readMessage(line: string): SentMessage | ReturnType<typeof rpcError> {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (error) {
    return rpcError(
      null,
      `a line is not JSON: ${error instanceof Error ? error.message : error}`,
      "parseError",
    );
  }
  if (!isObject(read)) return rpcError(null, "a line must be one message: an object", "invalidRequest");
  const { id, method, params } = read;
  if (typeof method === "string") return { id, method, params: isObject(params) ? params : undefined };
  if ("result" in read || "error" in read) return { method: "" };
  return rpcError(id ?? null, "method must be text", "invalidRequest");
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The parameter that the header Mcp-Name repeats. */
const namedBy: { readonly [method: string]: string | undefined } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** The headers that repeat what a message says, since 2026-07-28; before, the version that was agreed on. */
export function headersOfMessage(
  { method, params = {} }: SentMessage,
  agreed: string | undefined,
): Record<string, string> {
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const version = meta["io.modelcontextprotocol/protocolVersion"];
  if (typeof version !== "string") return agreed === undefined ? {} : { "mcp-protocol-version": agreed };
  const named = params[namedBy[method] ?? ""];
  return {
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(typeof named === "string" && { "mcp-name": encodeHeader(named) }),
  };
}

/** What is not plain ASCII is sent as `=?base64?…?=`. */
const encodeHeader = (text: string) =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith("=?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
