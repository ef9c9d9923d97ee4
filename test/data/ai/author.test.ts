/* Who has filled a cell, and who hears of it. */
import { beforeAll, expect, test } from "vitest";
import { handler as autoFillCell } from "#functions/field/auto-fill-cell";
import { handler as createField } from "#functions/field/create-field";
import { handler as notifyOfEndedJob } from "#functions/notification/notify-of-import";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as updateRecord } from "#functions/record/update-record";
import { authorId } from "#lib/ai/authors";
import { inboxOf } from "#test/functions/notification/support";
import { eventOf } from "#test/support/events/deliver";
import { jobOf, pieces, turn } from "#test/support/events/jobs";
import { aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { aFilledTable } from "./support.ts";

beforeAll(useOwnStore);

test("the history has the model as the author, with a name; the ETag is another one", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable(["a"]);
  const params = { tableId: made.tableId, recordId: made.recordIds[0] as string };
  const as = made.owner;
  const before = await call(getRecord, { as, params });
  await made.end(await made.start());
  await tellNews();
  const { historyList, userMap } = (await call(listRecordHistory, { as, params })).body;
  const by = authorId("m");
  expect(historyList).toMatchObject([{ fieldId: made.target, after: { data: "x" }, createdBy: by }]);
  expect(userMap).toEqual({ [by]: { id: by, name: "Model m", email: "", avatar: null } });
  const after = await call(getRecord, { as, params });
  expect(after.body.lastModifiedBy).toBe(by);
  expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
});

test("a cell that a person wrote after the job began stays, also if all are filled", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable(["a", "b", "c"]);
  const jobId = await made.start({ mode: "all" });
  const write = (i: number, fields: object) =>
    call(updateRecord, {
      as: made.owner,
      params: { tableId: made.tableId, recordId: made.recordIds[i] as string },
      body: { record: { fields } },
    });
  await write(0, { Filled: "mine" });
  await write(1, { Plot: "bb" });
  await tellNews();
  await made.end(jobId);
  expect(await made.cells()).toEqual(["mine", "x", "x"]);
});

test("such a cell stays also if a model has written another cell of the record since", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable(["a", "b"]);
  const { owner: as, tableId, plot } = made;
  const aiConfig = { modelKey: "m", type: "summary", sourceFieldId: plot };
  const body = { type: "longText", name: "Other", aiConfig };
  const other = await call(createField, { as, params: { tableId }, body });
  const jobId = await made.start({ mode: "all" });
  const params = { tableId, recordId: made.recordIds[0] as string };
  await call(updateRecord, { as, params, body: { record: { fields: { Filled: "mine" } } } });
  const second = await call(autoFillCell, { as, params: { ...params, fieldId: other.body.id } });
  await made.end(second.body.jobId);
  await tellNews();
  await made.end(jobId);
  expect(await made.cells()).toEqual(["mine", "x"]);
});

test("a cell that is filled alone stays if a person writes it while the job waits", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable([{ Plot: "a", Filled: "old" }]);
  const { owner: as, tableId, recordIds } = made;
  const jobId = await made.startCell(recordIds[0] as string);
  const params = { tableId, recordId: recordIds[0] as string };
  await call(updateRecord, { as, params, body: { record: { fields: { Filled: "mine" } } } });
  await tellNews();
  expect(await made.end(jobId)).toMatchObject({ state: "done", counts: { filled: 0, kept: 1 } });
  expect(await made.cells()).toEqual(["mine"]);
});

test("who asked for a field is notified when it has ended; who asked for a cell is not", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable(["a", "b"]);
  const [field, cell] = [await made.start(), await made.startCell(made.recordIds[0] as string)];
  for (const id of [field, cell]) {
    await turn(id, made.baseId, pieces, () => new Date().toISOString());
    await notifyOfEndedJob(eventOf(await jobOf(id, made.baseId), 1));
  }
  const told = (await inboxOf(made.owner).all()).map(({ message }) => message);
  expect(told).toEqual([expect.stringMatching(/^Filling cells of .* is done: 2 cells filled$/)]);
});
