/* The errors: which of them an endpoint can answer, in the common shape, as a page, or as OAuth has them. */
import * as z from "zod";
import type { Definition } from "#lib/http/definition";
import { statusOf } from "#lib/schemas/basics/error";
import type { Ref, Response, Schema } from "./shape.ts";

export const ErrorSchema: Schema = {
  type: "object",
  description: "The body of every error.",
  properties: {
    message: { type: "string", description: "For a person to read." },
    status: { type: "integer", description: "The HTTP status." },
    code: { type: "string", enum: Object.keys(statusOf), description: "For a program to read." },
    data: {
      type: "object",
      properties: {
        issues: {
          type: "array",
          description: "What is wrong with the request: all of it, not only the first.",
          items: {
            type: "object",
            properties: {
              path: {
                type: "string",
                description: "As a programmer writes it; empty: the body as a whole.",
                examples: ["fields[2].options.choices[0].name"],
              },
              message: { type: "string" },
            },
            required: ["path", "message"],
          },
        },
        total: {
          type: "integer",
          description: "How many issues there are; not all of very many are listed.",
        },
        requestId: { type: "string" },
      },
    },
  },
  required: ["message", "status", "code"],
};

export const ProtocolErrorSchema: Schema = {
  type: "object",
  description: "An error of the OAuth protocol (RFC 6749, 5.2).",
  properties: {
    error: { type: "string", description: "For a program to read.", examples: ["invalid_grant"] },
    error_description: { type: "string", description: "For a person to read." },
  },
  required: ["error"],
};

interface Failure {
  name: string;
  description: string;
  code: keyof typeof statusOf;
  message: string;
  data?: object;
  headers?: NonNullable<Response["headers"]>;
  /** Whether an endpoint can answer it. */
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

const failures: readonly Failure[] = [
  {
    name: "BadRequest",
    description: "Something in the request is wrong: every issue is named with its path.",
    code: "validation_error",
    message: messageOf("Validation error", issues),
    data: { issues, total: 2 },
    when: (definition) => definition.body !== undefined || !takesAnyQuery(definition),
  },
  {
    name: "Unauthorized",
    description:
      "There is no token or session, or none that is good now; of a share, its password was not given.",
    code: "unauthorized",
    message: "Send a token: Authorization: Bearer <token>",
    headers: { "www-authenticate": { description: "`Bearer` or `Cookie`", schema: { type: "string" } } },
    when: (definition) =>
      !definition.public || definition.share !== undefined || errorsOf(definition) === "protocol",
  },
  {
    name: "Forbidden",
    description:
      "The token lacks the scope, or the caller's role allows too little; with a session, the request comes from another page than ours; a share does not allow it.",
    code: "restricted_resource",
    message: "This token lacks the scope table|create",
    when: ({ scope, session, maySession, method, share }) =>
      scope !== undefined || share !== undefined || ((session || maySession) === true && method !== "GET"),
  },
  {
    name: "NotFound",
    description:
      "Something that the path or the body names is not there, or the caller has no role on it: the two cannot be told apart.",
    code: "not_found",
    message: "There is no table tbl4mSa1Cw6nZ8tQ0Yh, or you have no access to it",
    when: ({ params, spaceOf, placeIn }) => [params, spaceOf, placeIn].some((each) => each !== undefined),
  },
  {
    name: "Conflict",
    description:
      "Somebody else changed the same thing at the same time, or it is there already. Trying again may help.",
    code: "conflict",
    message: "Others are changing the same thing right now; try again",
    headers: retryAfter,
    when: ({ method }) => method !== "GET",
  },
  {
    name: "PreconditionFailed",
    description: "The record is not in the state that If-Match names. Nothing was changed.",
    code: "precondition_failed",
    message: "The record has been changed since: read it again, its ETag is another now",
    headers: { etag: { description: "The state that it is in.", schema: { type: "string" } } },
    when: ({ conditional }) => conditional === true,
  },
  {
    name: "PayloadTooLarge",
    description: "The body, or what would be answered, is larger than allowed. Nothing was changed.",
    code: "payload_too_large",
    message: "The body has 4194305 bytes, the limit is 4194304",
    when: ({ method, body, response }) =>
      body !== undefined || (method !== "GET" && response.shape !== undefined),
  },
  {
    name: "UnsupportedMediaType",
    description:
      "The body is not sent as `content-type: application/json`, nor as a form or multipart/form-data where it may be that.",
    code: "unsupported_media_type",
    message: "The body must be JSON, with content-type application/json, not text/plain",
    when: ({ body }) => body !== undefined,
  },
  {
    name: "UnprocessableEntity",
    description: "Another request had this Idempotency-Key before. Nothing was changed.",
    code: "unprocessable_entity",
    message: "This Idempotency-Key was sent with another request before: take a new one for each",
    when: ({ idempotent }) => idempotent === true,
  },
  {
    name: "TooManyRequests",
    description: "Slow down, then try again.",
    code: "too_many_requests",
    message: "Too many requests; try again in 2 seconds",
    headers: retryAfter,
    when: () => true,
  },
  {
    name: "InternalServerError",
    description: "A bug on our side. Nothing of it is shown but the request id, under which the log has it.",
    code: "internal_server_error",
    message: "Something went wrong here; tell us the request id 9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f",
    data: { requestId: "9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f" },
    when: () => true,
  },
  {
    name: "ServiceUnavailable",
    description: "The database does not answer. Trying again may help.",
    code: "database_connection_unavailable",
    message: "The database does not answer; try again",
    headers: retryAfter,
    when: () => true,
  },
];

/** Whether keys in the query that it does not know are no error. */
export const takesAnyQuery = ({ query }: Definition): boolean =>
  query !== undefined &&
  z.toJSONSchema(query, { io: "input", unrepresentable: "any" }).additionalProperties !== false;

/** In which shape an endpoint says what went wrong. */
export const errorsOf = ({ failure, response }: Definition): "common" | "page" | "protocol" =>
  response.page ? "page" : failure ? "protocol" : "common";

const prefixes = { common: "", page: "Page", protocol: "Protocol" };

export const failuresOf = (definition: Definition): Record<string, Ref> =>
  Object.fromEntries(
    failures
      .filter(({ when }) => when(definition))
      // a page sends who must sign in to where one does
      .filter(({ code }) => code !== "unauthorized" || errorsOf(definition) !== "page")
      .map(({ name, code }) => [
        statusOf[code],
        { $ref: `#/components/responses/${prefixes[errorsOf(definition)]}${name}` },
      ]),
  );

/** Those of them that some endpoint answers. */
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

function contentOf({ code, message, data }: Failure, prefix: string): NonNullable<Response["content"]> {
  if (prefix === prefixes.page) return { "text/html": {} };
  const isProtocol = prefix === prefixes.protocol;
  return {
    "application/json": {
      schema: { $ref: `#/components/schemas/${prefix}Error` },
      example: isProtocol
        ? { error: protocolErrors[statusOf[code]] ?? "invalid_request", error_description: message }
        : { message, status: statusOf[code], code, ...(data && { data }) },
    },
  };
}

const protocolErrors: Record<number, string> = {
  401: "invalid_client",
  429: "temporarily_unavailable",
  500: "server_error",
  503: "temporarily_unavailable",
};
