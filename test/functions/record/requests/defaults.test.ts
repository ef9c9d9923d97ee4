/* A cell that is said to be empty stays empty, however its record is made; only a field that is not named gets its default. */
import { beforeAll, expect, test } from "vitest";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { handler as submitSharedForm } from "#functions/share/submit-shared-form";
import { handler as createView } from "#functions/view/create-view";
import { aWindow } from "#test/functions/record/support/undo";
import { aShareId } from "#test/support/makers/ids";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const choices = [{ name: "open" }, { name: "done" }];
const withDefaults = () =>
  aWindow({
    fields: [
      { type: "singleLineText", name: "N" },
      { type: "singleSelect", name: "S", options: { choices, defaultValue: "open" } },
      { type: "number", name: "X", options: { defaultValue: 3 } },
    ],
    records: [],
  });
type Window = Awaited<ReturnType<typeof withDefaults>>;
const cellsOf = async ({ state }: Window) => (await state()).map(({ fields }) => fields);
const empty = { N: "a", S: null, X: null };

test("201: a copy of a record, and a record that is made again by redo, have the same empty cells", async () => {
  const window = await withDefaults();
  const made = await window.ask(createRecords, { body: { records: [{ fields: empty }] } });
  expect((await window.undo()).body).toEqual({ status: "fulfilled" });
  expect(await cellsOf(window)).toEqual([]);
  expect((await window.redo()).body).toEqual({ status: "fulfilled" });
  const recordId: string = made.body.records[0].id;
  expect((await window.ask(duplicateRecord, { params: { recordId }, body: {} })).status).toBe(201);
  expect(await cellsOf(window)).toEqual([{ N: "a" }, { N: "a" }]);
});

test("200: what is pasted below the last record has the cells of the text, and defaults beside them", async () => {
  const window = await withDefaults();
  const paste = (content: string) => {
    const ranges = [
      [0, 0],
      [0, 0],
    ];
    return window.ask(pasteCells, { body: { ranges, content } });
  };
  expect((await paste("a\t\t\nb\tdone\t5")).status).toBe(200);
  expect(await cellsOf(window)).toEqual([{ N: "a" }, { N: "b", S: "done", X: 5 }]);
  expect((await paste("a\t\nb\tdone\nc\t")).status).toBe(200);
  expect((await cellsOf(window)).at(-1)).toEqual({ N: "c", X: 3 });
});

test("201: a question of a form that is emptied stays empty; one that is left out gets the default", async () => {
  const window = await withDefaults();
  const shareId = aShareId();
  const form = {
    type: "form",
    name: "F",
    shareId,
    enableShare: true,
    shareMeta: { submit: { allow: true } },
  };
  expect((await window.ask(createView, { body: form })).status).toBe(201);
  for (const fields of [empty, { N: "b" }])
    expect((await call(submitSharedForm, { params: { shareId }, body: { fields } })).status).toBe(201);
  expect(await cellsOf(window)).toEqual([{ N: "a" }, { N: "b", S: "open", X: 3 }]);
});

test("201: undoing a renamed or removed choice brings back the default that named it", async () => {
  const window = await withDefaults();
  const at = { params: { fieldId: window.table.fields[1].id as string } };
  const options = async () => (await window.ask(getField, at)).body.options;
  const before = await options();
  const [open, done] = before.choices;
  for (const [left, defaultValue] of [
    [[{ ...open, name: "to do" }, done], "to do"],
    [[done], undefined],
  ]) {
    expect((await window.ask(updateField, { ...at, body: { options: { choices: left } } })).status).toBe(200);
    expect((await options()).defaultValue).toBe(defaultValue);
    expect((await window.undo()).body).toEqual({ status: "fulfilled" });
    expect(await options()).toEqual(before);
  }
});
