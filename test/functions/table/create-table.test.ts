import { expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as listViews } from "#functions/view/list-views";
import { baseKey } from "#lib/data/spaces/bases";
import { newTableId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { allScopes } from "#lib/schemas/identity/scopes";
import { commit, insert } from "#lib/store/commit";
import { aFieldId, aShareId } from "#test/support/makers/ids";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call, send } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const shared = await aBase(owner);
/** In a base that the tests of this file share: for tests that do not depend on other tables. */
const create = (body: unknown, { as = owner, baseId = shared.baseId as string } = {}) =>
  call(createTable, { as, params: { baseId }, body });
const tablesOf = async (baseId: string) => (await call(listTables, { as: owner, params: { baseId } })).body;
const text = { type: "singleLineText", name: "Text" };
const anId = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}[0-9A-Za-z]{16}$`));

test("201: an empty body creates three fields, a grid view and three records", async () => {
  const { baseId } = await aBase(owner);
  const { status, body } = await create({}, { baseId });
  expect(status).toBe(201);

  const [name, count, choice] = body.fields.map(({ id }: { id: string }) => id);
  const { createdTime } = body;
  const mine = { createdTime, createdBy: owner.userId };
  const open = { recordRead: true, recordCreate: true };
  expect(body).toEqual({
    id: anId("tbl"),
    baseId,
    name: "New table",
    dbTableName: `${baseId}.New_table`,
    order: 0,
    version: 1,
    ...mine,
    lastModifiedTime: createdTime,
    defaultViewId: body.views[0].id,
    fields: [
      {
        id: anId("fld"),
        name: "Name",
        type: "singleLineText",
        options: {},
        isPrimary: true,
        cellValueType: "string",
        dbFieldType: "TEXT",
        dbFieldName: "Name",
        ...open,
      },
      {
        id: anId("fld"),
        name: "Count",
        type: "number",
        options: { formatting: { type: "decimal", precision: 2 } },
        cellValueType: "number",
        dbFieldType: "REAL",
        dbFieldName: "Count",
        ...open,
      },
      {
        id: anId("fld"),
        name: "Status",
        type: "singleSelect",
        options: {
          choices: [
            { id: expect.stringMatching(/^cho\w{8}$/), name: "light", color: "grayBright" },
            { id: expect.stringMatching(/^cho\w{8}$/), name: "medium", color: "yellowBright" },
            { id: expect.stringMatching(/^cho\w{8}$/), name: "heavy", color: "tealBright" },
          ],
        },
        cellValueType: "string",
        dbFieldType: "TEXT",
        dbFieldName: "Status",
        ...open,
      },
    ],
    views: [
      {
        id: anId("viw"),
        name: "Grid view",
        type: "grid",
        order: 0,
        columnMeta: { [name]: { order: 0 }, [count]: { order: 1 }, [choice]: { order: 2 } },
        ...mine,
        lastModifiedBy: owner.userId,
        lastModifiedTime: createdTime,
      },
    ],
    records: [1, 2, 3].map((autoNumber) => ({ id: anId("rec"), name: "", fields: {}, autoNumber, ...mine })),
    total: 3,
  });
});

test("201: reading returns what the response showed", async () => {
  const { body } = await create({ name: "Read back", description: "Why", icon: "📦" });
  const { fields, views, records, total, ...head } = body;
  const params = { baseId: shared.baseId, tableId: body.id };
  expect((await call(getTable, { as: owner, params })).body).toEqual(head);
  expect((await call(listFields, { as: owner, params })).body).toEqual(fields);
  expect((await call(listViews, { as: owner, params })).body).toEqual(views);
  expect((await call(listRecords, { as: owner, params })).body.records).toEqual(records);
  expect(head).toMatchObject({ description: "Why", icon: "📦" });
});

test.each(["id", "name", "dbFieldName"] as const)(
  "201: fields, views on them and records in one commit, cells by %s",
  async (fieldKeyType) => {
    const [title, due] = [aFieldId(), aFieldId()];
    const keys = { id: [title, due], name: ["Title", "Due date"], dbFieldName: ["Title", "due"] }[
      fieldKeyType
    ];
    const [titleKey = "", dueKey = ""] = keys;
    const { status, body } = await create({
      fieldKeyType,
      fields: [
        { type: "singleLineText", name: "Title", id: title },
        { type: "number", name: "Due date", id: due, dbFieldName: "due" },
      ],
      views: [
        { type: "grid", name: "All", sort: { sortObjs: [{ fieldId: due, order: "desc" }] } },
        { type: "kanban", group: [{ fieldId: title, order: "asc" }] },
        {
          type: "grid",
          name: "All",
          filter: { conjunction: "and", filterSet: [{ fieldId: due, operator: "isGreater", value: 3 }] },
        },
      ],
      records: [{ fields: { [titleKey]: "First", [dueKey]: 7 } }, { fields: { [dueKey]: null } }],
    });
    expect(status).toBe(201);
    expect(body.fields.map(({ id }: { id: string }) => id)).toEqual([title, due]);
    expect(body.views.map(({ name, order }: { name: string; order: number }) => ({ name, order }))).toEqual([
      { name: "All", order: 0 },
      { name: "New view", order: 1 },
      { name: "All 2", order: 2 },
    ]);
    expect(body.defaultViewId).toBe(body.views[0].id);
    expect(body.records).toMatchObject([
      { name: "First", fields: { [titleKey]: "First", [dueKey]: 7 }, autoNumber: 1 },
      { name: "", autoNumber: 2 },
    ]);
    expect(body.records[1].fields).toEqual({});
  },
);

const takenShare = aShareId();
await aTable({ views: [{ type: "grid", shareId: takenShare }] });

test.each([
  ["a bad record", 400, ["records[1].fields.Text"], { records: [{ fields: {} }, { fields: { Text: 1 } }] }],
  [
    "a bad view",
    400,
    ["views[1].group[0].fieldId"],
    {
      views: [{ type: "grid" }, { type: "grid", group: [{ fieldId: "fldNone", order: "asc" }] }],
    },
  ],
  [
    "a bad field",
    400,
    ["fields[1].options.nope"],
    { fields: [text, { type: "number", options: { nope: 1 } }] },
  ],
  [
    "a shareId that another view has",
    400,
    ["views[1].shareId"],
    {
      views: [{ type: "grid" }, { type: "grid", shareId: takenShare }],
    },
  ],
  ["an unknown record key", 404, ["records[0].fields.nope"], { records: [{ fields: { nope: 1 } }] }],
  [
    "a shareId that another view has, beside 300 records",
    400,
    ["views[0].shareId"],
    { views: [{ type: "grid", shareId: takenShare }], records: Array(300).fill({ fields: {} }) },
  ],
])("nothing is left of a table with %s: %d", async (_, status, paths, more) => {
  const { baseId } = await aBase(owner);
  const shareId = aShareId();
  const body = { name: "Plan", dbTableName: "plan", fields: [text], ...more };
  const views = [...("views" in body ? body.views : []), { type: "grid", shareId }];
  expect(refusal(await create({ ...body, views }, { baseId }))).toEqual({ status, paths });
  expect(await tablesOf(baseId)).toEqual([]);
  const again = await create({ ...body, ...plain, views: [{ type: "grid", shareId }] }, { baseId });
  expect(again.body).toMatchObject({ name: "Plan", dbTableName: `${baseId}.plan`, order: 0 });
});
const plain = { fields: [text], records: [] };

test("201: a name that is taken gets a number", async () => {
  const { baseId } = await aBase(owner);
  const names = [undefined, undefined, "New table", "Plan 2", "Plan 2", " Plan 2 ", "plan 2"];
  const made: unknown[] = [];
  for (const name of names) made.push((await create({ name, records: [] }, { baseId })).body);
  expect(made).toMatchObject([
    { name: "New table", dbTableName: `${baseId}.New_table` },
    { name: "New table 2", dbTableName: `${baseId}.New_table_2` },
    { name: "New table 3", dbTableName: `${baseId}.New_table_3` },
    { name: "Plan 2", dbTableName: `${baseId}.Plan_2` },
    { name: "Plan 3", dbTableName: `${baseId}.Plan_3` },
    { name: "Plan 4", dbTableName: `${baseId}.Plan_4` },
    { name: "plan 2", dbTableName: `${baseId}.plan_2_2` },
  ]);
  expect((await tablesOf(baseId)).map(({ order }: { order: number }) => order)).toEqual([
    0, 1, 2, 3, 4, 5, 6,
  ]);
});

/** Many calls at once, on a machine that has other work. */
test("201: twenty concurrent calls get twenty names and orders", async () => {
  const { baseId } = await aBase(owner);
  const made = await Promise.all(
    Array.from({ length: 20 }, () => create({ name: "Twin", records: [] }, { baseId })),
  );
  for (const member of ["name", "dbTableName", "order"])
    expect(new Set(made.map(({ body }) => body[member])).size).toBe(20);
  expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(await tablesOf(baseId)).toHaveLength(20);
});

test.each([
  ["Ünïcode & Söhne", "Uenicode_Soehne"],
  ["2026 plan", "t2026_plan"],
  ["日本", /^[A-Za-z]\w*$/],
  ["🚀", "unnamed"],
  ["x".repeat(255), "x".repeat(40)],
  ["__proto__", "t__proto__"],
])("201: the dbTableName of %s is %s", async (name, dbTableName) => {
  const { baseId } = await aBase(owner);
  const { body } = await create({ name, records: [] }, { baseId });
  expect(body.name).toBe(name);
  expect(body.dbTableName.replace(`${baseId}.`, "")).toMatch(
    typeof dbTableName === "string" ? new RegExp(`^${dbTableName}$`) : dbTableName,
  );
});

test("400: a dbTableName that is taken, in any case; also one of two concurrent calls", async () => {
  const { baseId } = await aBase(owner);
  const twins = await Promise.all(
    ["a", "b"].map((name) => create({ name, dbTableName: "Plan" }, { baseId })),
  );
  expect(twins.map(({ status }) => status).sort()).toEqual([201, 400]);
  for (const dbTableName of ["Plan", "pLAN"])
    expect(refusal(await create({ dbTableName }, { baseId }))).toEqual({
      status: 400,
      paths: ["dbTableName"],
    });
  expect((await create({ name: "plan" }, { baseId })).body.dbTableName).toBe(`${baseId}.plan_2`);
  const other = await aBase(owner);
  expect((await create({ dbTableName: "Plan" }, other)).status).toBe(201);
});

test("201: description and icon may be null, an order is kept", async () => {
  const { body } = await create({ description: null, icon: null, order: -2.5 });
  expect(body).toMatchObject({ order: -2.5 });
  expect(body).not.toHaveProperty("description");
  expect(body).not.toHaveProperty("icon");
});

test.each([
  ["an empty list", { records: [] }],
  ["records omitted with a notNull field", { fields: [{ ...text, notNull: true }] }],
  [
    "… if a unique field has a default value",
    {
      fields: [text, { type: "number", unique: true, options: { defaultValue: 1 } }],
    },
  ],
  [
    "… if the default values exceed the size of a record",
    {
      fields: [text, ...Array(5).fill({ type: "longText", options: { defaultValue: "x".repeat(90_000) } })],
    },
  ],
])("201: no records for %s", async (_, body) => {
  const { status, body: table } = await create(body);
  expect({ status, records: table.records, total: table.total }).toEqual({
    status: 201,
    records: [],
    total: 0,
  });
});

test("201: three records if default values fill the notNull fields", async () => {
  const { body } = await create({ fields: [{ ...text, notNull: true, options: { defaultValue: "new" } }] });
  expect(body.records).toMatchObject(Array(3).fill({ name: "new", fields: { Text: "new" } }));
});

test("201: field names are unique; a number at the end is increased", async () => {
  const names = ["A", "A", "A 2", "__proto__", "constructor", "a"];
  const fields = [...names.map((name) => ({ ...text, name })), { type: "number" }, { type: "number" }];
  const { body } = await create({ fields, records: [{ fields: Object.fromEntries([["__proto__", "x"]]) }] });
  expect(body.fields.map(({ name }: { name: string }) => name)).toEqual([
    ...["A", "A 2", "A 3", "__proto__", "constructor", "a", "Number", "Number 2"],
  ]);
  expect(Object.entries(body.records[0].fields)).toEqual([["__proto__", "x"]]);
});

test("201: the field has its constraints and description", async () => {
  const fields = [{ ...text, unique: true, notNull: true, description: "Why" }];
  const { body } = await create({ fields });
  expect(body.fields).toMatchObject([{ unique: true, notNull: true, description: "Why" }]);
});

const field = (more: object) => ({ fields: [text, text, { type: "number", ...more }] });
const idOf = aFieldId();

test.each<[string, unknown, string[]]>([
  ["invalid names", { name: 1, fields: [{ ...text, name: "" }] }, ["name", "fields[0].name"]],
  [
    "256 characters",
    { name: "x".repeat(256), fields: [{ ...text, name: "x".repeat(256) }] },
    ["name", "fields[0].name"],
  ],
  ["a dbTableName that does not begin with a letter", { dbTableName: "1a" }, ["dbTableName"]],
  ["a dbTableName of 64 characters", { dbTableName: "x".repeat(64) }, ["dbTableName"]],
  ["an icon that is not an emoji", { icon: "ok" }, ["icon"]],
  ["an order that is text", { order: "1" }, ["order"]],
  ["an order that the store cannot hold", { order: 1e200 }, ["order"]],
  ["an order too close to 0", { order: 1e-200 }, ["order"]],
  ["lists that are not lists", { fields: {}, views: 1, records: "x" }, ["fields", "views", "records"]],
  ["lists that are null", { fields: null, views: null, records: null }, ["fields", "views", "records"]],
  ["an unknown fieldKeyType", { fieldKeyType: "key" }, ["fieldKeyType"]],
  ["501 fields", { fields: Array(501).fill(text) }, ["fields"]],
  ["201 views", { views: Array(201).fill({ type: "grid" }) }, ["views"]],
  ["1001 records", { records: Array(1001).fill({ fields: {} }) }, ["records"]],
  [
    "invalid records",
    { records: [{}, { fields: [] }, 1] },
    ["records[0].fields", "records[1].fields", "records[2]"],
  ],
  ["options of another type", field({ options: { choices: [] } }), ["fields[2].options.choices"]],
  [
    "an option named __proto__",
    '{"fields":[{"type":"number","options":{"__proto__":1}}]}',
    ["fields[0].options.__proto__"],
  ],
  [
    "an option with a value of another type",
    field({ options: { formatting: { type: "decimal", precision: 9 } } }),
    ["fields[2].options.formatting.precision"],
  ],
  [
    "a default value that the store cannot hold",
    field({ options: { defaultValue: 1e200 } }),
    ["fields[2].options.defaultValue"],
  ],
  ["options that are a list", field({ options: [] }), ["fields[2].options"]],
  [
    "a primary field of a type that cannot be primary",
    { fields: [{ type: "checkbox" }] },
    ["fields[0].type"],
  ],
  ["a primary button", { fields: [{ type: "button" }] }, ["fields[0].type"]],
  [
    "a button that is unique and notNull",
    { fields: [text, { type: "button", unique: true, notNull: true }] },
    ["fields[1].unique", "fields[1].notNull"],
  ],
  [
    "unique on a type that cannot be unique",
    { fields: [text, { type: "checkbox", unique: true }] },
    ["fields[1].unique"],
  ],
  [
    "notNull where it is not possible",
    { fields: [text, { type: "createdTime", notNull: true }] },
    ["fields[1].notNull"],
  ],
  [
    "a repeated id",
    {
      fields: [
        { ...text, id: idOf },
        { ...text, id: idOf },
      ],
    },
    ["fields[1].id"],
  ],
  ["an invalid id", { fields: [{ ...text, id: "fld1" }] }, ["fields[0].id"]],
  [
    "a repeated dbFieldName",
    {
      fields: [
        { ...text, dbFieldName: "a" },
        { ...text, dbFieldName: "A" },
      ],
    },
    ["fields[1].dbFieldName"],
  ],
  ["a dbFieldName with a space", { fields: [{ ...text, dbFieldName: "a b" }] }, ["fields[0].dbFieldName"]],
  [
    "a computed field with the name of another field",
    { fields: [text, { type: "autoNumber", name: "Text" }] },
    ["fields[1].name"],
  ],
  [
    "a repeated shareId",
    { views: Array(2).fill({ type: "grid", shareId: "s".repeat(16) }) },
    ["views[1].shareId"],
  ],
  ["an unknown view type", { views: [{ type: "list" }] }, ["views[0].type"]],
  [
    "a view that does not fit the fields",
    { fields: [text], views: [{ type: "grid", columnMeta: { fldNone: { order: 0 } } }] },
    ["views[0].columnMeta.fldNone"],
  ],
  [
    "a repeated unique value",
    { fields: [{ ...text, unique: true }], records: Array(2).fill({ fields: { Text: "x" } }) },
    ["records[0].fields.Text", "records[1].fields.Text"],
  ],
  [
    "an empty notNull cell",
    { fields: [{ ...text, notNull: true }], records: [{ fields: {} }] },
    ["records[0].fields.Text"],
  ],
  ["an empty body", "", [""]],
  ["a body that is not JSON", "{", [""]],
  ["a body that is null", "null", [""]],
  ["a body that is a list", [], [""]],
  ["a body nested too deep", `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`, [""]],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await create(body))).toEqual({ status: 400, paths });
});

test.each([
  ["a lookup of nothing", { fields: [{ ...text, isLookup: true }] }, ["fields[0].lookupOptions"]],
  [
    "lookupOptions of another field",
    {
      fields: [
        {
          ...text,
          lookupOptions: {
            foreignTableId: "tbl4mSa1Cw6nZ8tQ0Yh",
            lookupFieldId: "fld4mSa1Cw6nZ8tQ0Yh",
            linkFieldId: "fld4mSa1Cw6nZ8tQ0Yh",
          },
        },
      ],
    },
    ["fields[0].lookupOptions"],
  ],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await create(body))).toEqual({ status: 400, paths });
});

test.each([[{ viewId: "viw4mSa1Cw6nZ8tQ0Yh", orderIndex: 1 }], [3], ["x"]])(
  "201: the position %j of a field is ignored: no view has an id yet",
  async (order) => {
    const { status, body } = await create({ fields: [text, { type: "number", name: "Placed", order }] });
    expect({ status, fields: body.fields.length }).toEqual({ status: 201, fields: 2 });
    const placed = body.fields[1];
    expect(placed).not.toHaveProperty("order");
    expect(body.views[0].columnMeta[placed.id]).toEqual({ order: 1 });
  },
);

test("201: isLookup may be false", async () => {
  expect((await create({ fields: [{ ...text, isLookup: false }] })).status).toBe(201);
});

test("400: an unknown type; the message lists the types", async () => {
  const { body } = await create({ fields: [{ type: "singleLine" }] });
  expect(body.message).toMatch(/fields\[0\]\.type: must be one of singleLineText, longText, number, /);
});

test("400: a limit; the message has the value that was sent", async () => {
  const { body } = await create({ name: "😀".repeat(256), fields: Array(501).fill(text) });
  expect(body.message).toMatch(/name: .*255.* got 256; fields: .*500.* 501$/);
});

test("400: a broken constraint has a localization for clients", async () => {
  const fields = [{ ...text, unique: true }];
  const { body } = await create({ name: "T", fields, records: Array(2).fill({ fields: { Text: "x" } }) });
  expect(body.data.localization).toEqual({
    i18nKey: "httpErrors.custom.fieldValueDuplicate",
    context: { tableName: "T", fieldName: "Text" },
  });
});

test.each([
  [
    "choices",
    "singleSelect",
    { choices: Array.from({ length: 500 }, (_, i) => ({ name: "😀".repeat(250) + i })) },
  ],
  ["a default", "longText", { defaultValue: "😀".repeat(100_000) }],
])("400: a field whose %s exceed the size of a store item", async (_, type, options) => {
  const answer = await create({ records: [], fields: [text, { type, options }] });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["fields[1]"] });
});

test("413: a response over the size limit; no table is created", async () => {
  const { baseId } = await aBase(owner);
  const fields = Array.from({ length: 14 }, (_, i) => ({
    type: "longText",
    name: "😀".repeat(250) + i,
    options: { defaultValue: "x".repeat(2900) },
  }));
  const answer = await create({ fields, records: Array(78).fill({ fields: {} }) }, { baseId });
  expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  expect(await tablesOf(baseId)).toEqual([]);
});

test("404: all record keys that are not a field", async () => {
  const answer = await create({
    records: [{ fields: { a: 1, Name: "x" } }, { fields: { "b c": 1, count: 2 } }],
  });
  expect(refusal(answer)).toEqual({
    status: 404,
    paths: ["records[0].fields.a", 'records[1].fields["b c"]', "records[1].fields.count"],
  });
});

test("400: the base already has a thousand tables", async () => {
  const { baseId } = await aBase(owner);
  const copyOf = (order: number) => {
    const id = newTableId();
    const place = { pk: baseKey(baseId).pk, sk: `TABLE#${id}`, entity: "tableCopy", id };
    return insert({ ...place, name: `T${order}`, dbTableName: `T${order}`, order, createdTime: "2026" });
  };
  const copies = Array.from({ length: 999 }, (_, order) => copyOf(order));
  await Promise.all(Array.from({ length: 10 }, (_, i) => commit(copies.slice(i * 100, i * 100 + 100))));
  expect((await create({ records: [] }, { baseId })).body.order).toBe(999);
  const answer = await create({ records: [] }, { baseId });
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
  expect(answer.body.message).toMatch(/1000 tables, the limit is 1000/);
});

test.each<[Role, number]>([
  ["creator", 201],
  ["editor", 403],
  ["commenter", 403],
  ["viewer", 403],
])("as %s of the base: %d", async (role, status) => {
  const as = await aMember(shared.baseId, role);
  expect((await create({ records: [] }, { as })).status).toBe(status);
});

test("403: a shared view needs view|share, also as part of a new table", async () => {
  const scopes = allScopes.filter((scope) => scope !== "view|share");
  const as = { ...owner, token: await aToken(owner.userId, { scopes }) };
  const answer = await create({ views: [{ type: "grid" }, { type: "form", enableShare: true }] }, { as });
  expect(answer.status).toBe(403);
  expect(answer.body.message).toMatch(/view\|share/);
  expect((await create({ views: [{ type: "form", enableShare: false }] }, { as })).status).toBe(201);
});

test("201: the path with a trailing slash is the same endpoint", async () => {
  const { baseId } = await aBase(owner);
  const at = (path: string) =>
    send(createTable, { as: owner, method: "POST", path, body: { name: "Slash" } });
  expect(await at(`/base/${baseId}/table/`)).toMatchObject({ status: 201, body: { name: "Slash" } });
  expect(await tablesOf(baseId)).toHaveLength(1);
});

test.each([
  ["/base/nope/table/", "There is no base nope, or you have no access to it"],
  ["/base/x/unknown", "No such route: POST /base/x/unknown. The routes are listed at /docs"],
  ["/base/x/table//", "No such route: POST /base/x/table//. The routes are listed at /docs"],
  ["/base//table/", "No such route: POST /base//table/. The routes are listed at /docs"],
])("404: POST %s, which this function receives too", async (path, message) => {
  const { status, body } = await send(createTable, { as: owner, method: "POST", path, body: {} });
  expect({ status, body }).toEqual({ status: 404, body: { status: 404, code: "not_found", message } });
});

test("other routes that this function receives are answered as elsewhere, also without a token", async () => {
  const at = (path: string) => send(createTable, { method: "POST", path, body: {} });
  expect((await at("/base/x/unknown")).status).toBe(404);
  const wrongMethod = await at("/base/x/table/y");
  expect(wrongMethod).toMatchObject({ status: 405, headers: { allow: "GET, DELETE, HEAD" } });
});
