/* Tables in memory, beside the same tables as the store has them (lib/data/records/memory). */
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rememberTables } from "#lib/data/records/memory/remember-tables";
import { setRemembered } from "#lib/data/records/memory/remembered";
import { counterKey, partsOf, recordKey } from "#lib/data/records/record-keys";
import { buildRecord, type RecordItem } from "#lib/data/records/records";
import { findNeeded, scan } from "#lib/data/records/scan";
import type { Field } from "#lib/engine/fields/field";
import { newFieldId, newRecordId, newTableId, newUserId, type TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert, remove } from "#lib/store/commit";
import { Stopped, stopReadsOn } from "#lib/store/stop-reading";
import { addToNumber, getItem } from "#lib/store/store";
import { killedAtFlip, pausedAtFlip, settleAll } from "#test/support/events/commits";
import { inProcessOnly } from "#test/support/run/target";
import { testEngine } from "#test/support/store/engine";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("looks into the memory of the process");

beforeAll(useOwnStore);

const me = newUserId();
const now = "2026-01-01T00:00:00.000Z";
const name = { id: newFieldId(), type: "singleLineText", name: "Name", options: {} } as unknown as Field;
const tags = { id: newFieldId(), type: "multipleSelect", name: "Tags", options: {} } as unknown as Field;
const fields = [name, tags];
const megabyte = 1024 * 1024;

let charged = 0;
let remembered: ReturnType<typeof rememberTables>;
function useMemory(mostBytes = 64 * megabyte): void {
  const engine = testEngine();
  if (!engine) throw new Error("needs the engine of this process");
  const watch = (pk: string, hear: (sk: string) => void) =>
    engine.watch(process.env["GRIDLESS_STORE"] ?? "", pk, (sk) => hear(String(sk)));
  const charge = (requests: number) => {
    charged += requests;
  };
  remembered = rememberTables({ watch, charge }, mostBytes);
  setRemembered(remembered);
}

const aRecord = (tableId: TableId, number: number, text = `record ${number}`): RecordItem =>
  buildRecord(tableId, number, { [name.id]: text, [tags.id]: ["a", `b${number % 3}`] }, me, now);

async function aTable(size: number): Promise<{ tableId: TableId; records: RecordItem[] }> {
  const tableId = newTableId();
  const records = Array.from({ length: size }, (_, i) => aRecord(tableId, i + 1));
  await commit(records.map(insert));
  await settleAll();
  await addToNumber(counterKey(tableId), size);
  return { tableId, records };
}

/** What a scan shows: id → cells. */
async function scanned(tableId: TableId): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  await scan({ tableId }, fields, (records) => {
    for (const { id, cells, autoNumber } of records) {
      expect(found.has(id)).toBe(false);
      found.set(id, { cells: { ...cells }, autoNumber });
    }
  });
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same from the store. */
async function stored(tableId: TableId): Promise<Map<string, unknown>> {
  const restore = setRemembered(undefined);
  try {
    return await scanned(tableId);
  } finally {
    restore();
  }
}

async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await disturbed(() => undefined, work)).map(({ command }) => command);
}

const rename = (before: RecordItem, text: string): Change =>
  change(before, { ...before, cells: { ...before.cells, [name.id]: text } });
const nameIn = (found: Map<string, unknown>, id: string) =>
  (found.get(id) as { cells: { [id: string]: unknown } } | undefined)?.cells[name.id];
const fresh = async ({ pk, sk }: RecordItem) => (await getItem<RecordItem>({ pk, sk })) as RecordItem;

// another engine tells of no writes: no table is in memory there
describe.skipIf(!testEngine())("a table in memory", () => {
  beforeEach(() => useMemory());

  test("is read once: then the store is asked only for what was written", async () => {
    const { tableId, records } = await aTable(1500);
    const first = await scanned(tableId);
    expect(first).toEqual(await stored(tableId));
    charged = 0;
    // the counter, and the columns of a table that is not there
    expect(await requestsOf(() => scanned(tableId))).toEqual(["GetItem", "GetItem"]);
    // two pages of part 0, one of each other part
    expect(charged).toBe(6);
    await commit([rename(records[7] as RecordItem, "changed")]);
    expect((await requestsOf(() => scanned(tableId))).sort()).toEqual(["BatchGetItem", "GetItem", "GetItem"]);
    expect(await scanned(tableId)).toEqual(await stored(tableId));
  });

  test("shows a staged commit as soon as it is decided, also before its items are written", async () => {
    const { tableId, records } = await aTable(300);
    await scanned(tableId);
    const paused = await pausedAtFlip(
      records.map((each, i) => (i % 3 === 0 ? remove(each) : rename(each, "staged"))),
    );
    const before = await scanned(tableId);
    expect(before.size).toBe(300);
    expect(nameIn(before, (records[1] as RecordItem).id)).toBe("record 2");
    await paused.goOn();
    const after = await scanned(tableId);
    expect(after.size).toBe(200);
    expect(nameIn(after, (records[1] as RecordItem).id)).toBe("staged");
    await settleAll();
    expect(await scanned(tableId)).toEqual(after);
  });

  test.each(["before", "after"] as const)(
    "is right when a process is killed %s it decides a commit",
    async (when) => {
      const { tableId, records } = await aTable(250);
      // made while intents are there, too
      await killedAtFlip(
        [
          ...records.map((each) => rename(each, "killed")),
          ...[251, 252].map((n) => insert(aRecord(tableId, n))),
        ],
        when,
      );
      for (let i = 0; i < 2; i++) expect(await scanned(tableId)).toEqual(await stored(tableId));
      await settleAll();
      const settled = await scanned(tableId);
      expect(settled).toEqual(await stored(tableId));
      expect(settled.size).toBe(when === "after" ? 252 : 250);
    },
  );

  test("shows each writer what it has written, while many write and read", async () => {
    const { tableId } = await aTable(300);
    let next = 300;
    const writer = async (w: number) => {
      let own: RecordItem | undefined;
      for (let i = 0; i < 12; i++) {
        if (!own) {
          own = aRecord(tableId, ++next, `w${w} ${i}`);
          await addToNumber(counterKey(tableId), 1);
          await commit([insert(own)]);
        } else await commit([rename(await fresh(own), `w${w} ${i}`)]);
        expect(nameIn(await scanned(tableId), own.id)).toBe(`w${w} ${i}`);
        if (i % 4 !== 3) continue;
        await commit([remove(await fresh(own))]);
        expect((await scanned(tableId)).has(own.id)).toBe(false);
        own = undefined;
      }
    };
    // slow reads: others come while a block is brought up to date
    await disturbed(
      async ({ command }) => {
        if (command === "BatchGetItem") await wait(3);
        return undefined;
      },
      () => Promise.all(Array.from({ length: 6 }, (_, w) => writer(w))),
    );
    expect(await scanned(tableId)).toEqual(await stored(tableId));
  });

  test("is what the store has, after any writes in any order", async () => {
    const step = fc.record({ what: fc.constantFrom("create", "rename", "remove", "again"), at: fc.nat(400) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { tableId, records } = await aTable(200);
        await scanned(tableId);
        const removed: RecordItem[] = [];
        for (const [i, { what, at }] of steps.entries()) {
          const one = records[at % records.length];
          if (what === "create") {
            // numbers come in any order, also between others of the part
            const made = aRecord(tableId, 201 + at);
            await commit([insert(made)]);
            records.push(made);
          } else if (what === "rename" && one) await commit([rename(await fresh(one), `renamed ${i}`)]);
          else if (what === "remove" && one && records.length > 1) {
            await commit([remove(await fresh(one))]);
            removed.push(...records.splice(records.indexOf(one), 1));
          } else if (what === "again") {
            const back = removed.pop();
            if (!back) continue;
            await commit([insert({ ...back, version: 1, cells: { [name.id]: "back" } })]);
            records.push(back);
          }
          if (i % 3 === 0) expect(await scanned(tableId)).toEqual(await stored(tableId));
        }
        expect(await scanned(tableId)).toEqual(await stored(tableId));
      }),
      { numRuns: 25 },
    );
  });

  test("is not kept beyond the memory that is given", async () => {
    useMemory(30_000);
    const tables = [await aTable(300), await aTable(300), await aTable(300)];
    const inMemory: number[] = [];
    for (const { tableId } of [...tables, ...tables]) {
      const requests = await requestsOf(() => scanned(tableId));
      inMemory.push(requests.filter((command) => command === "Query").length);
      expect(await scanned(tableId)).toEqual(await stored(tableId));
    }
    // the first fills the memory and stays, because it was used a moment ago; the others are read each time
    expect(inMemory).toEqual([1, 1, 1, 0, 1, 1]);
  });

  test("does not keep long texts: a scan that reads them asks the store", async () => {
    const { tableId } = await aTable(5);
    const long = aRecord(tableId, 6, "long ".repeat(1000));
    await commit([insert(long)]);
    expect(nameIn(await scanned(tableId), long.id)).toBe("long ".repeat(1000));
    expect(nameIn(await scanned(tableId), long.id)).toBe("long ".repeat(1000));
    const part = await remembered.readPart(recordKey(tableId, long.id).pk, findNeeded([name]));
    expect(part).toBeUndefined();
    expect(await remembered.readPart(recordKey(tableId, long.id).pk, findNeeded([tags]))).toBeDefined();
  });

  test("gives cells that no reader can change", async () => {
    const { tableId } = await aTable(3);
    await scanned(tableId);
    await scan({ tableId }, fields, ([record]) => {
      const cell = record?.cells[tags.id] ?? [];
      expect(() => (cell as string[]).push("x")).toThrow(TypeError);
    });
  });

  test("forgets a part that is written and not read", async () => {
    const { tableId, records } = await aTable(100);
    await scanned(tableId);
    await commit(Array.from({ length: 250 }, (_, i) => insert(aRecord(tableId, 101 + i))));
    await settleAll();
    const requests = await requestsOf(() => scanned(tableId));
    expect(requests).toContain("Query");
    expect(await scanned(tableId)).toEqual(await stored(tableId));
    expect(records).toHaveLength(100);
  });

  test("a read that fails is not kept: the next one is right", async () => {
    const { tableId, records } = await aTable(50);
    await scanned(tableId);
    await commit([rename(records[3] as RecordItem, "after")]);
    await disturbed(
      ({ command }) =>
        command === "BatchGetItem"
          ? Object.assign(new Error("broken"), { name: "Broken", $fault: "client" })
          : undefined,
      async () => {
        await expect(scanned(tableId)).rejects.toThrow("does not respond");
      },
    );
    expect(nameIn(await scanned(tableId), (records[3] as RecordItem).id)).toBe("after");
    expect(await remembered.readPart(partsOf(tableId, 0)[0] ?? "", findNeeded([name]))).toBeDefined();
  });
  test("a reader whose request is over stops no other reader of the part", async () => {
    const { tableId } = await aTable(300);
    const over = new AbortController();
    await disturbed(
      async ({ command }) => {
        if (command === "Query") await wait(20);
        return undefined;
      },
      async () => {
        const stopped = stopReadsOn(over.signal, () => scanned(tableId));
        const others = [scanned(tableId), scanned(tableId)];
        await wait(5);
        over.abort(new Stopped("over"));
        await Promise.allSettled([stopped, ...others]);
        for (const each of others) expect((await each).size).toBe(300);
      },
    );
  });

  test("records of other tables with the same numbers are kept apart", async () => {
    const [one, other] = [await aTable(20), await aTable(30)];
    expect((await scanned(one.tableId)).size).toBe(20);
    expect((await scanned(other.tableId)).size).toBe(30);
    expect((await scanned(newTableId())).size).toBe(0);
    expect(newRecordId(1)).toMatch(/^rec/);
  });
});
