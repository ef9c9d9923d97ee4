import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { handler as listViews } from "#functions/view/list-views";
import { viewKey } from "#lib/data/schema/table-schema";
import { newViewId, type TableId, type ViewId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { allScopes } from "#lib/schemas/identity/scopes";
import { commit, insert, type NewItem } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aFieldId, aShareId } from "#test/support/makers/ids";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed, outdated } from "#test/support/store/faults";

const [title, count, due, choice] = [aFieldId(), aFieldId(), aFieldId(), aFieldId()] as const;
const fields = [
  { type: "singleLineText", name: "Title", id: title },
  { type: "number", name: "Count", id: count },
  { type: "date", name: "Due", id: due },
  { type: "singleSelect", name: "Choice", id: choice, options: { choices: [{ name: "a" }] } },
];
const { owner, baseId, tableId } = await aTable({ fields });
const create = (body: unknown, as = owner, id = tableId) =>
  call(createView, { as, params: { tableId: id }, body });
/** Many calls at once, on a machine that has other work. */
const asc = (fieldId: string) => ({ fieldId, order: "asc" });

test("201: a type is enough", async () => {
  const { tableId } = await aTable({ fields }, owner);
  const { status, body: view } = await create({ type: "grid" }, owner, tableId);
  expect({ status, view }).toEqual({
    status: 201,
    view: {
      id: expect.stringMatching(/^viw[0-9A-Za-z]{16}$/),
      type: "grid",
      name: "New view",
      order: 1,
      createdBy: owner.userId,
      lastModifiedBy: owner.userId,
      columnMeta: {
        [title]: { order: 0 },
        [count]: { order: 1 },
        [due]: { order: 2 },
        [choice]: { order: 3 },
      },
      createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      lastModifiedTime: view.createdTime,
    },
  });
});

test.each<[string, object, object]>([
  [
    "grid",
    {
      options: { rowHeight: "tall", fieldNameDisplayLines: 2, frozenColumnCount: 0 },
      columnMeta: { [count]: { order: 9.5, width: 120, hidden: true, statisticFunc: "sum" } },
    },
    {},
  ],
  [
    "kanban",
    {
      options: { stackFieldId: choice, coverFieldId: null, isCoverFit: true, isEmptyStackHidden: false },
      columnMeta: { [count]: { order: 0, visible: true } },
    },
    { [title]: { order: 0, visible: true } },
  ],
  ["gallery", { options: { isFieldNameHidden: true } }, { [title]: { order: 0, visible: true } }],
  [
    "calendar",
    {
      options: {
        startDateFieldId: due,
        endDateFieldId: null,
        titleFieldId: title,
        colorConfig: { type: "field", fieldId: choice, color: null },
      },
    },
    { [title]: { order: 0, visible: true } },
  ],
  [
    "form",
    {
      options: { coverUrl: "https://a.example/x.png", submitLabel: "Send" },
      columnMeta: {
        [count]: { order: 1, visible: true, required: true },
        [title]: { order: 2, visible: false },
      },
    },
    {},
  ],
])("201: a %s with all its members can be read back", async (type, own, columns) => {
  const sent = {
    type,
    name: ` ${type} `,
    description: "Why",
    order: -3,
    isLocked: true,
    ...own,
    sort: { sortObjs: [asc(count), { fieldId: title, order: "desc" }], manualSort: false },
    filter: {
      conjunction: "or",
      filterSet: [
        { fieldId: title, operator: "contains", value: "x" },
        { conjunction: "and", filterSet: [{ fieldId: count, operator: ">=", value: 3, isSymbol: true }] },
      ],
    },
    group: [asc(choice), asc(due)],
    shareMeta: { allowCopy: true, includeHiddenField: false, includeRecords: true, submit: { allow: true } },
    enableShare: true,
    shareId: aShareId(),
  };
  const { status, body: view } = await create(sent);
  expect(status).toBe(201);
  const { columnMeta, ...rest } = { columnMeta: {}, ...sent };
  expect(view).toMatchObject({ ...rest, name: type, columnMeta: { ...columns, ...columnMeta } });
  expect(Object.keys(view.columnMeta)).toEqual([title, count, due, choice]);
  const { body } = await call(getView, { as: owner, params: { tableId, viewId: view.id } });
  expect(body).toEqual(view);
});

test("201: a calendar without options uses the existing date fields", async () => {
  expect((await create({ type: "calendar" })).body.options).toEqual({ startDateFieldId: due });
});

test("201: members that are false or null are absent", async () => {
  const { body } = await create({
    type: "grid",
    isLocked: false,
    enableShare: false,
    description: "",
    sort: null,
    filter: null,
    group: null,
  });
  for (const member of ["isLocked", "enableShare", "description", "sort", "filter", "group", "options"])
    expect(body).not.toHaveProperty(member);
});

test("201: a name that is taken gets a number, also for twenty concurrent views; each comes after the others", async () => {
  const { tableId } = await aTable({}, owner);
  const twins = await Promise.all(
    Array.from({ length: 20 }, () => create({ type: "grid", name: "Twin" }, owner, tableId)),
  );
  expect(twins.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const names = twins.map(({ body }) => body.name);
  expect(new Set(names)).toEqual(new Set(["Twin", ...Array.from({ length: 19 }, (_, i) => `Twin ${i + 2}`)]));
  const orders = twins.map(({ body }) => body.order as number).sort((a, b) => a - b);
  expect(orders).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  const { body } = await call(listViews, { as: owner, params: { tableId } });
  expect(body).toHaveLength(21);
});

test("201: the password of a share is never shown, and never stored in plain text", async () => {
  const password = `pässword ${crypto.randomUUID()}`;
  const { body: view } = await create({ type: "form", shareMeta: { allowCopy: true, password } });
  expect(view.shareMeta).toEqual({ allowCopy: true, password: "********" });
  const item = await getItem(viewKey(tableId as TableId, view.id as ViewId));
  expect(JSON.stringify(item)).not.toContain(password);
  expect(item).toMatchObject({
    passwordHash: expect.stringMatching(/^scrypt\$/),
    shareMeta: { allowCopy: true },
  });
  const again = await create({ type: "form", shareMeta: { password } });
  const twin = await getItem(viewKey(tableId as TableId, again.body.id as ViewId));
  expect(twin?.["passwordHash"]).not.toBe(item?.["passwordHash"]);
});

test("400: a shareId that another view has, in any table; of ten concurrent calls one gets it", async () => {
  const shareId = aShareId();
  const { tableId: elsewhere } = await aTable({}, owner);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      create({ type: "grid", shareId }, owner, i % 2 ? tableId : elsewhere),
    ),
  );
  const [made, ...refused] = answers.sort((a, b) => a.status - b.status);
  expect(made?.status).toBe(201);
  for (const answer of refused) expect(refusal(answer)).toEqual({ status: 400, paths: ["shareId"] });
});

test.each<[string, unknown, string[]]>([
  ["no type", {}, ["type"]],
  ["an invalid type", { type: "list" }, ["type"]],
  ["a plugin view without a plugin", { type: "plugin" }, ["options.pluginId"]],
  ["an empty name", { type: "grid", name: "" }, ["name"]],
  ["256 characters", { type: "grid", name: "x".repeat(256) }, ["name"]],
  ["a description of 10,001", { type: "grid", description: "x".repeat(10_001) }, ["description"]],
  ["an order that the store cannot hold", { type: "grid", order: 1e300 }, ["order"]],
  [
    "an order of a column that the store cannot hold",
    { type: "grid", columnMeta: { [count]: { order: -1e-300 } } },
    [`columnMeta.${count}.order`],
  ],
  [
    "a value of a filter that the store cannot hold",
    {
      type: "grid",
      filter: { conjunction: "and", filterSet: [{ fieldId: count, operator: "is", value: 1e300 }] },
    },
    ["filter.filterSet[0].value"],
  ],
  [
    "one value of a filter that the store cannot hold",
    {
      type: "grid",
      filter: {
        conjunction: "and",
        filterSet: [{ fieldId: choice, operator: "isAnyOf", value: ["a", 1e300] }],
      },
    },
    ["filter.filterSet[0].value[1]"],
  ],
  ["options of another type", { type: "kanban", options: { rowHeight: "tall" } }, ["options.rowHeight"]],
  [
    "a stack field that does not exist",
    { type: "kanban", options: { stackFieldId: "fldNone" } },
    ["options.stackFieldId"],
  ],
  [
    "a start field that is not a date",
    { type: "calendar", options: { startDateFieldId: count } },
    ["options.startDateFieldId"],
  ],
  ["an unknown column", { type: "grid", columnMeta: { fldNone: { order: 1 } } }, ["columnMeta.fldNone"]],
  [
    "a statistic of another field type",
    { type: "grid", columnMeta: { [title]: { order: 0, statisticFunc: "sum" } } },
    [`columnMeta.${title}.statisticFunc`],
  ],
  [
    "hiding the primary field",
    { type: "grid", columnMeta: { [title]: { order: 0, hidden: true } } },
    [`columnMeta.${title}.hidden`],
  ],
  [
    "a sort by an unknown field",
    { type: "grid", sort: { sortObjs: [asc(title), asc("fldNone")] } },
    ["sort.sortObjs[1].fieldId"],
  ],
  ["a sort with unknown members", { type: "grid", sort: { sortObjs: [], manual: true } }, ["sort.manual"]],
  ["a group by four fields", { type: "grid", group: [title, count, due, choice].map(asc) }, ["group"]],
  ["a group by an unknown field", { type: "grid", group: [asc("fldNone")] }, ["group[0].fieldId"]],
  [
    "a nested filter on an unknown field",
    {
      type: "grid",
      filter: {
        conjunction: "and",
        filterSet: [{ conjunction: "or", filterSet: [{ fieldId: "fldNone", operator: "is", value: 1 }] }],
      },
    },
    ["filter.filterSet[0].filterSet[0].fieldId"],
  ],
  [
    "an operator of another field type",
    {
      type: "grid",
      filter: { conjunction: "and", filterSet: [{ fieldId: title, operator: "isGreater", value: 1 }] },
    },
    ["filter.filterSet[0].operator"],
  ],
  ["a short password", { type: "form", shareMeta: { password: "ab" } }, ["shareMeta.password"]],
  [
    "the stars that stand for a password",
    { type: "form", shareMeta: { password: "********" } },
    ["shareMeta.password"],
  ],
  [
    "a share with unknown permissions",
    { type: "form", shareMeta: { allowEdit: true, submit: { x: 1 } } },
    ["shareMeta.submit.x", "shareMeta.allowEdit"],
  ],
  ["a short shareId", { type: "grid", shareId: "short" }, ["shareId"]],
  [
    "several errors at once",
    { type: "grid", isLocked: 1, group: [{ fieldId: count }] },
    ["group[0].order", "isLocked"],
  ],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await create(body))).toEqual({ status: 400, paths });
});

test("400: a table may have two hundred views", async () => {
  const { tableId, table } = await aTable({ fields, views: Array(90).fill({ type: "form" }) }, owner);
  const id = tableId as TableId;
  const like = (await getItem(viewKey(id, table.defaultViewId))) as NewItem;
  const more = Array.from({ length: 109 }, () => newViewId());
  const items = more.map((viewId) => insert({ ...like, ...viewKey(id, viewId), id: viewId }));
  await Promise.all([commit(items.slice(0, 55)), commit(items.slice(55))]);
  expect((await create({ type: "form" }, owner, tableId)).status).toBe(201);
  const answer = await create({ type: "form" }, owner, tableId);
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
  expect(answer.body.message).toMatch(/200 views, the limit is 200/);
});

test.each<[Role, number, number]>([
  ["creator", 201, 201],
  ["editor", 201, 201],
  ["commenter", 403, 403],
  ["viewer", 403, 403],
])("as %s of the base: %d, shared %d", async (role, status, shared) => {
  const as = await aMember(baseId, role);
  expect((await create({ type: "grid" }, as)).status).toBe(status);
  expect((await create({ type: "grid", enableShare: true }, as)).status).toBe(shared);
});

test("403: sharing needs a token with view|share", async () => {
  const scopes = allScopes.filter((scope) => scope !== "view|share");
  const as = { ...owner, token: await aToken(owner.userId, { scopes }) };
  const { status, body } = await create({ type: "grid", enableShare: true }, as);
  expect({ status, body }).toEqual({
    status: 403,
    body: { status: 403, code: "restricted_resource", message: "This token lacks the scope view|share" },
  });
  expect((await create({ type: "grid", shareId: aShareId() }, as)).status).toBe(201);
});

test("400: a view may not refer to fields of another table", async () => {
  const other = await call(createTable, { as: owner, params: { baseId }, body: {} });
  const foreign = other.body.fields[0].id;
  const answer = await create({ type: "grid", group: [asc(foreign)] });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["group[0].fieldId"] });
});

test("201: a retry does not hash the password again", async () => {
  let refusals = 0;
  const sent = await disturbed(
    ({ command }) => (command === "TransactWriteItems" && ++refusals <= 1 ? outdated() : undefined),
    async () => {
      const { status } = await create({ type: "grid", shareMeta: { password: "open sesame" } });
      expect(status).toBe(201);
    },
  );
  const writes = sent.filter(({ command }) => command === "TransactWriteItems");
  const hashes = writes.map(({ input }) => /scrypt[^"]*/.exec(JSON.stringify(input))?.[0]);
  expect(hashes).toEqual([expect.any(String), hashes[0]]);
});

test("400: more views than one response can list", async () => {
  const { owner, tableId, table } = await aTable();
  const params = { tableId };
  const fieldId = table.fields[0].id;
  const value = "x".repeat(1000);
  const filterSet = Array.from({ length: 90 }, () => ({ fieldId, operator: "is", value }));
  const body = { type: "grid", filter: { conjunction: "and", filterSet } };
  let answer = await call(createView, { as: owner, params, body });
  for (let i = 0; i < 45 && answer.status === 201; i++)
    answer = await call(createView, { as: owner, params, body });
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
  expect(answer.body.message).toContain("views would have");
  expect((await call(listViews, { as: owner, params })).status).toBe(200);
});
