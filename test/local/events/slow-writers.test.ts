import { afterEach, expect, test } from "vitest";
import { readBacklog, waitForConsumers, watchBacklog } from "#lib/local/events/slow-writers";

afterEach(() => watchBacklog(() => ({ changes: 0, age: 0 })));

/** Whether a request of this method still waits when all that can run at once has run. */
async function waits(method: string): Promise<boolean> {
  let isThrough = false;
  void waitForConsumers(method).then(() => {
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
  const going = waitForConsumers("POST");
  changes = 2000;
  await going;
  expect(await waits("POST")).toBe(false);
});

test("consumers that stand still do not stop the service", async () => {
  watchBacklog(() => ({ changes: 5000, age: 60_000 }));
  await waitForConsumers("POST");
});
