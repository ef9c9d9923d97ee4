import { afterEach, expect, test, vi } from "vitest";
import { handler as moveBase } from "#functions/base/move-base";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViews } from "#functions/view/list-views";
import { CopyOfTable, readCopy } from "#lib/data/copies/copy-item";
import { copyRecords } from "#lib/data/copies/copy-records";
import { openJob } from "#lib/data/jobs/define-job";
import type { JobItem } from "#lib/data/jobs/jobs";
import { followOverdue } from "#lib/data/links/left-notes";
import type { TableId } from "#lib/schemas/basics/ids";
import { aTextTable, endOf, tableCopy } from "#test/support/copies";
import { settleAll } from "#test/support/events/commits";
import { inAnHour, jobOf, pieces, runJobsOf, turn } from "#test/support/events/jobs";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aFile, pixel } from "#test/support/makers/files";
import { disagreements, type MadeTable } from "#test/support/makers/links";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { random } from "#test/support/run/chance";
import { disturbed } from "#test/support/store/faults";

afterEach(() => void vi.restoreAllMocks());

const text = (name: string, more: object = {}) => ({ type: "singleLineText", name, ...more });

const listOf = ({ owner }: MadeTable, tableId: string) =>
  actionsOf(owner).list({ tableId }, { take: "1000" });
const tablesOf = async ({ owner: as, baseId }: MadeTable): Promise<{ id: string; name: string }[]> =>
  (await call(listTables, { as, params: { baseId } })).body;
const statusOf = async ({ owner: as, baseId }: MadeTable, tableId: string) =>
  (await call(getTable, { as, params: { baseId, tableId } })).status;

test("the copy equals the table: cells of all kinds, views, and what is computed over links", async () => {
  const as = await someone();
  const place = await aBase(as);
  const there = await aTextTable(3, as, place);
  const member = await aMember(place.baseId, "editor");
  const { token } = await aFile(as, { bytes: pixel, type: "image/png" });
  const options = { choices: [{ name: "a" }, { name: "b" }] };
  const made = await aTable(
    {
      fields: [
        text("Name", { unique: true }),
        { type: "number", name: "Number" },
        { type: "multipleSelect", name: "Tags", options },
        { type: "user", name: "Who" },
        { type: "attachment", name: "Files" },
        { type: "date", name: "Date" },
        { type: "number", name: "Default", options: { defaultValue: 3 } },
        { type: "autoNumber", name: "ID" },
      ],
      records: [],
    },
    as,
    place,
  );
  const { add, make, update } = actionsOf(as);
  const link = await add(made, aLinkNamed("Link", there));
  await add(made, aLinkNamed("Self", made, { isOneWay: true }));
  await add(made, {
    ...{ type: "rollup", name: "Count", options: { expression: "counta({values})" } },
    ...overLink(link, there, there.table.fields[1].id),
  });
  const [, number] = made.table.fields;
  await add(made, { type: "formula", name: "Twice", options: { expression: `{${number.id}} * 2` } });
  const targets = there.table.records.map(({ id }: { id: string }) => ({ id }));
  const ids: string[] = [];
  for (let i = 0; i < 240; i += 60)
    ids.push(
      ...(await make(
        made,
        Array.from({ length: 60 }, (_, k) => ({
          ...{ Name: `${i + k}`, Number: i + k, Tags: ["b", "a"], Date: "2026-01-02T03:04:05.000Z" },
          ...(k % 2 && {
            Who: { id: k % 3 ? as.userId : member.userId },
            Files: [{ token, name: `${k}.png` }],
          }),
          ...(k % 4 && { Link: targets.slice(0, k % 4).toReversed(), Default: null }),
        })),
      )),
    );
  // far apart, so that they are in other batches, in both directions; and a record that links itself
  const [first, second, last] = [ids[0], ids[1], ids[239]] as [string, string, string];
  await update(made, first, { Self: [{ id: last }, { id: second }] });
  await update(made, last, { Self: [{ id: first }] });
  await update(made, second, { Self: [{ id: second }] });
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: number.id, operator: "isGreater", value: 100 }],
  };
  const view = {
    type: "grid",
    name: "Large",
    filter,
    sort: { sortObjs: [{ fieldId: number.id, order: "desc" }] },
  };
  expect((await call(createView, { as, params: { tableId: made.tableId }, body: view })).status).toBe(201);
  // gaps in the numbers
  await call(deleteRecord, { as, params: { tableId: made.tableId, recordId: ids[7] as string } });
  await settleAll();

  const copy = await tableCopy(made);
  expect(await statusOf(made, copy.id)).toBe(404);
  expect((await tablesOf(made)).map(({ name }) => name)).not.toContain("Copy");
  expect(await endOf(copy, made)).toMatchObject({ state: "done", progress: { done: 240, total: 240 } });
  expect((await tablesOf(made)).map(({ name }) => name)).toContain("Copy");
  await runJobsOf(made, there, { ...made, tableId: copy.tableId });
  // items of files have their own ids, their addresses are signed at each reading, and numbers begin again
  const plain = (cells: Record<string, unknown>) => {
    const { ID: _, Self: __, ...others } = cells;
    const isOwn = (key: string, value: unknown) => /url$/i.test(key) || /^act/.test(String(value));
    return JSON.parse(JSON.stringify(others, (key, value) => (isOwn(key, value) ? undefined : value)));
  };
  const [before, after] = [await listOf(made, made.tableId), await listOf(made, copy.id)];
  expect(before).toHaveLength(239);
  expect(after.map(plain)).toEqual(before.map(plain));
  expect(after.map(({ ID }) => ID)).toEqual(before.map((_, i) => i + 1));
  const selfOf = (records: Record<string, unknown>[]) =>
    records.flatMap(({ Name, Self }) =>
      Self ? [[Name, (Self as { title: string }[]).map(({ title }) => title)]] : [],
    );
  expect(selfOf(after)).toEqual(selfOf(before));
  expect(selfOf(after)).toHaveLength(3);
  const shown = async (tableId: string) => {
    const views = (await call(listViews, { as, params: { tableId } })).body;
    const viewId = views.find(({ name }: { name: string }) => name === "Large").id;
    return (await actionsOf(as).list({ tableId }, { viewId, take: "1000" })).map(({ Name }) => Name);
  };
  expect(await shown(copy.id)).toEqual(await shown(made.tableId));
  const fields = (await call(listFields, { as, params: { tableId: copy.id } })).body;
  expect(fields).toHaveLength(12);
  expect(fields.filter((field: object) => "isPending" in field || "hasError" in field)).toEqual([]);
  expect(await disagreements(copy.tableId as TableId, made.tableId, there.tableId)).toEqual([]);
  // its numbers go on, and its unique values are taken
  const [next] = await make({ tableId: copy.id }, [{ Name: "next" }]);
  expect((await listOf(made, copy.id)).at(-1)).toMatchObject({ Name: "next", ID: 240 });
  expect(next).toMatch(/^rec/);
  const twice = { records: [{ fields: { Name: "17" } }] };
  expect((await call(createRecords, { as, params: { tableId: copy.id }, body: twice })).status).toBe(400);
});

test("writes go on: each record has cells that it had after the call, those made meanwhile are missing", async () => {
  const made = await aTextTable(230);
  const { owner: as, tableId } = made;
  const { make, update } = actionsOf(as);
  const ids: string[] = made.table.records.map(({ id }: { id: string }) => id);
  const had = new Map(ids.map((_, i) => [`${i}`, new Set<unknown>([`n${i}`])]));
  const gone = new Set<string>();
  const copy = await tableCopy(made);
  let [isBusy, writes] = [false, 0];
  const write = async () => {
    const i = random(ids.length);
    const name = `${i}`;
    const what = random(8);
    if (what === 0) await make(made, [{ Name: `late ${writes}`, Text: "late" }]);
    else if (gone.has(name)) return;
    else if (what === 1) {
      await call(deleteRecord, { as, params: { tableId, recordId: ids[i] as string } });
      gone.add(name);
    } else {
      const value = random(4) === 0 ? undefined : `w${writes}`;
      await update(made, ids[i] as string, { Text: value ?? null });
      had.get(name)?.add(value);
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
  expect(writes).toBeGreaterThan(40);
  expect((await jobOf(copy.jobId, made.baseId)).state).toBe("done");
  const cells = await listOf(made, copy.id);
  for (const { Name, Text } of cells) expect([...(had.get(Name as string) ?? [])]).toContain(Text);
  const names = cells.map(({ Name }) => Number(Name));
  expect(names).toEqual(names.toSorted((a, b) => a - b));
  for (const name of had.keys()) if (!gone.has(name)) expect(names).toContain(Number(name));
});

test("choices that are added, renamed and removed meanwhile are those of the copy; a new field is not", async () => {
  const options = { choices: [{ name: "a" }, { name: "b" }, { name: "c" }] };
  const made = await aTable({
    fields: [text("Name"), { type: "singleSelect", name: "S", options }],
    records: ["a", "b", "c"].map((S) => ({ fields: { S } })),
  });
  const { edit, update, add } = actionsOf(made.owner);
  const copy = await tableCopy(made);
  const [, field] = made.table.fields;
  const [a, b] = field.options.choices;
  const choices = [{ ...a, name: "A" }, b, { name: "d" }];
  await edit(made, field.id, { options: { choices } });
  await add(made, text("New"));
  const [, , third] = made.table.records;
  await update(made, third.id, { S: "d", New: "x" });
  expect((await endOf(copy, made)).state).toBe("done");
  expect(await listOf(made, copy.id)).toEqual([{ S: "A" }, { S: "b" }, { S: "d" }]);
});

test("two copies at once, a name that is taken meanwhile, and a base that moves to another space", async () => {
  const made = await aTextTable(3);
  const { owner: as, baseId } = made;
  const copies = [await tableCopy(made), await tableCopy(made)];
  const elsewhere = await aBase(as);
  const moved = await call(moveBase, { as, params: { baseId }, body: { spaceId: elsewhere.spaceId } });
  expect(moved.status).toBe(200);
  for (const copy of copies) expect((await endOf(copy, made)).state).toBe("done");
  const names = (await tablesOf(made)).map(({ name }) => name);
  expect(names).toEqual(["Table", "Copy", "Copy 2"]);
  for (const { id } of copies) {
    expect(await listOf(made, id)).toEqual(await listOf(made, made.tableId));
    // as any table of the base in its new space
    expect((await call(deleteTable, { as, params: { baseId, tableId: id } })).status).toBe(200);
  }
});

test("a title that changes and a linked record that is deleted halfway are the same in the copy", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const there = await aTextTable(4);
  const made = await aTextTable(190, there.owner, there);
  const { owner: as, baseId } = made;
  const { add, update } = actionsOf(as);
  await add(made, aLinkNamed("Link", there));
  const targets = there.table.records.map(({ id }: { id: string }) => ({ id }));
  for (const i of [0, 1, 188, 189]) await update(made, made.table.records[i].id, { Link: targets });
  const copy = await tableCopy(made);
  await turn(copy.jobId, baseId, { ...pieces, duplicateTable: cutOff });
  expect((await jobOf(copy.jobId, baseId)).failures).toBe(1);
  await update(there, targets[1].id, { Name: "renamed" });
  await call(deleteRecord, { as, params: { tableId: there.tableId, recordId: targets[2].id } });
  expect((await endOf(copy, made)).state).toBe("done");
  const all = [made, there, { ...made, tableId: copy.tableId }];
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  await runJobsOf(...all);
  await followOverdue(inAnHour());
  await runJobsOf(...all);
  const before = await listOf(made, made.tableId);
  expect(before[0]?.["Link"]).toMatchObject([{ title: "0" }, { title: "renamed" }, { title: "3" }]);
  expect(await listOf(made, copy.id)).toEqual(before);
  expect(await disagreements(...all.map(({ tableId }) => tableId))).toEqual([]);
});

test.each(["oneOne", "oneMany", "manyOne", "manyMany"])(
  "links of a table to itself join the copies in both fields: %s",
  async (relationship) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const made = await aTextTable(200);
    const { owner: as, baseId } = made;
    const { add, update } = actionsOf(as);
    const link = await add(made, aLinkNamed("Link", made, { relationship }));
    const [, back] = [link, (await call(listFields, { as, params: { tableId: made.tableId } })).body.at(-1)];
    const { records } = made.table;
    const at = (i: number) => ({ id: records[i].id });
    const isMany = relationship === "oneMany" || relationship === "manyMany";
    // near, far ahead and back, and itself
    for (const [from, ...to] of [
      [0, 199, 1],
      [150, 2, 3],
      [199, 150, 151],
      [4, 4, 5],
    ] as const)
      await update(made, records[from].id, { Link: isMany ? to.map(at) : at(to[0]) });
    await settleAll();
    const copy = await tableCopy(made);
    for (let i = 0; i < 4; i++) await turn(copy.jobId, baseId, { ...pieces, duplicateTable: cutOff });
    expect((await endOf(copy, made)).state).toBe("done");
    const all = [made.tableId, copy.tableId] as const;
    vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
    await runJobsOf(made, { ...made, tableId: copy.tableId });
    await followOverdue(inAnHour());
    const titlesIn = (cell: unknown) =>
      [cell ?? []]
        .flat()
        .map((each) => (each as { title: string }).title)
        .sort();
    const shown = async (tableId: string) =>
      (await listOf(made, tableId)).map(({ Name, Link, [back.name]: other }) => ({
        ...{ name: Name, links: titlesIn(Link), others: titlesIn(other) },
      }));
    expect(await shown(copy.id)).toEqual(await shown(made.tableId));
    const linked = (await shown(copy.id)).flatMap(({ links, others }) => [...links, ...others]);
    expect(linked).toHaveLength(isMany ? 16 : 8);
    expect(await disagreements(...all)).toEqual([]);
  },
);

test("two links of a table to itself are both copied", async () => {
  const made = await aTextTable(100);
  const { owner: as } = made;
  const { add, update } = actionsOf(as);
  for (const name of ["One", "Two"]) await add(made, aLinkNamed(name, made, { isOneWay: true }));
  const [first, second] = made.table.records;
  await update(made, first.id, { One: [{ id: second.id }], Two: [{ id: first.id }, { id: second.id }] });
  const copy = await tableCopy(made);
  expect((await endOf(copy, made)).state).toBe("done");
  const [shown] = await listOf(made, copy.id);
  expect(shown).toMatchObject({ One: [{ title: "1" }], Two: [{ title: "0" }, { title: "1" }] });
});

/** A turn that is cut off after its first batch. */
const cutOff = async (job: JobItem): Promise<never> => {
  const copy = await readCopy(job);
  if (copy) await copyRecords.copyBatch(openJob({ needs: "tableId", place: CopyOfTable }, job), copy);
  throw new Error("killed");
};
