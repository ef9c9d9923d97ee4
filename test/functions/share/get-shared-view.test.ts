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

test("200: the view, its table's name and the fields that it shows, in its order; nothing of what it hides", async () => {
  const { get, idOf, table, viewId, shareId, owner } = await aShare({ fields, view: all });
  const { status, body } = await get();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      shareId,
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
      },
      fields: [
        expect.objectContaining({ id: idOf("Status"), recordRead: true, recordCreate: false }),
        expect.objectContaining({ id: idOf("Name"), isPrimary: true }),
      ],
    },
  });
  const said = JSON.stringify(body);
  for (const hidden of [idOf("Secret"), "Secret", owner.userId, owner.email, "createdBy"])
    expect(said).not.toContain(hidden);
});

test("200: hidden fields too where they are shared", async () => {
  const { get, idOf } = await aShare({ fields, view: all, shareMeta: { includeHiddenField: true } });
  const { view, fields: shown } = (await get()).body;
  expect(shown.map(({ name }: { name: string }) => name)).toEqual(["Status", "Name", "Secret"]);
  expect(view.sort).toEqual({ sortObjs: [{ fieldId: idOf("Secret"), order: "asc" }] });
  expect(view.filter.filterSet).toHaveLength(2);
});

test("200: what fields say of people and of other things stays inside", async () => {
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
  expect(JSON.stringify(body)).not.toContain(owner.userId);
});

test("404, the same for all: never made, malformed, disabled, exchanged, of a deleted view, table or base", async () => {
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
  const message = "There is no such share, or it is closed";
  for (const { status, body } of refused)
    expect({ status, body }).toEqual({ status: 404, body: { message, status: 404, code: "not_found" } });
  const { shareId } = done[1]?.body ?? {};
  expect((await exchanged.get({ params: { shareId } })).status).toBe(200);
});
