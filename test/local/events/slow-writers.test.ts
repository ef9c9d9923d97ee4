import { afterEach, expect, test } from "vitest";
import {
  jobsWaitForConsumers,
  readBacklog,
  waitForConsumers,
  watchBacklog,
} from "#lib/local/events/slow-writers";

afterEach(() => watchBacklog(() => ({ changes: 0, age: 0 })));

const path = "/table/tbl0000000000000001/record";

/** Whether a request of this method still waits when all that can run at once has run. */
const waits = (method: string, at = path) => isWaiting(waitForConsumers(method, at));

async function isWaiting(waiting: Promise<void>): Promise<boolean> {
  let isThrough = false;
  void waiting.then(() => {
    isThrough = true;
  });
  await new Promise(setImmediate);
  return !isThrough;
}

test.each([
  ["many changes", { changes: 2001, age: 0 }],
  ["an old one", { changes: 1, age: 2001 }],
])("where %s wait for consumers, writers wait and reads do not", async (_, backlog) => {
  watchBacklog(() => backlog);
  expect(readBacklog()).toEqual(backlog);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect([method, await waits(method)]).toEqual([method, true]);
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect([method, await waits(method)]).toEqual([method, false]);
});

test("a writer goes on as soon as consumers have caught up", async () => {
  let changes = 5000;
  watchBacklog(() => ({ changes, age: 0 }));
  const going = waitForConsumers("POST", path);
  changes = 2000;
  await going;
  expect(await waits("POST")).toBe(false);
});

test("consumers that stand still do not stop the service", async () => {
  watchBacklog(() => ({ changes: 5000, age: 60_000 }));
  await waitForConsumers("POST", path);
});

test("what waits of another table holds nothing of this one, unless it is very much", async () => {
  const none = { changes: 0, age: 0 };
  let all = { changes: 5000, age: 60_000 };
  const own = "tbl0000000000000001";
  const mine = (groups: readonly string[]) => groups.includes(own);
  watchBacklog(
    () => all,
    (groups) => (mine(groups) ? none : { changes: 5000, age: 60_000 }),
  );
  expect([await waits("POST"), await waits("POST", "/table/tbl0000000000000002/record")]).toEqual([
    false,
    true,
  ]);
  all = { changes: 10_001, age: 0 };
  expect(await waits("POST")).toBe(true);
});

test("jobs wait before requests do", async () => {
  for (const backlog of [
    { changes: 201, age: 0 },
    { changes: 1, age: 201 },
  ]) {
    watchBacklog(() => backlog);
    expect([await isWaiting(jobsWaitForConsumers(["tbl0000000000000001"])), await waits("POST")]).toEqual([
      true,
      false,
    ]);
  }
  watchBacklog(() => ({ changes: 200, age: 200 }));
  expect(await isWaiting(jobsWaitForConsumers(["tbl0000000000000001"]))).toBe(false);
});
