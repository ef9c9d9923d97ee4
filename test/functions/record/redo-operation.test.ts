import { beforeAll, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as orderRows } from "#functions/view/order-rows";
import type { Answered } from "#test/functions/record/support/records";
import { aWindow, empty, failed, fulfilled, withThree } from "#test/functions/record/support/undo";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

test("201: what was undone, in its order", async () => {
  const { ask, undo, redo, ids, state } = await withThree();
  const [recordId = ""] = ids;
  const states = [await state()];
  for (const Name of ["x", "y", "z"]) {
    await ask(updateRecord, { params: { recordId }, body: { record: { fields: { Name } } } });
    states.push(await state());
  }
  for (const before of states.slice(0, 3).reverse()) {
    expect(await undo()).toMatchObject(fulfilled);
    expect(await state()).toEqual(before);
  }
  for (const after of states.slice(1)) {
    expect(await redo()).toMatchObject(fulfilled);
    expect(await state()).toEqual(after);
  }
  expect(await redo()).toMatchObject(empty);
});

test("201: failed, and nothing is written, if a cell was changed since it was undone", async () => {
  const { ask, undo, redo, update, ids, state } = await withThree();
  const [recordId = ""] = ids;
  await ask(updateRecord, { params: { recordId }, body: { record: { fields: { Name: "x" } } } });
  await undo();
  await update(recordId, { Name: "theirs" });
  const theirs = await state();
  expect(await redo()).toMatchObject(failed(`"Name" of ${recordId} was changed since`));
  expect(await state()).toEqual(theirs);
});

test("201: empty without a window, and where nothing was undone", async () => {
  const { ask, redo } = await aWindow();
  await ask(createRecords, { body: { records: [{ fields: {} }] } });
  expect(await redo({ headers: { "x-window-id": "" } })).toMatchObject(empty);
  expect(await redo()).toMatchObject(empty);
});

test("201: moved rows, also those that a call created or changed elsewhere in the order", async () => {
  const window = await withThree({ views: [{ type: "grid" }, { type: "grid" }] });
  const { table, ids, ask, list, undo, redo } = window;
  const viewId: string = table.views[1].id;
  const rows = async () => (await list({ viewId })).body.records.map(({ id }: Answered) => id);
  const [a = "", b = "", c = ""] = ids;
  const order = (anchorId: string) => ({ viewId, anchorId, position: "before" });
  await ask(orderRows, { params: { viewId }, body: { anchorId: a, position: "before", recordIds: [c] } });
  await ask(orderRows, {
    params: { viewId },
    body: { anchorId: c, position: "before", recordIds: [b, a] },
  });
  await ask(updateRecord, {
    params: { recordId: c },
    body: { record: { fields: { Name: "x" } }, order: order(b) },
  });
  const made = await ask(createRecords, { body: { records: [{ fields: {} }], order: order(b) } });
  const states = [
    [a, b, c],
    [c, a, b],
    [b, a, c],
    [c, b, a],
    [c, made.body.records[0].id, b, a],
  ];
  expect(await rows()).toEqual(states[4]);
  for (const state of states.slice(0, 4).reverse()) {
    expect(await undo()).toMatchObject(fulfilled);
    expect(await rows()).toEqual(state);
  }
  for (const state of states.slice(1)) {
    expect(await redo()).toMatchObject(fulfilled);
    expect(await rows()).toEqual(state);
  }
});
