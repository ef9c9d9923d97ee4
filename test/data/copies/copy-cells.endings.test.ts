import { afterEach, expect, test, vi } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { readAll } from "#lib/store/store";
import { aTextTable, endOf, fieldCopy } from "#test/support/copies";
import { jobOf, pieces, runJobsOf, turn } from "#test/support/events/jobs";
import { actionsOf } from "#test/support/makers/actions";
import type { MadeTable } from "#test/support/makers/links";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { disturbed } from "#test/support/store/faults";

afterEach(() => void vi.restoreAllMocks());

const fieldsOf = async ({ owner: as, tableId }: MadeTable): Promise<{ id: FieldId; name: string }[]> =>
  (await call(listFields, { as, params: { tableId } })).body;
const namesOf = async (made: MadeTable) => (await fieldsOf(made)).map(({ name }) => name);
const columnsOf = async (made: MadeTable, ...names: string[]) =>
  (await actionsOf(made.owner).list(made, { take: "1000" })).map((cells) =>
    names.map((name) => cells[name] ?? null),
  );
const copiesLeft = ({ tableId }: MadeTable) =>
  readAll({ pk: `TABLE#${tableId}`, from: "COPY#", to: "COPY#\u{10ffff}" });
/** Nothing of the copy is left: no field, no cell, no trash, no item of the job. */
async function expectNothingLeft(made: MadeTable, copyId: string) {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  await runJobsOf(made);
  const parts = await readAll({ pk: `RECORDS#${made.tableId}#0` });
  expect(parts.filter((record) => JSON.stringify(record).includes(copyId))).toEqual([]);
  expect(await copiesLeft(made)).toEqual([]);
}

test.each([
  [
    "the field is converted",
    "The field was converted before its cells were copied; duplicate it again",
    async ({ owner: as, tableId }: MadeTable, fieldId: string) =>
      (await call(convertField, { as, params: { tableId, fieldId }, body: { type: "number" } })).status,
  ],
  [
    "the field is deleted",
    "The field was deleted before its cells were copied",
    async ({ owner: as, tableId }: MadeTable, fieldId: string) =>
      (await call(deleteField, { as, params: { tableId, fieldId } })).status,
  ],
  [
    "the copy is deleted",
    "The copy was deleted",
    async ({ owner: as, tableId }: MadeTable, _: string, fieldId: string) =>
      (await call(deleteField, { as, params: { tableId, fieldId } })).status,
  ],
  [
    "the table is deleted",
    "The table was deleted",
    async ({ owner: as, baseId, tableId }: MadeTable) =>
      (await call(deleteTable, { as, params: { baseId, tableId } })).status,
  ],
  [
    "the base is deleted",
    "The base was deleted",
    async ({ owner: as, baseId }: MadeTable) => (await call(deleteBase, { as, params: { baseId } })).status,
  ],
])("fails and leaves nothing: %s", async (_, error, disturb) => {
  const made = await aTextTable(3);
  const fieldId = made.table.fields[1].id;
  const copy = await fieldCopy(made, fieldId);
  expect(await disturb(made, fieldId, copy.id)).toBe(200);
  expect(await endOf(copy, made)).toMatchObject({ state: "failed", error });
  if (!error.startsWith("The base") && !error.startsWith("The table"))
    expect(await namesOf(made)).not.toContain("Copy");
  const trash = await call(listTrashItems, {
    as: made.owner,
    query: { resourceId: made.tableId, resourceType: "table" },
  });
  expect(JSON.stringify(trash.body)).not.toContain(copy.id);
  await expectNothingLeft(made, copy.id);
});

test("fails and leaves nothing: the person may no longer make fields", async () => {
  const owner = await someone();
  const place = await aBase(owner);
  const made = await aTextTable(100, owner, place);
  const member = await aMember(place.baseId, "viewer");
  const copy = await fieldCopy({ ...made, owner: member }, made.table.fields[1].id);
  expect(await endOf(copy, made)).toMatchObject({
    ...{ state: "failed", error: "The person who asked for the copy may no longer make it" },
  });
  expect(await namesOf(made)).toEqual(["Name", "Text"]);
  await expectNothingLeft(made, copy.id);
});

test("a job that is given up leaves nothing, whatever had been copied", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const made = await aTextTable(200);
  const copy = await fieldCopy(made, made.table.fields[1].id);
  let batches = 0;
  for (let failures = 1; failures <= 8; failures++) {
    const { state } = await turn(copy.jobId, made.baseId, {
      ...pieces,
      duplicateField: async (job) => {
        await disturbed(
          ({ command }) =>
            command === "TransactWriteItems" && ++batches > 1 ? new Error("down") : undefined,
          () => pieces.duplicateField(job),
        );
        throw new Error("unreachable");
      },
    });
    expect(state).toBe(failures < 8 ? "waiting" : "failed");
  }
  expect((await jobOf(copy.jobId, made.baseId)).error).toContain("8 attempts failed");
  expect(await namesOf(made)).toEqual(["Name", "Text"]);
  await expectNothingLeft(made, copy.id);
});

test("409: more copies at the same time than the limit; each of those ends", async () => {
  const made = await aTextTable(2);
  const fieldId = made.table.fields[1].id;
  const copies: Awaited<ReturnType<typeof fieldCopy>>[] = [];
  for (let i = 0; i < limits.copiesPerTable; i++) copies.push(await fieldCopy(made, fieldId, `Copy ${i}`));
  await expect(fieldCopy(made, fieldId, "One more")).rejects.toMatchObject({ status: 409 });
  expect(await namesOf(made)).not.toContain("One more");
  for (const copy of copies) expect((await endOf(copy, made)).state).toBe("done");
  const columns = await columnsOf(made, ...copies.map(({ name }) => name));
  expect(columns).toEqual([0, 1].map((i) => copies.map(() => `n${i}`)));
  expect(await fieldCopy(made, fieldId, "One more")).toMatchObject({ name: "One more" });
});
