import { afterEach, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { type CounterItem, counterKey, recordKey } from "#lib/data/records/record-keys";
import { readSlices } from "#lib/data/records/record-pages";
import { type FieldId, newRecordId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { getItem, readAll } from "#lib/store/store";
import { aTextTable, endOf, fieldCopy } from "#test/support/copies";
import { fill, jobOf, runToEnd, turn } from "#test/support/events/jobs";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import { disagreements, type MadeTable } from "#test/support/makers/links";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { random } from "#test/support/run/chance";
import { disturbed, requestsOf } from "#test/support/store/faults";

afterEach(() => void vi.restoreAllMocks());

const text = (name: string, more: object = {}) => ({ type: "singleLineText", name, ...more });
const fieldsOf = async ({ owner: as, tableId }: MadeTable): Promise<{ id: FieldId; name: string }[]> =>
  (await call(listFields, { as, params: { tableId } })).body;
const columnsOf = async (made: MadeTable, ...names: string[]) =>
  (await actionsOf(made.owner).list(made, { take: "1000" })).map((cells) =>
    names.map((name) => cells[name] ?? null),
  );
const copiesLeft = ({ tableId }: MadeTable) =>
  readAll({ pk: `TABLE#${tableId}`, from: "COPY#", to: "COPY#\u{10ffff}" });
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
  const enough = 60;
  let [isBusy, writes] = [false, 0];
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
      // the first requests of the job all have writes before them, the others by chance: so there are enough in each run
      if (isBusy || (writes > enough && random(2) === 0)) return undefined;
      isBusy = true;
      for (let i = 0; i < 4; i++) await write();
      isBusy = false;
      return undefined;
    },
    () => endOf(copy, made),
  );
  expect(writes).toBeGreaterThan(enough);
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

test("many records take several turns, and many without a cell few batches", async () => {
  const made = await aTextTable(3);
  const { tableId, owner, table } = made;
  const [name, other] = table.fields.map(({ id }: { id: FieldId }) => id) as [FieldId, FieldId];
  const count = 7000;
  const createdTime = new Date().toISOString();
  await fill(count, (i) => {
    const id = newRecordId(i + 4);
    const cells = { [name]: `${i}`, ...(i % 700 === 0 && { [other]: `t${i}` }) };
    const record = { id, autoNumber: i + 4, cells, createdTime, createdBy: owner.userId };
    return { ...recordKey(tableId, id), entity: "record", ...record };
  });
  const counter = await getItem<CounterItem>(counterKey(tableId));
  if (counter) await commit([change(counter, { n: count + 3 })]);
  const dense = await fieldCopy(made, name, "Names");
  const states = await runToEnd(dense.jobId, made.baseId);
  expect(states.map(({ state }) => state)).toEqual(["waiting", "running", "done"]);
  expect(states.map(({ progress }) => progress.done)).toEqual([0, 4750, count + 3]);
  const sparse = await fieldCopy(made, other, "Texts");
  expect(await requestsOf(() => endOf(sparse, made))).toBeLessThan(150);
  const copied = { [dense.id]: name, [sparse.id]: other };
  let records = 0;
  for await (const slice of readSlices(tableId))
    for (const { cells } of slice) {
      records++;
      for (const [to, from] of Object.entries(copied)) expect(cells[to as FieldId]).toBe(cells[from]);
    }
  expect(records).toBe(count + 3);
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
