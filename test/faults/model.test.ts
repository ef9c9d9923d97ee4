/*
 * Concurrent writers of small and staged commits on the same records, with random accidents and conflicts, and readers. The result is
 * compared with a simple model of the requested changes. Time runs fast, so that leases expire.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { type Change, change, check, commit, insert, Refused, remove, removeKey } from "#lib/store/commit";
import { settleLeft } from "#lib/store/settle-commit";
import { addToNumber, countItems, getItem, type Item, keyAfter, readAll, readPage } from "#lib/store/store";
import { leftovers, settleAll } from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { type Accident, disturbance, process } from "#test/support/events/processes";
import { chance, random } from "#test/support/run/chance";
import type { Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const seconds = Number(globalThis.process.env["GRIDLESS_MODEL_SECONDS"] ?? 3);
const writers = 5;
const speed = 25;
const [recordsKey, valuesKey, batchesKey] = ["RECORDS", "VALUES", "BATCHES"];

interface StoredRecord extends Item {
  /** The batch of its last write. */
  by: string;
  value?: string;
}
interface Touched {
  id: string;
  from: number;
  /** The version after the change; undefined if the record was deleted. */
  to: number | undefined;
  value: string | undefined;
}
interface Batch {
  name: string;
  changes: Change[];
  touched: Touched[];
  outcome: "done" | "refused" | "unknown" | "busy" | "killed";
}
const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;
const shuffled = <Of>(list: readonly Of[]): Of[] =>
  list
    .map((each) => ({ each, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

function atRandom(sent: Sent): Accident | undefined {
  const writes = /Put|Update|Delete|Write/.test(sent.command);
  if (writes && chance() < 0.04) return disturbance(sent);
  if (chance() > 0.03) return undefined;
  return pick<Accident>(["not sent", "answer lost", "late", writes ? pick(killing) : "not sent"]);
}
const killing = ["killed before", "killed after"] as const;

/** The highest version of each record in finished reads: later reads must not show a lower one. */
const shownUpTo = new Map<string, number>();
const gone = Number.POSITIVE_INFINITY;
const batches = new Map<string, Batch>();
const batchesSeen = new Set<string>();
const numbers = new Set<number>();
let reads = 0;

async function read(): Promise<StoredRecord[]> {
  const before = new Map(shownUpTo);
  const records: StoredRecord[] = [];
  for (let from = " ", more = true; more; ) {
    const next = await readPage<StoredRecord>({ pk: recordsKey, from, limit: 150 });
    records.push(...next.items);
    from = keyAfter(records.at(-1)?.sk ?? from);
    more = next.more;
  }
  reads++;
  const found = new Map(records.map(({ sk, version }) => [sk, version]));
  for (const [id, version] of before) expect(found.get(id) ?? gone, id).toBeGreaterThanOrEqual(version);
  for (const record of records) {
    expect(record).not.toHaveProperty("commit");
    if (batchesSeen.has(record.by)) continue;
    batchesSeen.add(record.by);
    // if one record of a batch is visible, all of the batch must be visible from now on
    for (const { id, to = gone } of batches.get(record.by)?.touched ?? [])
      shownUpTo.set(id, Math.max(shownUpTo.get(id) ?? 0, to));
  }
  return records;
}

/** `number` is that of the writer. A writer mostly changes its own records, so that not every commit conflicts. */
async function plan(number: number, name: string, records: StoredRecord[]): Promise<Batch> {
  const batch: Batch = { name, changes: [], touched: [], outcome: "unknown" };
  const given = new Set<string>();
  const freed = new Set<string>();
  const aValue = () => {
    const value = chance() < 0.9 ? `value${random(20_000)}` : undefined;
    if (value === undefined || given.has(value) || freed.has(value)) return undefined;
    given.add(value);
    return value;
  };
  const isLarge = random(3) > 0;
  const kind =
    records.length > 600 ? "delete" : records.length < 300 ? "create" : pick(["create", "update", "delete"]);
  const size = isLarge ? 40 + random(30) : 1 + random(4);
  if (kind === "create") {
    const last = await addToNumber({ pk: "TABLE", sk: "COUNTER" }, size);
    for (let next = last - size + 1; next <= last; next++) {
      expect(numbers.has(next), `number ${next} was used twice`).toBe(false);
      numbers.add(next);
      const id = `rec${String(next).padStart(6, "0")}`;
      const value = aValue();
      batch.changes.push(
        insert({ pk: recordsKey, sk: id, entity: "record", by: name, ...(value && { value }) }),
      );
      batch.touched.push({ id, from: 0, to: 1, value });
    }
  } else {
    const own = records.filter(({ sk }) => Number(sk.slice(3)) % writers === number);
    const some = [
      ...shuffled(own).slice(0, size),
      ...shuffled(records.filter((each) => !own.includes(each))).slice(0, random(2)),
    ];
    for (const { value } of some) if (value) freed.add(value);
    for (const record of some) {
      const value = kind === "update" ? aValue() : undefined;
      batch.changes.push(kind === "update" ? change(record, { by: name, value }) : remove(record));
      const to = kind === "update" ? record.version + 1 : undefined;
      batch.touched.push({ id: record.sk, from: record.version, to, value });
    }
  }
  for (const { id, value } of batch.touched)
    if (value) batch.changes.push(insert({ pk: valuesKey, sk: value, entity: "value", record: id }));
  for (const value of freed) batch.changes.push(removeKey({ pk: valuesKey, sk: value }));
  const others = records.filter(({ sk }) => !batch.touched.some(({ id }) => id === sk));
  if (others.length > 0 && random(4) === 0) batch.changes.push(check(pick(others)));
  batch.changes.push(insert({ pk: batchesKey, sk: name, entity: "batch" }));
  batch.changes = shuffled(batch.changes);
  return batch;
}

const outcomeOf = (error: unknown): Batch["outcome"] => {
  if (error instanceof Refused) return "refused";
  const { status } = error as { status?: number };
  if (status === 409) return "busy";
  if (status === 503) return "unknown";
  throw error;
};

let until = 0;
const isOver = () => performance.now() > until;
const retriable = (error: unknown) => {
  if ((error as { status?: number }).status !== 503) throw error;
};

async function writer(number: number): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    let batch: Batch | undefined;
    const { killed } = await process(atRandom, async () => {
      const made = await plan(number, `batch${number}-${round}`, await read());
      if (made.touched.length === 0) return;
      batch = made;
      batches.set(made.name, made);
      made.outcome = await commit(made.changes).then(() => "done" as const, outcomeOf);
    }).catch((error: unknown) => {
      retriable(error);
      return { killed: false };
    });
    if (killed && batch) (batch as Batch).outcome = "killed";
  }
}

async function reader(): Promise<void> {
  while (!isOver()) {
    const seen = (await read()).at(-1)?.by;
    // a batch with a visible record is committed as a whole
    if (seen) expect(await getItem({ pk: batchesKey, sk: seen })).toBeDefined();
  }
}

async function janitor(): Promise<void> {
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await process(atRandom, () => settleLeft(new Date(Date.now()).toISOString())).catch(() => {});
  }
}

test("the final state is the result of the committed batches in some order", async () => {
  const [clock, started] = [Date.now(), performance.now()];
  const now = vi
    .spyOn(Date, "now")
    .mockImplementation(() => Math.floor(clock + (performance.now() - started) * speed));
  until = performance.now() + seconds * 1000;
  await Promise.all([...Array.from({ length: writers }, (_, i) => writer(i)), reader(), reader(), janitor()]);
  const shown = await read();
  const counted = await countItems({ pk: recordsKey });
  now.mockRestore();
  await settleAll();
  expect(await leftovers()).toEqual([]);
  expect(await read()).toEqual(shown);
  expect([counted, await countItems({ pk: recordsKey })]).toEqual([shown.length, shown.length]);

  const stored = await itemsWith("");
  const done = new Set((await readAll({ pk: batchesKey })).map(({ sk }) => sk));
  for (const { name, outcome } of batches.values()) {
    if (outcome === "done") expect(done.has(name), `${name} was acknowledged but does not exist`).toBe(true);
    if (outcome === "refused" || outcome === "busy")
      expect(done.has(name), `${name} was ${outcome} but exists`).toBe(false);
  }
  for (const name of batchesSeen) expect(done.has(name), `${name} was visible but not committed`).toBe(true);

  // the committed changes of each record form a chain, and the last one is the final state
  const histories = new Map<string, Map<number, Touched & { by: string }>>();
  for (const { name, touched } of batches.values())
    for (const each of done.has(name) ? touched : []) {
      const history = histories.get(each.id) ?? new Map<number, Touched & { by: string }>();
      expect(history.has(each.from), `${each.id} was changed twice from ${each.from}`).toBe(false);
      histories.set(each.id, history.set(each.from, { ...each, by: name }));
    }
  const expected: unknown[] = [];
  for (const [id, history] of histories) {
    let last = history.get(0);
    let steps = 1;
    for (; last?.to !== undefined && history.has(last.to); steps++) last = history.get(last.to);
    expect(steps, `${id} lost a change`).toBe(history.size);
    if (last?.to !== undefined) expected.push([id, last.to, last.by, last.value]);
  }
  expect(shown.map(({ sk, version, by, value }) => [sk, version, by, value])).toEqual(expected.sort());
  const values = stored.filter(({ entity }) => entity === "value").map(({ sk, record }) => [sk, record]);
  const held = shown.filter(({ value }) => value).map(({ sk, value }) => [value, sk]);
  expect(values.sort()).toEqual(held.sort());

  const outcomes = Map.groupBy(
    batches.values(),
    ({ changes, outcome }) => `${changes.length > 100 ? "staged" : "small"} ${outcome}`,
  );
  const counts = Object.fromEntries([...outcomes].map(([outcome, { length }]) => [outcome, length]).sort());
  console.log(`${batches.size} batches, ${done.size} done, ${reads} reads`, counts);
  expect(counts["staged done"]).toBeGreaterThan(0);
}, 120_000);
