/* Rows of which more than a transaction holds are created at a place and put at another, whatever happens to any one request to the store. */
import { expect, test } from "vitest";
import { handler as orderRows } from "#functions/view/order-rows";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { call } from "#test/support/requests/call";
import { idsInOrder } from "#test/support/store/rows";
import { accidents, everyRequest } from "./support.ts";

const all = 120;
const headers = { "idempotency-key": "one" };
const fields = [field("Name", "singleLineText")];

/** Two rows, and new ones that are to come between them. */
async function toCreate() {
  const sheet = await aSheet({ fields });
  const viewId: string = sheet.table.defaultViewId;
  const [first, last] = (await sheet.create([{}, {}])).body.records as [Answered, Answered];
  const records = Array.from({ length: all }, (_, i) => ({ fields: { Name: `n${i}` } }));
  const order = { viewId, anchorId: first.id, position: "after" };
  return {
    ...sheet,
    viewId,
    first,
    last,
    send: () => sheet.send({ records, order }, { headers }),
    look: async () => (await idsInOrder(sheet.tableId, viewId)).length - 2,
  };
}

/** So many rows, and those behind the first are to be turned. */
async function toMove() {
  const sheet = await aSheet({ fields });
  const viewId: string = sheet.table.defaultViewId;
  const { body } = await sheet.create(Array.from({ length: all + 1 }, () => ({})));
  const [first = "", ...others]: string[] = (body.records as Answered[]).map(({ id }) => id);
  await settleAll();
  const params = { ...sheet.params, viewId };
  const moving = { anchorId: first, position: "after", recordIds: others.toReversed() };
  return {
    ...sheet,
    viewId,
    first,
    others,
    send: () => call(orderRows, { as: sheet.owner, params, body: moving, headers }),
    async look() {
      const [, ...rows] = await idsInOrder(sheet.tableId, viewId);
      expect(rows).toHaveLength(all);
      const turned = rows.filter((id, i) => id === others[all - 1 - i]).length;
      expect([0, all]).toContain(turned);
      return turned;
    },
  };
}

const patient = { timeout: 300_000 };

test.each(accidents)("creating, %s: all or nothing, each in its place", patient, async (accident) => {
  await everyRequest(accident, { name: `creating ${all} in a place`, success: 201, all }, toCreate, {
    check(there, itemsOf) {
      expect(itemsOf("place")).toHaveLength(there ? all : 0);
    },
    async checkAgain(again, itemsOf, { tableId, viewId, first, last }) {
      const made = (again.body.records as Answered[]).map(({ id }) => id);
      expect(await idsInOrder(tableId, viewId)).toEqual([first.id, ...made, last.id]);
      expect(itemsOf("place").map(({ recordId }) => recordId)).toEqual(made);
    },
  });
});

test.each(accidents)("moving, %s: all or nothing, and no place is left over", patient, async (accident) => {
  await everyRequest(accident, { name: `moving ${all} rows`, success: 200, all }, toMove, {
    check(there, itemsOf) {
      expect(itemsOf("place")).toHaveLength(there ? all : 0);
    },
    checkAgain(_, itemsOf, { others }) {
      expect(itemsOf("place").map(({ recordId }) => recordId)).toEqual(others.toReversed());
    },
  });
});
