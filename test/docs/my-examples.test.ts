/* The examples of the documentation page with a reader's own table: the service takes each of them, whatever fields the table has. */
import { beforeAll, describe, expect, test } from "vitest";
import { openapiDocument } from "#lib/openapi/document";
import { callOf } from "#lib/openapi/page/samples";
import type { Operation } from "#lib/openapi/shape";
import { readRegistry } from "#lib/registry";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { exampleOfMine, mineOf, withMine } from "../../lib/docs/browser/my-examples.js";

type Registry = Awaited<ReturnType<typeof readRegistry>>;
let registry: Registry;
let operations: Map<string, ReturnType<typeof callOf> & { parameters: Operation["parameters"] }>;
beforeAll(async () => {
  registry = await readRegistry();
  operations = new Map(
    Object.entries(openapiDocument(registry).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...callOf(method.toUpperCase(), path, operation), parameters: operation.parameters },
      ]),
    ),
  );
});

const choices = [{ name: `it's "light"` }, { name: "\\heavy\n" }];
const text = (name: string, more = {}) => ({ type: "singleLineText", name, ...more });
const records = [{ fields: {} }, { fields: {} }];

/** Tables whose fields differ: what examples name must be found in each. */
const tables: Record<string, object> = {
  "names that no language takes as they are": {
    fields: [
      text(`"quotes" 'it\\'s' \\ \`x\` $HOME \${y} {z}`),
      { type: "number", name: "line\nbreak, 名前 🍌" },
      { type: "singleSelect", name: "%s", options: { choices } },
      { type: "multipleSelect", name: "constructor", options: { choices } },
      { type: "date", name: "*/" },
      { type: "checkbox", name: '"""' },
      { type: "longText", name: "a b" },
      { type: "rating", name: "__proto__" },
      ...["user", "attachment", "button", "createdTime", "autoNumber"].map((type) => ({ type, name: type })),
    ],
    records,
  },
  "a text": { fields: [text("Title")], records },
  "a number": { fields: [{ type: "number", name: "No" }], records },
  "a formula and a checkbox": {
    fields: [
      { type: "formula", name: "Sum", options: { expression: "1 + 1" } },
      { type: "checkbox", name: "Done" },
    ],
    records,
  },
  "a formula alone": { fields: [{ type: "formula", name: "Word", options: { expression: "'x'" } }], records },
  "dates alone": { fields: [{ type: "date", name: "Day" }], records },
  "many that must have a cell": {
    fields: [
      text("A"),
      text("B"),
      ...["C", "D", "E", "F", "G", "H"].map((name) => text(name, { notNull: true })),
    ],
    records: [{ fields: Object.fromEntries([..."CDEFGH"].map((name) => [name, "x"])) }],
  },
  "a unique text": { fields: [text("Key", { unique: true })], records: [{ fields: { Key: "a" } }] },
};

/** In this order: the last ones delete. */
const called = [
  ...["listRecords", "listRecordsByBody", "countRecords", "getRecord", "aggregateRecords", "countSearchHits"],
  ...["copyCells", "saveQuery", "queryBase", "filterView", "groupView", "sortView", "sortRows"],
  ...["updateViewColumns", "orderView", "orderTable", "getField", "getTable", "getView", "listFields"],
  ...[
    "createComment",
    "updateRecords",
    "updateRecord",
    "updateRecordsWhere",
    "createRecords",
    "importRecords",
  ],
  ...["deleteRecords", "deleteListedRecords", "deleteRecordsWhere"],
];

describe.each(Object.entries(tables))("%s", (_, input) => {
  test("each call is a success", async () => {
    const { my, run } = await aReader(input);
    const failed: string[] = [];
    const hasCells = Object.keys(my.cells).length > 0;
    for (const name of called) {
      if (!hasCells && ["updateRecordsWhere", "importRecords"].includes(name)) continue;
      const adapted = withMine(getCall(name), my);
      const { status, body } = await run(name, adapted);
      // undone by what came before: the records of the example may be there, or not
      const isLater = status === 404 && name === "deleteListedRecords";
      const isThere = status === 400 && JSON.stringify(body).includes("unique");
      if (status >= 300 && !isLater && !isThere)
        failed.push(`${name} ${status} ${JSON.stringify(body)} for ${JSON.stringify(adapted)}`);
    }
    expect(failed).toEqual([]);
  });

  test("each parameter that a form suggests is taken", async () => {
    const { my, run } = await aReader(input);
    const failed: string[] = [];
    for (const name of ["listRecords", "aggregateRecords"])
      for (const { in: place, name: parameter, schema } of getCall(name).parameters ?? []) {
        const [example] = (schema["examples"] as unknown[] | undefined) ?? [];
        if (place !== "query" || example === undefined || parameter === "collapsedGroupIds") continue;
        const mine: string = exampleOfMine(parameter, String(example), my);
        if (mine === "") continue;
        const parts = parameter.endsWith("[]") ? mine.split(",") : [mine];
        const query = parts.map((part): [string, string] => [parameter, part]);
        const { status, body } = await run(name, { query });
        if (status >= 300) failed.push(`${name} ${parameter}=${mine}: ${status} ${JSON.stringify(body)}`);
      }
    expect(failed).toEqual([]);
  });
});

test("what makes a table of its own keeps its example, and so does a share", async () => {
  const { my } = await aReader({ fields: [text("Title")], records });
  for (const name of ["createTable", "submitSharedForm"]) {
    const example = getCall(name);
    expect(withMine(example, my)).toBe(example);
  }
});

function getCall(operation: string) {
  const found = operations.get(operation);
  if (!found) throw new Error(`no operation ${operation}`);
  return found;
}

/** A table as the page reads it, and what makes a call. */
async function aReader(input: object) {
  const { owner, baseId, table } = await aTable(input);
  const endpoint = (operation: string) => {
    const found = registry.endpoints.find((each) => each.operation === operation);
    if (!found) throw new Error(`no endpoint ${operation}`);
    return found.handler;
  };
  await call(endpoint("createView"), {
    as: owner,
    params: { tableId: table.id },
    body: { type: "grid", name: "More" },
  });
  const another = await aTable({ name: "Another" }, owner, { baseId, spaceId: table.spaceId });
  const read = async (operation: string, params: Record<string, string>, query = "") => {
    const { status, body } = await call(endpoint(operation), { as: owner, params, query });
    expect({ operation, status }).toEqual({ operation, status: 200 });
    return body;
  };
  const params = { tableId: table.id };
  const my = mineOf({
    ...{ baseId, table, tables: [table, another.table], userId: owner.userId },
    bases: await read("listBases", {}),
    fields: await read("listFields", params),
    document: await read("getBaseOpenapi", { baseId }, `tableIds[]=${table.id}`),
    views: await read("listViews", params),
    records: (await read("listRecords", params, "take=2")).records,
  });
  const known: Record<string, string> = { baseId, ...params, ...my.paths };
  const run = (operation: string, { query, body }: { query: [string, string][]; body?: unknown }) => {
    const { handler, path } = { handler: endpoint(operation), path: getCall(operation).path };
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    return call(handler, {
      as: owner,
      params: Object.fromEntries(names.map((name) => [name, known[name] ?? ""])),
      query: new URLSearchParams(query).toString(),
      ...(body !== undefined && { body }),
    });
  };
  return { my, run };
}
