import { beforeAll, expect, test } from "vitest";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecordStatus } from "#functions/record/get-record-status";
import { aFullDeletion, bringBack } from "#test/functions/trash/support";
import { leftovers, settleAll } from "#test/support/events/commits";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/record-images";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

test("a hundred deleting changes with the entry of the trash are one commit, and unique values are free", async () => {
  const { as, params, ids, shown, items } = await aFullDeletion();
  expect((await items()).map(({ resourceIds }) => resourceIds)).toEqual([ids]);
  expect(await shown()).toEqual([]);
  expect((await call(countRecords, { as, params })).body).toEqual({ rowCount: 0 });
  const status = await call(getRecordStatus, { as, params: { ...params, recordId: ids[0] as string } });
  expect(status.body).toMatchObject({ isDeleted: true });
  const twin = { records: [{ fields: { Key: "k0" } }] };
  expect((await call(createRecords, { as, params, body: twin })).status).toBe(201);
});

test("they are one item in the trash and are restored once, however often the stream reports the deletion", async () => {
  const { as, items, ids, shown, before } = await aFullDeletion();
  await tellNews();
  await tellAll();
  const [item, ...others] = await items();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ resourceIds: ids, name: "n0", deletedBy: as.userId });
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  await tellAll();
  expect(await shown()).toEqual(before);
  expect(await items()).toEqual([]);
  await settleAll();
  expect(await leftovers()).toEqual([]);
});
