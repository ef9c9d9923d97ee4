import { expect, test } from "vitest";
import { handler as insertImport } from "#functions/csv/insert-import";
import { aFile } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { ended } from "./support.ts";

const csv = "A,B,C\nPear,1.20,x\nPlum,3,y\n";

async function aSource() {
  const { owner, baseId, tableId, table } = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Price" },
      { type: "longText", name: "Notes" },
    ],
  });
  const { file } = await aFile(owner, { bytes: csv, type: "text/csv" });
  const ids = table.fields.map(({ id }: { id: string }) => id) as [string, string, string];
  const send = (sourceColumnMap: object, { excludeFirstRow = true, ...more }: Record<string, unknown> = {}) =>
    call(insertImport, {
      as: owner,
      params: { baseId, tableId },
      body: {
        attachmentUrl: file.presignedUrl,
        fileType: "csv",
        insertConfig: { sourceWorkSheetKey: "Import Table", excludeFirstRow, sourceColumnMap },
        notification: true,
        ...more,
      },
    });
  return { place: { owner, baseId }, ids, send };
}

test("200: the mapped columns go into their fields", async () => {
  const { place, ids, send } = await aSource();
  const answer = await send({ [ids[0]]: 0, [ids[1]]: 1, [ids[2]]: null });
  expect(answer.status).toBe(200);
  const { records, state } = await ended(place, { ...answer, status: 201 });
  expect({ state, records }).toEqual({
    state: "done",
    records: [
      { Name: "Pear", Price: 1.2 },
      { Name: "Plum", Price: 3 },
    ],
  });
});

test("200: the first line is a record too, unless it is excluded", async () => {
  const { place, ids, send } = await aSource();
  const { records } = await ended(place, {
    ...(await send({ [ids[0]]: 0 }, { excludeFirstRow: false })),
    status: 201,
  });
  expect(records).toEqual([{ Name: "A" }, { Name: "Pear" }, { Name: "Plum" }]);
});

test("400: a column that the file lacks or that two fields take; 404: an unknown field", async () => {
  const { ids, send } = await aSource();
  const at = (id: string) => `insertConfig.sourceColumnMap.${id}`;
  expect(refusal(await send({ [ids[0]]: 3 }))).toEqual({ status: 400, paths: [at(ids[0])] });
  expect(refusal(await send({ [ids[0]]: 0, [ids[1]]: 0 }))).toEqual({ status: 400, paths: [at(ids[1])] });
  expect(refusal(await send({ [ids[0]]: null }))).toEqual({
    status: 400,
    paths: ["insertConfig.sourceColumnMap"],
  });
  expect(refusal(await send({ fld0000000000000000: 0 }))).toEqual({
    status: 404,
    paths: [at("fld0000000000000000")],
  });
});
