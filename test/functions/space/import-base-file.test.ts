import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as importBaseFile } from "#functions/space/import-base-file";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as listViews } from "#functions/view/list-views";
import { exported } from "#test/support/backups";
import { aFile } from "#test/support/makers/files";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test("201: the base is there with the answer, which has the new ids of tables, fields and views", async () => {
  const { owner: as, baseId, spaceId, table } = await aTable({ name: "Things" });
  const { bytes } = await exported(as, baseId);
  const { token } = await aFile(as, { bytes, type: "application/zip" });
  const notify = {
    token,
    size: bytes.length,
    url: "/x",
    path: "x",
    mimetype: "application/zip",
    presignedUrl: "x",
  };
  const { status, body } = await call(importBaseFile, { as, body: { notify, spaceId } });
  expect(status).toBe(201);
  const { base, tableIdMap, fieldIdMap, viewIdMap } = body;
  expect(base).toEqual({ id: base.id, name: "Base", spaceId });
  const params = { baseId: base.id };
  expect((await call(getBase, { as, params })).body.name).toBe("Base");
  const tables = (await call(listTables, { as, params })).body;
  expect(idsOf(tables)).toEqual([tableIdMap[table.id]]);
  const asked = { as, params: { tableId: tables[0].id } };
  const old = [table.fields, table.views].map(idsOf);
  expect(idsOf((await call(listFields, asked)).body)).toEqual(old[0]?.map((id) => fieldIdMap[id]));
  expect(idsOf((await call(listViews, asked)).body)).toEqual(old[1]?.map((id) => viewIdMap[id]));
});

test("400: a file that is no export; 404: a space or file of someone else", async () => {
  const as = await someone();
  const { spaceId } = await aBase(as);
  const send = async (token: string, where = spaceId) =>
    refusal(await call(importBaseFile, { as, body: { notify: { token }, spaceId: where } })).status;
  const { token } = await aFile(as, { type: "application/zip" });
  expect(await send(token)).toBe(400);
  expect(await send(token, (await aBase(await someone())).spaceId)).toBe(404);
  expect(await send((await aFile(await someone())).token)).toBe(404);
});
