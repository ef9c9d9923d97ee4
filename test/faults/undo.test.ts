/* Undoing and redoing more than fits into one transaction, with an accident at any request to the store. */
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import type { Answered } from "#test/functions/record/support/records";
import { aWindow } from "#test/functions/record/support/undo";
import { settleAll } from "#test/support/events/commits";
import { tellNews } from "#test/support/store/record-images";
import { accidents, everyRequest } from "./support.ts";

const all = 60;
const patient = { timeout: 300_000 };
const headers = { "idempotency-key": "one" };

/** A window that has created records, and changed them. */
async function toTurn() {
  const window = await aWindow();
  const { ask, state } = window;
  const records = Array.from({ length: all }, (_, i) => ({ fields: { Name: "n", Key: i } }));
  const { body } = await ask(createRecords, { body: { records } });
  const changes = body.records.map(({ id }: Answered, i: number) => ({
    id,
    fields: { Name: "x", Key: all - i },
  }));
  await ask(updateRecords, { body: { records: changes } });
  const settle = async () => {
    await settleAll();
    await tellNews();
  };
  await settle();
  const ofName = async (name: string) => (await state()).filter((each) => each.name === name).length;
  return { ...window, settle, ofName };
}

const once = {
  check() {},
  async checkAgain(_: unknown, itemsOf: (entity: string) => object[]) {
    expect(itemsOf("unique")).toHaveLength(itemsOf("record").length);
  },
};

test.each(accidents)("undoing a change, %s", patient, async (accident) => {
  const prepare = async () => {
    const { ask, ofName } = await toTurn();
    return { send: () => ask(undoOperation, { headers }), look: () => ofName("n") };
  };
  await everyRequest(accident, { name: `undoing ${all} changes`, success: 201, all }, prepare, once);
});

test.each(accidents)("undoing the creation, %s", patient, async (accident) => {
  const prepare = async () => {
    const { ask, undo, settle, count } = await toTurn();
    await undo();
    await settle();
    return { send: () => ask(undoOperation, { headers }), look: async () => all - (await count()) };
  };
  await everyRequest(accident, { name: `undoing ${all} creations`, success: 201, all }, prepare, once);
});

test.each(accidents)("redoing the creation, %s", patient, async (accident) => {
  const prepare = async () => {
    const { ask, undo, settle, count } = await toTurn();
    await undo();
    await undo();
    await settle();
    return { send: () => ask(redoOperation, { headers }), look: count };
  };
  await everyRequest(accident, { name: `redoing ${all} creations`, success: 201, all }, prepare, once);
});
