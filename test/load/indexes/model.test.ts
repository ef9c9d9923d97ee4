/*
 * Writers, readers and the job that makes indexes at the same time; requests to the store get lost, and processes die at any request. A list
 * in the order of a view shows each record once and in order, if nobody writes it meanwhile. When all is quiet, it is that of a plain sort.
 *
 * GRIDLESS_INDEX_RUNS sets the number of runs.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { noteOrder } from "#lib/data/indexes/asked-orders";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import * as jobs from "#lib/data/jobs/jobs";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import { readSchema } from "#lib/data/schema/table-schema";
import type { FieldId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { pieces, runToEnd, turn } from "#test/support/events/jobs";
import { type Accident, process } from "#test/support/events/processes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance, random } from "#test/support/run/chance";
import type { Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_INDEX_RUNS"] ?? 1);
const writers = 5;
/** Of a run, in seconds: the indexes are ready after half of it. */
const secondsEach = 12;
/** No call of the test takes so long. */
const settled = "3";

interface Row {
  id: string;
  autoNumber: number;
  fields: { Name?: string; Size?: number; [id: string]: unknown };
}
type World = Awaited<ReturnType<typeof aWorld>>;
const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;
const now = () => new Date().toISOString();

let reads = 0;

function atRandom({ command, input }: Sent): Accident | undefined {
  if (command === "Query" && JSON.stringify(input).includes('":pk":"INDEX#')) reads++;
  if (chance() > 0.03) return undefined;
  const isWrite = /Put|Update|Delete|Write/.test(command);
  return pick<Accident>(["not sent", "answer lost", "late", ...(isWrite ? killing : [])]);
}
const killing = ["killed before", "killed after"] as const;

/** Few different sizes, so that records come back to places where they were. */
const aSize = () => (random(8) === 0 ? null : random(6));

async function aWorld() {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Size" },
    ],
  });
  const { owner: as, tableId, baseId } = made;
  const [{ id: nameId }, { id: fieldId }] = made.table.fields;
  // of the third one an index has those records only that were changed in a certain way
  const isX = { conjunction: "and", filterSet: [{ fieldId: nameId, operator: "is", value: "x" }] };
  const views = await Promise.all(
    (["asc", "desc", "of x"] as const).map(async (name) => {
      const order = name === "desc" ? "desc" : "asc";
      const filter = name === "of x" ? { filter: isX } : {};
      const body = { name, type: "grid", sort: { sortObjs: [{ fieldId, order }] }, ...filter };
      const { status, body: view } = await call(createView, { as, params: { tableId }, body });
      expect(status).toBe(201);
      const query: Record<string, string> = { viewId: view.id };
      return { query, order, isByName: false, has: (row?: string) => name !== "of x" || row === "x" };
    }),
  );
  // no view has this order: requests ask for it
  const orders = [
    { fieldId, order: "desc" as const },
    { fieldId: nameId, order: "asc" as const },
  ];
  await noteOrder(tableId, { definition: { orders }, pages: 1000, isAsked: true, isMissing: true });
  const query: Record<string, string> = { orderBy: JSON.stringify(orders), fieldKeyType: "id" };
  const asked = { query, order: "desc", isByName: true, has: () => true };
  // records are looked up by their names, in natural order
  expect((await call(declareIndex, { as, params: { tableId, fieldId: nameId } })).status).toBe(200);
  const byValue = { filter: JSON.stringify(isX), fieldKeyType: "id" };
  const lookedUp = { query: byValue, order: "natural", isByName: true, has: (row?: string) => row === "x" };
  const ids: string[] = [];
  const all = [...views, asked, lookedUp];
  return { as, tableId, baseId, nameId: nameId as FieldId, fieldId, views: all, ids };
}

/** All pages of a view. Throws if a call is refused. */
async function readThrough({ as, tableId, views, nameId, fieldId }: World, view = pick(views)) {
  const take = String(5 + random(100));
  const rows: Row[] = [];
  for (let cursor = ""; ; ) {
    const query = { ...view.query, take, ...(cursor && { cursor }) };
    const { status, body } = await call(listRecords, { as, params: { tableId }, query });
    if (status !== 200) throw new Error(`the list was refused: ${JSON.stringify(body)}`);
    const named = ({ fields, ...row }: Row): Row =>
      view.isByName
        ? { ...row, fields: { Name: fields[nameId], Size: fields[fieldId] } as Row["fields"] }
        : { ...row, fields };
    rows.push(...body.records.map(named));
    if (!body.nextCursor) return { view, rows };
    expect(body.records.length).toBeGreaterThan(0);
    cursor = body.nextCursor;
  }
}

const compare =
  ({ order, isByName }: World["views"][number]) =>
  (a: Row, b: Row) => {
    if (order === "natural") return a.autoNumber - b.autoNumber;
    const sizes = (a.fields.Size ?? -1) - (b.fields.Size ?? -1);
    const [one = "", other = ""] = [a.fields.Name, b.fields.Name];
    const names = isByName && one !== other ? (one < other ? -1 : 1) : 0;
    return (order === "asc" ? sizes : -sizes) || names || a.autoNumber - b.autoNumber;
  };

/** All records of a view with their versions: another one after each write, also after they were deleted and restored. */
async function readVersions({ tableId, nameId }: World, has: (name?: string) => boolean = () => true) {
  const { records, more } = await readSlice({ tableId, after: 0, skip: 0, take: 5000 });
  expect(more).toBe(false);
  return new Map(
    records.flatMap(({ id, version, cells }) =>
      has(cells[nameId] as string | undefined) ? [[id as string, version] as const] : [],
    ),
  );
}

async function look(world: World): Promise<void> {
  const view = pick(world.views);
  const before = await readVersions(world, view.has);
  const { rows } = await readThrough(world, view);
  const after = await readVersions(world, view.has);
  const unchanged = new Set([...before].flatMap(([id, version]) => (after.get(id) === version ? [id] : [])));
  const seen = rows.filter(({ id }) => unchanged.has(id));
  expect(seen.map(({ id }) => id).sort()).toEqual([...unchanged].sort());
  expect(seen).toEqual(seen.toSorted(compare(view)));
}

async function write(world: World): Promise<void> {
  const { as, tableId, ids } = world;
  const params = { tableId };
  const some = () => ids.filter(() => random(ids.length) < 4);
  const act = pick([
    async () => {
      const count = random(12) === 0 ? 60 : 1 + random(6);
      const records = Array.from({ length: count }, (_, i) => ({ fields: { Name: `n${i}`, Size: aSize() } }));
      const { status, body } = await call(createRecords, { as, params, body: { records } });
      if (status !== 201) return;
      const made: string[] = body.records.map(({ id }: Row) => id);
      ids.push(...made);
      // whose write has ended finds it, unless others change or delete it meanwhile
      const found = new Set(
        (await readThrough(world, pick(world.views.filter(({ has }) => has())))).rows.map(({ id }) => id),
      );
      const versions = await readVersions(world);
      expect(made.filter((id) => versions.get(id) === 1 && !found.has(id))).toEqual([]);
    },
    async () => {
      const records = some().map((id) => ({ id, fields: random(3) ? { Size: aSize() } : { Name: "x" } }));
      if (records.length > 0) await call(updateRecords, { as, params, body: { records } });
    },
    async () => {
      const recordIds = some();
      if (recordIds.length === 0) return;
      await call(deleteListedRecords, { as, params, body: { recordIds } });
    },
    async () => {
      const [item] = await recordItems({ as }, tableId);
      if (item) await bringBack(item.id, { as });
    },
  ]);
  await act();
}

/** Makes the indexes that are wanted, with turns that die. */
async function make({ tableId, baseId }: World): Promise<void> {
  await process(atRandom, () => tendIndexes(tableId, now())).catch(() => {});
  for (const { id } of (await jobs.listOpen()).filter((job) => job.tableId === tableId))
    await process(atRandom, () => turn(id, baseId, pieces, now)).catch(() => {});
}

async function calmDown({ tableId, baseId }: World): Promise<void> {
  await settleAll();
  await tendIndexes(tableId, now());
  for (const { id } of (await jobs.listOpen()).filter((job) => job.tableId === tableId))
    await runToEnd(id, baseId);
  const { indexes } = await readSchema(tableId);
  expect(indexes.map(({ state }) => state)).toEqual(Array.from(indexes, () => "ready"));
  expect([indexes.length, indexes.filter(({ filter }) => filter).length]).toEqual([5, 1]);
}

test(`${runs} runs: lists in the order of views are right`, { timeout: runs * 60_000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", settled);
  let looks = 0;
  for (let run = 0; run < runs; run++) {
    const world = await aWorld();
    await addToNumber(counterKey(world.tableId), recordsWithoutIndex);
    for (let i = 0; i < 3; i++) await write(world);
    const end = Date.now() + secondsEach * 1000;
    let isOver = false;
    const others = [
      (async () => {
        while (!isOver) {
          await process(atRandom, () => look(world)).then(() => looks++);
        }
      })(),
      (async () => {
        while (!isOver) {
          await make(world);
          await tellNews();
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })(),
    ];
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (Date.now() < end) await process(atRandom, () => write(world));
      }),
    );
    isOver = true;
    await Promise.all(others);
    await calmDown(world);
    for (const view of world.views) {
      const ids = [...(await readVersions(world, view.has)).keys()].sort();
      const { rows } = await readThrough(world, view);
      expect(rows.map(({ id }) => id).sort()).toEqual(ids);
      expect(rows).toEqual(rows.toSorted(compare(view)));
    }
  }
  expect(reads).toBeGreaterThan(0);
  console.log(`${runs} runs: ${looks} looks at lists, ${reads} reads of indexes`);
});
