/*
 * Indexes in the order of links, lookups, rollups and formulas over them: whatever changes what these show, from either table, lists are read from the
 * index and are those of a scan, also while a record waits for what it looks up, and while linked records have changed and are not followed.
 */
import { beforeEach, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as hearChange } from "#functions/index/tend-indexes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { askedPart } from "#lib/data/indexes/asked-orders";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { entryItem, noToken, waitingKey } from "#lib/data/indexes/index-items";
import { sweepSoon, visitIndexedTables } from "#lib/data/indexes/indexed-tables";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { tableKey } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { putItems } from "#lib/store/batch-writes";
import { change, commit } from "#lib/store/commit";
import { getItem, type Item, keysStartingWith, readAll } from "#lib/store/store";
import { bringBack, recordItems, trashedIn, trashTable } from "#test/functions/trash/support";
import { calmDown } from "#test/load/links/together";
import { eventOf } from "#test/support/events/deliver";
import { runJobsOf } from "#test/support/events/jobs";
import { process } from "#test/support/events/processes";
import { compareLists, countIndexReads } from "#test/support/indexes/compare-lists";
import {
  aLinkedWorld,
  choices,
  type LinkedWorld,
  makeAll,
  type Side,
} from "#test/support/indexes/linked-world";
import { carry } from "#test/support/links/carried";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";

beforeEach(() => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
});

const names = ["dora", "Ann", "cid", "bob", "ann", "Émile"];

async function aWorld() {
  const world = await aLinkedWorld();
  const { films, people } = world;
  for (const name of ["Cast", "Lead", "Seen", "Sizes", "State", "Large", "Sum", "Label"])
    await films.addView(name, { sort: [name] }, name.length % 2 ? "asc" : "desc");
  for (const name of ["Cast", "Lead"]) await films.addView(`Groups of ${name}`, { group: [name] });
  const back = (await people.fields()).filter(({ type }) => type === "link");
  for (const { name } of back) await people.addView(`by ${name}`, { sort: [name] });
  const ids = await people.make(
    names.map((Name, i) => ({ Name, Size: i % 5, Status: choices[i % 4]?.name })),
  );
  const one = (i: number) => ({ id: ids[i % ids.length] });
  const rows = await films.make(
    Array.from({ length: 12 }, (_, i) => ({
      Name: `f${i % 5}`,
      ...(i % 4 && { Cast: i % 3 ? [one(i), one(i + 1)] : [one(i)] }),
      ...(i % 5 && { Lead: one(i * 5) }),
      ...(i % 3 && { Seen: [one(i + 2), one(i)] }),
      ...(i < 4 && { Best: one(i) }),
    })),
  );
  await films.grow();
  await people.grow();
  await makeAll(world);
  return { ...world, ids, rows };
}

const update = ({ as, params }: Side, id: string | undefined, fields: object) =>
  call(updateRecords, { as, params, body: { records: [{ id, fields }] } });

const remove = async ({ as, params }: Side, ...recordIds: (string | undefined)[]) => {
  const { status } = await call(deleteListedRecords, { as, params, body: { recordIds } });
  expect(status).toBe(200);
  await tellNews();
};

/** All lists of a table are right; gives the names of those views that are read from an index. */
async function compareAll(side: Side): Promise<string[]> {
  const fields = await side.fields();
  const served: string[] = [];
  for (const view of await side.views()) {
    const compare = () => compareLists({ as: side.as, tableId: side.tableId, fields }, [view]);
    if ((await countIndexReads(compare)) > 0) served.push(view.name);
  }
  return served;
}

const countServed = async ({ films, people }: LinkedWorld) => ({
  films: (await compareAll(films)).length,
  people: (await compareAll(people)).length,
});

/** The same of both tables; indexes and counts are what records say. */
async function expectRight(world: LinkedWorld, served: { films: number; people: number }) {
  expect(await countServed(world)).toEqual(served);
  for (const { tableId } of [world.films, world.people])
    for (const report of await checkIndexes(tableId, async () => {}))
      expect({ ...report, counts: report.counts === "wrong" }).toMatchObject({ wrong: 0, counts: false });
}

const all = { films: 10, people: 3 };
type World = Awaited<ReturnType<typeof aWorld>>;

const changeOptions = async ({ as, films }: World, name: string, options: object) => {
  const { id: fieldId } = await films.field(name);
  const { status, body } = await call(updateField, {
    ...{ as, params: { ...films.params, fieldId } },
    body: { options },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
};
const inTable = async (side: Side, name: string) => ({
  ...side.params,
  fieldId: (await side.field(name)).id,
});

type Served = Partial<typeof all>;
/** What is done; how many views are read from an index right after it, if that does not depend on what follows at once; and in the end. */
const acts: [name: string, act: (world: World) => Promise<unknown>, first?: Served, last?: Served][] = [
  ["nothing", async () => {}, all],
  ["a linked record is renamed", ({ people, ids }) => update(people, ids[1], { Name: "zoe" }), all],
  [
    "a linked record is renamed to the title of another",
    ({ people, ids }) => update(people, ids[1], { Name: "bob" }),
  ],
  ["a looked-up cell changes", ({ people, ids }) => update(people, ids[1], { Size: 40, Status: "done" })],
  [
    "links are added and taken away on their own side",
    async ({ films, rows, ids }) => {
      const to = (...at: number[]) => at.map((i) => ({ id: ids[i] }));
      await update(films, rows[0], { Cast: to(1, 2, 3), Seen: to(4), Lead: to(3)[0], Best: to(5)[0] });
      await update(films, rows[1], { Cast: null, Seen: null, Lead: null, Best: null });
    },
  ],
  [
    "links are added and taken away on the other side",
    async ({ people, films, ids, rows }) => {
      for (const i of [6, 7, 8, 9, 10]) await update(films, rows[i], { Lead: null, Best: null });
      const links = (await people.fields()).filter(({ type }) => type === "link");
      for (const [i, { name, options }] of links.entries()) {
        const isMany = String(options["relationship"]).endsWith("Many");
        const to = [rows[i + 6], rows[i + 8]].map((id) => ({ id }));
        const { status } = await update(people, ids[i], { [name]: isMany ? to : to[0] });
        expect(status).toBe(200);
        await update(people, ids[i + 1], { [name]: null });
      }
    },
  ],
  ["a linked record is deleted", ({ people, ids }) => remove(people, ids[1])],
  [
    "a linked record is deleted and restored",
    async ({ people, ids, as }) => {
      await remove(people, ids[1], ids[2]);
      const [item] = await recordItems({ as }, people.tableId);
      expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
    },
  ],
  [
    "records that link are deleted and restored",
    async ({ films, rows, as }) => {
      await remove(films, rows[1], rows[2], rows[3]);
      const [item] = await recordItems({ as }, films.tableId);
      expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
    },
  ],
  [
    "a link field is deleted",
    async ({ as, films }) => call(deleteField, { as, params: await inTable(films, "Cast") }),
    { films: 4, people: 2 },
    { films: 4, people: 2 },
  ],
  [
    "a link field is deleted, linked records change, and it comes back",
    async ({ as, films, people, ids }) => {
      await call(deleteField, { as, params: await inTable(films, "Cast") });
      await update(people, ids[1], { Name: "another", Size: 77 });
      await remove(people, ids[2]);
      const item = (await trashedIn({ as }, films.tableId)).find(
        ({ resourceType }) => resourceType === "field",
      );
      expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
    },
  ],
  ["a relationship changes to one", (world) => changeOptions(world, "Cast", { relationship: "manyOne" })],
  ["a relationship changes to many", (world) => changeOptions(world, "Lead", { relationship: "manyMany" })],
  [
    "a link becomes one-way",
    (world) => changeOptions(world, "Cast", { isOneWay: true }),
    { films: 4, people: 2 },
    { people: 2 },
  ],
  [
    "titles are those of another field",
    async (world) => changeOptions(world, "Cast", { lookupFieldId: (await world.people.field("Status")).id }),
  ],
  [
    "the looked-up field is converted",
    async ({ as, people }) =>
      call(convertField, { as, params: await inTable(people, "Size"), body: { type: "singleLineText" } }),
    // the filter of a lookup loses what it says of the field
    { films: 7 },
  ],
  [
    "the looked-up field is converted, and back",
    async ({ as, people }) => {
      const params = await inTable(people, "Size");
      await call(convertField, { as, params, body: { type: "singleLineText" } });
      await call(convertField, { as, params, body: { type: "number" } });
    },
  ],
  [
    "choices of the looked-up field are reordered",
    async ({ as, people }) => {
      const body = { options: { choices: choices.toReversed() } };
      expect((await call(updateField, { as, params: await inTable(people, "Status"), body })).status).toBe(
        200,
      );
    },
  ],
  [
    "choices are reordered, a record is written, and they are put back",
    async ({ as, people, films, rows, ids }) => {
      const params = await inTable(people, "Status");
      await call(updateField, { as, params, body: { options: { choices: choices.toReversed() } } });
      await update(films, rows[1], { Lead: { id: ids[2] } });
      await call(updateField, { as, params, body: { options: { choices } } });
    },
  ],
  [
    "the filter of a lookup changes",
    async ({ as, films, people }) => {
      const field = await films.field("Large");
      const filterSet = [{ fieldId: (await people.field("Size")).id, operator: "isLess", value: 2 }];
      const { lookupOptions } = field as unknown as { lookupOptions: object };
      const body = {
        ...{ type: "number", isLookup: true },
        lookupOptions: { ...lookupOptions, filter: { conjunction: "and", filterSet } },
      };
      const answer = await call(convertField, { as, params: await inTable(films, "Large"), body });
      expect([answer.status, answer.body]).toMatchObject([200, {}]);
    },
  ],
  [
    "the looked-up field is deleted and restored",
    async ({ as, people }) => {
      await call(deleteField, { as, params: await inTable(people, "Size") });
      const item = (await trashedIn({ as }, people.tableId)).find(
        ({ resourceType }) => resourceType === "field",
      );
      expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
    },
  ],
  [
    "records that link are deleted, what they show changes, and they come back",
    async ({ films, people, rows, ids, as }) => {
      await remove(films, rows[1], rows[2], rows[3]);
      await update(people, ids[1], { Name: "zoe", Size: 70, Status: "done" });
      await remove(people, ids[2]);
      const [item] = await recordItems({ as }, films.tableId);
      expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
    },
  ],
  [
    "links are changed, what they show too, and the change is undone",
    async ({ films, people, rows, ids, as }) => {
      const headers = { "x-window-id": "w1" };
      const fields = { Cast: [{ id: ids[4] }], Lead: { id: ids[3] }, Seen: null };
      const records = [1, 2, 6].map((i) => ({ id: rows[i], fields }));
      const { status } = await call(updateRecords, { as, params: films.params, body: { records }, headers });
      expect(status).toBe(200);
      await update(people, ids[1], { Name: "zoe", Size: 70, Status: "done" });
      expect((await call(undoOperation, { as, params: films.params, headers })).status).toBe(201);
      // titles are those of before until they are followed
      await calmDown();
      const { body } = await call(listRecords, { as, params: films.params });
      const titles = new Set(
        [...JSON.stringify(body).matchAll(/"id":"(\w+)","title":"(\w+)"/g)].map(
          ([, id, title]) => `${id} ${title}`,
        ),
      );
      expect(titles).toContain(`${ids[1]} zoe`);
      expect(titles).not.toContain(`${ids[1]} Ann`);
    },
  ],
  [
    "a deletion of linked records is undone",
    async ({ films, people, rows, ids, as }) => {
      const headers = { "x-window-id": "w1" };
      const recordIds = [ids[1], ids[2]];
      await call(deleteListedRecords, { as, params: people.params, body: { recordIds }, headers });
      await tellNews();
      await update(films, rows[1], { Cast: [{ id: ids[4] }] });
      expect((await call(undoOperation, { as, params: people.params, headers })).status).toBe(201);
    },
  ],
  [
    "the linked table goes into the trash, records that link change, and it comes back",
    async ({ films, people, rows, as }) => {
      const item = await trashTable({ as }, people);
      await update(films, rows[1], { Name: "other" });
      await remove(films, rows[2]);
      expect((await bringBack(item, { as })).status).toBe(201);
    },
  ],
  [
    "the table that links goes into the trash, linked records change, and it comes back",
    async ({ films, people, ids, as }) => {
      const item = await trashTable({ as }, films);
      await update(people, ids[1], { Name: "zoe", Size: 70, Status: "done" });
      await remove(people, ids[2], ids[0]);
      expect((await bringBack(item, { as })).status).toBe(201);
    },
  ],
  [
    "a link becomes text, and a link again",
    async ({ films, people, ids, as }) => {
      const params = await inTable(films, "Lead");
      const { options } = await films.field("Lead");
      await call(convertField, { as, params, body: { type: "singleLineText" } });
      await update(people, ids[1], { Name: "zoe" });
      const { relationship, foreignTableId } = options;
      const body = { type: "link", options: { relationship, foreignTableId } };
      expect((await call(convertField, { as, params, body })).status).toBe(200);
    },
    {},
    // its other side is another field
    { people: 2 },
  ],
  [
    "a link becomes text, jobs run, and a link again",
    async ({ films, people, ids, as }) => {
      const params = await inTable(films, "Lead");
      const { options } = await films.field("Lead");
      await call(convertField, { as, params, body: { type: "singleLineText" } });
      await makeAll({ films, people });
      await update(people, ids[1], { Name: "zoe" });
      const { relationship, foreignTableId } = options;
      const body = { type: "link", options: { relationship, foreignTableId } };
      expect((await call(convertField, { as, params, body })).status).toBe(200);
    },
    {},
    // its other side is another field
    { people: 2 },
  ],
];

test.each(acts)(
  "%s: lists are right at once, and from indexes when all is followed",
  async (_, act, first, last) => {
    const world = await aWorld();
    await act(world);
    const now = await countServed(world);
    if (first) expect(now).toMatchObject(first);
    await makeAll(world);
    await expectRight(world, { ...all, ...last });
  },
);

/** Loses all requests of the call after this one, so what follows from it is left to others. */
const killedAfterCommit = (work: () => Promise<unknown>) => {
  let isDone = false;
  return process((sent) => {
    if (isDone) return "killed before";
    isDone = /Transact|Put|BatchWrite/.test(sent.command) && JSON.stringify(sent.input).includes("RECORDS#");
    return undefined;
  }, work);
};

test("a process dies between a new title and its following: groups with the former title count too", async () => {
  const world = await aWorld();
  const { films, people, ids } = world;
  const { killed } = await killedAfterCommit(() => update(people, ids[1], { Name: "zoe", Size: 9 }));
  expect(killed).toBe(true);
  const served = await compareAll(films);
  // titles are copies; records that look the changed one up are read by themselves
  expect(served).toHaveLength(all.films);
  // some records get the title when their own links are changed
  await update(films, world.rows[1], { Cast: [{ id: ids[1] }, { id: ids[2] }], Lead: { id: ids[1] } });
  await compareAll(films);
  await makeAll(world);
  await expectRight(world, all);
});

const newFilms = (world: World, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    fields: { Name: `g${i % 7}`, Lead: { id: world.ids[i % 6] }, Seen: [{ id: world.ids[(i + 1) % 6] }] },
  }));

test("more records wait than a page reads by themselves: lists are scanned, until they are followed", async () => {
  const world = await aWorld();
  const { as, params } = world.films;
  for (let i = 0; i < 6; i++) {
    const body = { records: newFilms(world, 20) };
    const { killed } = await killedAfterCommit(() => call(createRecords, { as, params, body }));
    expect(killed).toBe(true);
  }
  const served = await compareAll(world.films);
  expect(served).toContain("Lead");
  expect(served).not.toContain("State");
  await makeAll(world);
  await expectRight(world, all);
});

test("a process that dies before its commit leaves more entries that wait: a page reports them, and they are swept within a day", async () => {
  const world = await aWorld();
  const { as, params, tableId } = world.films;
  const body = { records: newFilms(world, 150) };
  // so many that the commit is staged
  const { killed } = await killedAfterCommit(() => call(createRecords, { as, params, body }));
  expect(killed).toBe(true);
  await makeAll(world);
  expect(await compareAll(world.films)).not.toContain("State");
  const reports = { pk: askedPart(tableId), ...keysStartingWith("!leftEntries#") };
  await expect.poll(() => readAll(reports)).toHaveLength(1);
  const [report] = await readAll(reports);
  expect(report && (await hearChange(eventOf(report, report.version)))).toEqual({ batchItemFailures: [] });

  const later = timeAfter(new Date().toISOString(), 2 * msPerDay);
  await sweepSoon(tableId, later);
  await visitIndexedTables(later, async () => {});
  await runJobsOf(world.films);
  await expectRight(world, all);
});

test("a follower that changes what is looked up, in an order that also names people, knows their names", async () => {
  const world = await aLinkedWorld();
  const { films, people, as } = world;
  const by = await call(createField, { as, params: films.params, body: { type: "createdBy", name: "By" } });
  expect(by.status).toBe(201);
  await films.addView("both", { sort: ["Sizes", "By"] });
  const ids = await people.make(names.map((Name, i) => ({ Name, Size: i })));
  await films.make(ids.map((id, i) => ({ Name: `f${i}`, Cast: [{ id }] })));
  await films.grow();
  await makeAll(world);
  expect(await compareAll(films)).toEqual(["both"]);
  // as in another process: what this one knows of names is forgotten
  const table = (await getItem<Item & { schemaVersion: number }>(
    tableKey(films.tableId as TableId),
  )) as Item & {
    schemaVersion: number;
  };
  await commit([change(table, { schemaVersion: table.schemaVersion + 1 })]);
  await update(people, ids[1], { Size: 40 });
  await makeAll(world);
  expect(await compareAll(films)).toEqual(["both"]);
  for (const report of await checkIndexes(films.tableId, async () => {}))
    expect(report).toMatchObject({ wrong: 0 });
});

test("entries of records that no longer wait, which the job laid late, do not keep the index waiting", async () => {
  const world = await aLinkedWorld();
  const { films, people } = world;
  await films.addView("sizes", { sort: ["Sizes"] });
  const ids = await people.make(names.map((Name, i) => ({ Name, Size: i })));
  const rows = await films.make(
    Array.from({ length: 120 }, (_, i) => ({ Name: `f${i}`, Cast: [{ id: ids[i % 5] }] })),
  );
  await calmDown();
  await tellNews();
  await carry(films, people);
  await films.grow();
  await tendIndexes(films.tableId, new Date().toISOString());
  for (const id of rows) await update(films, id, { Cast: [{ id: ids[5] }, { id: ids[4] }] });
  await calmDown();
  await tellNews();
  const [index] = await films.indexes();
  const late = rows.map((id) => ({ key: waitingKey, id: id as RecordId, token: noToken }));
  await putItems(late.map((entry) => entryItem(films.tableId, index?.id ?? "", entry)));
  await runJobsOf(films, people);
  expect(await compareAll(films)).toEqual(["sizes"]);
});

test("a process dies before it follows a new title: groups inside the group of this title are those of a scan", async () => {
  const world = await aLinkedWorld();
  const { films, people } = world;
  await films.addView("nested", { group: ["Lead", "Size"] });
  await films.addView("nested, sorted", { group: ["Lead", "Size"], sort: ["Name"] }, "desc");
  const ids = await people.make(names.map((Name, i) => ({ Name, Size: i })));
  const rows = await films.make(
    Array.from({ length: 12 }, (_, i) => ({ Name: `f${i % 5}`, Size: i, Lead: { id: ids[i % 3] } })),
  );
  await films.grow();
  await makeAll(world);
  expect(await compareAll(films)).toEqual(["nested", "nested, sorted"]);
  const { killed } = await killedAfterCommit(() => update(people, ids[1], { Name: "zoe" }));
  expect(killed).toBe(true);
  await compareAll(films);
  for (const i of [1, 4]) {
    await update(films, rows[i], { Lead: null });
    await update(films, rows[i], { Lead: { id: ids[1] } });
  }
  expect(await compareAll(films)).toEqual(["nested", "nested, sorted"]);
});
