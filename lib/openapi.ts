/*
 * The OpenAPI 3.1 document, made from the endpoints: nothing of it is written by hand twice. Build time only, never
 * bundled; the functions read it as a file.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder, type Registered, type Registry } from "#lib/registry";
import { areas, description } from "./openapi/about.ts";
import { ErrorSchema, failureResponses } from "./openapi/failures.ts";
import { operationOf } from "./openapi/operation.ts";
import { schemasOf } from "./openapi/schemas.ts";
import type { OpenApiDocument, Operation } from "./openapi/shape.ts";
import { tellTypes, typesOf } from "./openapi/types.ts";

export type { OpenApiDocument } from "./openapi/shape.ts";

const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function openapiDocument({ endpoints }: Registry): OpenApiDocument {
  const conversion = schemasOf();
  const order = [...new Set([...Object.keys(areas), ...endpoints.map(({ area }) => area)])];
  const sorted = [...endpoints].sort((one, other) => compare(rankOf(one, order), rankOf(other, order)));

  const paths: Record<string, Record<string, Operation>> = {};
  for (const each of sorted) {
    const { path, method } = each.handler.definition;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(each, conversion) };
  }
  const { value, schemas } = conversion.settle({ paths, types: typesOf(conversion) });
  tellTypes(schemas, value.types);
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
      .filter((name) => endpoints.some(({ area }) => area === name))
      .map((name) => ({ name, ...(areas[name] && { description: areas[name] }) })),
    paths: value.paths,
    components: {
      schemas: { Error: ErrorSchema, ...schemas },
      responses: failureResponses(),
      headers: {
        RequestId: { description: "Names this call in the log; tell it to us.", schema: { type: "string" } },
      },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "gridless_acc…",
          description: "A personal access token. Each call names the scope that the token must have.",
        },
      },
    },
  };
}

/** Area by area, shorter paths first, and of one path GET before the rest. */
function rankOf({ area, handler }: Registered, order: readonly string[]): (string | number)[] {
  const { path, method } = handler.definition;
  return [order.indexOf(area), path.split("/").length, path, verbs.indexOf(method)];
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
