import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as clearCells } from "#functions/selection/clear-cells";
import { handler as deleteSelectedRecords } from "#functions/selection/delete-selected-records";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { handler as resetTrashItems } from "#functions/trash/reset-trash-items";
import { handler as orderRows } from "#functions/view/order-rows";
import { aWindow, empty, failed, fulfilled, withThree } from "#test/functions/record/support/undo";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

type Window = Awaited<ReturnType<typeof withThree>>;

const whole = (from: number, to: number) => ({
  ranges: [
    [0, from],
    [2, to],
  ],
});

describe("undoes and redoes what a window did", () => {
  const acts: [string, (window: Window) => Promise<{ status: number }>][] = [
    [
      "created records",
      ({ ask }) =>
        ask(createRecords, { body: { records: [{ fields: { Name: "n", Key: 9 } }, { fields: {} }] } }),
    ],
    [
      "a changed record",
      ({ ask, ids: [recordId = ""] }) =>
        ask(updateRecord, {
          params: { recordId },
          body: { record: { fields: { Name: "x", Key: null, Tags: ["b"] } } },
        }),
    ],
    [
      "changed records, whose unique values change hands",
      ({ ask, ids: [one, other] }) =>
        ask(updateRecords, {
          body: {
            records: [
              { id: one, fields: { Key: 2 } },
              { id: other, fields: { Key: 1, Name: null } },
            ],
          },
        }),
    ],
    [
      "an upsert that changes and creates",
      ({ ask }) =>
        ask(updateRecords, {
          body: {
            upsert: { fieldKeys: ["Key"] },
            records: [{ fields: { Key: 2, Name: "found" } }, { fields: { Key: 7, Name: "new" } }],
          },
        }),
    ],
    [
      "a choice that typecast adds",
      ({ ask, ids: [recordId = ""] }) =>
        ask(updateRecord, {
          params: { recordId },
          body: { typecast: true, record: { fields: { Tags: "b, c" } } },
        }),
    ],
    ["a deleted record", ({ ask, ids: [, recordId = ""] }) => ask(deleteRecord, { params: { recordId } })],
    ["deleted records", ({ ask, ids }) => ask(deleteListedRecords, { body: { recordIds: ids } })],
    [
      "a copy",
      ({ ask, ids: [recordId = ""] }) =>
        ask(duplicateRecord, { params: { recordId }, query: { fieldKeyType: "name" }, body: {} }),
    ],
    [
      "pasted cells, some past the end",
      ({ ask }) =>
        ask(pasteCells, {
          body: {
            ranges: [
              [0, 2],
              [0, 2],
            ],
            content: "p\t11\tb\nq\t12\ta",
          },
        }),
    ],
    ["cleared cells", ({ ask }) => ask(clearCells, { body: whole(0, 1) })],
    [
      "deleted rows of a selection",
      ({ ask }) => ask(deleteSelectedRecords, { query: { ranges: JSON.stringify(whole(1, 2).ranges) } }),
    ],
  ];
  test.each(acts)("201: %s", async (_, act) => {
    const window = await withThree();
    const before = await window.state();
    expect((await act(window)).status).toBeLessThan(300);
    const after = await window.state();
    expect(after).not.toEqual(before);
    for (let i = 0; i < 2; i++) {
      expect(await window.undo()).toMatchObject(fulfilled);
      expect(await window.state()).toEqual(before);
      expect(await window.undo()).toMatchObject(empty);
      expect(await window.redo()).toMatchObject(fulfilled);
      expect(await window.state()).toEqual(after);
      expect(await window.redo()).toMatchObject(empty);
    }
  });
});

test("201: the last first; a new call empties what can be redone", async () => {
  const { ask, undo, redo, state } = await aWindow();
  const create = async (Name: string) => ask(createRecords, { body: { records: [{ fields: { Name } }] } });
  const names = async () => (await state()).map(({ name }) => name);
  await create("one");
  await create("two");
  await undo();
  await create("three");
  expect(await redo()).toMatchObject(empty);
  await undo();
  expect(await names()).toEqual(["one"]);
  await undo();
  expect(await undo()).toMatchObject(empty);
  await redo();
  await redo();
  expect(await names()).toEqual(["one", "three"]);
  expect(await redo()).toMatchObject(empty);
});

test("201: each window, person and table has its own", async () => {
  const { ask, undo, redo, baseId, params } = await aWindow();
  await ask(createRecords, { body: { records: [{ fields: {} }] } });
  const editor = await aMember(baseId, "editor");
  expect(await undo({ headers: { "x-window-id": "other" } })).toMatchObject(empty);
  expect(await undo({ headers: { "x-window-id": "" } })).toMatchObject(empty);
  expect(await undo({ as: editor })).toMatchObject(empty);
  expect(await call(undoOperation, { as: editor, params })).toMatchObject(empty);
  expect(await redo()).toMatchObject(empty);
  expect(await undo()).toMatchObject(fulfilled);
});

describe("failed: nothing is written, and the message names", () => {
  test("a cell that was changed since", async () => {
    const { ask, undo, update, ids, state } = await withThree();
    const [recordId = ""] = ids;
    await ask(updateRecord, { params: { recordId }, body: { record: { fields: { Name: "x", Key: 8 } } } });
    await update(recordId, { Name: "theirs" });
    const theirs = await state();
    expect(await undo()).toMatchObject(failed(`"Name" of ${recordId} was changed since`));
    expect(await state()).toEqual(theirs);
    // as it was left: it can be undone again
    await update(recordId, { Name: "x" });
    expect(await undo()).toMatchObject(fulfilled);
    await update(recordId, { Key: 99 });
    expect((await state())[0]).toMatchObject({ name: "a" });
  });

  test("nothing about other cells of the record, which stay", async () => {
    const { ask, undo, update, ids, state } = await withThree();
    const [recordId = ""] = ids;
    await ask(updateRecord, { params: { recordId }, body: { record: { fields: { Name: "x" } } } });
    await update(recordId, { Key: 42 });
    expect(await undo()).toMatchObject(fulfilled);
    expect((await state())[0]?.fields).toEqual({ Name: "a", Key: 42, Tags: ["a"] });
  });

  test("a created record whose cell was changed since", async () => {
    const { ask, undo, update, count } = await aWindow();
    const { body } = await ask(createRecords, { body: { records: [{ fields: { Name: "n" } }] } });
    const { id } = body.records[0];
    await update(id, { Key: 5 });
    expect(await undo()).toMatchObject(failed(`"Key" of ${id} was changed since`));
    expect(await count()).toBe(1);
  });

  test("a record that was deleted since", async () => {
    const { ask, undo, remove, ids } = await withThree();
    const [recordId = ""] = ids;
    await ask(updateRecord, { params: { recordId }, body: { record: { fields: { Name: "x" } } } });
    await remove(recordId);
    expect(await undo()).toMatchObject(failed(`the record ${recordId} was deleted since`));
  });

  test("a unique value that another record has now", async () => {
    const { ask, undo, create, ids, state } = await withThree();
    const [recordId = ""] = ids;
    await ask(updateRecord, { params: { recordId }, body: { record: { fields: { Key: 8 } } } });
    await create([{ Key: 1 }]);
    const before = await state();
    const answer = await undo();
    expect(answer.body.status).toBe("failed");
    expect(answer.body.errorMessage).toContain(`"Key" of ${recordId}: must be unique`);
    expect(await state()).toEqual(before);
  });

  test("a trash that was emptied, or from which the records were restored", async () => {
    const { ask, undo, owner, tableId, ids } = await withThree();
    await ask(deleteListedRecords, { body: { recordIds: ids } });
    await call(resetTrashItems, { as: owner, query: { resourceId: tableId } });
    expect(await undo()).toMatchObject(failed("its records are no longer in the trash"));
  });

  test("a row that was moved since", async () => {
    const { ask, owner, undo, params, table, ids } = await withThree({
      views: [{ type: "grid", name: "G" }],
    });
    const viewId: string = table.views[0].id;
    const [a = "", b = "", c = ""] = ids;
    const move = { params: { viewId }, body: { anchorId: a, position: "before", recordIds: [c] } };
    await ask(orderRows, move);
    await call(orderRows, { as: owner, params: { ...params, viewId }, body: { ...move.body, anchorId: b } });
    expect(await undo()).toMatchObject(failed(`the row of ${c} was moved since in the view "G"`));
  });
});

describe("after the schema was changed", () => {
  const changed = async () => {
    const window = await withThree();
    const [recordId = ""] = window.ids;
    const body = { record: { fields: { Name: "x", Key: 8 } } };
    await window.ask(updateRecord, { params: { recordId }, body });
    return { ...window, recordId, keyField: window.table.fields[1].id as string };
  };

  test("201: a cell of a field that was converted is as it would have been converted", async () => {
    const { owner: as, params, undo, redo, state, keyField: fieldId } = await changed();
    // by another window: in its own it would be the last call, which cannot be undone
    await call(convertField, { as, params: { ...params, fieldId }, body: { type: "singleLineText" } });
    const after = await state();
    expect(await undo()).toMatchObject(fulfilled);
    expect((await state())[0]?.fields).toEqual({ Name: "a", Key: "1.00", Tags: ["a"] });
    expect(await redo()).toMatchObject(fulfilled);
    expect(await state()).toEqual(after);
  });

  test("201: failed if a field of it was deleted", async () => {
    const { owner: as, params, undo, keyField: fieldId } = await changed();
    await call(deleteField, { as, params: { ...params, fieldId } });
    expect(await undo()).toMatchObject(failed(`the field ${fieldId} was deleted or is computed since`));
  });

  test("201: failed if a cell would be empty that must not be", async () => {
    const { owner: as, params, ask, undo, table } = await aWindow();
    const fieldId: string = table.fields[1].id;
    const made = await ask(createRecords, { body: { records: [{ fields: { Name: "n" } }] } });
    const { id: recordId } = made.body.records[0];
    await ask(updateRecord, { params: { recordId }, body: { record: { fields: { Key: 8 } } } });
    const body = { type: "number", notNull: true, unique: true };
    await call(convertField, { as, params: { ...params, fieldId }, body });
    const { body: undone } = await undo();
    expect(undone).toEqual({ status: "failed", errorMessage: expect.stringContaining("must not be empty") });
  });
});

describe("large operations", () => {
  const text = () => randomBytes(3750).toString("base64");
  const withTexts = async (count: number, length: number) => {
    const window = await aWindow();
    const records = Array.from({ length: count }, () => ({ fields: { Name: text().slice(0, length) } }));
    const made = await window.create(records.map(({ fields }) => fields));
    const before = await window.state();
    const changes = made.body.records.map(({ id }: { id: string }) => ({
      id,
      fields: { Name: text().slice(0, length) },
    }));
    await window.ask(updateRecords, { body: { records: changes } });
    return { ...window, before };
  };

  test("201: in several parts", async () => {
    const { undo, redo, state, before } = await withTexts(120, 5000);
    const after = await state();
    expect(await undo()).toMatchObject(fulfilled);
    expect(await state()).toEqual(before);
    expect(await redo()).toMatchObject(fulfilled);
    expect(await state()).toEqual(after);
  });

  test("201: failed if it was too large to be kept", async () => {
    const { undo, state } = await withTexts(400, 5000);
    const after = await state();
    expect(await undo()).toMatchObject(failed("this was too large to be kept for undoing"));
    expect(await state()).toEqual(after);
  });
});

describe("idempotencyKey", () => {
  const key = () => crypto.randomUUID();

  test("201: undoes and redoes the call that was sent with it, from any window, once", async () => {
    const { send, owner, params, state, undo, redo } = await aWindow();
    const one = key();
    const two = key();
    const records = Array.from({ length: 150 }, (_, i) => ({ fields: { Name: `n${i}`, Key: i } }));
    await send({ records }, { headers: { "idempotency-key": one } });
    await send({ records: [{ fields: { Name: "later" } }] }, { headers: { "idempotency-key": two } });
    const all = await state();
    const query = { idempotencyKey: one };
    expect(await call(undoOperation, { as: owner, params, query })).toMatchObject(fulfilled);
    expect((await state()).map(({ name }) => name)).toEqual(["later"]);
    expect(await undo({ query })).toMatchObject(empty);
    expect(await redo({ query })).toMatchObject(fulfilled);
    expect(await state()).toEqual(all);
    // the call itself is still answered as it was
    const again = await send({ records }, { headers: { "idempotency-key": one } });
    expect(again.body.records).toHaveLength(150);
    expect(await state()).toEqual(all);
  });

  test("201: empty for an unknown key, one of another table or token, and a call that changed no records", async () => {
    const { send, params, baseId, undo } = await aWindow();
    const other = await aWindow();
    const query = { idempotencyKey: key() };
    expect(await undo({ query })).toMatchObject(empty);
    await send({ records: [{ fields: {} }] }, { headers: { "idempotency-key": query.idempotencyKey } });
    expect(await other.undo({ query })).toMatchObject(empty);
    const editor = await aMember(baseId, "editor");
    expect(await call(undoOperation, { as: editor, params, query })).toMatchObject(empty);
    expect(await undo({ query })).toMatchObject(fulfilled);
  });

  test("201: an undo that is sent twice with one key is done once", async () => {
    const { ask, undo, count } = await aWindow();
    for (let i = 0; i < 3; i++) await ask(createRecords, { body: { records: [{ fields: {} }] } });
    const headers = { "idempotency-key": key() };
    expect(await undo({ headers })).toMatchObject(fulfilled);
    expect(await undo({ headers })).toMatchObject(fulfilled);
    expect(await count()).toBe(2);
  });
});

test("400: a key and a window that are too long, and a query that is unknown", async () => {
  const { undo } = await aWindow();
  const long = "x".repeat(300);
  const answer = await undo({
    query: { idempotencyKey: long, other: "1" },
    headers: { "x-window-id": long },
  });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["idempotencyKey", "other", "headers.x-window-id"] });
});

test("403: what a token may not do by itself, it may not do by undoing", async () => {
  const { ask, params, owner, ids, count } = await withThree();
  const headers = { "x-window-id": "w1" };
  await ask(createRecords, { body: { records: [{ fields: {} }] } });
  const as = { token: await aToken(owner.userId, { scopes: ["record|update", "record|read"] }) };
  expect((await call(undoOperation, { as, params, headers })).status).toBe(403);
  expect(await count()).toBe(ids.length + 1);
});

test("404: stranger; 403: viewer", async () => {
  const { params, baseId } = await aWindow();
  for (const endpoint of [undoOperation, redoOperation]) {
    expect((await call(endpoint, { as: await someone(), params })).status).toBe(404);
    expect((await call(endpoint, { as: await aMember(baseId, "viewer"), params })).status).toBe(403);
  }
});
