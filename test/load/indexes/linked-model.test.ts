/*
 * Writers of two tables with links between them, those who follow, readers and the jobs that make indexes at the same time; requests to the store get
 * lost, processes die at any request, and notes are followed late. A list in the order of links or lookups shows each record once and in order, if
 * neither the record nor one that it links to is written meanwhile. When all is quiet, lists, groups and counts are those of a scan.
 *
 * It fails within three runs if followers commit without entries, if the other table's records of a commit get no entries, if readers do not ask whether
 * records wait, or if marks are ignored. If records that wait get a key at once, it fails in some runs only: `random-linked.test.ts` and
 * `test/data/indexes/linked.test.ts` find that for sure, and all the others too.
 *
 * GRIDLESS_INDEX_RUNS sets the number of runs.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import * as jobs from "#lib/data/jobs/jobs";
import { followLeft } from "#lib/data/links/left-notes";
import type { RecordItem } from "#lib/data/records/records";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { pieces, turn } from "#test/support/events/jobs";
import { type Accident, process } from "#test/support/events/processes";
import { compareLists } from "#test/support/indexes/compare-lists";
import { aLinkedWorld, makeAll, type Side } from "#test/support/indexes/linked-world";
import { carry, recordsOf } from "#test/support/links/carried";
import { openNotes } from "#test/support/links/open-notes";
import { call } from "#test/support/requests/call";
import { chance, random } from "#test/support/run/chance";
import type { Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_INDEX_RUNS"] ?? 1);
const writers = 4;
/** Of a run, in seconds: the indexes are ready after half of it. */
const secondsEach = 14;
/** No call of the test takes so long. */
const settled = "3";

type World = Awaited<ReturnType<typeof aWorld>>;
interface Row {
  id: string;
  autoNumber: number;
  fields: Record<string, unknown>;
}
const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;
const now = () => new Date().toISOString();

let reads = 0;

function atRandom({ command, input }: Sent): Accident | undefined {
  if (command === "Query" && /":pk":"INDEX#[^"]*#\d"/.test(JSON.stringify(input))) reads++;
  if (chance() > 0.02) return undefined;
  const isWrite = /Put|Update|Delete|Write/.test(command);
  return pick<Accident>(["not sent", "answer lost", "late", ...(isWrite ? killing : [])]);
}
const killing = ["killed before", "killed after"] as const;

const letters = ["a", "b", "c", "d", "e", "f"];

/** By what a row of a view is sorted; undefined where other tests compare the order. */
type Shown = ((row: Row) => number | string) | undefined;
interface Watched {
  side: Side;
  name: string;
  viewId: string;
  shown: Shown;
  isDescending: boolean;
}

async function aWorld() {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  const { as, films, people } = await aLinkedWorld();
  // a record without a name has a title too
  const title = (cell: unknown) => (cell ? `=${(cell as { title?: string }).title ?? ""}` : "");
  const shown: Record<string, Shown> = {
    Lead: ({ fields }) => title(fields["Lead"]),
    Sum: ({ fields }) => Number(fields["Sum"] ?? -1),
    Mean: ({ fields }) => Number(fields["Mean"] ?? -1),
    Label: undefined,
    Sizes: undefined,
    State: undefined,
    Cast: undefined,
    Seen: undefined,
  };
  for (const name of Object.keys(shown))
    await films.addView(name, { sort: [name] }, name.length % 2 ? "asc" : "desc");
  await films.addView("Groups", { group: ["Lead"] });
  const sum = await films.field("Sum");
  const filterSet = [{ fieldId: sum.id, operator: "isGreater", value: 4 }];
  await films.addView("Large", { sort: ["Name"], filter: { conjunction: "and", filterSet } });
  for (const { name, type } of await people.fields())
    if (type === "link") await people.addView(name, { sort: [name] });
  await carry(films, people);
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", settled);
  const views: Watched[] = [];
  for (const side of [films, people])
    for (const { id, name } of await side.views())
      if (!["Groups", "Large"].includes(name))
        views.push({
          side,
          name,
          viewId: id,
          shown: side === films ? shown[name] : undefined,
          isDescending: name.length % 2 === 0,
        });
  for (const side of [films, people]) await side.grow();
  const { symmetricFieldId } = (await films.field("Cast")).options;
  const back = (await people.fields()).find(({ id }) => id === symmetricFieldId)?.name ?? "";
  return {
    as,
    films,
    people,
    views,
    back,
    ids: new Map<Side, string[]>([
      [films, []],
      [people, []],
    ]),
  };
}

/** All pages of a view. Throws if a call is refused. */
async function readThrough({ side, viewId }: Watched): Promise<Row[]> {
  const take = String(5 + random(100));
  const rows: Row[] = [];
  for (let cursor = ""; ; ) {
    const query = { viewId, take, ...(cursor && { cursor }) };
    const { status, body } = await call(listRecords, { as: side.as, params: side.params, query });
    if (status !== 200) throw new Error(`the list was refused: ${JSON.stringify(body)}`);
    rows.push(...body.records);
    if (!body.nextCursor) return rows;
    cursor = body.nextCursor;
  }
}

/** Of the records of a table those that stand as they did, with all that they link to. */
async function readVersions({ films, people }: World) {
  const all = [...(await recordsOf(films.tableId)), ...(await recordsOf(people.tableId))];
  return new Map<string, RecordItem>(all.map((record) => [record.id, record]));
}

async function look(world: World): Promise<void> {
  const view = pick(random(2) ? world.views : world.views.filter(({ shown }) => shown));
  const before = await readVersions(world);
  const rows = await readThrough(view);
  const after = await readVersions(world);
  const isSame = (id: string) => before.get(id)?.version === after.get(id)?.version;
  const unchanged = [...before.values()].filter(
    ({ id, pk, cells }) =>
      pk.includes(view.side.tableId) &&
      isSame(id) &&
      Object.values(cells).every((cell) => !isLinks(cell) || linkedIds(cell).every(isSame)),
  );
  const ids = new Set<string>(unchanged.map(({ id }) => id));
  const seen = rows.filter(({ id }) => ids.has(id));
  expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(told(view, seen)).toEqual(told(view, inOrder(view, seen)));
}

/** Of equal titles the linked records decide; other tests compare that. */
const told = ({ name, shown }: Watched, rows: Row[]) =>
  rows.map((row) => [name, shown?.(row), ...(name === "Lead" ? [] : [row.id, row.autoNumber])]);

const isLinks = (cell: unknown): cell is { id: string }[] =>
  Array.isArray(cell) && cell.some((each) => typeof each === "object");

function inOrder({ shown, isDescending }: Watched, rows: Row[]): Row[] {
  if (!shown) return rows;
  return rows.toSorted((a, b) => {
    const [one, other] = [shown(a), shown(b)];
    const order = one === other ? 0 : one < other ? -1 : 1;
    return (isDescending ? -order : order) || a.autoNumber - b.autoNumber;
  });
}

/**
 * Four seconds in turn: links change and nothing is followed, so that records wait; all is followed; looked-up cells change and nothing is followed, so
 * that there are marks; all is followed.
 */
function phaseNow() {
  const second = Math.floor(Date.now() / 1000) % 4;
  return { isLinking: second === 0, isResizing: second === 2, isFollowed: second % 2 === 1 };
}

async function write(world: World): Promise<void> {
  const { as, films, people } = world;
  const side = pick([films, people]);
  const ids = world.ids.get(side) ?? [];
  const others = world.ids.get(side === films ? people : films) ?? [];
  const { params } = side;
  const { isLinking, isResizing } = phaseNow();
  const some = () => ids.filter(() => random(ids.length) < 3);
  const linked = (most: number) =>
    Array.from({ length: random(most + 1) }, () => ({ id: pick(others) ?? "" }));
  const unique = (links: { id: string }[]) =>
    links.filter(({ id }, i) => id && links.findIndex((each) => each.id === id) === i);
  const cells = (): object => {
    if (side === films && !isLinking) return { Name: pick(letters) };
    if (side === films && others.length > 0)
      return pick([
        () => ({ Cast: unique(linked(3)) }),
        () => ({ Lead: unique(linked(1))[0] ?? null }),
        () => ({ Seen: unique(linked(2)) }),
        () => ({ Name: pick(letters) }),
      ])();
    return pick([
      () => ({ Name: pick(letters) }),
      () => ({ ...(isResizing && { Size: random(4) ? random(6) : null }) }),
      () => ({ ...(isResizing && { Status: pick(["todo", "doing", "done"]) }) }),
      () => ({ ...(isLinking && others.length > 0 && { [world.back]: unique(linked(3)) }) }),
    ])();
  };
  const update = async () => {
    const records = some().map((id) => ({ id, fields: cells() }));
    if (records.length > 0) await call(updateRecords, { as, params, body: { records } });
  };
  if (!isLinking) return update();
  await pick([
    async () => {
      const records = Array.from({ length: 1 + random(ids.length < 20 ? 8 : 3) }, () => ({
        fields: { ...cells(), ...(side === people && { Size: random(6) }) },
      }));
      const { status, body } = await call(createRecords, { as, params, body: { records } });
      if (status !== 201) return;
      ids.push(...body.records.map(({ id }: Row) => id));
      // whose write has ended finds it
      await look(world);
    },
    update,
    update,
    async () => {
      const recordIds = some().slice(0, 2);
      if (recordIds.length > 0) await call(deleteListedRecords, { as, params, body: { recordIds } });
    },
    async () => {
      const [item] = await recordItems({ as }, side.tableId);
      if (item) await bringBack(item.id, { as });
    },
  ])();
}

/** Follows some notes, late, and dies now and then. */
async function followSome(): Promise<void> {
  if (!phaseNow().isFollowed) return;
  for (const { pk, sk } of await openNotes())
    if (random(2)) await process(atRandom, () => followLeft({ pk, sk }, now())).catch(() => {});
}

/** Makes the indexes that are wanted, with turns that die. */
async function make({ films, people }: World): Promise<void> {
  for (const { tableId, baseId } of [films, people]) {
    await process(atRandom, () => tendIndexes(tableId, now())).catch(() => {});
    for (const { id } of (await jobs.listOpen()).filter((job) => job.tableId === tableId))
      await process(atRandom, () => turn(id, baseId, pieces, now)).catch(() => {});
  }
}

/** When all is quiet. */
async function expectRight(world: World): Promise<void> {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  const { as, films, people } = world;
  for (const { tableId } of [films, people])
    for (const report of await checkIndexes(tableId, async () => {}))
      expect({ ...report, counts: report.counts === "wrong" }).toMatchObject({ wrong: 0, counts: false });
  await makeAll(world);
  for (const side of [films, people]) {
    const states = (await side.indexes())
      .filter(({ state }) => state !== "dropped")
      .map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["ready"]));
    await compareLists({ as, tableId: side.tableId, fields: await side.fields() }, await side.views());
  }
  for (const view of world.views) {
    const rows = await readThrough(view);
    const ids = (await recordsOf(view.side.tableId)).map(({ id }) => id as string);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(told(view, rows)).toEqual(told(view, inOrder(view, rows)));
  }
}

test(`${runs} runs: lists in the order of views are right`, { timeout: runs * 60_000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let looks = 0;
  for (let run = 0; run < runs; run++) {
    const world = await aWorld();
    for (let i = 0; i < 30; i++) await write(world);
    const end = Date.now() + secondsEach * 1000;
    let isOver = false;
    const forever = async (work: () => Promise<unknown>) => {
      while (!isOver) {
        await work();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const others = [
      forever(() => process(atRandom, () => look(world)).then(() => looks++)),
      forever(async () => {
        await make(world);
        await tellNews();
      }),
      forever(followSome),
    ];
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (Date.now() < end) await process(atRandom, () => write(world));
      }),
    );
    isOver = true;
    await Promise.all(others);
    await expectRight(world);
  }
  expect(reads).toBeGreaterThan(0);
  console.log(`${runs} runs: ${looks} looks at lists, ${reads} reads of indexes`);
});
