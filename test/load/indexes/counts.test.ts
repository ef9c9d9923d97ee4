/*
 * Counts of indexes while writers, the job that makes the index and folders run at the same time; requests to the store get lost, and
 * processes die at any request. Whenever no writer runs, the counts are those of a plain look at all records.
 *
 * GRIDLESS_INDEX_RUNS sets the number of runs.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { type SumsItem, sumsKey } from "#lib/data/indexes/counts/count-items";
import { foldNotes } from "#lib/data/indexes/counts/fold-counts";
import { readCounts } from "#lib/data/indexes/counts/read-counts";
import { liveIndexes } from "#lib/data/indexes/live-indexes";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import * as jobs from "#lib/data/jobs/jobs";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import { readSchema } from "#lib/data/schema/table-schema";
import type { FieldId } from "#lib/schemas/basics/ids";
import { addToNumber, getItem } from "#lib/store/store";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { pieces, runToEnd, turn } from "#test/support/events/jobs";
import { type Accident, process } from "#test/support/events/processes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance, random } from "#test/support/run/chance";
import { repeatIfSlow, type Timed } from "#test/support/run/slow-calls";
import type { Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_INDEX_RUNS"] ?? 1);
const writers = 4;
const secondsEach = 14;
/** No call of the test takes so long, less a second; a run that failed with one that did is repeated. */
const settled = 3;

type World = Awaited<ReturnType<typeof aWorld>>;
const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;
const now = () => new Date().toISOString();

let sums = 0;
let counted = 0;

function atRandom({ command, input }: Sent): Accident | undefined {
  if (command === "GetItem" && JSON.stringify(input).includes("#sums")) sums++;
  if (chance() > 0.04) return undefined;
  const isWrite = /Put|Update|Delete|Write/.test(command);
  return pick<Accident>(["not sent", "answer lost", "late", ...(isWrite ? killing : [])]);
}
const killing = ["killed before", "killed after"] as const;

const aSize = () => (random(8) === 0 ? null : random(5));

async function aWorld() {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Size" },
    ],
  });
  const { owner: as, tableId, baseId } = made;
  const [{ id: nameId }, { id: fieldId }] = made.table.fields;
  const isX = { conjunction: "and", filterSet: [{ fieldId: nameId, operator: "is", value: "x" }] };
  const group = [{ fieldId, order: "asc" }];
  const [all, ofX] = await Promise.all(
    [{}, { filter: isX }].map(async (more) => {
      const sort = { sortObjs: [{ fieldId: nameId, order: "asc" }] };
      const body = { name: "Sizes", type: "grid", group, sort, ...more };
      const { status, body: view } = await call(createView, { as, params: { tableId }, body });
      expect(status).toBe(201);
      return view.id as string;
    }),
  );
  await addToNumber(counterKey(tableId), recordsWithoutIndex);
  return {
    ...{ as, tableId, baseId, group, all: all as string, ofX: ofX as string },
    ...{ nameId: nameId as FieldId, sizeId: fieldId as FieldId, ids: [] as string[] },
  };
}

/** Each group with its count, as the endpoint says it. */
async function readGroups({ as, tableId, group }: World, viewId: string): Promise<[unknown, number][]> {
  const query = { viewId, groupBy: JSON.stringify(group) };
  const { status, body } = await call(listGroupPoints, { as, params: { tableId }, query });
  expect(status).toBe(200);
  const points = body as { type: number; value?: unknown; count?: number }[];
  return points.flatMap((point, i) =>
    point.type === 1 ? [[points[i - 1]?.value, Number(point.count)] as [unknown, number]] : [],
  );
}

async function countGroups({ tableId, nameId, sizeId }: World, onlyX: boolean): Promise<[unknown, number][]> {
  const { records, more } = await readSlice({ tableId, after: 0, skip: 0, take: 9000 });
  expect(more).toBe(false);
  const counts = new Map<number | null, number>();
  for (const { cells } of records) {
    if (onlyX && cells[nameId] !== "x") continue;
    const size = (cells[sizeId] as number | undefined) ?? null;
    counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a ?? -1) - (b ?? -1));
}

/** The counts of the index of a view itself; undefined while it is made. */
async function readIndex({ tableId, sizeId }: World, onlyX: boolean) {
  const index = liveIndexes(await readSchema(tableId)).find(
    ({ item }) =>
      item.state === "ready" &&
      item.orders[0]?.fieldId === sizeId &&
      item.groups === 1 &&
      Boolean(item.filter) === onlyX,
  );
  const groups = index && (await readCounts(tableId, index));
  const sums = index && (await getItem<SumsItem>(sumsKey(tableId, index.item.id)));
  // counts that do not fit are not used: nothing would be found
  expect(sums?.isGivenUp).toBeUndefined();
  if (index && !groups) throw new Error(`nothing is counted: ${JSON.stringify(sums)}`);
  return groups
    ?.sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ cells: [cell], count }): [unknown, number] => [cell, count]);
}

/** All that is counted is that of a plain look. */
async function compare(world: World): Promise<void> {
  const { as, tableId } = world;
  for (const viewId of [world.all, world.ofX]) {
    const wanted = await countGroups(world, viewId === world.ofX);
    expect(await readGroups(world, viewId)).toEqual(wanted);
    const own = await readIndex(world, viewId === world.ofX);
    if (own) {
      expect(own).toEqual(wanted);
      counted++;
    }
    const { body } = await call(countRecords, { as, params: { tableId }, query: { viewId } });
    expect(body.rowCount).toBe(wanted.reduce((sum, [, count]) => sum + count, 0));
  }
}

async function write(world: World): Promise<void> {
  const { as, tableId, ids } = world;
  const params = { tableId };
  const some = () => ids.filter(() => random(ids.length) < 4);
  const act = pick([
    async () => {
      const count = random(10) === 0 ? 120 : 1 + random(6);
      const records = Array.from({ length: count }, () => ({
        fields: { Name: pick(["x", "y"]), Size: aSize() },
      }));
      const { status, body } = await call(createRecords, { as, params, body: { records } });
      if (status === 201) ids.push(...body.records.map(({ id }: { id: string }) => id));
    },
    async () => {
      const records = some().map((id) => ({ id, fields: random(3) ? { Size: aSize() } : { Name: "x" } }));
      if (records.length > 0) await call(updateRecords, { as, params, body: { records } });
    },
    async () => {
      const [id] = some();
      const records = [{ id, fields: random(2) ? { Size: aSize() } : { Name: pick(["x", "y"]) } }];
      if (id) await call(updateRecords, { as, params, body: { records } });
    },
    async () => {
      const recordIds = some();
      if (recordIds.length > 0) await call(deleteListedRecords, { as, params, body: { recordIds } });
    },
    async () => {
      const [item] = await recordItems({ as }, tableId);
      if (item) await bringBack(item.id, { as });
    },
  ]);
  await act();
}

/** Makes and folds, with turns that die. */
async function tend({ tableId, baseId }: World): Promise<void> {
  await process(atRandom, () => tendIndexes(tableId, now())).catch(() => {});
  for (const { id } of (await jobs.listOpen()).filter((job) => job.tableId === tableId))
    await process(atRandom, () => turn(id, baseId, pieces, now)).catch(() => {});
  const { indexes } = await readSchema(tableId);
  await Promise.all(indexes.map(({ id }) => process(atRandom, () => foldNotes(tableId, id)).catch(() => {})));
}

/** Writers, a maker and folders for some seconds; gives how often all was compared. */
async function runOnce(timed: Timed): Promise<number> {
  let compared = 0;
  const world = await aWorld();
  for (let i = 0; i < 3; i++) await write(world);
  const end = Date.now() + secondsEach * 1000;
  let isOver = false;
  const tending = (async () => {
    while (!isOver) {
      await tend(world);
      await new Promise((resolve) => setTimeout(resolve, random(60)));
    }
  })();
  try {
    while (Date.now() < end) {
      await Promise.all(
        Array.from({ length: 1 + random(writers) }, async () => {
          for (let i = 0; i <= random(3); i++) await timed(() => process(atRandom, () => write(world)));
        }),
      );
      await compare(world);
      compared++;
    }
  } finally {
    isOver = true;
    await tending;
  }
  await settleAll();
  await tendIndexes(world.tableId, now());
  for (const { id } of (await jobs.listOpen()).filter((job) => job.tableId === world.tableId))
    await runToEnd(id, world.baseId);
  const { indexes } = await readSchema(world.tableId);
  const made = indexes.filter(({ state, groups }) => state === "ready" && groups !== undefined);
  expect(made.length).toBeGreaterThanOrEqual(2);
  const before = counted;
  await compare(world);
  expect(counted).toBe(before + 2);
  for (const { id } of made) await foldNotes(world.tableId, id);
  await compare(world);
  return compared;
}

test(`${runs} runs: counts are exact whenever no call writes`, { timeout: runs * 200_000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", String(settled));
  let compared = 0;
  for (let run = 0; run < runs; run++)
    await repeatIfSlow(settled, async (timed) => {
      compared += await runOnce(timed);
    });
  expect(sums).toBeGreaterThan(0);
  console.log(
    `${runs} runs: ${compared} times compared, ${counted} of them counts of indexes, ${sums} reads of sums`,
  );
});
