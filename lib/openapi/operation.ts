/* Converts the definition of an endpoint to an operation of the document. */
import type * as z from "zod";
import { roleMay } from "#lib/access/roles";
import type { Definition } from "#lib/http/definition";
import { isGreedy, takesBelow } from "#lib/http/route-names";
import type { Registered } from "#lib/registry";
import { roles } from "#lib/schemas/basics/role";
import { exampleOf } from "./example.ts";
import { failuresOf } from "./failures.ts";
import { idempotencyKey, parametersOf } from "./parameters.ts";
import type { Schemas } from "./schemas.ts";
import { openedBy, securityOf } from "./security.ts";
import type { Header, MediaType, Operation, Parameter, Response } from "./shape.ts";

/** The tag of an endpoint: its area, or `pages` for all pages. */
export const tagOf = ({ area, handler }: Registered): string =>
  handler.definition.response.page ? "pages" : area;

/** The operation of an endpoint. Adds its schemas to `schemas`. */
export function operationOf(endpoint: Registered, schemas: Schemas): Operation {
  const { definition } = endpoint.handler;
  const { summary, params, query, body } = definition;
  // OpenAPI has no names for several segments: the description says what is below
  const isRest = takesBelow(definition.alsoAt ?? "");
  const inQuery = query ? parametersOf("query", schemas.sent(query), schemas) : [];
  // generators would give both the same name, and their code would not compile
  const hidesKey = inQuery.some(({ name }) => name === "idempotencyKey");
  const parameters = [
    ...(params && !isRest ? parametersOf("path", schemas.sent(params), schemas) : []),
    ...inQuery,
    ...(definition.conditional ? [ifMatch] : []),
    ...(definition.minimal ? [prefer] : []),
    ...(definition.idempotent && !hidesKey ? [idempotencyKey] : []),
  ];
  return {
    operationId: endpoint.operation,
    tags: [tagOf(endpoint)],
    summary,
    description: descriptionOf(definition, hidesKey),
    security: securityOf(definition),
    ...(definition.alsoAt && !isGreedy(definition.alsoAt) && !isRest && { "x-also-at": definition.alsoAt }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: requestContent(definition, body, schemas) } }),
    responses: {
      [definition.response.status]: successOf(definition, schemas),
      ...(definition.response.orJob && { 202: leftToJob(definition, schemas) }),
      ...(definition.response.page && { 302: redirect }),
      ...(definition.response.orFile && { 302: redirectToFile }),
      ...(definition.response.redirect && definition.response.status === 302 && { 200: address }),
      ...(definition.response.status === 307 && { 201: uploaded }),
      ...failuresOf(definition),
    },
  };
}

function descriptionOf(definition: Definition, hidesKey: boolean): string {
  const { description, scope, alsoAt, method, path } = definition;
  const may = scope ? roles.filter((role) => roleMay(role, scope)) : [];
  const paragraphs = [
    description,
    scope
      ? `Needs the scope \`${scope}\`${may.length > 0 ? ` and the role ${listed(may)}` : ""}.`
      : openedBy(definition),
    hidesKey && "The header `Idempotency-Key` makes a retry safe, as for other calls that write.",
    alsoAt &&
      !takesBelow(alsoAt) &&
      (isGreedy(alsoAt)
        ? `The path \`${path}/\` with a trailing slash works too.`
        : `\`${method} ${alsoAt}\` is the same.`),
  ];
  return paragraphs.filter(Boolean).join("\n\n");
}

const listed = (words: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(words);

const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };

const redirect: Response = {
  description: "Redirects to another page; to the sign-in page if the visitor must sign in first.",
  headers: {
    ...requestId,
    location: { description: "The address of that page.", schema: { type: "string" } },
  },
};

const redirectToFile: Response = {
  ...redirect,
  description: "Redirects to a file, if the query asks for one.",
};

const prefer: Parameter = {
  name: "prefer",
  in: "header",
  required: false,
  description: "`return=minimal`: the answer has the records without their cells.",
  schema: { type: "string", examples: ["return=minimal"] },
};
const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "One or more values of `ETag`. If the record is in none of these states, nothing is changed (412). `*` matches any state.",
  schema: { type: "string", examples: ['"3.mg2x7k1c"'] },
};

const etag: Header = {
  description: "The state of the record. Absent for several records.",
  schema: { type: "string" },
};

const nextCursor: Header = {
  description: "The `cursor` of the next page; absent on the last page.",
  schema: { type: "string" },
};

const elsewhere: Response = {
  description: "Redirects to another address.",
  headers: { ...requestId, location: { description: "The address.", schema: { type: "string" } } },
};

const address: Response = {
  description:
    "The address, if `Accept` names `application/json` and nothing else. For pages of another origin, which can neither read where a redirect leads nor follow it to a bucket.",
  headers: requestId,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: {
          url: {
            type: "string",
            description: "The address of the file, for as long as that of the redirect.",
          },
        },
        required: ["url"],
      },
      example: { url: "https://files.example.org/4mSa1Cw6nZ8tQ0Yh?signature=x" },
    },
  },
};

const uploaded: Response = {
  description: "The bytes were taken at once, on one machine. The response has no body.",
  headers: requestId,
};

function successOf({ method, response, tagged, paged }: Definition, schemas: Schemas): Response {
  if (response.redirect) return elsewhere;
  const { status, shape, file, page } = response;
  const content: Record<string, MediaType> | undefined = shape
    ? { "application/json": answered(shape, schemas) }
    : page
      ? { "text/html": {} }
      : file && { [file]: {} };
  const what = status === 201 ? "Created." : method === "GET" ? "Success." : "Done.";
  return {
    description: content ? what : `${what} The response has no body.`,
    headers: { ...requestId, ...(tagged && { etag }), ...(paged && { "x-next-cursor": nextCursor }) },
    ...(content && { content }),
  };
}

const leftToJob = (definition: Definition, schemas: Schemas): Response => ({
  ...successOf(definition, schemas),
  description: "A job does it, whose id is in `jobId`.",
});

/** The content types of a request body; for a page the form comes first. */
function requestContent(
  { form, multipart, response }: Definition,
  body: z.ZodType,
  schemas: Schemas,
): Record<string, MediaType> {
  const media = sent(body, schemas);
  const asForm = form && { "application/x-www-form-urlencoded": media };
  const inParts = multipart && media.schema && { "multipart/form-data": { schema: media.schema } };
  if (response.page) return { ...asForm, "application/json": media };
  return { "application/json": media, ...asForm, ...inParts };
}

function sent(body: z.ZodType, schemas: Schemas): MediaType {
  const schema = schemas.sent(body);
  const values = (schemas.lookUp(schema)["examples"] as object[] | undefined) ?? [
    exampleOf(schema, schemas.lookUp) as object,
  ];
  const examples = values.map((value, i) => [
    `example${i + 1}`,
    { summary: Object.keys(value).join(", ") || "all members left out", value },
  ]);
  return { schema, examples: Object.fromEntries(examples) };
}

function answered(shape: z.ZodType, schemas: Schemas): MediaType {
  const schema = schemas.answered(shape);
  return { schema, example: exampleOf(schema, schemas.lookUp) };
}
