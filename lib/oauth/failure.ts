/* An error of the endpoints that programs of applications call, in the shape of the protocol (RFC 6749, 5.2). */
import type { Failure } from "#lib/http/definition";
import { json } from "#lib/http/respond";
import type { AppError, ErrorCode, Issue } from "#lib/schemas/basics/error";
import { parameterNames } from "#lib/schemas/identity/oauth";
import { OAuthError, type ProtocolCode } from "./error.ts";

interface Told {
  status: number;
  error: ProtocolCode;
  description: string;
}

export const protocolFailure: Failure = (error, event) => {
  const { status, error: code, description } = told(error);
  return json(
    status,
    { error: code, error_description: description },
    { ...error.headers, "x-request-id": event.requestContext.requestId },
  );
};

function told(error: AppError): Told {
  if (error instanceof OAuthError)
    return { status: error.status, error: error.error, description: error.message };
  if (error.code === "validation_error")
    return { status: 400, error: "invalid_request", description: wrongIn(error) };
  return others[error.code] ?? { ...broken, status: error.status };
}

const broken = { error: "server_error", description: "Something went wrong here; try again" } as const;
const busy = { error: "temporarily_unavailable", description: "Try again in a moment" } as const;
const others: Partial<Record<ErrorCode, Told>> = {
  unsupported_media_type: {
    status: 400,
    error: "invalid_request",
    description: "The body must be a form or JSON, and its content type must say which",
  },
  payload_too_large: { status: 413, error: "invalid_request", description: "The body is too large" },
  conflict: { status: 503, ...busy },
  too_many_requests: { status: 429, ...busy },
  database_connection_unavailable: { status: 503, ...busy },
};

/** Names parameters, which are ours; issues may quote what was sent. */
function wrongIn({ data }: AppError): string {
  const roots = ((data?.["issues"] ?? []) as Issue[]).map(({ path }) => path.split(/[.[]/)[0] ?? "");
  const names = parameterNames.filter((name) => roots.includes(name));
  return names.length > 0
    ? `Must be sent once, as text: ${names.join(", ")}`
    : "The body is neither a form nor a JSON object";
}
