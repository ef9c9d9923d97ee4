/* Cells from before a conversion that come back after it: by undo, from the trash, in history. They are as if they had been there all the time. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

const long = `~${"x".repeat(1500)}`;
const texts = ["7", "~", "~1", "2024-02-29", "2024-02-29T10:00:00.000Z", "true", "Ada", "Eve, Ada", long];
const kinds: Record<string, object[]> = {
  "a number": [{ type: "number" }],
  "a number and text again": [{ type: "number" }, { type: "singleLineText" }],
  "a line of text": [{ type: "singleLineText" }],
  choices: [{ type: "multipleSelect" }],
  "a choice, and a text": [{ type: "singleSelect" }, { type: "longText" }],
  "a date": [{ type: "date" }],
  "a checkbox": [{ type: "checkbox" }],
  "a rating": [{ type: "rating", options: { icon: "star", color: "yellowBright", max: 7 } }],
};

async function withFormerCells() {
  const rows = texts.flatMap((F) => [
    { Name: "stays", F },
    { Name: "edited", F },
    { Name: "deleted", F },
  ]);
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "longText", name: "F" },
    ],
    records: rows.map((fields) => ({ fields })),
  });
  const { owner: as, tableId } = made;
  const ids: string[] = made.table.records.map(({ id }: { id: string }) => id);
  const named = (name: string) => ids.filter((_, i) => rows[i]?.Name === name);
  const ask = { as, params: { tableId }, headers: { "x-window-id": "winA" } };
  const cellsOf = async (name: string): Promise<unknown[]> => {
    const { body } = await call(listRecords, { as, params: { tableId } });
    type Shown = { fields: { Name: string; F?: unknown } };
    return body.records
      .filter(({ fields }: Shown) => fields.Name === name)
      .map(({ fields }: Shown) => fields.F ?? null);
  };
  const convert = async (body: object) =>
    (await call(convertField, { as, params: { tableId, fieldId: made.table.fields[1].id }, body })).status;
  return { ...made, as, ask, named, cellsOf, convert };
}

describe.each(Object.entries(kinds))("after a text became %s", (_, bodies) => {
  test("undo and redo", async () => {
    const { ask, named, cellsOf, convert } = await withFormerCells();
    const records = named("edited").map((id, i) => ({ id, fields: { F: texts[(i + 1) % texts.length] } }));
    expect((await call(updateRecords, { ...ask, body: { records } })).status).toBe(200);
    for (const body of bodies) expect(await convert(body)).toBe(200);
    const stays = await cellsOf("stays");
    const edited = await cellsOf("edited");
    expect(edited).toEqual([...stays.slice(1), stays[0]]);
    expect((await call(undoOperation, ask)).body).toMatchObject({ status: "fulfilled" });
    expect(await cellsOf("edited")).toEqual(stays);
    expect((await call(redoOperation, ask)).body).toMatchObject({ status: "fulfilled" });
    expect(await cellsOf("edited")).toEqual(edited);
  });

  test("trash, and undo of a deletion", async () => {
    const { as, ask, tableId, named, cellsOf, convert } = await withFormerCells();
    const recordIds = named("deleted");
    expect((await call(deleteListedRecords, { ...ask, body: { recordIds } })).status).toBe(200);
    for (const body of bodies) expect(await convert(body)).toBe(200);
    await tellNews();
    const stays = await cellsOf("stays");
    const [item] = await recordItems({ as }, tableId);
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
    expect(await cellsOf("deleted")).toEqual(stays);
  });

  test("undo of a deletion", async () => {
    const { ask, named, cellsOf, convert } = await withFormerCells();
    const recordIds = named("deleted");
    expect((await call(deleteListedRecords, { ...ask, body: { recordIds } })).status).toBe(200);
    for (const body of bodies) expect(await convert(body)).toBe(200);
    await tellNews();
    const stays = await cellsOf("stays");
    expect((await call(undoOperation, ask)).body).toMatchObject({ status: "fulfilled" });
    expect(await cellsOf("deleted")).toEqual(stays);
  });

  test("undo of creating", async () => {
    const { ask, cellsOf, convert } = await withFormerCells();
    const records = texts.map((F) => ({ fields: { Name: "created", F } }));
    expect((await call(createRecords, { ...ask, body: { records } })).status).toBe(201);
    for (const body of bodies) expect(await convert(body)).toBe(200);
    expect(await cellsOf("created")).toEqual(await cellsOf("stays"));
    expect((await call(undoOperation, ask)).body).toEqual({ status: "fulfilled" });
    expect(await cellsOf("created")).toEqual([]);
  });

  test("history", async () => {
    const { ask, as, tableId, named, cellsOf, convert } = await withFormerCells();
    const records = named("edited").map((id, i) => ({ id, fields: { F: texts[(i + 1) % texts.length] } }));
    expect((await call(updateRecords, { ...ask, body: { records } })).status).toBe(200);
    for (const body of bodies) expect(await convert(body)).toBe(200);
    await tellNews();
    const stays = await cellsOf("stays");
    const ids = named("edited");
    for (const [i, recordId] of ids.entries()) {
      const { body } = await call(listRecordHistory, { as, params: { tableId, recordId } });
      const [before, after] = [stays[i], stays[(i + 1) % ids.length]];
      const said = body.historyList.map((each: { before: { data: unknown }; after: { data: unknown } }) => [
        each.before.data,
        each.after.data,
      ]);
      expect(said).toEqual([[before, after]]);
    }
  });
});
