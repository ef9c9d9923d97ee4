import { expect, test } from "vitest";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as listRecords } from "#functions/record/list-records";
import { aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

async function aSheet() {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "longText", name: "F" },
    ],
    records: ["1", "many", null, "3"].map((F) => ({ fields: { F } })),
  });
  const params = { tableId: made.tableId, fieldId: made.table.fields[1].id };
  const preview = (body: unknown, as: { token: string } = made.owner) =>
    call(previewConversion, { as, params, body });
  return { ...made, preview };
}

test("200: counts what would become empty, with examples of it first; nothing is written", async () => {
  const { preview, owner, tableId, table } = await aSheet();
  const list = async () => (await call(listRecords, { as: owner, params: { tableId } })).body;
  const before = await list();
  const id = (i: number) => table.records[i].id;
  expect((await preview({ type: "number" })).body).toEqual({
    records: 4,
    cells: 3,
    emptied: 1,
    changed: 0,
    examples: [
      { recordId: id(1), before: "many", after: null },
      { recordId: id(0), before: "1", after: 1 },
      { recordId: id(3), before: "3", after: 3 },
    ],
  });
  expect((await preview({ type: "longText", name: "G" })).body).toMatchObject({ cells: 3, emptied: 0 });
  expect(await list()).toEqual(before);
});

test("400: what the conversion refuses; 403: a token that may not read records", async () => {
  const { preview, owner } = await aSheet();
  expect((await preview({ type: "unheard" })).status).toBe(400);
  expect((await preview({})).status).toBe(400);
  const token = await aToken(owner.userId, { scopes: ["field|update"] });
  expect((await preview({ type: "number" }, { token })).status).toBe(403);
});
