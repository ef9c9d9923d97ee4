/* The error responses of each endpoint: in the common shape, as a page, or in the shape of OAuth or JSON-RPC. */
import * as z from "zod";
import type { Definition } from "#lib/http/definition";
import { showRpcError } from "#lib/mcp/rpc-error";
import { AppError, statusOf } from "#lib/schemas/basics/error";
import type { Ref, Response } from "./shape.ts";

interface Failure {
  name: string;
  description: string;
  code: keyof typeof statusOf;
  /** The status; without it, the one of the code. */
  status?: number;
  message: string;
  data?: object;
  headers?: NonNullable<Response["headers"]>;
  /** The gateway responds with it before the endpoint is called: always in the common shape. */
  comesFromGateway?: true;
  /** Whether an endpoint can respond with it. */
  when: (definition: Definition) => boolean;
}

const issues = [
  { path: "records[3].fields.Count", message: "must be a number" },
  { path: "records[7].fields.Status", message: '"lite" is not the name of a choice of this field' },
];
const messageOf = (title: string, all: typeof issues) =>
  `${title}: ${all.map(({ path, message }) => `${path}: ${message}`).join("; ")}`;

const retryAfter: NonNullable<Response["headers"]> = {
  "retry-after": { description: "Seconds to wait.", schema: { type: "integer" } },
};

const rateLimit: NonNullable<Response["headers"]> = {
  "ratelimit-policy": {
    description:
      "For each limit that the call met: `q` calls at once, and the `w` seconds after which all of them are free again.",
    schema: { type: "string", examples: ['"token";q=20;w=40'] },
  },
  ratelimit: {
    description:
      "For each of these limits: the `r` calls that are left, and the `t` seconds until all are free again.",
    schema: { type: "string", examples: ['"token";r=0;t=40'] },
  },
};

const failures: readonly Failure[] = [
  {
    name: "BadRequest",
    description: "The request is invalid. `data.issues` lists every error with its path.",
    code: "validation_error",
    message: messageOf("Validation error", issues),
    data: { issues, total: 2 },
    when: (definition) => mayBeInvalid(definition),
  },
  {
    name: "Unauthorized",
    description: "The token or session is missing, invalid or expired. For a share: the password is missing.",
    code: "unauthorized",
    message: "Send a token: Authorization: Bearer <token>",
    headers: { "www-authenticate": { description: "`Bearer` or `Cookie`", schema: { type: "string" } } },
    when: (definition) => !definition.public || isOpen(definition) || errorsOf(definition) === "protocol",
  },
  {
    name: "Forbidden",
    description:
      "The token does not have the scope, or the caller's role does not allow the call. An endpoint that needs a session: only an access token was sent, or the request was sent from a page of another site. For a share: the share does not allow it.",
    code: "restricted_resource",
    message: "This token lacks the scope table|create",
    when: ({ scope, session, optionalSession, method, share, response }) =>
      scope !== undefined ||
      response.rpc === true ||
      share !== undefined ||
      session === true ||
      (optionalSession === true && method !== "GET"),
  },
  {
    name: "NotFound",
    description:
      "Something in the path or the body does not exist, or the caller has no access to it. The response is the same for both.",
    code: "not_found",
    message: "There is no table tbl4mSa1Cw6nZ8tQ0Yh, or you have no access to it",
    when: ({ params, spaceOf, placeIn, mayBeMissing, body, response }) =>
      [params, spaceOf, placeIn, mayBeMissing, response.rpc].some((each) => each !== undefined) ||
      (body !== undefined && hasIds(body)),
  },
  {
    name: "Conflict",
    description: "The same thing was changed at the same time, or it already exists. A retry may succeed.",
    code: "conflict",
    message: "Other requests are changing the same data; retry",
    headers: retryAfter,
    when: ({ method }) => method !== "GET",
  },
  {
    name: "Gone",
    description:
      "The space is on another server now, with the same ids. `data.movedTo` is the address of that server. Callers who had no access get 404.",
    code: "moved",
    message: "This space has moved to https://eu1.example.org: call it there, with the same ids",
    data: { movedTo: "https://eu1.example.org" },
    when: ({ params, spaceOf, placeIn, share }) =>
      [params, spaceOf, placeIn, share].some((each) => each !== undefined),
  },
  {
    name: "PreconditionFailed",
    description: "The record was changed since the `ETag` in `If-Match`. Nothing was changed by this call.",
    code: "precondition_failed",
    message: "The record has been changed since: read it again, its ETag is another now",
    headers: { etag: { description: "The present state of the record.", schema: { type: "string" } } },
    when: ({ conditional }) => conditional === true,
  },
  {
    name: "TooManyMatched",
    description:
      "The filter finds more records than `expect.max` allows. `data.matched` says how many. Nothing was written.",
    code: "too_many_matched",
    message:
      "The filter finds 140 records, and expect.max allows 100; nothing was written. Make the filter narrower, or send a higher expect.max",
    data: { matched: 140, max: 100 },
    when: ({ response }) => response.orJob === true,
  },
  {
    name: "PayloadTooLarge",
    description: "The body, or the response, would be larger than allowed. Nothing was changed.",
    code: "payload_too_large",
    message: "The body has 4194305 bytes, the limit is 4194304",
    when: ({ method, body, response, mayBeTooLarge }) =>
      mayBeTooLarge === true || body !== undefined || (method !== "GET" && response.shape !== undefined),
  },
  {
    name: "UnsupportedMediaType",
    description:
      "The content-type of the body is not supported. Send `application/json`, or a form or multipart/form-data if the call accepts it.",
    code: "unsupported_media_type",
    message: "The body must be JSON, with content-type application/json, not text/plain",
    when: ({ body }) => body !== undefined,
  },
  {
    name: "UnprocessableEntity",
    description: "This Idempotency-Key was used for a different request. Nothing was changed.",
    code: "unprocessable_entity",
    message: "This Idempotency-Key was sent with another request before: take a new one for each",
    when: ({ idempotent }) => idempotent === true,
  },
  {
    name: "TooManyRequests",
    description: "Too many requests. Wait, then retry.",
    code: "too_many_requests",
    message: "Too many requests: the limit is 50 at once, then one every 30 s; try again in 2 s",
    headers: { ...retryAfter, ...rateLimit },
    when: () => true,
  },
  {
    name: "MisdirectedRequest",
    description:
      "`npm start` on one machine only: the header Host names another service. Nothing was changed.",
    code: "misdirected_request",
    message: "This server does not answer for the host example.com",
    comesFromGateway: true,
    when: () => true,
  },
  {
    name: "RequestHeaderFieldsTooLarge",
    description:
      "Request line and headers are larger than 10,240 bytes. Send a long query as a body, or save it (`POST /query-params`).",
    code: "payload_too_large",
    status: 431,
    message: "Request line and headers are larger than 10,240 bytes",
    comesFromGateway: true,
    when: () => true,
  },
  {
    name: "InternalServerError",
    description:
      "An error of the service. The response has the request id, by which the log can be searched.",
    code: "internal_server_error",
    message: "Something went wrong here; tell us the request id 9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f",
    data: { requestId: "9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f" },
    when: () => true,
  },
  {
    name: "ServiceUnavailable",
    description:
      "The database does not respond; a retry may succeed. Calls that write: also with the code `writes_stopped`, while the operator of the service, or its monthly budget, has stopped writes. `data.reason`, `data.since` and `data.until` say why, and for how long. With the code `moving`: the space is being moved to another server, and nothing can be written there for a moment.",
    code: "database_connection_unavailable",
    message: "The database does not respond; retry",
    headers: retryAfter,
    when: () => true,
  },
  {
    name: "GatewayTimeout",
    description: "No answer within 30 seconds. The call may still be carried out.",
    code: "gateway_timeout",
    message: "No answer within 30 s",
    comesFromGateway: true,
    when: () => true,
  },
];

/** Whether a body can name something by its id, which may not be there. */
const hasIds = (body: z.ZodType): boolean =>
  /"#\/\$defs\/\w+Id"/.test(JSON.stringify(z.toJSONSchema(body, { io: "input", unrepresentable: "any" })));

/** Whether callers without credentials can be let in, or be refused later. */
const isOpen = ({ share, optionalSession }: Definition) => share !== undefined || optionalSession === true;

/** Whether an endpoint can refuse what is sent. A page that takes any query still refuses a wrong link or a wrong request of an application. */
export const mayBeInvalid = (definition: Definition): boolean =>
  definition.body !== undefined ||
  !takesAnyQuery(definition) ||
  (definition.response.page === true && definition.query !== undefined);

/** Whether an endpoint accepts unknown parameters in its query string. */
export const takesAnyQuery = ({ query }: Definition): boolean =>
  query !== undefined &&
  z.toJSONSchema(query, { io: "input", unrepresentable: "any" }).additionalProperties !== false;

/** The shape of an endpoint's errors. */
export function errorsOf({ failure, response }: Definition): "common" | "page" | "protocol" | "rpc" {
  if (response.rpc) return "rpc";
  // files that fail in their own way are opened by people
  if (response.page || (response.file && failure)) return "page";
  return failure ? "protocol" : "common";
}

const prefixes = { common: "", page: "Page", protocol: "Protocol", rpc: "Rpc" };

/** References to the error responses of an endpoint, by status. */
export const failuresOf = (definition: Definition): Record<string, Ref> =>
  Object.fromEntries(
    failures
      .filter(({ when }) => when(definition))
      // pages redirect visitors who must sign in; the password of a share and an unknown application are 401
      .filter(({ code }) => code !== "unauthorized" || errorsOf(definition) !== "page" || isOpen(definition))
      .map(({ name, code, status = statusOf[code], comesFromGateway }) => [
        status,
        { $ref: `#/components/responses/${comesFromGateway ? "" : prefixes[errorsOf(definition)]}${name}` },
      ]),
  );

/** The error responses that at least one endpoint uses. */
export function failureResponses(isUsed: (name: string) => boolean): Record<string, Response> {
  const all = failures.flatMap((failure) =>
    Object.values(prefixes).map((prefix) => [prefix + failure.name, responseOf(failure, prefix)] as const),
  );
  return Object.fromEntries(all.filter(([name]) => isUsed(name)));
}

const responseOf = (failure: Failure, prefix: string): Response => ({
  description: failure.description,
  headers: { "x-request-id": { $ref: "#/components/headers/RequestId" }, ...failure.headers },
  content: contentOf(failure, prefix),
});

function contentOf(
  { code, status = statusOf[code], message, data }: Failure,
  prefix: string,
): NonNullable<Response["content"]> {
  if (prefix === prefixes.page) return { "text/html": {} };
  if (prefix === prefixes.rpc)
    return {
      "application/json": {
        schema: { $ref: "#/components/schemas/RpcError" },
        example: showRpcError(new AppError(code, message, data ? { data: { ...data } } : {})),
      },
    };
  const isProtocol = prefix === prefixes.protocol;
  return {
    "application/json": {
      schema: { $ref: `#/components/schemas/${prefix}Error` },
      example: isProtocol
        ? { error: protocolErrors[statusOf[code]] ?? "invalid_request", error_description: message }
        : { message, status, code, ...(data && { data }) },
    },
  };
}

const protocolErrors: Record<number, string> = {
  401: "invalid_client",
  429: "temporarily_unavailable",
  500: "server_error",
  503: "temporarily_unavailable",
};
