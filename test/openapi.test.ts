/* The OpenAPI document: it has exactly the endpoints, every reference resolves, every example is valid. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { accessMatrix } from "#lib/openapi/access-matrix";
import { openapiDocument } from "#lib/openapi/document";
import { errorsOf, mayBeInvalid } from "#lib/openapi/failures";
import { readRegistry } from "#lib/registry";
import { statusOf } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { appScopes } from "#lib/schemas/identity/scopes";
import { aWorld, entering, inWorld } from "#test/support/makers/world";
import { objectsIn, type Tree } from "#test/support/openapi/objects-in";
import { readerOf } from "#test/support/openapi/reader-of";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";

const registry = await readRegistry();
const document = openapiDocument(registry);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation,
    definition: registry.endpoints.find((each) => each.operation === operation.operationId)?.handler
      .definition,
  })),
);
const bodies = operations.filter(({ operation }) => operation.requestBody);
/** Linking needs a provider, which is tested by itself. Filling needs a model, which another process may not have. */
const workingBodies = bodies.filter(
  ({ path }) => path !== "/auth/provider" && (!baseUrl() || !path.endsWith("/auto-fill")),
);
const answers = operations.flatMap((each) => {
  const { shape, status } = each.definition?.response ?? {};
  return shape ? [{ ...each, shape, status: String(status) }] : [];
});

function pointed(ref: string): unknown {
  let found: unknown = document;
  for (const key of ref.replace(/^#\//, "").split("/")) found = (found as Tree | undefined)?.[key];
  return found;
}

const schemaObjects = [...objectsIn(document)].filter(
  ([at]) =>
    /\/schemas?(\/|$)/.test(at) &&
    !/\/(examples?|default|const|enum|properties)(\/\d+|$)|\/discriminator(\/|$)/.test(at),
);

const reader = (schema: unknown) => readerOf(schema, document);

test("the document has every endpoint under its path and method, and nothing else", () => {
  const documented = operations.map(
    ({ method, path, operation }) => `${method} ${path} ${operation.operationId}`,
  );
  const registered = registry.endpoints.map(
    ({ operation, handler: { definition } }) =>
      `${definition.method.toLowerCase()} ${definition.path} ${operation}`,
  );
  expect(documented.toSorted()).toEqual(registered.toSorted());
});

test("operation ids are unique; a path has only methods", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { method } of operations) expect(method).toMatch(/^(get|post|put|patch|delete)$/);
});

test("the document is the same every time it is built, also by another process", async () => {
  const text = JSON.stringify(openapiDocument(registry));
  expect(text).toBe(JSON.stringify(document));
  const { stdout } = await promisify(execFile)(process.execPath, ["bin/openapi.ts"], { maxBuffer: 2 ** 26 });
  expect(JSON.stringify(JSON.parse(stdout))).toBe(text);
});

test("every reference resolves, and every component is used", () => {
  const refs = [...objectsIn(document)].flatMap(([, { $ref }]) =>
    typeof $ref === "string" ? [$ref as string] : [],
  );
  expect(refs.filter((ref) => pointed(ref) === undefined)).toEqual([]);
  const components = (["schemas", "responses", "headers"] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  );
  expect(components.filter((each) => !refs.includes(each))).toEqual([]);
});

test("the document follows OpenAPI 3.1", () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({
    title: "Gridless",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  const tags = document.tags.map(({ name }) => name);
  for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[\w.-]+$/);
  for (const { path, operation } of operations) {
    expect(path).toMatch(/^\//);
    const { parameters = [], tags: own, responses } = operation;
    const keys = parameters.map((each) => `${each.in} ${each.name}`);
    expect(new Set(keys).size, "parameters are unique").toBe(keys.length);
    const inPath = parameters.filter((each) => each.in === "path");
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(tags).toEqual(expect.arrayContaining([...own]));
    for (const status of Object.keys(responses)) expect(status).toMatch(/^[2-5]\d\d$/);
  }
});

test("the schemas are JSON Schema 2020-12", () => {
  const keywords = new Set([
    ...["$ref", "description", "examples", "default", "type", "enum", "const", "format"],
    ...[
      "anyOf",
      "oneOf",
      "allOf",
      "properties",
      "required",
      "additionalProperties",
      "propertyNames",
      "items",
    ],
    ...["minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems"],
    ...["exclusiveMinimum", "exclusiveMaximum"],
    ...["contentMediaType", "contentSchema"],
    // OpenAPI's own, and ours
    ...["discriminator", "x-cells"],
  ]);
  const unknown = schemaObjects.flatMap(([at, schema]) =>
    at === "#/components/schemas" || /\/properties$/.test(at)
      ? []
      : Object.keys(schema).flatMap((key) => (keywords.has(key) ? [] : [`${at}: ${key}`])),
  );
  expect(unknown).toEqual([]);
  expect(schemaObjects.length).toBeGreaterThan(100);
  for (const schema of Object.values(document.components.schemas)) reader(schema);
  const newRecords = reader({ $ref: "#/components/schemas/NewRecords" });
  expect(newRecords.safeParse({ records: [{ fields: 1 }] }).error?.issues).toHaveLength(1);
});

test.each(bodies)("$method $path: every example of the body is accepted", ({ operation, definition }) => {
  const { schema, examples = {} } = operation.requestBody?.content["application/json"] ?? {};
  expect(Object.keys(examples).length).toBeGreaterThan(0);
  for (const { value } of Object.values(examples)) {
    expect(definition?.body?.safeParse(value).error).toBeUndefined();
    expect(reader(schema).safeParse(value).error).toBeUndefined();
  }
});

test.each(bodies)(
  "$method $path: a form is documented if the body may be one",
  ({ operation, definition }) => {
    const types = Object.keys(operation.requestBody?.content ?? {});
    expect(types.includes("application/x-www-form-urlencoded")).toBe(definition?.form === true);
  },
);

test.each(workingBodies)(
  "$method $path: every example of the body works",
  async ({ operation, definition }) => {
    const { handler } = registry.endpoints.find((each) => each.operation === operation.operationId) ?? {};
    if (!handler) throw new Error(`no endpoint ${operation.operationId}`);
    const { examples = {} } = operation.requestBody?.content["application/json"] ?? {};
    for (const { value } of Object.values(examples)) {
      const world = await aWorld(handler);
      const entered = await entering(handler, world.owner);
      const answer = await call(handler, {
        ...entered,
        params: world.params,
        body: inWorld(value, definition?.body, world),
      });
      const good = definition?.response.page ? [200, 302] : [definition?.response.status];
      expect(good, JSON.stringify(answer.body)).toContain(answer.status);
    }
  },
);

test.each(answers)("$method $path: the example of the response is valid", ({ operation, shape, status }) => {
  const response = operation.responses[status];
  const media = response && "content" in response ? response.content?.["application/json"] : undefined;
  expect(shape.safeParse(media?.example).error).toBeUndefined();
  expect(reader(media?.schema).safeParse(media?.example).error).toBeUndefined();
});

test("every schema accepts its own examples", () => {
  const wrong = schemaObjects.flatMap(([at, schema]) => {
    const { examples = [], default: preset } = schema as { examples?: unknown[]; default?: unknown };
    const values = [...examples, ...(preset === undefined ? [] : [preset])];
    return values.flatMap((value) => (reader(schema).safeParse(value).success ? [] : [at]));
  });
  expect(wrong).toEqual([]);
});

test("example errors match their schema and have the status of their code", () => {
  for (const [name, { content = {} }] of Object.entries(document.components.responses)) {
    if (name.startsWith("Page")) {
      expect(Object.keys(content)).toEqual(["text/html"]);
      continue;
    }
    const { schema, example } = content["application/json"] ?? {};
    expect(reader(schema).safeParse(example).error, name).toBeUndefined();
    if (name.startsWith("Protocol")) continue;
    const error = example as { code: keyof typeof statusOf; status: number };
    const isForHeaders = name === "RequestHeaderFieldsTooLarge";
    expect(error.status).toBe(isForHeaders ? 431 : statusOf[error.code]);
  }
});

test.each(operations)(
  "$method $path: documents its callers and its errors",
  ({ method, operation, definition }) => {
    if (!definition) throw new Error(`no endpoint ${operation.operationId}`);
    const { security, responses, description, summary } = operation;
    const { scope, anyToken, session, optionalSession, response, body, mayBeTooLarge } = definition;
    expect(summary).toBe(definition.summary);
    const opens = [
      ...(scope || anyToken ? ["bearer"] : []),
      ...(anyToken || (scope && appScopes.includes(scope)) ? ["oauth2"] : []),
      ...(session || optionalSession ? ["session"] : []),
      ...(optionalSession ? [""] : []),
    ];
    expect(security.map((each) => Object.keys(each).join())).toEqual(opens);
    for (const { bearer, oauth2 } of security)
      for (const scopes of [bearer, oauth2]) if (scopes) expect(scopes).toEqual(scope ? [scope] : []);
    if (scope) expect(description).toContain(`\`${scope}\``);
    else expect(description).toMatch(/Open to everyone|Needs (any access token|a signed-in user)/);

    const errors = errorsOf(definition);
    const isShare = definition.share !== undefined;
    const fromElsewhere = (session || optionalSession) && method !== "get";
    const wanted = {
      302: response.page === true || response.orFile === true,
      400: mayBeInvalid(definition),
      401:
        errors === "protocol" ||
        isShare ||
        optionalSession === true ||
        errors === "rpc" ||
        (errors === "common" && !definition.public),
      403: errors === "rpc" || scope !== undefined || session === true || fromElsewhere === true || isShare,
      413: body !== undefined || mayBeTooLarge === true || (method !== "get" && response.shape !== undefined),
      415: body !== undefined,
      421: true,
      429: true,
      431: true,
      500: true,
      503: true,
      504: true,
      [response.status]: true,
    };
    const documented = Object.fromEntries(Object.keys(wanted).map((status) => [status, status in responses]));
    expect(documented).toEqual(wanted);
    const prefix = { common: "", page: "Page", protocol: "Protocol", rpc: "Rpc" }[errors];
    expect(responses["500"]).toEqual({ $ref: `#/components/responses/${prefix}InternalServerError` });
  },
);

test("413 of a GET: exports, copies and lists without pages", () => {
  const gets = operations.filter(({ method, operation }) => method === "get" && "413" in operation.responses);
  expect(gets.map(({ operation }) => operation.operationId).toSorted()).toEqual([
    "copyCells",
    "copySharedCells",
    "exportTable",
    "exportView",
    "getBaseOpenapi",
    "getBaseSchema",
    "getBaseTypes",
    "listAccessLog",
    "listPluginCenter",
    "listSubmittedPlugins",
  ]);
});

test("pages have one tag, after all other tags", () => {
  for (const { operation, definition } of operations)
    expect(operation.tags.includes("pages")).toBe(definition?.response.page === true);
  const tags = document.tags.map(({ name }) => name);
  if (tags.includes("pages")) expect(tags.at(-1)).toBe("pages");
});

test("security schemes: a token, an application with its possible scopes, a session cookie", () => {
  const { bearer, oauth2, session } = document.components.securitySchemes as unknown as Record<string, Tree>;
  expect(bearer).toMatchObject({ type: "http", scheme: "bearer" });
  expect(session).toMatchObject({ type: "apiKey", in: "cookie", name: "auth_session" });
  const { scopes, ...addresses } = oauth2?.["flows"]?.["authorizationCode"] ?? {};
  expect(Object.keys(scopes ?? {})).toEqual(appScopes);
  for (const words of Object.values(scopes ?? {})) expect(words).toMatch(/\S \S/);
  expect(addresses).toEqual({
    authorizationUrl: "/oauth/authorize",
    tokenUrl: "/oauth/access_token",
    refreshUrl: "/oauth/access_token",
  });
});

test("the permissions table lists every operation with its lowest role", () => {
  const lines = document.info.description.split("\n");
  for (const { operation, atLeast } of accessMatrix) {
    const line = lines.find((each) => each.startsWith(`| ${operation} |`));
    expect(line, operation).toContain(atLeast === "-" ? "|" : `| ${atLeast} of the `);
  }
});

test("a list in the query is documented with the key as it is sent, a number with its limits", () => {
  const parameters = document.paths["/table/{tableId}/record"]?.["get"]?.parameters ?? [];
  const of = (name: string) => parameters.find((each) => each.name === name);
  expect(of("projection[]")).toMatchObject({ style: "form", explode: true, schema: { type: "array" } });
  expect(of("take")).toMatchObject({
    required: false,
    schema: { type: "integer", minimum: 1, maximum: limits.recordsPerPage, default: 100 },
  });
});

test("every area has a description, and every limit is listed", () => {
  expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  const [, limitRows = ""] = document.info.description.split("<summary>Limits</summary>");
  expect(limitRows.match(/^\| (?!limit|---)/gm)).toHaveLength(Object.keys(limits).length);
});

test("every request with cells says that values for computed fields are ignored", () => {
  for (const id of ["NewRecord", "RecordCells", "ChangedRecord", "FormSubmission"]) {
    const { description } = pointed(`#/components/schemas/${id}/properties/fields`) as {
      description: string;
    };
    expect(description).toContain("Values for computed fields are ignored.");
    expect(description).toContain("is a 400 that names the cell");
  }
});
