import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBRecord } from "aws-lambda";
import { expect, test } from "vitest";
import { feedFollower } from "#lib/local/store/follow-feed";
import { anEngine } from "#test/local/embedded/support";

const nameOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.["sk"]?.S ?? "";

/** Follows a new engine; `consume` gives what settles when the change is consumed. */
function following(consume: (sk: string) => Promise<void> = async () => {}, given = anEngine()) {
  const heard: string[] = [];
  const log: string[] = [];
  const follower = feedFollower(given.engine)({
    folder: "",
    log: (line) => log.push(line),
    async dispatch(records) {
      const names = records.map(nameOf);
      heard.push(...names);
      return names.map(consume);
    },
  });
  return { ...given, heard, log, follower };
}

const left = ({ engine }: ReturnType<typeof anEngine>) =>
  engine.readChanges(0).map(({ record }) => nameOf(record as DynamoDBRecord));

test("hears of what was there before it, and of what comes, in order; what is consumed is removed", async () => {
  const given = anEngine();
  await given.put("a");
  const { heard, put, follower } = following(undefined, given);
  for (const name of ["b", "c", "d"]) await put(name);
  await expect.poll(() => heard).toEqual(["a", "b", "c", "d"]);
  await follower.stop();
  expect(left(given)).toEqual([]);
});

test("changes that follow one another closely are dispatched together", async () => {
  const given = anEngine();
  const batches: string[][] = [];
  const follower = feedFollower(given.engine)({
    folder: "",
    log: () => {},
    async dispatch(records) {
      batches.push(records.map(nameOf));
      return [];
    },
  });
  await given.put("a");
  await given.put("b");
  await expect.poll(() => batches.flat()).toEqual(["a", "b"]);
  expect(batches).toEqual([["a", "b"]]);
  await follower.stop();
});

test("what was not consumed stays, with all after it, and is heard of again", async () => {
  const given = anEngine();
  const never = new Promise<void>(() => {});
  const first = following((sk) => (sk === "b" ? never : Promise.resolve()), given);
  for (const name of ["a", "b", "c"]) {
    await given.put(name);
    await expect.poll(() => first.heard).toContain(name);
  }
  await first.follower.stop();
  expect(left(given)).toEqual(["b", "c"]);
  const second = following(undefined, given);
  await expect.poll(() => second.heard).toEqual(["b", "c"]);
  await second.follower.stop();
  expect(left(given)).toEqual([]);
});

test("a dispatcher that throws gets the same changes again, and the failure is logged once", async () => {
  const given = anEngine();
  const log: string[] = [];
  const heard: string[] = [];
  let calls = 0;
  const follower = feedFollower(given.engine)({
    folder: "",
    log: (line) => log.push(line),
    async dispatch(records) {
      if (calls++ < 2) throw new Error("no");
      heard.push(...records.map(nameOf));
      return [];
    },
  });
  await given.put("a");
  await expect.poll(() => heard).toEqual(["a"]);
  expect(log).toEqual(["the stream cannot be read: no"]);
  await follower.stop();
});

test("while the dispatcher does not return, no more changes are read", async () => {
  const given = anEngine();
  const gate = Promise.withResolvers<void>();
  const heard: string[] = [];
  const follower = feedFollower(given.engine)({
    folder: "",
    log: () => {},
    async dispatch(records) {
      heard.push(...records.map(nameOf));
      await gate.promise;
      return [];
    },
  });
  await given.put("a");
  await expect.poll(() => heard).toEqual(["a"]);
  for (const name of ["b", "c"]) await given.put(name);
  await wait(100);
  expect(heard).toEqual(["a"]);
  gate.resolve();
  await expect.poll(() => heard).toEqual(["a", "b", "c"]);
  await follower.stop();
});

test("says how many changes are not dispatched, and since when the oldest waits", async () => {
  const gate = Promise.withResolvers<void>();
  const given = anEngine();
  await given.put("before");
  const follower = feedFollower(given.engine)({
    folder: "",
    log: () => {},
    dispatch: async () => {
      await gate.promise;
      return [];
    },
  });
  for (const name of ["a", "b", "c"]) await given.put(name);
  await expect.poll(() => follower.backlog().age).toBeGreaterThan(0);
  gate.resolve();
  await expect.poll(follower.backlog).toEqual({ changes: 0, age: 0 });
  await follower.stop();
  const idle = following(undefined, given);
  await expect.poll(idle.follower.backlog).toEqual({ changes: 0, age: 0 });
  await idle.follower.stop();
});
