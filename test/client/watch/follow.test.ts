/*
 * The loop of a follower, over a log in memory: what it does with each answer, each failure and each hint. `watch.test.ts` has the same
 * with a server.
 */
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GridlessError } from "#lib/client/errors";
import type { ChangesAnswer, HeardChanges, WatchedChange } from "#lib/client/watch/changes";
import { Follower, type FollowerOptions, type WatchState } from "#lib/client/watch/follow";
import { usualWaits, type Waits } from "#lib/client/watch/waits";

/** The usual ones in a thousandth of the time. */
const quick: Waits = {
  ...{ changed: 2, growth: 1.5, most: 30, calm: 60, failed: 1, mostFailed: 60, slice: 2 },
};
/** Nothing is asked that is not asked at once. */
const endless: Waits = { ...usualWaits, changed: 1e9, most: 1e9, calm: 1e9, slice: 1e9 };

const changed = (record: number, version: number): WatchedChange => ({
  ...{ type: "record.updated", tableId: "tbl", recordId: `rec${record}`, version },
});
const answered = (changes: WatchedChange[], cursor: string): ChangesAnswer => ({
  ...{ changes, cursor, more: false, reset: false },
});
const refused = (status: number, retryAfter?: number) =>
  new GridlessError({ message: String(status), code: `http_${status}`, status, retryAfter });

/** A follower that runs, and what happened. */
function follow({ read, ...options }: Partial<FollowerOptions> & Pick<FollowerOptions, "read">) {
  const ending = new AbortController();
  const asked: (string | undefined)[] = [];
  const happened: string[] = [];
  const states: WatchState[] = [];
  const follower = new Follower({
    ...{ since: undefined, waits: endless, renewsToken: false, signal: ending.signal },
    onReset: () => happened.push("reset"),
    onChanges: (changes) => happened.push(`changes ${changes.length}`),
    onCursor: (cursor) => happened.push(`cursor ${cursor}`),
    onState: (state) => states.push(state),
    ...options,
    read: (since) => {
      asked.push(since);
      return read(since);
    },
  });
  const done = follower.run();
  const close = () => {
    ending.abort();
    return done;
  };
  return { follower, asked, happened, states, close, done };
}

/** Waits until it is so. A test that waits in vain ends by its timeout. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(1);
}
/** All that can be done now is done. */
const settle = async () => {
  for (let i = 0; i < 20; i++) await turn();
};

test("without a cursor: the cursor of now, then the handler reads everything, then it asks for what came meanwhile", async () => {
  const { asked, happened, states, close } = follow({
    read: async (since) => (since === undefined ? answered([], "1") : answered([changed(1, 1)], "2")),
  });
  await until(() => happened.length === 4);
  await close();
  expect(asked).toEqual([undefined, "1"]);
  expect(happened).toEqual(["reset", "cursor 1", "changes 1", "cursor 2"]);
  expect(states).toEqual(["polling"]);
});

test("handlers run one at a time and in order, and the cursor moves after the handler ended", async () => {
  const log: string[] = [];
  const { follower, close } = follow({
    since: "0",
    read: async (since) => ({ ...answered([changed(1, 1)], String(Number(since) + 1)), more: since !== "4" }),
    onChanges: async () => {
      const before = follower.cursor;
      log.push("begins");
      await wait(2);
      expect(follower.cursor).toBe(before);
      log.push("ends");
    },
    onCursor: (cursor) => log.push(cursor),
  });
  await until(() => log.includes("5"));
  await close();
  expect(log).toEqual(["1", "2", "3", "4", "5"].flatMap((cursor) => ["begins", "ends", cursor]));
});

test("a handler that fails ends it with its error, and the cursor stays", async () => {
  const { follower, happened, done } = follow({
    since: "0",
    read: async () => answered([changed(1, 1)], "1"),
    onChanges: () => Promise.reject(new Error("the disk is full")),
  });
  await expect(done).rejects.toThrow("the disk is full");
  expect(follower.cursor).toBe("0");
  expect(happened).toEqual([]);
});

test("it is closed while a handler runs: the handler ends, and its cursor is given", async () => {
  const { happened, close } = follow({
    since: "0",
    read: async () => answered([changed(1, 1)], "1"),
    onChanges: async () => {
      happened.push("begins");
      await wait(5);
      happened.push("ends");
    },
  });
  await until(() => happened.length > 0);
  await close();
  expect(happened).toEqual(["begins", "ends", "cursor 1"]);
});

test("a reset: everything is read, then it goes on from the new cursor", async () => {
  const { asked, happened, close } = follow({
    since: "old",
    read: async (since) => (since === "old" ? { ...answered([], "5"), reset: true } : answered([], "6")),
  });
  await until(() => asked.length === 2);
  await settle();
  await close();
  expect(asked).toEqual(["old", "5"]);
  expect(happened).toEqual(["reset", "cursor 5", "cursor 6"]);
});

test("a server that resets each time is not asked in a circle", async () => {
  let resets = 0;
  const { asked, close } = follow({
    since: "0",
    read: async () => ({ ...answered([], String(++resets)), reset: true }),
  });
  await until(() => asked.length === 2);
  await settle();
  await close();
  expect(asked).toEqual(["0", "1"]);
});

test("a 401 while the token is renewed keeps the cursor; a token that cannot be renewed ends it", async () => {
  let tries = 0;
  const renewed = follow({
    ...{ since: "7", waits: quick, renewsToken: true },
    read: async () => {
      if (++tries <= 5) throw refused(401);
      return answered([changed(1, 1)], "8");
    },
  });
  await until(() => renewed.happened.length === 2);
  await renewed.close();
  expect(renewed.asked.slice(0, 6)).toEqual(Array(6).fill("7"));
  expect(renewed.happened).toEqual(["changes 1", "cursor 8"]);
  expect(renewed.states).toEqual(["offline", "polling"]);

  const read = () => Promise.reject(refused(401));
  const fixed = follow({ since: "7", waits: quick, read });
  await expect(fixed.done).rejects.toMatchObject({ status: 401 });
  expect(fixed.asked).toHaveLength(1);
  const gone = follow({ since: "7", waits: quick, renewsToken: true, read });
  await expect(gone.done).rejects.toMatchObject({ status: 401 });
  expect(gone.asked).toHaveLength(8);
});

test.each([400, 403, 404, 409])("a %d ends it with the error", async (status) => {
  const { asked, done } = follow({ since: "0", read: () => Promise.reject(refused(status)) });
  await expect(done).rejects.toMatchObject({ status });
  expect(asked).toHaveLength(1);
});

test("failures that pass are told by the state, and the cursor stays", async () => {
  const failures = [
    ...[500, 502, 503, 504, 429, 408].map((status) => refused(status)),
    refused(409, 0),
    ...["connection_lost", "timed_out"].map((code) => new GridlessError({ message: "lost", code })),
    new GridlessError({ message: "a page", code: "not_json", status: 200 }),
    new TypeError("the function that gives the token failed"),
  ];
  const left = [...failures];
  const told: unknown[] = [];
  const { asked, states, happened, close } = follow({
    ...{ since: "3", waits: { ...quick, mostFailed: 2 } },
    read: async () => {
      const failure = left.shift();
      if (failure) throw failure;
      return answered([changed(1, 1)], "4");
    },
    onState: (state, error) => {
      states.push(state);
      if (error) told.push(error);
    },
  });
  await until(() => happened.length === 2);
  await close();
  expect(asked.slice(0, failures.length + 1)).toEqual(Array(failures.length + 1).fill("3"));
  expect(states).toEqual(["offline", "polling"]);
  expect(told).toEqual([failures[0]]);
});

test("a hint that follows the own cursor is taken without asking; any other makes it ask", async () => {
  const hint = (from: string, cursor: string, changes?: WatchedChange[]): HeardChanges => ({
    ...{ from, cursor, more: false, reset: false, ...(changes && { changes }) },
  });
  const { follower, asked, happened, states, close } = follow({
    since: "1",
    read: async (since) => answered([], since === "1" ? "1" : "9"),
  });
  await until(() => states.length === 1);
  follower.setLive(true);
  follower.hear(hint("1", "2", [changed(1, 1)]));
  follower.hear(hint("2", "3", [changed(1, 2), changed(2, 1)]));
  await until(() => happened.length === 4);
  expect(asked).toEqual(["1"]);
  // it came before
  follower.hear(hint("1", "2", [changed(1, 1)]));
  await until(() => asked.length === 2);
  await settle();
  // the answer had no changes, so what follows the last change follows the cursor too
  follower.hear(hint("3", "10", [changed(2, 2)]));
  await until(() => happened.at(-1) === "cursor 10");
  // too long for a hint
  follower.hear(hint("10", "11"));
  await until(() => asked.length === 3);
  expect(asked).toEqual(["1", "3", "10"]);
  // what was not heard meanwhile
  follower.setLive(false);
  await until(() => asked.length === 4);
  await close();
  expect(happened.filter((each) => each.startsWith("changes"))).toEqual([
    "changes 1",
    "changes 2",
    "changes 1",
  ]);
  expect(states).toEqual(["polling", "live", "polling"]);
});

test("while another tab asks for it, it has the state of that tab and asks only for what does not follow its cursor", async () => {
  const told = (from: string, cursor: string, more = false): HeardChanges => ({
    ...{ from, ...answered([changed(1, Number(cursor))], cursor), more },
  });
  const waits = { ...endless };
  const { follower, asked, states, close } = follow({
    ...{ since: "1", waits },
    read: async (since) => answered([], since === "1" ? "1" : "9"),
  });
  await until(() => states.length === 1);
  follower.setLed("live");
  follower.hear(told("1", "2"));
  follower.hear(told("1", "2"));
  follower.hear(told("2", "3"));
  await until(() => follower.cursor === "3");
  follower.setLed("offline");
  follower.setLed("live");
  // it asks if what it waits for does not come
  follower.hurry(1e8);
  follower.hear(told("3", "4"));
  await until(() => follower.cursor === "4");
  waits.calm = 8;
  follower.hear(told("6", "7"));
  await until(() => follower.cursor === "9");
  const before = asked.length;
  // nothing comes from that tab for longer than it takes to ask
  await until(() => asked.length > before);
  follower.setLed(undefined);
  await close();
  expect(asked.filter((since) => since !== "9")).toEqual(["1", "4"]);
  expect(states).toEqual(["polling", "live", "offline", "live", "polling"]);
});

test("it was offline, and another tab has an answer: so the server answers", async () => {
  const { follower, states, close } = follow({ since: "1", read: () => Promise.reject(refused(503)) });
  await until(() => states.length === 1);
  follower.rest();
  await close();
  expect(states).toEqual(["offline", "polling"]);
});

test("an answer that is too long for a socket says only that there is more: it asks", async () => {
  const { follower, asked, states, close } = follow({ since: "1", read: async () => answered([], "1") });
  await until(() => states.length === 1);
  follower.hear({ from: "1", changes: [], cursor: "1", more: true, reset: false });
  await until(() => asked.length === 2);
  await close();
});

test("more hints than a slow handler takes are one request", async () => {
  let isHeld = true;
  const { follower, asked, happened, close } = follow({
    since: "0",
    read: async (since) =>
      since === "0" ? answered([changed(1, 1)], "1") : answered([changed(1, 500)], "500"),
    onChanges: async () => {
      while (isHeld) await wait(1);
      happened.push("handled");
    },
  });
  await until(() => asked.length === 1);
  for (let i = 1; i < 500; i++)
    follower.hear({ from: String(i), ...answered([changed(1, i + 1)], String(i + 1)) });
  isHeld = false;
  await until(() => follower.cursor === "500");
  await close();
  expect(asked).toEqual(["0", "1"]);
  expect(happened.filter((each) => each === "handled")).toHaveLength(2);
});

/** A write, a hint that is lost, doubled or late, and what the network does to the next request. */
const step = fc.record({
  record: fc.nat(5),
  hint: fc.constantFrom("comes", "lost", "doubled", "late", "empty"),
  request: fc.constantFrom("passes", "passes", "fails", "answer lost"),
});

test("hints are lost, doubled and late, and the network flaps: at rest the copy is right, and it never showed what was not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const versions = new Map<string, number>();
      const log: WatchedChange[] = [];
      const copy = new Map<string, number>();
      const fates: string[] = [];
      const hintOf = (from: number, to: number): HeardChanges => ({
        from: String(from),
        ...answered(log.slice(from, to), String(to)),
      });
      const { follower, close } = follow({
        ...{ since: "0", waits: quick },
        read: async (since) => {
          const fate = fates.shift();
          await turn();
          if (fate === "fails" || fate === "answer lost")
            throw new GridlessError({ message: fate, code: "connection_lost" });
          const from = Number(since);
          const to = Math.min(log.length, from + 3);
          return { ...answered(log.slice(from, to), String(to)), more: to < log.length };
        },
        onReset: () => expect.unreachable("nothing is too old"),
        onChanges: async (changes) => {
          await turn();
          for (const change of changes) {
            if (change.type !== "record.updated") continue;
            expect(change.version).toBeLessThanOrEqual(versions.get(change.recordId) ?? 0);
            copy.set(change.recordId, Math.max(copy.get(change.recordId) ?? 0, change.version));
          }
        },
      });
      follower.setLive(true);
      const late: HeardChanges[] = [];
      for (const { record, hint, request } of steps) {
        const id = `rec${record}`;
        versions.set(id, (versions.get(id) ?? 0) + 1);
        log.push(changed(record, versions.get(id) ?? 0));
        fates.push(request);
        const made = hintOf(log.length - 1, log.length);
        if (hint === "late") late.push(made);
        else if (hint === "empty")
          follower.hear({ from: made.from, cursor: made.cursor, more: false, reset: false });
        else for (let i = 0; i < (hint === "doubled" ? 2 : hint === "lost" ? 0 : 1); i++) follower.hear(made);
        await turn();
      }
      for (const each of late) follower.hear(each);
      await until(() => follower.cursor === String(log.length));
      await settle();
      await close();
      expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(versions));
    }),
    { numRuns: 60 },
  );
});
