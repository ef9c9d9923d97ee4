/* The keys of a stream are given, whatever its shards do: against a model of a stream of DynamoDB. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  openStreamLog,
  type Stream,
  type StreamRecord,
} from "../../../../bin/admin/move-space/cells/stream-log.ts";

const spaceId = "spc0000000000000000";
const atOnce = { betweenPages: 0, betweenLists: 0, probing: 60_000, quiet: 60_000, apart: 60_000 };

const failure = (name: string) => Object.assign(new Error(name), { name });

/** A shard of the model, with the parts of the keys that it has. */
interface ModelShard {
  id: string;
  parts: number[];
  records: StreamRecord[];
  hasEnded: boolean;
}

/** What goes wrong at a read. */
type Luck = "fine" | "empty" | "throttled" | "expired";

/** A stream whose partitions go on, and are split; `luck` says how each read ends. */
function modelStream(luck: () => Luck, unseen: ReadonlySet<number> = new Set()) {
  let count = 0;
  const shards: ModelShard[] = [];
  const begin = (parts: number[]) =>
    shards.push({ id: `shard-${++count}`, parts, records: [], hasEnded: false });
  begin([0, 1, 2, 3]);
  begin([4, 5, 6, 7]);
  const partOf = (pk: string) => [...pk].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 8191, 7) % 8;
  const find = (id: string) => {
    const shard = shards.find((each) => each.id === id);
    if (!shard) throw failure("ResourceNotFoundException");
    return shard;
  };

  function write(pk: string): void {
    const shard = shards.find(({ parts, hasEnded }) => !hasEnded && parts.includes(partOf(pk)));
    shard?.records.push({ pk, sk: "x", sequence: String(++count), time: Date.now() });
  }

  const stream: Stream = {
    id: "arn:stream",
    listShards: async () => shards.map(({ id, hasEnded }) => ({ id, hasEnded })),
    async open(id, after) {
      const { records } = find(id);
      if (typeof after === "object") return `${id} ${records.length}`;
      return `${id} ${after === "" ? 0 : records.findIndex(({ sequence }) => sequence === after) + 1}`;
    },
    async read(iterator) {
      const [id = "", from = ""] = iterator.split(" ");
      const { records, hasEnded } = find(id);
      const said = luck();
      if (said === "throttled") throw failure("ProvisionedThroughputExceededException");
      if (said === "expired") throw failure("ExpiredIteratorException");
      if (said === "empty") return { records: [], next: iterator };
      const page = records.slice(Number(from), Number(from) + 3);
      const to = Number(from) + page.length;
      return { records: page, ...(!(hasEnded && to === records.length) && { next: `${id} ${to}` }) };
    },
    async writeProbes(keys) {
      for (const { pk } of keys) if (!unseen.has(partOf(pk))) write(pk);
    },
  };
  return {
    stream,
    write,
    /** The partition goes on in another shard, or in two. */
    end(index: number): void {
      const open = shards.filter(({ hasEnded }) => !hasEnded);
      const shard = open[index % open.length];
      if (!shard) return;
      shard.hasEnded = true;
      const half = Math.ceil(shard.parts.length / 2);
      begin(shard.parts.slice(0, half));
      if (half < shard.parts.length) begin(shard.parts.slice(half));
    },
    forget: (id: string) => shards.splice(shards.indexOf(find(id)), 1),
  };
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("write" as const), key: fc.string({ maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("end" as const), index: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.constant({ do: "read" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "keep" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "kill" as const }) },
);

test("each key that is written is given before the end is said to have passed: shards end and split, pages are empty, reads fail, the reader is killed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.infiniteStream(fc.constantFrom<Luck>("fine", "fine", "fine", "empty", "throttled", "expired")),
      async (steps, lucks) => {
        const { stream, write, end } = modelStream(() => lucks.next().value ?? "fine");
        let log = await openStreamLog(stream, spaceId, undefined, atOnce);
        const first = log.log;
        let kept = { log: log.log, after: JSON.stringify(log.after()) };
        const written = new Set<string>();
        const given = new Set<string>();
        const read = async () => {
          for (const { pk } of (await log.read(undefined)).keys) given.add(pk);
        };
        let names = 0;
        for (const each of steps)
          if (each.do === "write") {
            const pk = `${each.key}${++names}`;
            write(pk);
            written.add(pk);
          } else if (each.do === "end") end(each.index);
          else if (each.do === "read") await read();
          else if (each.do === "keep") kept = { log: log.log, after: JSON.stringify(log.after()) };
          else {
            const after: unknown = JSON.parse(kept.after);
            log = await openStreamLog(stream, spaceId, { log: kept.log, after }, atOnce);
          }
        const hasPassed = await log.markEnd();
        do await read();
        while (!hasPassed());
        expect(log.log).toBe(first);
        expect([...written].filter((pk) => !given.has(pk))).toEqual([]);
        expect([...given].filter((pk) => pk.startsWith("MOVE#"))).toEqual([]);
      },
    ),
  );
});

describe("a place that was kept", () => {
  const open = async (change: (place: { time: string }) => object) => {
    const model = modelStream(() => "fine");
    const log = await openStreamLog(model.stream, spaceId, undefined, atOnce);
    const kept = { log: log.log, after: change(JSON.parse(JSON.stringify(log.after()))) };
    return { ...model, again: () => openStreamLog(model.stream, spaceId, kept, atOnce), log };
  };

  test("is gone on from", async () => {
    const { again, log } = await open((place) => place);
    expect((await again()).log).toBe(log.log);
  });

  test("of a day before is lost, since a stream keeps a day", async () => {
    const { again, log } = await open((place) => ({
      ...place,
      time: new Date(Date.now() - 24 * 3600_000).toISOString(),
    }));
    expect((await again()).log).not.toBe(log.log);
  });

  test("in a shard that the stream no longer lists is lost", async () => {
    const { again, log, forget } = await open((place) => place);
    forget("shard-1");
    expect((await again()).log).not.toBe(log.log);
  });

  test.each([[7], [undefined], ["x"], [{ reading: {} }]])("that is none (%j) is lost", async (after) => {
    const { again, log } = await open(() => after as never);
    expect((await again()).log).not.toBe(log.log);
  });
});

test("what was removed from the stream meanwhile stops the command", async () => {
  const { stream, write } = modelStream(() => "fine");
  const log = await openStreamLog(
    { ...stream, read: () => Promise.reject(failure("TrimmedDataAccessException")) },
    spaceId,
    undefined,
    atOnce,
  );
  write("a");
  await expect(log.read(undefined)).rejects.toThrow(/give the same command once more/);
});

test("another error is not hidden", async () => {
  const { stream } = modelStream(() => "fine");
  const log = await openStreamLog(
    { ...stream, read: () => Promise.reject(failure("AccessDeniedException")) },
    spaceId,
    undefined,
    atOnce,
  );
  await expect(log.read(undefined)).rejects.toThrow("AccessDeniedException");
});

test("a shard that gets no probe must be quiet for a while, and a late record of it is waited for", async () => {
  const { stream, write } = modelStream(() => "fine", new Set([4, 5, 6, 7]));
  const log = await openStreamLog(stream, spaceId, undefined, { ...atOnce, probing: 0, quiet: 100 });
  const hasPassed = await log.markEnd();
  const given: string[] = [];
  for (let reads = 0; !hasPassed(); reads++) {
    if (reads === 1) for (const pk of ["a", "b", "c", "d", "e", "f", "g", "h"]) write(pk);
    for (const { pk } of (await log.read(undefined)).keys) given.push(pk);
  }
  expect(given.sort()).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
});

test("a shard that is never quiet and gets no probe has passed with what was written later", async () => {
  const { stream, write } = modelStream(() => "fine", new Set([4, 5, 6, 7]));
  const log = await openStreamLog(stream, spaceId, undefined, { ...atOnce, apart: 20 });
  const early = ["a", "b", "c", "d", "e", "f", "g", "h"];
  for (const pk of early) write(pk);
  const hasPassed = await log.markEnd();
  const given: string[] = [];
  while (!hasPassed()) {
    for (const { pk } of (await log.read(undefined)).keys) given.push(pk);
    for (const pk of early) write(`later ${pk}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(early.filter((pk) => !given.includes(pk))).toEqual([]);
});
