import { expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as disableShare } from "#functions/view/disable-share";
import { handler as refreshShareId } from "#functions/view/refresh-share-id";
import { aShareId } from "#test/support/makers/ids";
import { call } from "#test/support/requests/call";
import { aShare } from "./support.ts";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Secret" },
  {
    type: "singleSelect",
    name: "Status",
    options: { choices: [{ name: "light" }] },
  },
];
const all = (idOf: (name: string) => string) => ({
  columnMeta: { [idOf("Secret")]: { order: 9, hidden: true }, [idOf("Status")]: { order: -1 } },
  filter: {
    conjunction: "and",
    filterSet: [
      { fieldId: idOf("Secret"), operator: "isGreater", value: 1 },
      { fieldId: idOf("Name"), operator: "isNotEmpty", value: null },
    ],
  },
  sort: { sortObjs: [{ fieldId: idOf("Secret"), order: "asc" }] },
  group: [
    { fieldId: idOf("Secret"), order: "asc" },
    { fieldId: idOf("Status"), order: "asc" },
  ],
});

test("200: the view, its table's name and its visible fields, in its order; nothing hidden", async () => {
  const { get, idOf, table, viewId, shareId, owner } = await aShare({ fields, view: all });
  const { status, body } = await get();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      shareId,
      url: expect.stringMatching(new RegExp(`^https?://.+/share/${shareId}$`)),
      viewId,
      tableId: table.id,
      tableName: table.name,
      shareMeta: { includeRecords: true },
      view: {
        id: viewId,
        name: "Shared",
        type: "grid",
        columnMeta: { [idOf("Name")]: { order: 0 }, [idOf("Status")]: { order: -1 } },
        filter: {
          conjunction: "and",
          filterSet: [{ fieldId: idOf("Name"), operator: "isNotEmpty", value: null }],
        },
        group: [{ fieldId: idOf("Status"), order: "asc" }],
        createdBy: owner.userId,
        createdTime: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      fields: [
        expect.objectContaining({ id: idOf("Status"), recordRead: true, recordCreate: false }),
        expect.objectContaining({ id: idOf("Name"), isPrimary: true }),
      ],
      records: [],
      extra: { groupPoints: [] },
    },
  });
  const said = JSON.stringify(body);
  for (const hidden of [idOf("Secret"), "Secret", owner.email]) expect(said).not.toContain(hidden);
});

test("200: hidden fields too if they are shared", async () => {
  const { get, idOf } = await aShare({ fields, view: all, shareMeta: { includeHiddenField: true } });
  const { view, fields: shown } = (await get()).body;
  expect(shown.map(({ name }: { name: string }) => name)).toEqual(["Status", "Name", "Secret"]);
  expect(view.sort).toEqual({ sortObjs: [{ fieldId: idOf("Secret"), order: "asc" }] });
  expect(view.filter.filterSet).toHaveLength(2);
});

const manyRecords = Array.from({ length: 60 }, (_, i) => ({
  Name: `r${i}`,
  Secret: i + 1,
  ...(i % 2 === 0 && { Status: "light" }),
}));

test("200: the first 50 records that the view shows, by field id, in the groups of the view", async () => {
  const { get, idOf, records } = await aShare({ fields, view: all, records: manyRecords });
  const { body } = await get();
  expect(body.records).toHaveLength(50);
  // the first record is filtered out, and the empty choice is the first group
  expect(body.records[0]).toEqual({ id: expect.any(String), name: "r1", fields: { [idOf("Name")]: "r1" } });
  expect(body.records[49].fields).toEqual({ [idOf("Name")]: "r40", [idOf("Status")]: "light" });
  expect(body.extra.groupPoints).toEqual([
    { id: expect.any(String), type: 0, depth: 0, value: null, isCollapsed: false },
    { type: 1, count: 30 },
    { id: expect.any(String), type: 0, depth: 0, value: "light", isCollapsed: false },
    { type: 1, count: 29 },
  ]);
  const groupBy = JSON.stringify([{ fieldId: idOf("Status"), order: "asc" }]);
  const listed = await records({ fieldKeyType: "id", take: "50", groupBy });
  expect(body.records).toEqual(listed.body.records);
});

test("200: without groups null; without records none, and no groups", async () => {
  const grouped = { group: [], filter: null };
  const { get } = await aShare({ fields, records: manyRecords.slice(0, 2), view: grouped });
  expect((await get()).body).toMatchObject({
    records: [{ name: "r0" }, { name: "r1" }],
    extra: { groupPoints: null },
  });
  const closed = await aShare({
    fields,
    view: all,
    records: manyRecords,
    shareMeta: { includeRecords: false },
  });
  expect((await closed.get()).body).toMatchObject({ records: [], extra: { groupPoints: null } });
});

test("200: fewer records if they are large", async () => {
  const Text = "x".repeat(100_000);
  const { get, create } = await aShare({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "longText", name: "Text" },
    ],
  });
  for (let i = 0; i < 2; i++) await create(Array.from({ length: 24 }, () => ({ Text })));
  const { status, body } = await get();
  expect({ status, few: body.records.length < 48, some: body.records.length > 15 }).toEqual({
    ...{ status: 200, few: true, some: true },
  });
});

test("200: without internal settings of fields, such as users", async () => {
  const { get, owner } = await aShare({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "user", name: "Who", options: { defaultValue: "me" } },
      {
        type: "button",
        name: "Go",
        options: {
          label: "Go",
          color: "teal",
          workflow: { id: "wfl4mSa1Cw6nZ8tQ0Yh", name: "Inside", isActive: true },
        },
      },
    ],
  });
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body.fields.map(({ options }: { options: object }) => options)).toEqual([
    {},
    { isMultiple: false, shouldNotify: true },
    { label: "Go", color: "teal" },
  ]);
  expect(JSON.stringify(body.fields)).not.toContain(owner.userId);
});

test("404, the same for all: unknown, malformed, disabled, refreshed, of a deleted view, table or base", async () => {
  const [never, disabled, exchanged, ofView, ofTable, ofBase] = (await Promise.all(
    Array.from({ length: 6 }, () => aShare()),
  )) as Awaited<ReturnType<typeof aShare>>[];
  if (!never || !disabled || !exchanged || !ofView || !ofTable || !ofBase) throw new Error("there are six");
  for (const { get } of [disabled, exchanged, ofView, ofTable, ofBase])
    expect((await get()).status).toBe(200);
  const done = await Promise.all([
    call(disableShare, { ...disabled.ofView, body: {} }),
    call(refreshShareId, { ...exchanged.ofView, body: {} }),
    call(deleteView, ofView.ofView),
    call(deleteTable, { as: ofTable.owner, params: { baseId: ofTable.baseId, tableId: ofTable.tableId } }),
    call(deleteBase, { as: ofBase.owner, params: { baseId: ofBase.baseId } }),
  ]);
  expect(done.every(({ status }) => status < 300)).toBe(true);
  const refused = [
    ...(await Promise.all([disabled, exchanged, ofView, ofTable, ofBase].map(({ get }) => get()))),
    ...(await Promise.all(
      [aShareId(), "nope", "x".repeat(300), never.viewId].map((shareId) =>
        never.get({ params: { shareId } }),
      ),
    )),
  ];
  const message = "There is no such share, or it was closed";
  for (const { status, body } of refused)
    expect({ status, body }).toEqual({ status: 404, body: { message, status: 404, code: "not_found" } });
  const { shareId } = done[1]?.body ?? {};
  expect((await exchanged.get({ params: { shareId } })).status).toBe(200);
});
