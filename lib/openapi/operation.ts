/* What an endpoint's definition says, as an operation of the document. */
import { roleMay } from "#lib/access/roles";
import type { Definition } from "#lib/http/definition";
import type { Registered } from "#lib/registry";
import { roles } from "#lib/schemas/role";
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
    ...(params ? parametersOf("path", schemas.sent(params)) : []),
    ...(query ? parametersOf("query", schemas.sent(query)) : []),
  ];
  return {
    operationId: operation,
    tags: [area],
    summary,
    description: descriptionOf(definition),
    security: scope ? [{ bearer: [scope] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: schemas.sent(body) } } },
    }),
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

function successOf({ response: { shape, file } }: Definition, schemas: Schemas): Response {
  const content: Record<string, MediaType> | undefined = shape
    ? { "application/json": { schema: schemas.answered(shape) } }
    : file && { "*/*": {} };
  return {
    description: shape ? "Done." : file ? "The file." : "Done; the answer has no body.",
    headers: { "x-request-id": { $ref: "#/components/headers/RequestId" } },
    ...(content && { content }),
  };
}
