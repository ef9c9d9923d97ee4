import { afterEach, expect, test, vi } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { readAll } from "#lib/store/store";
import { endOf, fieldCopy } from "#test/support/copies";
import { settleAll } from "#test/support/events/commits";
import { jobOf, pieces, runJobsOf, turn } from "#test/support/events/jobs";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import { disagreements, type MadeTable } from "#test/support/makers/links";
import { aBase, aMember, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

afterEach(() => void vi.restoreAllMocks());

const text = (name: string, more: object = {}) => ({ type: "singleLineText", name, ...more });
/** A table whose records are settled: those of a large call may still be intents. */
async function aTextTable(count: number, owner?: Someone, place?: Place) {
  const made = await aTable(
    {
      fields: [text("Name"), text("Text")],
      records: Array.from({ length: count }, (_, i) => ({ fields: { Name: `${i}`, Text: `n${i}` } })),
    },
    owner,
    place,
  );
  await settleAll();
  return made;
}
type Place = Awaited<ReturnType<typeof aBase>>;
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

test("all types: the copy equals the field; it is pending until the job has ended", async () => {
  const as = await someone();
  const place = await aBase(as);
  const member = await aMember(place.baseId, "editor");
  const choices = [{ name: "a" }, { name: "b" }];
  const fields = [
    text("Name"),
    { type: "longText", name: "long" },
    { type: "number", name: "number" },
    { type: "singleSelect", name: "select", options: { choices } },
    { type: "multipleSelect", name: "tags", options: { choices } },
    { type: "user", name: "users", options: { isMultiple: true } },
    { type: "date", name: "date" },
    { type: "checkbox", name: "checkbox" },
    { type: "rating", name: "rating" },
  ];
  const full = {
    ...{
      Name: "full",
      long: "two\nlines",
      number: 1.5,
      select: "b",
      tags: ["b", "a"],
      date: "2026-02-03T04:05:06.000Z",
    },
    ...{ users: [{ id: as.userId }, { id: member.userId }], checkbox: true, rating: 3 },
  };
  const records = Array.from({ length: 210 }, (_, i) => ({
    fields:
      i % 3 === 0 ? {} : i % 3 === 1 ? full : { Name: `${i}`, number: i, select: "a", rating: 1 + (i % 5) },
  }));
  const made = await aTable({ fields, records }, as, place);
  for (const { id, name } of made.table.fields) {
    const copy = await fieldCopy(made, id, `Copy of ${name}`);
    const params = { tableId: made.tableId, fieldId: id };
    const own = await call(duplicateField, {
      as,
      params: { ...params, fieldId: copy.id },
      body: { name: "x" },
    });
    const converted = {
      as,
      params: { ...params, fieldId: copy.id },
      body: { type: "longText", unique: true },
    };
    expect([own.status, (await call(convertField, converted)).status]).toEqual([409, 409]);
    expect(await endOf(copy, made)).toMatchObject({
      ...{ kind: "duplicateField", state: "done", progress: { done: 210, total: 210 } },
    });
    const fieldNow = (await fieldsOf(made)).find((field) => field.id === copy.id);
    expect(fieldNow).not.toHaveProperty("isPending");
    const columns = await columnsOf(made, name, `Copy of ${name}`);
    expect(columns.filter(([cell]) => cell !== null).length).toBeGreaterThan(60);
    expect(columns.map(([, copied]) => copied)).toEqual(columns.map(([cell]) => cell));
  }
  expect(await copiesLeft(made)).toEqual([]);
});

test("writes go on: each cell is one that the field had, what people write into the copy stays, new records have none", async () => {
  const made = await aTextTable(230);
  const { owner: as, tableId } = made;
  const { make, update } = actionsOf(as);
  const [, field] = made.table.fields;
  const ids: string[] = made.table.records.map(({ id }: { id: string }) => id);
  const model = new Map(
    ids.map((id, i) => [id, { had: new Set<unknown>([`n${i}`]), written: undefined as unknown }]),
  );
  const made2: string[] = [];
  const gone = new Set<string>();
  let [isBusy, writes] = [false, 0];
  const random = (below: number) => Math.floor(Math.random() * below);
  const copy = await fieldCopy(made, field.id);
  const write = async () => {
    const id = ids[random(ids.length)] as string;
    const known = model.get(id);
    const value = random(4) === 0 ? null : `w${writes}`;
    const what = random(10);
    if (what === 0) made2.push(...(await make(made, [{ Text: `late ${writes}` }])));
    else if (what === 1) {
      await call(deleteRecord, { as, params: { tableId, recordId: id } });
      gone.add(id);
    } else if (known && !gone.has(id)) {
      const name = what < 7 ? "Text" : "Copy";
      await update(made, id, { [name]: value });
      if (name === "Text") known.had.add(value);
      else known.written = value;
    }
    writes++;
  };
  await disturbed(
    async () => {
      if (isBusy || random(2) === 0) return undefined;
      isBusy = true;
      for (let i = 0; i < 4; i++) await write();
      isBusy = false;
      return undefined;
    },
    () => endOf(copy, made),
  );
  expect(writes).toBeGreaterThan(60);
  expect((await jobOf(copy.jobId, made.baseId)).state).toBe("done");
  const cells = await columnsOf(made, "Copy");
  const left = ids.filter((id) => !gone.has(id));
  expect(cells).toHaveLength(left.length + made2.length);
  let [kept, copied] = [0, 0];
  for (const [i, id] of left.entries()) {
    const { had, written } = model.get(id) as NonNullable<ReturnType<typeof model.get>>;
    const [cell] = cells[i] as unknown[];
    if (written === undefined || (written === null && cell !== null)) expect([...had]).toContain(cell);
    else expect(cell).toBe(written);
    if (written) kept++;
    else copied++;
  }
  expect([kept > 5, copied > 50]).toEqual([true, true]);
  expect(cells.slice(left.length)).toEqual(made2.map(() => [null]));
});

test("a cell of the copy that was emptied after it was copied stays empty, also if the turn was cut off there", async () => {
  const made = await aTextTable(100);
  const { owner: as } = made;
  const [first] = made.table.records;
  const copy = await fieldCopy(made, made.table.fields[1].id);
  vi.spyOn(console, "error").mockImplementation(() => {});
  let commits = 0;
  // killed after the first batch
  await disturbed(
    ({ command }) => {
      if (command === "TransactWriteItems") commits++;
      return commits > 0 && command !== "TransactWriteItems" ? new Error("killed") : undefined;
    },
    () => turn(copy.jobId, made.baseId).catch(() => {}),
  );
  expect(await actionsOf(as).list(made)).toMatchObject([{ Copy: "n0" }, ...Array(99).fill({})]);
  await actionsOf(as).update(made, first.id, { Copy: null });
  expect((await endOf(copy, made)).state).toBe("done");
  const cells = await columnsOf(made, "Copy");
  expect(cells).toEqual(Array.from({ length: 100 }, (_, i) => [i === 0 ? null : `n${i}`]));
});

test("choices that the field gets meanwhile are in the copy", async () => {
  const options = { choices: [{ name: "a" }] };
  const made = await aTable({
    fields: [text("Name"), { type: "multipleSelect", name: "Tags", options }],
    records: [{ fields: { Tags: ["a"] } }, { fields: { Tags: ["a"] } }],
  });
  const { owner: as, tableId } = made;
  const copy = await fieldCopy(made, made.table.fields[1].id);
  const [first, second] = made.table.records.map(({ id }: { id: string }) => id);
  const typed = (recordId: string, fields: object) =>
    call(createRecords, { as, params: { tableId }, body: { typecast: true, records: [{ fields }] } }).then(
      () => actionsOf(as).update(made, recordId, fields),
    );
  await typed(first, { Tags: ["b", "a"] });
  // another choice of this name
  await typed(second, { Copy: ["c"] });
  await actionsOf(as).update(made, second, { Copy: null });
  await typed(second, { Tags: ["c", "b"] });
  expect((await endOf(copy, made)).state).toBe("done");
  expect((await columnsOf(made, "Copy")).slice(0, 2)).toEqual([[["b", "a"]], [["c", "b"]]]);
});

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

test.each(["manyMany", "manyOne", "oneMany", "oneOne"])(
  "links are copied one-way (%s)",
  async (relationship) => {
    const there = await aTextTable(8);
    const made = await aTextTable(6, there.owner, there);
    const { add, update } = actionsOf(made.owner);
    const link = await add(made, aLinkNamed("Link", there, { relationship }));
    const isMany = relationship.endsWith("Many");
    const targets: { id: string }[] = there.table.records.map(({ id }: { id: string }) => ({ id }));
    for (const [i, { id }] of made.table.records.slice(0, 4).entries())
      await update(made, id, { Link: isMany ? targets.slice(2 * i, 2 * i + 2).toReversed() : targets[i] });
    const copy = await fieldCopy(made, link.id);
    // a person links in the copy meanwhile: the first is kept; the record that the second takes is left out if it can be linked once
    const [first, , , fourth, fifth] = made.table.records as { id: string }[];
    await update(made, first?.id as string, { Copy: isMany ? [targets[7]] : targets[7] });
    const taken = isMany ? targets[6] : targets[3];
    await update(made, fifth?.id as string, { Copy: isMany ? [taken] : taken });
    expect(await endOf(copy, made)).toMatchObject({ state: "done" });
    const columns = await columnsOf(made, "Link", "Copy");
    const idsIn = (cell: unknown) =>
      [cell].flat().flatMap((each) => (each as { id: string } | null)?.id ?? []);
    const expected = columns.map(([cell], i) => {
      const own = idsIn(cell);
      if (i === 0) return [targets[7]?.id];
      if (i === 4) return [taken?.id];
      if (i !== 3 || !relationship.startsWith("one")) return own;
      return own.filter((id) => id !== taken?.id && id !== targets[7]?.id);
    });
    expect(columns.map(([, cell]) => idsIn(cell))).toEqual(expected);
    expect(fourth).toBeDefined();
    expect(await disagreements(made.tableId, there.tableId)).toEqual([]);
  },
);

test("links of a filtered field, to records that it no longer offers; relationship cannot change meanwhile", async () => {
  const there = await aTextTable(3);
  const made = await aTextTable(2, there.owner, there);
  const { add, update, edit } = actionsOf(made.owner);
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: there.table.fields[1].id, operator: "is", value: "n1" }],
  };
  const link = await add(made, aLinkNamed("Link", there, { filter }));
  const [, target] = there.table.records;
  await update(made, made.table.records[0].id, { Link: [{ id: target.id }] });
  await update(there, target.id, { Text: "other" });
  const copy = await fieldCopy(made, link.id);
  const changed = { ...copy.options, relationship: "oneMany" } as object;
  const params = { tableId: made.tableId, fieldId: copy.id };
  const { handler: updateField } = await import("#functions/field/update-field");
  const refused = await call(updateField, { as: made.owner, params, body: { options: changed } });
  expect(refusal(refused).status).toBe(409);
  expect(await endOf(copy, made)).toMatchObject({ state: "done" });
  expect(await edit(made, copy.id, { name: "Done" })).not.toHaveProperty("isPending");
  const columns = await columnsOf(made, "Link", "Done");
  expect(columns.map(([, cell]) => cell)).toEqual(columns.map(([cell]) => cell));
});
