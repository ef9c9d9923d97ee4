import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type Change,
  change,
  check,
  checkAbsent,
  checkKey,
  commit,
  insert,
  Refused,
  remove,
  removeKey,
  retryOnConflict,
  withChecks,
} from "#lib/store/commit";
import { type Item, type Key, keyText, getItem as readItem } from "#lib/store/store";
import { conflict, disturbed, type Fault, storeError } from "#test/support/store/faults";

const get = ({ pk, sk }: Key) => readItem({ pk, sk });

let made = 0;
const aKey = () => ({ pk: `COMMITTEST#${process.pid}#${Date.now()}#${++made}`, sk: "ITEM" });
const anItem = (more: object = {}) => ({ ...aKey(), entity: "test", ...more });

/** An item in the store. */
async function storedItem(more: object = {}): Promise<Item> {
  const item = anItem(more);
  await commit([insert(item)]);
  return (await get(item)) as Item;
}

/** The keys of the refused changes; empty if the commit succeeded. */
async function refusedIn(changes: Change[]): Promise<string[]> {
  try {
    await commit(changes);
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.changes.map((change) => keyText("item" in change ? change.item : change.key));
  }
}

const attribute = async (key: Key, name: string) => (await get(key))?.[name];

test("items that together have more than a transaction takes are deleted, and made small, in one commit", async () => {
  const large = { text: "x".repeat(350 * 1024) };
  const items: Item[] = [];
  for (let i = 0; i < 15; i++) items.push(await storedItem(large));
  await commit(items.map((item) => change(item, { text: "y" })));
  const small = await Promise.all(items.map(get));
  expect(small.map((item) => item?.["text"])).toEqual(items.map(() => "y"));
  await commit(small.map((item) => change(item as Item, large)).slice(0, 8));
  await commit((await Promise.all(items.map(get))).map((item) => remove(item as Item)));
  const others: Item[] = [];
  for (let i = 0; i < 15; i++) others.push(await storedItem(large));
  await commit(others.map(remove));
  expect(await Promise.all([...items, ...others].map(get))).toEqual(
    [...items, ...others].map(() => undefined),
  );
});

describe("conditions", () => {
  test("an item is created once", async () => {
    const item = anItem({ n: 1 });
    expect(await refusedIn([insert(item)])).toEqual([]);
    expect(await refusedIn([insert({ ...item, n: 2 })])).toEqual([keyText(item)]);
    expect(await get(item)).toEqual({ ...item, version: 1 });
  });

  test("an update and a delete are refused if the item has changed since it was read", async () => {
    const before = await storedItem({ n: 1 });
    await commit([change(before, { n: 2 })]);
    for (const late of [change(before, { n: 3 }), remove(before)])
      expect(await refusedIn([late])).toEqual([keyText(before)]);
    expect(await get(before)).toEqual({ ...before, n: 2, version: 2 });
  });

  test("an update and a delete are refused if the item was deleted", async () => {
    const before = await storedItem();
    await commit([remove(before)]);
    for (const late of [change(before, {}), remove(before), removeKey(before)])
      expect(await refusedIn([late])).toEqual([keyText(before)]);
    expect(await get(before)).toBeUndefined();
  });

  test("a failed check refuses the whole commit; a checked item stays unchanged", async () => {
    const [stale, same] = [await storedItem(), await storedItem()];
    await commit([change(stale, { n: 1 })]);
    const fresh = anItem();
    const none = aKey();
    for (const [late, at] of [
      [check(stale), stale],
      [checkKey(none), none],
      [checkAbsent(same), same],
    ] as const)
      expect(await refusedIn([late, insert(fresh)])).toEqual([keyText(at)]);
    expect(await get(fresh)).toBeUndefined();
    expect(await refusedIn([check(same), checkKey(stale), checkAbsent(none), insert(fresh)])).toEqual([]);
    expect([await get(same), await get(none)]).toEqual([same, undefined]);
    expect(await refusedIn([check(same)])).toEqual([]);
  });

  test("items that were read besides are checked, unless they are changed from the state that was read", async () => {
    const [written, read] = [await storedItem({ n: 1 }), await storedItem({ n: 1 })];
    await commit(withChecks([change(written, { n: 2 })], [read]));
    const newer = (await get(written)) as Item;
    expect(await refusedIn(withChecks([change(newer, { n: 3 })], [newer]))).toEqual([]);
    expect(() => withChecks([change(newer, { n: 4 })], [written])).toThrow(Refused);
    await commit([change(read, { n: 2 })]);
    const other = await storedItem();
    expect(await refusedIn(withChecks([remove(other)], [read]))).toEqual([keyText(read)]);
  });

  test("an undefined attribute is removed", async () => {
    const before = await storedItem({ icon: "x", n: 1 });
    await commit([change(before, { icon: undefined })]);
    expect(await get(before)).toEqual({ pk: before.pk, sk: before.sk, entity: "test", n: 1, version: 2 });
  });

  test("many changes are all written or none, and the error names the refused ones", async () => {
    const [kept, stale, gone] = [await storedItem(), await storedItem(), await storedItem()];
    await commit([change(stale, { n: 1 })]);
    await commit([remove(gone)]);
    const fresh = anItem();
    const changes = [insert(fresh), change(kept, { n: 9 }), change(stale, { n: 9 }), removeKey(gone)];
    expect(await refusedIn(changes)).toEqual([keyText(stale), keyText(gone)]);
    expect(await get(fresh)).toBeUndefined();
    expect(await get(kept)).toEqual(kept);
    expect(await attribute(stale, "n")).toBe(1);
  });

  test("one of two concurrent updates of the same version is refused", async () => {
    const before = await storedItem({ n: 0 });
    const refused = await Promise.all([1, 2, 3, 4].map((n) => refusedIn([change(before, { n })])));
    expect(refused.filter((keys) => keys.length === 0)).toHaveLength(1);
    expect(await attribute(before, "version")).toBe(2);
  });
});

describe("what is sent", () => {
  const undisturbed = (work: () => Promise<unknown>) => disturbed(() => undefined, work);

  test("one change is a plain write, several are one transaction", async () => {
    const [changed, gone] = [await storedItem(), await storedItem()];
    const sent = await undisturbed(async () => {
      await commit([insert(anItem())]);
      await commit([change(changed, {})]);
      await commit([remove(gone)]);
      await commit(Array.from({ length: 100 }, () => insert(anItem())));
    });
    expect(sent.map(({ command }) => command)).toEqual([
      ...["PutItem", "PutItem", "DeleteItem"],
      "TransactWriteItems",
    ]);
  });

  test.each([
    [
      "20,001 changes",
      Array.from({ length: 20_001 }, () => insert(anItem())),
      "a call may write at most 20000 items and this one needs 20001; split it into several calls",
    ],
    [
      "34 MB",
      Array.from({ length: 130 }, () => insert(anItem({ x: "é".repeat(130_000) }))),
      /a call may write at most 33554432 bytes and this one needs 338\d{5}; /,
    ],
  ])("400: %s, and no request is sent", async (_, changes, message) => {
    const sent = await undisturbed(async () => {
      await expect(commit(changes)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      });
    });
    expect(sent).toEqual([]);
  });
});

describe("lost answers", () => {
  const patterns = [1, 2, 3, 4, 5].flatMap((times) =>
    (["not sent", "answer lost"] as const).map((fault): [Fault & string, number] => [fault, times]),
  );

  test.each(patterns)(
    "a transaction whose request is %s %i times takes effect exactly once, with one token",
    async (fault, times) => {
      const counted = await storedItem({ n: 0 });
      const fresh = anItem();
      const sent = await disturbed(
        (_, i) => (i < times ? fault : undefined),
        () => commit([change(counted, { n: 1 }), insert(fresh)]),
      );
      expect(sent).toHaveLength(times + 1);
      expect(new Set(sent.map(({ input }) => input.ClientRequestToken)).size).toBe(1);
      expect(await get(counted)).toEqual({ ...counted, n: 1, version: 2 });
      expect(await get(fresh)).toEqual({ ...fresh, version: 1 });
    },
  );

  test.each([
    ["creation", () => insert(anItem({ n: 1 }))],
    ["change", async () => change(await storedItem({ icon: "x" }), { n: 1, icon: undefined })],
  ])("a single %s whose answer is lost is recognized as done", async (_, make) => {
    const wanted = await make();
    await disturbed(
      ({ command }, i) => (command === "PutItem" && i === 0 ? "answer lost" : undefined),
      () => commit([wanted]),
    );
    expect(await get((wanted as { item: Item }).item)).toMatchObject({
      n: 1,
      version: (wanted as { item: Item }).item.version,
    });
  });

  test.each([
    ["PutItem", 1],
    ["TransactWriteItems", 2],
  ])("503 with retry-after if no %s is ever answered", async (_, count) => {
    const items = Array.from({ length: count }, () => anItem());
    const sent = await disturbed(
      () => "not sent",
      () =>
        expect(commit(items.map(insert))).rejects.toMatchObject({
          status: 503,
          headers: { "retry-after": "1" },
        }),
    );
    expect(sent).toHaveLength(6);
    for (const item of items) expect(await get(item)).toBeUndefined();
  });

  test("503, not a refusal, if another writer came between: it is unknown which write was first", async () => {
    const before = await storedItem({ n: 0 });
    await disturbed(
      async (_, i) => {
        if (i === 0) return "answer lost";
        if (i === 1) await commit([change((await get(before)) as Item, { n: 2 })]);
        return undefined;
      },
      () => expect(commit([change(before, { n: 1 })])).rejects.toMatchObject({ status: 503 }),
    );
    expect(await get(before)).toMatchObject({ n: 2, version: 3 });
  });

  test("a delete whose answer was lost is done if the item does not exist", async () => {
    const before = await storedItem();
    await disturbed(
      (_, i) => (i === 0 ? "answer lost" : undefined),
      () => commit([remove(before)]),
    );
    expect(await get(before)).toBeUndefined();
  });

  test("503 if a transaction was lost before it arrived and another writer created the item", async () => {
    const [wanted, other] = [anItem({ mine: true }), anItem()];
    await commit([insert({ ...wanted, mine: false })]);
    await disturbed(
      (_, i) => (i === 0 ? "not sent" : undefined),
      () => expect(commit([insert(wanted), insert(other)])).rejects.toMatchObject({ status: 503 }),
    );
    expect(await attribute(wanted, "mine")).toBe(false);
    expect(await get(other)).toBeUndefined();
  });
});

describe("disturbances", () => {
  test.each([1, 3, 5])(
    "after %i conflicts with other writers it is done, with a new token each time",
    async (times) => {
      const items = [anItem(), anItem()];
      const sent = await disturbed(
        (_, i) => (i < times ? conflict() : undefined),
        () => commit(items.map(insert)),
      );
      expect(new Set(sent.map(({ input }) => input.ClientRequestToken)).size).toBe(times + 1);
      for (const item of items) expect(await get(item)).toEqual({ ...item, version: 1 });
    },
  );

  test("409 with retry-after if the conflicts do not end", async () => {
    await disturbed(
      () => conflict(),
      () =>
        expect(commit([insert(anItem()), insert(anItem())])).rejects.toMatchObject({
          status: 409,
          headers: { "retry-after": "1" },
        }),
    );
  });

  test.each(["ThrottlingException", "ProvisionedThroughputExceededException"])(
    "503 if %s does not end",
    async (name) => {
      await disturbed(
        () => storeError(name),
        () => expect(commit([insert(anItem()), insert(anItem())])).rejects.toMatchObject({ status: 503 }),
      );
    },
  );

  test("a single write that meets a transaction and is then refused is a refusal: no answer was lost", async () => {
    const before = await storedItem();
    await commit([change(before, {})]);
    await disturbed(
      (_, i) => (i === 0 ? storeError("TransactionConflictException") : undefined),
      async () => expect(await refusedIn([change(before, {})])).toEqual([keyText(before)]),
    );
  });

  test("a refusal beside a conflict is a refusal", async () => {
    const there = await storedItem();
    const reasons = [{ Code: "TransactionConflict" }, { Code: "ConditionalCheckFailed" }];
    const changes = [insert(anItem()), insert(there)];
    await disturbed(
      () => storeError("TransactionCanceledException", { CancellationReasons: reasons }),
      async () => expect(await refusedIn(changes)).toEqual([keyText(there)]),
    );
  });

  test("an invalid request is thrown at once, without retries", async () => {
    const sent = await disturbed(
      () => undefined,
      () => expect(commit([insert({ ...anItem(), pk: "" })])).rejects.toThrow(/empty/i),
    );
    expect(sent).toHaveLength(1);
  });
});

describe("retries of work", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("work runs again as long as the data it has read is changed meanwhile", async () => {
    const before = await storedItem({ n: 0 });
    await Promise.all(
      Array.from({ length: 10 }, () =>
        retryOnConflict(async () => {
          const now = (await get(before)) as Item & { n: number };
          await commit([change(now, { n: now.n + 1 })]);
        }),
      ),
    );
    expect(await get(before)).toMatchObject({ n: 10, version: 11 });
  });

  test("409 if it never succeeds", async () => {
    vi.useFakeTimers();
    const work = vi.fn(() => Promise.reject(new Refused([])));
    const outcome = expect(retryOnConflict(work)).rejects.toMatchObject({ status: 409 });
    await vi.runAllTimersAsync();
    await outcome;
    expect(work).toHaveBeenCalledTimes(12);
  });

  test("409 before the caller's time is over", async () => {
    vi.useFakeTimers();
    const work = vi.fn(async () => {
      vi.setSystemTime(Date.now() + 6000);
      throw new Refused([]);
    });
    const outcome = expect(retryOnConflict(work)).rejects.toMatchObject({ status: 409 });
    await vi.runAllTimersAsync();
    await outcome;
    expect(work).toHaveBeenCalledTimes(3);
  });

  test("other errors are not retried", async () => {
    const work = vi.fn(() => Promise.reject(new Error("no")));
    await expect(retryOnConflict(work)).rejects.toThrow("no");
    expect(work).toHaveBeenCalledTimes(1);
  });
});
