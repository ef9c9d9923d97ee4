/* Calls `POST /mcp` as clients of both eras do. */
import { handler as answerMcp } from "#functions/mcp/answer-mcp";
import { type Answer, type Asker, call } from "./call.ts";

/** Sends a message in the way of the versions before 2026-07-28. */
export const sendLegacy = (as: Asker, method: string, params?: object, headers = {}): Promise<Answer> =>
  call(answerMcp, { as, body: { jsonrpc: "2.0", id: 1, method, params }, headers });

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

/** Sends a message in the way of 2026-07-28; `headers` replace those that it has. */
export function sendModern(
  as: Asker,
  method: string,
  params: { [name: string]: unknown } = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const named = params["name"] ?? params["uri"];
  return call(answerMcp, {
    as,
    body: { jsonrpc: "2.0", id: 1, method, params: { _meta: meta, ...params } },
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof named === "string" && { "mcp-name": named }),
      ...headers,
    },
  });
}

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is checked by what tests expect
type Anything = any;

export interface ToolAnswer {
  isError: boolean;
  /** The JSON of the text. */
  shown: Anything;
  /** Bytes of the whole answer. */
  bytes: number;
}

/** Calls a tool. Throws for an error of the protocol. */
export async function callTool(as: Asker, name: string, args: object): Promise<ToolAnswer> {
  const { status, body, bytes } = await sendModern(as, "tools/call", { name, arguments: args });
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  const { content, isError = false } = body.result;
  return { isError, shown: JSON.parse(content[0].text), bytes: bytes.length };
}

/** What a tool answers that succeeds. */
export async function useTool(as: Asker, name: string, args: object): Promise<Anything> {
  const { isError, shown } = await callTool(as, name, args);
  if (isError) throw new Error(`${name}: ${JSON.stringify(shown)}`);
  return shown;
}
