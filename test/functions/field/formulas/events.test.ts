/* Formulas in webhooks, in the history, in the trash, and with people who get another name. */
import { beforeAll, expect, test } from "vitest";
import { handler as submitName } from "#functions/account/submit-name";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { aSession } from "#test/support/makers/makers";
import { aReceiver, aWebhook, happens, turns } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { submit } from "#test/support/requests/form";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { aFormulaTable } from "./support.ts";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

test("a webhook has the result in the record", async () => {
  const price = "fldHookPrice0000000";
  const double = "fldHookDouble000000";
  const table = await aFormulaTable({
    fields: [
      { type: "formula", name: "Double", id: double, options: { expression: `{${price}} * 2` } },
      { type: "number", name: "Price", id: price },
    ],
    records: [{ fields: { Price: 3 } }],
  });
  const receiver = await aReceiver();
  const { id } = await aWebhook(table, { url: receiver.url });
  await happens(table);
  await turns(id);
  const [request] = receiver.requests;
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    type: "record.updated",
    data: { name: "6.00", fields: { [double]: 6, [price]: 3 } },
  });
});

test("the history has what was written, and no entries for formulas", async () => {
  const table = await aFormulaTable();
  await table.formula(`{${table.idOf("Price")}} * 2`, { name: "Double" });
  const [record] = await table.add({ Price: 1 });
  await table.set(record?.id ?? "", { Price: 2 });
  await tellNews();
  const { body } = await call(listRecordHistory, {
    as: table.owner,
    params: { tableId: table.tableId, recordId: record?.id ?? "" },
  });
  expect(body.historyList).toHaveLength(1);
  expect(body.historyList[0]).toMatchObject({
    before: { meta: { name: "Price" }, data: 1 },
    after: { data: 2 },
  });
});

test("a record comes back from the trash with the result of the formula as it is now; the trash names it", async () => {
  const price = "fldTrashPrice000000";
  const table = await aFormulaTable({
    fields: [
      { type: "formula", name: "Code", options: { expression: `"no. " & {${price}}` } },
      {
        type: "number",
        name: "Price",
        id: price,
        options: { formatting: { type: "decimal", precision: 0 } },
      },
    ],
    records: [{ fields: { Price: 3 } }],
  });
  const { owner: as, tableId } = table;
  const recordIds = table.table.records.map(({ id }: { id: string }) => id);
  const removed = await call(deleteListedRecords, { as, params: { tableId }, body: { recordIds } });
  expect(removed.status).toBe(200);
  await tellNews();
  const [item] = await recordItems({ as }, tableId);
  expect(item?.name).toBe("no. 3");
  expect((await table.update(table.idOf("Code"), { expression: `"nr. " & {${price}}` })).status).toBe(200);
  expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
  expect(await table.cells()).toEqual([{ Code: "nr. 3", Price: 3 }]);
});

test("another name of a person is seen at once", async () => {
  const table = await aFormulaTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "createdBy", name: "Maker" },
    ],
    records: [{ fields: { Name: "a" } }],
  });
  await table.formula(table.byId("UPPER({Maker})"), { name: "By" });
  const { userId, name } = table.owner;
  expect(await table.cells()).toMatchObject([{ By: name.toUpperCase() }]);
  await submit(submitName, { name: "Grace" }, { signedIn: await aSession(userId) });
  expect(await table.cells()).toMatchObject([{ By: "GRACE" }]);
});
