/*
 * Builds the OpenAPI 3.1 document from the definitions of the endpoints. Build time only, never bundled; the functions read the
 * document as a file.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder, type Registered, type Registry } from "#lib/registry";
import { areas, description } from "./about.ts";
import { describeMembers } from "./describe.ts";
import { ErrorSchema, ProtocolErrorSchema, RpcErrorSchema } from "./error-schemas.ts";
import { failureResponses } from "./failures.ts";
import { easeForGenerators } from "./for-generators.ts";
import { operationOf, tagOf } from "./operation.ts";
import { schemasOf } from "./schemas.ts";
import { securitySchemes } from "./security.ts";
import type { OpenApiDocument, Operation, Schema } from "./shape.ts";
import { tellTypes, typesOf } from "./types.ts";
import { tellEvents, webhooksOf } from "./webhooks.ts";

export type { OpenApiDocument } from "./shape.ts";

const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The document for all endpoints of a registry. */
export function openapiDocument({ endpoints }: Registry): OpenApiDocument {
  const conversion = schemasOf();
  const order = [...new Set([...Object.keys(areas), ...endpoints.map(tagOf)])];
  const sorted = [...endpoints].sort((one, other) => compare(rankOf(one, order), rankOf(other, order)));

  const paths: Record<string, Record<string, Operation>> = {};
  for (const each of sorted) {
    const { path, method } = each.handler.definition;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(each, conversion) };
  }
  const { value, schemas } = conversion.settle({
    paths,
    types: typesOf(conversion),
    webhooks: webhooksOf(conversion),
  });
  const used = JSON.stringify(paths);
  tellTypes(schemas, value.types);
  tellEvents(schemas, value.webhooks, value.paths);
  for (const [id, schema] of Object.entries(schemas)) describeMembers(schema, id);
  describeMembers(value.paths, "");
  easeForGenerators([schemas, value.paths, value.webhooks], schemas);
  const { version, description: summary, license } = packageFacts();
  return {
    openapi: "3.1.1",
    info: {
      title: "Gridless",
      version,
      summary,
      description,
      license: { name: license, identifier: license },
    },
    servers: [{ url: "/" }],
    tags: order
      .filter((name) => endpoints.some((each) => tagOf(each) === name))
      .map((name) => ({ name, ...(areas[name] && { description: areas[name] }) })),
    paths: value.paths,
    webhooks: value.webhooks,
    components: {
      schemas: {
        Error: ErrorSchema,
        ...(used.includes("/responses/Protocol") && { ProtocolError: ProtocolErrorSchema }),
        ...(used.includes("/responses/Rpc") && { RpcError: RpcErrorSchema }),
        ...sortedByName(schemas),
      },
      responses: failureResponses((name) => used.includes(`#/components/responses/${name}"`)),
      headers: {
        RequestId: {
          description: "Identifies this call in the log. Include it when you report a problem.",
          schema: { type: "string" },
        },
      },
      securitySchemes: securitySchemes(),
    },
  };
}

const sortedByName = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));

/** The sort key of an endpoint: its area, then shorter paths first, then GET before other methods. */
function rankOf(endpoint: Registered, order: readonly string[]): (string | number)[] {
  const { path, method } = endpoint.handler.definition;
  return [order.indexOf(tagOf(endpoint)), path.split("/").length, path, verbs.indexOf(method)];
}

function compare(one: (string | number)[], other: (string | number)[]): number {
  const at = one.findIndex((part, i) => part !== other[i]);
  return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}

const packageFacts = () =>
  JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8")) as {
    version: string;
    description: string;
    license: string;
  };
