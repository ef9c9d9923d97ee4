/* Errors of the endpoints that OAuth clients call, in the shape of the protocol (RFC 6749, 5.2). */
import type { Failure } from "#lib/http/definition";
import { json } from "#lib/http/respond";
import type { AppError, ErrorCode, Issue } from "#lib/schemas/basics/error";
import { parameterNames } from "#lib/schemas/identity/oauth";
import { ClientMetadata } from "#lib/schemas/identity/registration";
import { OAuthError, type ProtocolCode } from "./oauth-error.ts";

interface ProtocolError {
  status: number;
  error: ProtocolCode;
  description: string;
}

/** Answers an error as `{ error, error_description }`: the `failure` of an endpoint. */
export const protocolFailure: Failure = (error, event) => {
  const { status, error: code, description } = translate(error);
  return json(
    status,
    { error: code, error_description: description },
    { ...error.headers, "x-request-id": event.requestContext.requestId },
  );
};

/** The same for registrations, whose wrong members have an error of their own (RFC 7591, 3.2.2). */
export const registrationFailure: Failure = (error, event) => {
  if (error instanceof OAuthError || error.code !== "validation_error") return protocolFailure(error, event);
  const issues = (error.data?.["issues"] ?? []) as Issue[];
  // a path may hold what was sent
  const names = [...new Set(issues.map(({ path }) => /^\w*/.exec(path)?.[0]))].filter(
    (name) => name && Object.hasOwn(ClientMetadata.shape, name),
  );
  const isAboutUris = names[0] === "redirect_uris";
  const code = isAboutUris ? "invalid_redirect_uri" : "invalid_client_metadata";
  const description =
    names.length > 0 ? `Wrong or missing: ${names.join(", ")}` : "The body must be a JSON object";
  return protocolFailure(new OAuthError(code, description), event);
};

function translate(error: AppError): ProtocolError {
  if (error instanceof OAuthError)
    return { status: error.status, error: error.error, description: error.message };
  if (error.code === "validation_error")
    return { status: 400, error: "invalid_request", description: describeIssues(error) };
  return others[error.code] ?? { ...broken, status: error.status };
}

const broken = { error: "server_error", description: "Something went wrong here; try again" } as const;
const busy = { error: "temporarily_unavailable", description: "Try again in a moment" } as const;
const others: Partial<Record<ErrorCode, ProtocolError>> = {
  unsupported_media_type: {
    status: 400,
    error: "invalid_request",
    description: "The body must be a form or JSON, and its content type must say which",
  },
  payload_too_large: { status: 413, error: "invalid_request", description: "The body is too large" },
  conflict: { status: 503, ...busy },
  too_many_requests: { status: 429, ...busy },
  database_connection_unavailable: { status: 503, ...busy },
  writes_stopped: {
    status: 503,
    error: "temporarily_unavailable",
    description: "The operator of this service has stopped writes",
  },
};

/** Names the invalid parameters only: issues may quote what was sent. */
function describeIssues({ data }: AppError): string {
  const roots = ((data?.["issues"] ?? []) as Issue[]).map(({ path }) => path.split(/[.[]/)[0] ?? "");
  const names = parameterNames.filter((name) => roots.includes(name));
  return names.length > 0
    ? `Must be sent once, as text: ${names.join(", ")}`
    : "The body is neither a form nor a JSON object";
}
