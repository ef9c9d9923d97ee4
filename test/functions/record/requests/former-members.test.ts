/* People who have left the base stay in the cells that name them, and such cells can be written back. */
import { beforeAll, expect, test } from "vitest";
import { handler as removeBaseCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as copyCells } from "#functions/selection/copy-cells";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { handler as previewPaste } from "#functions/selection/preview-paste";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

/** Two records; the first one names a person, in a cell for one and in one for several, who then leaves. */
async function someoneLeft() {
  const people = { type: "user", name: "Team", options: { isMultiple: true } };
  const made = await aTable({
    fields: [{ type: "singleLineText", name: "N" }, { type: "user", name: "Who" }, people],
    records: [],
  });
  const { owner: as, baseId, tableId } = made;
  const former = await aMember(baseId, "editor");
  const params = { tableId };
  const all = [{ id: former.userId }, { id: as.userId }];
  const created = await call(updateRecords, {
    ...{ as, params },
    body: {
      records: [{ fields: { N: "a", Who: { id: former.userId }, Team: all } }, { fields: { N: "b" } }],
      upsert: { fieldKeys: ["N"] },
    },
  });
  expect(created.status).toBe(200);
  const [first, second] = created.body.records.map(({ id }: { id: string }) => id) as [string, string];
  const query = { userId: former.userId };
  expect((await call(removeBaseCollaborator, { as, params: { baseId }, query })).status).toBe(200);
  const get = async (recordId: string) =>
    (await call(getRecord, { as, params: { tableId, recordId } })).body.fields;
  return {
    ...{ as, baseId, tableId, params, former, first, second, get },
    before: await get(first),
    patch: (recordId: string, fields: object, more: object = {}, headers = {}) =>
      call(updateRecord, {
        ...{ as, headers, params: { tableId, recordId } },
        body: { record: { fields }, ...more },
      }),
  };
}

test("200: a record with its own cells, one by one, many together, and found by a key", async () => {
  const { as, params, patch, first, second, before } = await someoneLeft();
  expect(before).toMatchObject({ Who: { id: expect.any(String) }, Team: [{}, {}] });
  const one = await patch(first, { ...before, N: "renamed" });
  expect({ status: one.status, fields: one.body.fields }).toEqual({
    status: 200,
    fields: { ...before, N: "renamed" },
  });
  const records = [
    { id: first, fields: { ...before, N: "a" } },
    { id: second, fields: { N: "c" } },
  ];
  const many = await call(updateRecords, { as, params, body: { records } });
  expect({ status: many.status, fields: many.body[0]?.fields }).toEqual({ status: 200, fields: before });
  for (const typecast of [false, true]) {
    const body = { records: [{ fields: before }], upsert: { fieldKeys: ["N"] }, typecast };
    const upserted = await call(updateRecords, { as, params, body });
    expect({ status: upserted.status, updated: upserted.body.updated }).toEqual({
      status: 200,
      updated: [first],
    });
    expect(upserted.body.records[0].fields).toEqual(before);
  }
});

test("200: with typecast by id, name or address, and beside others in a list", async () => {
  const { as, patch, first, former, before, get } = await someoneLeft();
  for (const text of [former.userId, former.name, former.email]) {
    const { status, body } = await patch(first, { Who: text, Team: `${text}, me` }, { typecast: true });
    expect({ status, fields: body.fields }).toEqual({ status: 200, fields: before });
  }
  const turned = [{ id: as.userId }, { id: former.userId }];
  expect((await patch(first, { Team: turned })).status).toBe(200);
  expect((await get(first)).Team).toMatchObject(turned);
});

test("200: pasted where they were copied; the preview shows them", async () => {
  const { as, params, first, before, get } = await someoneLeft();
  const ranges = [
    [0, 0],
    [2, 0],
  ];
  const copied = await call(copyCells, { as, params, query: { ranges: JSON.stringify(ranges) } });
  const body = { ranges, content: copied.body.content };
  const preview = await call(previewPaste, { as, params, body });
  expect(preview.status).toBe(200);
  expect((await call(pasteCells, { as, params, body })).status).toBe(200);
  expect(await get(first)).toEqual(before);
});

test("400 with the path: where the cell does not name them already", async () => {
  const { as, params, patch, first, second, former, get } = await someoneLeft();
  const who = { id: former.userId };
  const refused = (path: string) => ({ status: 400, paths: [path] });
  expect(refusal(await patch(second, { Who: who }))).toEqual(refused("record.fields.Who"));
  expect((await patch(first, { Who: null })).status).toBe(200);
  // the other cell of the record still names them
  expect(refusal(await patch(first, { Who: who }))).toEqual(refused("record.fields.Who"));
  const records = [
    { id: first, fields: { Team: [who] } },
    { id: second, fields: { Team: [who] } },
  ];
  const many = await call(updateRecords, { as, params, body: { records } });
  expect(refusal(many)).toEqual(refused("records[1].fields.Team"));
  const body = { records: [{ fields: { N: "new", Who: who } }], upsert: { fieldKeys: ["N"] } };
  expect(refusal(await call(updateRecords, { as, params, body }))).toEqual(refused("records[0].fields.Who"));
  expect(await get(second)).toEqual({ N: "b" });
});

test("undo, and copies of the record and of the table, keep them", async () => {
  const { as, baseId, tableId, params, patch, first, before, get } = await someoneLeft();
  const headers = { "x-window-id": "win1" };
  expect((await patch(first, { Who: null, Team: null }, {}, headers)).status).toBe(200);
  expect((await call(undoOperation, { as, params, headers })).body).toEqual({ status: "fulfilled" });
  expect(await get(first)).toEqual(before);
  await call(deleteRecord, { as, params: { tableId, recordId: first }, headers });
  await tellNews();
  expect((await call(undoOperation, { as, params, headers })).body).toEqual({ status: "fulfilled" });
  expect(await get(first)).toEqual(before);
  const copy = await call(duplicateRecord, {
    ...{ as, params: { tableId, recordId: first } },
    query: { fieldKeyType: "name" },
    body: {},
  });
  expect({ status: copy.status, fields: copy.body.fields }).toEqual({ status: 201, fields: before });
  const table = await call(duplicateTable, {
    ...{ as, params: { baseId, tableId } },
    body: { name: "Copy", includeRecords: true },
  });
  expect(table.status).toBe(201);
});
