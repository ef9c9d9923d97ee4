/* What an endpoint's definition says, as an operation of the document. */
import type * as z from "zod";
import { roleMay } from "#lib/access/roles";
import type { Definition } from "#lib/http/definition";
import type { Registered } from "#lib/registry";
import { roles } from "#lib/schemas/role";
import { exampleOf } from "./example.ts";
import { failuresOf } from "./failures.ts";
import { parametersOf } from "./parameters.ts";
import type { Schemas } from "./schemas.ts";
import type { MediaType, Operation, Response } from "./shape.ts";

export function operationOf(
  { operation, area, handler: { definition } }: Registered,
  schemas: Schemas,
): Operation {
  const { summary, scope, params, query, body } = definition;
  const parameters = [
    ...(params ? parametersOf("path", schemas.sent(params), schemas) : []),
    ...(query ? parametersOf("query", schemas.sent(query), schemas) : []),
  ];
  return {
    operationId: operation,
    tags: [area],
    summary,
    description: descriptionOf(definition),
    security: scope ? [{ bearer: [scope] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": sent(body, schemas) } } }),
    responses: { [definition.response.status]: successOf(definition, schemas), ...failuresOf(definition) },
  };
}

function descriptionOf({ description, scope, alsoAt, path }: Definition): string {
  const may = scope ? roles.filter((role) => roleMay(role, scope)) : [];
  const paragraphs = [
    description,
    scope
      ? `Needs the scope \`${scope}\`${may.length > 0 ? ` and the role ${listed(may)}` : ""}.`
      : "Open to everybody: no token is needed.",
    alsoAt && `\`${path}/\`, with a slash at its end, is the same.`,
  ];
  return paragraphs.filter(Boolean).join("\n\n");
}

const listed = (words: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(words);

function successOf({ method, response }: Definition, schemas: Schemas): Response {
  const { status, shape, file } = response;
  const content: Record<string, MediaType> | undefined = shape
    ? { "application/json": answered(shape, schemas) }
    : file && { "*/*": {} };
  const what = status === 201 ? "Created." : method === "GET" ? "As asked." : "Done.";
  return {
    description: content ? what : `${what} The answer has no body.`,
    headers: { "x-request-id": { $ref: "#/components/headers/RequestId" } },
    ...(content && { content }),
  };
}

function sent(body: z.ZodType, schemas: Schemas): MediaType {
  const schema = schemas.sent(body);
  const values = (schemas.lookUp(schema)["examples"] as object[] | undefined) ?? [
    exampleOf(schema, schemas.lookUp) as object,
  ];
  const examples = values.map((value, i) => [
    `example${i + 1}`,
    { summary: Object.keys(value).join(", ") || "everything left out", value },
  ]);
  return { schema, examples: Object.fromEntries(examples) };
}

function answered(shape: z.ZodType, schemas: Schemas): MediaType {
  const schema = schemas.answered(shape);
  return { schema, example: exampleOf(schema, schemas.lookUp) };
}
