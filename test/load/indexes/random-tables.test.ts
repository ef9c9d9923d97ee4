/*
 * Whatever is done to a table, its records, fields and views: lists, groups and counts from indexes are those of a scan. Cursors lead from one
 * to the other. Nothing runs at the same time here; that is what the other tests of this folder are for.
 *
 * GRIDLESS_INDEX_RUNS sets the number of runs.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as filterView } from "#functions/view/filter-view";
import { handler as groupView } from "#functions/view/group-view";
import { handler as sortView } from "#functions/view/sort-view";
import * as users from "#lib/data/identity/users";
import { changeIndex } from "#lib/data/indexes/change-index";
import { foldNotes } from "#lib/data/indexes/counts/fold-counts";
import { endRenamed } from "#lib/data/indexes/end-renamed";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import * as jobs from "#lib/data/jobs/jobs";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { deletedIn } from "#lib/data/trash/trash";
import { removeItems } from "#lib/store/batch-writes";
import { change } from "#lib/store/commit";
import { addToNumber, type Item, readAll } from "#lib/store/store";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { runToEnd } from "#test/support/events/jobs";
import { compareLists, countIndexReads, type Order, type View } from "#test/support/indexes/compare-lists";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance, random } from "#test/support/run/chance";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_INDEX_RUNS"] ?? 1);
const actsPerRun = 60;
const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;
const some = <Of>(list: readonly Of[], one: number): Of[] => list.filter(() => random(one) === 0);
const shuffled = <Of>(list: readonly Of[]): Of[] =>
  list
    .map((each) => ({ each, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

interface Field {
  id: string;
  name: string;
}
interface Choice {
  id: string;
  name: string;
  color: string;
}
interface Shown {
  id: string;
}

const choices: Choice[] = ["todo", "doing", "done", "never"].map((name, i) => ({
  ...{ name, id: `cho0000000${i}`, color: "blue" },
}));
const date = (timeZone: string, time: string, pattern = "YYYY-MM-DD") => ({
  formatting: { date: pattern, time, timeZone },
});
const zones = ["UTC", "Asia/Tokyo", "America/New_York"];
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Size" },
  { type: "checkbox", name: "Done" },
  { type: "date", name: "Day", options: date("UTC", "None") },
  { type: "date", name: "At", options: date("UTC", "HH:mm") },
  { type: "date", name: "Month", options: date("Asia/Tokyo", "None", "YYYY-MM") },
  { type: "singleSelect", name: "Status", options: { choices } },
  { type: "multipleSelect", name: "Tags", options: { choices } },
  { type: "rating", name: "Stars", options: { icon: "star", color: "yellowBright", max: 5 } },
  { type: "createdTime", name: "Made" },
  { type: "lastModifiedTime", name: "Changed" },
  { type: "autoNumber", name: "Number" },
  { type: "user", name: "Who" },
  { type: "user", name: "Crew", options: { isMultiple: true } },
  { type: "createdBy", name: "Maker" },
  { type: "lastModifiedBy", name: "Editor" },
];
/** Later, since they name the others. */
const formulas = [
  { name: "Twice", expression: "{Size} * 2" },
  { name: "Label", expression: 'CONCATENATE({Name}, " ", {Status})' },
  { name: "Next", expression: 'DATE_ADD({Day}, 1, "day")' },
  { name: "Good", expression: "IF({Done}, {Stars} > 2, FALSE())" },
  { name: "Many", expression: "{Tags}" },
  { name: "Names", expression: 'CONCATENATE({Who}, " ", {Maker})' },
];

const long = "the same beginning ".repeat(80);
const texts = ["a", "A", "ä", "b 1", "b 2", "中", "🙂", "\t", long, `${long}1`, `${long}2`];
const aTime = () => new Date(Date.UTC(2026, 10, 24 + random(4), random(24), 30 * random(2))).toISOString();
const cellsOf = (names: Record<string, string>, people: string[], stars: number): Record<string, unknown> => {
  const values: Record<string, () => unknown> = {
    Who: () => pick(people),
    Crew: () => some(people, 2),
    Name: () => pick(texts),
    Size: () => pick([0, 1, 1, 1, 2, -5, 0.5]),
    Stars: () => 1 + random(stars),
    Done: () => random(2) === 0,
    Day: aTime,
    At: aTime,
    Month: () => new Date(Date.UTC(2026, random(4), pick([1, 15, 31]), 24 * random(2) - 1)).toISOString(),
    Status: () => pick(Object.keys(names)),
    Tags: () =>
      [pick(Object.keys(names)), pick(Object.keys(names))].filter((name, i, all) => all.indexOf(name) === i),
  };
  return Object.fromEntries(
    some(Object.entries(values), 2).map(([name, value]) => [name, random(5) === 0 ? null : value()]),
  );
};

async function aWorld() {
  const made = await aTable({ fields });
  const { owner: as, tableId, baseId } = made;
  const params = { tableId };
  const fieldsOf = made.table.fields as Field[];
  const idOf = (name: string) => fieldsOf.find((field) => field.name === name)?.id ?? "";
  for (const { name, expression: text } of formulas) {
    const expression = text.replace(/\{(\w+)\}/g, (_, other: string) => `{${idOf(other)}}`);
    const body = { type: "formula", name, options: { expression } };
    const added = await call(createField, { as, params, body });
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
    fieldsOf.push(added.body as Field);
  }
  const others = await Promise.all(["editor", "creator"].map((role) => aMember(baseId, role as "editor")));
  const members = [as, ...others];
  const people = members.map(({ userId }) => userId);
  /** As the consumer does. */
  const hear = async () => {
    const renamed = await readAll<Item>({ pk: "RENAMED" });
    for (const { pk, sk } of renamed) await endRenamed({ pk, sk }, deletedIn);
    await removeItems(renamed);
  };
  const headers = { "x-window-id": "winOne" };
  let known = choices;
  let isNumber = true;
  let stars = 5;
  const ids: string[] = [];
  const item = (name: string, operator: string, value: unknown) => ({ fieldId: idOf(name), operator, value });
  const exact = () => ({ mode: "exactDate", exactDate: aTime(), timeZone: pick(zones) });
  const aFilter = () => {
    const filterSet = some(
      [
        isNumber
          ? item("Size", pick(["is", "isGreater", "isLess", "isLessEqual", "isNot"]), pick([0, 1, 2]))
          : item("Size", "contains", "1"),
        item("Done", "is", random(2) === 0),
        item("Day", pick(["is", "isBefore", "isAfter", "isOnOrBefore", "isOnOrAfter"]), exact()),
        item("At", pick(["is", "isBefore", "isAfter", "isOnOrBefore"]), exact()),
        item("Month", pick(["is", "isBefore", "isOnOrAfter"]), exact()),
        item("Status", "isAnyOf", [pick(known).name, pick(known).name]),
        item("Status", pick(["isEmpty", "isNotEmpty"]), null),
        item("Tags", "hasAnyOf", [pick(known).name]),
        item("Name", "contains", pick(["a", "begin"])),
        item("Who", "isAnyOf", [pick(people), pick(people)]),
        item("Maker", pick(["is", "isNot"]), pick([...people, "Me"])),
        item("Crew", "hasAnyOf", [pick(people)]),
        item("Names", "contains", pick(["a", "b"])),
      ],
      4,
    );
    return filterSet.length > 0 ? { conjunction: pick(["and", "and", "or"]), filterSet } : null;
  };
  const someOrders = (most: number): Order[] =>
    shuffled(fieldsOf.filter(({ name }) => name !== "Number"))
      .slice(0, random(most + 1))
      .map(({ id }) => ({ fieldId: id, order: pick(["asc", "desc"]) }));
  const views = await Promise.all(
    Array.from({ length: 4 }, async (_, i): Promise<View> => {
      const [sort, group] = [someOrders(2), i % 2 ? someOrders(2) : []];
      const filter = i > 1 ? aFilter() : null;
      const body = {
        ...{ name: `v${i}`, type: "grid" },
        ...(sort.length > 0 && { sort: { sortObjs: sort } }),
        ...(group.length > 0 && { group }),
        ...(filter && { filter }),
      };
      const { status, body: view } = await call(createView, { as, params, body });
      expect(status).toBe(201);
      return { id: view.id, sort, group };
    }),
  );

  async function makeIndexes(): Promise<void> {
    await hear();
    await settleAll();
    await tellNews();
    await tendIndexes(tableId, new Date().toISOString());
    for (const { id } of (await jobs.listOpen()).filter((job) => job.tableId === tableId))
      await runToEnd(id, baseId);
  }

  const update = (name: string, options: object) =>
    call(updateField, { as, params: { ...params, fieldId: idOf(name) }, body: { options } });

  const acts: Record<string, () => Promise<unknown>> = {
    async create() {
      const names = Object.fromEntries(known.map(({ name }) => [name, name]));
      const records = Array.from({ length: 1 + random(random(6) ? 6 : 150) }, () => ({
        fields: cellsOf(names, people, stars),
      }));
      const { status, body } = await call(createRecords, {
        as: pick(members),
        params,
        headers,
        body: { records, typecast: true },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      ids.push(...body.records.map(({ id }: Shown) => id));
    },
    async update() {
      const names = Object.fromEntries(known.map(({ name }) => [name, name]));
      const records = some(ids, 8).map((id) => ({ id, fields: cellsOf(names, people, stars) }));
      if (records.length > 0)
        await call(updateRecords, { as: pick(members), params, headers, body: { records, typecast: true } });
    },
    async remove() {
      const recordIds = some(ids, 12);
      if (recordIds.length > 0) await call(deleteListedRecords, { as, params, headers, body: { recordIds } });
      await tellNews();
    },
    async restore() {
      await tellNews();
      const [first] = await recordItems({ as }, tableId);
      if (first) await bringBack(first.id, { as });
    },
    /** The consumer hears of it at once, or later. */
    async rename() {
      const user = await users.find(pick(people));
      if (!user) throw new Error("no user");
      await users.update(user, {
        name: pick(["a", "A", "ä", "b", "中", "🙂", `${"x".repeat(250)}${random(9)}`]),
      });
      if (random(2)) await hear();
    },
    /** Of records: fields are changed by another window. */
    undo: () => call(undoOperation, { as, params, headers }),
    async duplicate() {
      const { status, body } = await call(duplicateRecord, {
        ...{ as, headers, body: {} },
        params: { ...params, recordId: pick(ids) },
      });
      if (status === 201) ids.push(body.id);
    },
    async choices() {
      const next = pick([
        () => shuffled(known),
        () => known.map((each) => ({ ...each, name: `${each.name.slice(0, 5)}${random(9)}` })),
        () => (known.length > 2 ? known.slice(1) : known),
        () => [
          ...known,
          { id: `cho1${chance().toString(36).slice(2, 9)}`, name: `n${random(99)}`, color: "red" },
        ],
      ])();
      const all = await Promise.all(["Status", "Tags"].map((name) => update(name, { choices: next })));
      if (all.every(({ status }) => status === 200)) known = next;
    },
    async stars() {
      const max = 2 + random(5);
      const { status } = await call(convertField, {
        ...{ as, params: { ...params, fieldId: idOf("Stars") } },
        body: { type: "rating", options: { icon: "star", color: "yellowBright", max } },
      });
      expect(status).toBe(200);
      stars = max;
    },
    expression: () => update("Twice", { expression: `{${idOf("Size")}} * ${pick(["2", "-1", "0"])}` }),
    zone: () => update("Day", date(pick(zones), pick(["None", "HH:mm"]))),
    async convert() {
      const body = { type: isNumber ? "singleLineText" : "number" };
      const { status } = await call(convertField, { as, params: { ...params, fieldId: idOf("Size") }, body });
      expect(status).toBe(200);
      isNumber = !isNumber;
    },
    async view() {
      const view = pick(views);
      const inView = { ...params, viewId: view.id };
      const [sort, group] = [someOrders(2), someOrders(1)];
      await pick([
        () => call(filterView, { as, params: inView, body: { filter: aFilter() } }),
        async () => {
          const body = { sort: sort.length > 0 ? { sortObjs: sort } : null };
          if ((await call(sortView, { as, params: inView, body })).status < 300) view.sort = sort;
        },
        async () => {
          const body = { group: group.length > 0 ? group : null };
          if ((await call(groupView, { as, params: inView, body })).status < 300) view.group = group;
        },
      ])();
    },
    make: makeIndexes,
    async fold() {
      for (const { id, groups } of (await readSchema(tableId)).indexes)
        if (groups !== undefined) await foldNotes(tableId, id);
    },
  };

  const check = (between?: () => Promise<unknown>) =>
    compareLists({ as, tableId, fields: fieldsOf }, views, { aFilter, ...(between && { between }) });

  /** Ends an index, so that what was begun with it is scanned. */
  async function endOne(): Promise<void> {
    const [index] = shuffled((await readSchema(tableId)).indexes.filter(({ state }) => state === "ready"));
    if (index) await changeIndex(tableId, index.id, (item) => change(item, { state: "ended" }));
  }

  return { as, params, tableId, idOf, acts, check, makeIndexes, endOne };
}

/* These come first: code of conversions and formulas is loaded once in a process. */
test.each([
  ["text", { type: "singleLineText" }],
  ["a formula", { type: "formula", options: { expression: "1 + 1" } }],
])("a field of an index becomes %s, in a process that knows no such field yet", async (_, body) => {
  const { tableId, idOf, params, makeIndexes, as } = await aWorld();
  const sort = { sortObjs: [{ fieldId: idOf("Size"), order: "asc" }] };
  await call(createView, { as, params, body: { name: "by size", type: "grid", sort } });
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  await makeIndexes();
  const inField = { ...params, fieldId: idOf("Size") };
  expect((await call(convertField, { as, params: inField, body })).status).toBe(200);
  const { indexes } = await readSchema(tableId);
  const known = indexes.filter(({ orders }) => orders.some(({ fieldId }) => fieldId === inField.fieldId));
  expect(new Set(known.map(({ state }) => state))).toEqual(new Set(["ended"]));
});

test(`${runs} runs: lists, groups and counts are those of a scan`, { timeout: runs * 240_000 }, async () => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  let read = 0;
  for (let run = 0; run < runs; run++) {
    const { tableId, acts, check, makeIndexes, endOne } = await aWorld();
    await acts["create"]?.();
    // so many that a filter is a reason to scan, or none
    await addToNumber(counterKey(tableId), pick([recordsWithoutIndex + 1, 11_000]));
    await check(makeIndexes);
    for (let i = 0; i < actsPerRun; i++) {
      await (random(3) ? pick(Object.values(acts)) : pick([acts["create"], acts["update"]]))?.();
      if (random(4) === 0) {
        await makeIndexes();
        read += await countIndexReads(() => check());
      }
      if (random(6) === 0) await check(pick([makeIndexes, endOne]));
    }
    await makeIndexes();
    await check();
  }
  expect(read).toBeGreaterThan(0);
  console.log(`${runs} runs: ${read} reads of indexes`);
});
