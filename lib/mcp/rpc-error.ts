/* Errors of `POST /mcp`: messages of JSON-RPC, with the HTTP status that the protocol or this service has for them. */
import type { Failure } from "#lib/http/definition";
import { json } from "#lib/http/respond";
import { AppError, type ErrorCode } from "#lib/schemas/basics/error";
import { challengeOf } from "./challenge.ts";

/** JSON-RPC 2.0, and the numbers that MCP (2026-07-28) adds. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;
export type RpcCode = keyof typeof rpcCodes;

export type RpcId = string | number | null;

interface RpcDetails {
  id: RpcId;
  data?: Record<string, unknown>;
  /** The HTTP status, by the code of ours that has it. */
  as?: ErrorCode;
}

/** An error that the protocol defines. */
export class RpcError extends AppError {
  readonly id: RpcId;
  readonly rpcCode: RpcCode;

  constructor(rpcCode: RpcCode, message: string, { id, data, as = "validation_error" }: RpcDetails) {
    super(as, message, data ? { data } : {});
    this.id = id;
    this.rpcCode = rpcCode;
  }
}

/** The message of JSON-RPC for an error; without an id where it was not read. */
export function showRpcError(error: AppError) {
  const { message, data, code } = error;
  const isRpc = error instanceof RpcError;
  const rpcCode = isRpc ? error.rpcCode : rpcCodeOf(error);
  // the protocol has its own members in `data`
  const details = isRpc ? data : { code, ...data };
  return {
    jsonrpc: "2.0",
    id: isRpc ? error.id : null,
    error: { code: rpcCodes[rpcCode], message, ...(details && { data: details }) },
  };
}

/** A body that is no JSON has no path in its issue, and the words of the check that found it. */
function rpcCodeOf({ code, message }: AppError): RpcCode {
  if (code === "internal_server_error") return "internalError";
  if (code !== "validation_error") return "refused";
  return /: the body is (not JSON|empty)/.test(message) ? "parseError" : "invalidRequest";
}

/** The `failure` of the endpoint. */
export const rpcFailure: Failure = (error, event) =>
  json(error.status, showRpcError(error), {
    ...error.headers,
    ...challengeOf(error, event.call),
    "x-request-id": event.requestContext.requestId,
  });
