import { expect, test, vi } from "vitest";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { visitorId } from "#lib/data/identity/caller";
import { counterKey } from "#lib/data/records/record-keys";
import { scan } from "#lib/data/records/scan";
import { countScans, takeScanTurn } from "#lib/data/records/scan-turns";
import { newTableId, newUserId, type TableId } from "#lib/schemas/basics/ids";
import { readMeter } from "#lib/store/meter";
import { Stopped, stopReadsOn } from "#lib/store/stop-reading";
import { addToNumber, client } from "#lib/store/store";
import { aSheet } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";

/** The id of a table that seems to have given so many numbers. */
async function aTableId(numbers: number): Promise<TableId> {
  const tableId = newTableId();
  await addToNumber(counterKey(tableId), numbers);
  return tableId;
}
const aLargeTable = () => aTableId(2000);

/** Takes a turn that lasts until `end` is called; `done` has the names of ended turns in their order. */
function turns() {
  const done: string[] = [];
  const take = (name: string, reader: Parameters<typeof takeScanTurn>[0]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const ended = takeScanTurn(reader, async () => {
      begun.resolve();
      await promise;
      done.push(name);
    });
    return { begun: begun.promise, ended, end: resolve };
  };
  return { done, take };
}

const untilWaiting = (count: number) => expect.poll(() => countScans().waiting, { interval: 5 }).toBe(count);

test("of twenty sorted lists of one table two read at once, and all are answered", async () => {
  const { owner, tableId } = await aSheet({
    records: [{ fields: { Name: "a" } }, { fields: { Name: "b" } }],
  });
  await addToNumber(counterKey(tableId as TableId), 2000);
  const seen: ReturnType<typeof countScans>[] = [];
  const waits = Promise.withResolvers<void>();
  client().middlewareStack.add(
    (next) => async (args) => {
      seen.push(countScans());
      if (countScans().waiting > 0) waits.resolve();
      // as a store that is not in this process
      await new Promise((resolve) => setImmediate(resolve));
      return next(args);
    },
    { step: "initialize", name: "countScans" },
  );
  const orderBy = JSON.stringify([{ fieldId: "Name", order: "desc" }]);
  const order: string[] = [];
  const lists = Array.from({ length: 20 }, async () => {
    const { status, body } = await call(listRecords, { as: owner, params: { tableId }, query: { orderBy } });
    order.push("list");
    expect(status).toBe(200);
    return body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
  });
  await waits.promise;
  const [{ id }] = (await call(listRecords, { as: owner, params: { tableId } })).body.records;
  await call(getRecord, { as: owner, params: { tableId, recordId: id } });
  order.push("small");
  for (const names of await Promise.all(lists)) expect(names).toEqual(["b", "a"]);
  client().middlewareStack.remove("countScans");
  expect(Math.max(...seen.map(({ running }) => running))).toBe(2);
  expect(Math.max(...seen.map(({ waiting }) => waiting))).toBeGreaterThan(10);
  expect(order.indexOf("small")).toBeLessThan(20);
  expect(countScans()).toEqual({ running: 0, waiting: 0 });
});

test("readers take turns: the owner does not wait for all visitors, nor for all jobs", async () => {
  const tableId = await aLargeTable();
  const { done, take } = turns();
  const visitor = { tableId, userId: visitorId };
  const all = [take("visitor 1", visitor), take("visitor 2", visitor)];
  for (const name of ["visitor 3", "visitor 4", "visitor 5"]) {
    all.push(take(name, visitor));
    await untilWaiting(all.length - 2);
  }
  all.push(take("job 1", { tableId }));
  await untilWaiting(4);
  all.push(take("owner", { tableId, userId: newUserId() }));
  await untilWaiting(5);
  all[0]?.end();
  for (const each of all.slice(1)) {
    await all[0]?.ended;
    each.end();
  }
  await Promise.all(all.map(({ ended }) => ended));
  expect(done.slice(0, 2)).toEqual(["visitor 1", "visitor 2"]);
  expect(done.slice(2)).toEqual(["visitor 3", "job 1", "owner", "visitor 4", "visitor 5"]);
});

test("a read inside a turn needs no other turn; a small table needs none at all", async () => {
  const tableId = await aLargeTable();
  const { take } = turns();
  const first = take("first", { tableId });
  await takeScanTurn({ tableId }, async () => {
    expect(countScans().running).toBe(2);
    expect(await takeScanTurn({ tableId }, async () => "inside")).toBe("inside");
  });
  const second = take("second", { tableId });
  await second.begun;
  expect(await takeScanTurn({ tableId: await aTableId(1000) }, async () => "small")).toBe("small");
  first.end();
  second.end();
  await Promise.all([first.ended, second.ended]);
});

test("a read whose request is over leaves the queue, also the last one of its reader", async () => {
  const tableId = await aLargeTable();
  const { take } = turns();
  const held = [take("1", { tableId }), take("2", { tableId })];
  const over = new AbortController();
  const waits = stopReadsOn(over.signal, () => takeScanTurn({ tableId }, async () => "read"));
  await untilWaiting(1);
  over.abort(new Stopped("over"));
  await expect(waits).rejects.toThrow("over");
  expect(countScans()).toEqual({ running: 2, waiting: 0 });
  for (const { end } of held) end();
  await Promise.all(held.map(({ ended }) => ended));
  expect(countScans()).toEqual({ running: 0, waiting: 0 });
});

test("429: a reader with a hundred reads that wait; another reader still waits its turn", async () => {
  const tableId = await aLargeTable();
  const { take } = turns();
  const held = [take("1", { tableId }), take("2", { tableId })];
  const over = new AbortController();
  const waits = Array.from({ length: 100 }, () =>
    stopReadsOn(over.signal, () => takeScanTurn({ tableId }, async () => "read")),
  );
  await untilWaiting(100);
  await expect(takeScanTurn({ tableId }, async () => "read")).rejects.toMatchObject({
    status: 429,
    headers: { "retry-after": "5" },
  });
  const other = takeScanTurn({ tableId, userId: newUserId() }, async () => "read");
  await untilWaiting(101);
  over.abort(new Stopped("over"));
  for (const result of await Promise.allSettled(waits)) expect(result.status).toBe("rejected");
  for (const { end } of held) end();
  expect(await other).toBe("read");
  await Promise.all(held.map(({ ended }) => ended));
});

test("429: a request that has waited for 20 s for its turn; jobs wait on", async () => {
  const tableId = await aLargeTable();
  const { take } = turns();
  const held = [take("1", { tableId }), take("2", { tableId })];
  await Promise.all(held.map(({ begun }) => begun));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const job = takeScanTurn({ tableId }, async () => "read");
    const over = new AbortController();
    const visitor = stopReadsOn(over.signal, () =>
      takeScanTurn({ tableId, userId: visitorId }, async () => "read"),
    );
    const refused = expect(visitor).rejects.toMatchObject({ status: 429, headers: { "retry-after": "5" } });
    while (countScans().waiting < 2) await new Promise(setImmediate);
    vi.advanceTimersByTime(20_000);
    await refused;
    expect(countScans()).toEqual({ running: 2, waiting: 1 });
    for (const { end } of held) end();
    expect(await job).toBe("read");
  } finally {
    vi.useRealTimers();
  }
});

test("a scan whose request is over reads no further", async () => {
  const { tableId } = await aSheet({ records: [{ fields: { Name: "a" } }] });
  await addToNumber(counterKey(tableId as TableId), 500_000);
  const over = new AbortController();
  const scanning = stopReadsOn(over.signal, () =>
    scan({ tableId: tableId as TableId }, [], () => over.abort(new Stopped("over"))),
  );
  await expect(scanning).rejects.toThrow("over");
  readMeter();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readMeter().requests).toBe(0);
  expect(countScans().running).toBe(0);
});
