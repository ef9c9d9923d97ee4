/* Undoing and redoing with an accident at any request to the store: more than fits into one transaction, fields and views. */
import { expect, test } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViews } from "#functions/view/list-views";
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

test.each(accidents)(
  "undoing a deleted field, redoing it, and undoing a view, %s",
  patient,
  async (accident) => {
    const countOf = async (ask: Awaited<ReturnType<typeof aWindow>>["ask"]) => {
      const [fields, views] = [await ask(listFields), await ask(listViews)];
      return fields.body.length * 10 + views.body.length;
    };
    const first = async () => {
      const { ask, table, state, create } = await aWindow();
      await create([{ Key: 1 }]);
      await ask(deleteField, { params: { fieldId: table.fields[1].id } });
      return { ask, state, look: async () => Number((await countOf(ask)) === 31) };
    };
    const kept = async () => {
      const { look, ask } = await first();
      return { look, send: () => ask(undoOperation, { headers }) };
    };
    await everyRequest(accident, { name: "undoing a deleted field", success: 201, all: 1 }, kept, once);
    const again = async () => {
      const { ask } = await first();
      await ask(undoOperation);
      return {
        send: () => ask(redoOperation, { headers }),
        look: async () => Number((await countOf(ask)) === 21),
      };
    };
    await everyRequest(accident, { name: "redoing a deleted field", success: 201, all: 1 }, again, once);
    const view = async () => {
      const { ask } = await aWindow();
      await ask(createView, { body: { type: "grid", name: "New" } });
      return {
        send: () => ask(undoOperation, { headers }),
        look: async () => Number((await countOf(ask)) === 31),
      };
    };
    await everyRequest(accident, { name: "undoing a view", success: 201, all: 1 }, view, once);
  },
);
