import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { removeItems } from "#lib/store/batch-writes";
import {
  change,
  check,
  checkAbsent,
  commit,
  insert,
  type Refused,
  remove,
  removeKey,
} from "#lib/store/commit";
import { getRawItems } from "#lib/store/raw-reads";
import { settle } from "#lib/store/settle-commit";
import {
  client,
  countItems,
  getItems,
  type Item,
  type Key,
  readAll,
  getItem as readItem,
  readPage,
} from "#lib/store/store";
import {
  isAbort,
  isChunk,
  isFlip,
  killedAtFlip,
  leftovers,
  outcomeOf,
  pausedAtFlip,
  settleAll,
} from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { process } from "#test/support/events/processes";
import { costOf, withRightUnits } from "#test/support/requests/round-trips";
import { disturbed, lost } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

let made = 0;
const aPartition = () => `STAGED#${++made}`;
const name = (i: number) => `item${String(i).padStart(4, "0")}`;
const anItem = (pk: string, i: number, more: object = {}) => ({ pk, sk: name(i), entity: "test", ...more });
const items = (pk: string, from: number, to: number, more: object = {}) =>
  Array.from({ length: to - from }, (_, i) => anItem(pk, from + i, more));
const creations = (...range: Parameters<typeof items>) => items(...range).map(insert);

/** A partition with `size` items. */
async function filled(size: number, more: object = {}): Promise<{ pk: string; there: Item[] }> {
  const pk = aPartition();
  await commit(creations(pk, 0, size, more));
  await settleAll();
  return { pk, there: await readAll({ pk }) };
}
const namesIn = async (pk: string) => (await readAll({ pk })).map(({ sk }) => sk);
const attributesIn = async (pk: string) => (await readAll({ pk })).map(({ n }) => n);
const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });
const get = (key: Key) => readItem(keyOf(key));

/** Deletes commits that have an expiry, as DynamoDB does later. */
async function forget(): Promise<void> {
  await removeItems((await itemsWith("COMMIT#")).filter(({ expiresAt }) => expiresAt !== undefined));
}

/** A time after all leases have expired. */
const laterThanLeases = () => vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);

describe("a commit of many changes", () => {
  test("is visible as a whole when it returns, also before it is finished, and later leaves no items of its own", async () => {
    const pk = aPartition();
    await commit(creations(pk, 0, 250));
    const [first, last] = await Promise.all([0, 249].map((i) => getRawItems([{ pk, sk: name(i) }])));
    // the deciding transaction writes some of the changes itself
    expect(first?.[0]).not.toHaveProperty("commit");
    expect(last?.[0]).toHaveProperty("commit");
    const shown = await readAll({ pk });
    expect(shown).toEqual(items(pk, 0, 250, { version: 1 }));
    expect(await countItems({ pk })).toBe(250);
    await settleAll();
    expect(await readAll({ pk })).toEqual(shown);
    expect(await leftovers()).toEqual([]);
  });

  test("updates and deletes, whatever the size of its parts", async () => {
    const { pk, there } = await filled(260, { n: 0 });
    await commit([
      ...there.slice(0, 130).map((item) => change(item, { n: 1 })),
      ...there.slice(130).map(remove),
      ...creations(pk, 300, 305),
    ]);
    const expected = [...items(pk, 0, 130, { n: 1, version: 2 }), ...items(pk, 300, 305, { version: 1 })];
    expect(await readAll({ pk })).toEqual(expected);
    expect(await countItems({ pk })).toBe(135);
    expect(await getItems(there.slice(125, 135).map(keyOf))).toHaveLength(5);
    await settleAll();
    expect(await readAll({ pk })).toEqual(expected);
    expect(await leftovers()).toEqual([]);
  });

  test("few changes of existing items are written by the deciding transaction, without intents", async () => {
    const { pk, there } = await filled(3);
    const [a, b, c] = there as [Item, Item, Item];
    await commit([change(a, { n: 1 }), remove(b), check(c), ...creations(pk, 10, 120)]);
    expect(await getRawItems(there)).toEqual([expect.not.objectContaining({ commit: expect.anything() }), c]);
    expect(await get(a)).toMatchObject({ n: 1, version: 2 });
    expect(await get(b)).toBeUndefined();
  });

  test("up to 99 changes go with the decision; only the others are written twice", async () => {
    withRightUnits();
    const pk = aPartition();
    const { written } = await costOf(() => commit(creations(pk, 0, 101)));
    // two intents with their chunk; the commit and its entry
    expect(written).toBe(2 * 99 + 2 + (2 * 2 + 2) + 4);
    const stored = await getRawItems(items(pk, 0, 101));
    expect(stored.filter((item) => "commit" in item)).toHaveLength(2);
    expect(await namesIn(pk)).toHaveLength(101);
  });

  test("an item too large for an intent is changed by the deciding transaction", async () => {
    const { pk, there } = await filled(120);
    const large = { ...anItem(pk, 500), text: "x".repeat(300 * 1024) };
    await commit([insert(large)]);
    const before = (await get(large)) as Item;
    await commit([
      change(before, { text: "y".repeat(300 * 1024) }),
      ...there.map((item) => change(item, { n: 1 })),
    ]);
    expect(await get(large)).toMatchObject({ version: 2, text: expect.stringMatching(/^y/) });
    expect(await attributesIn(pk)).toEqual([...Array(120).fill(1), undefined]);
  });

  test("megabytes are sent in several transactions", async () => {
    const pk = aPartition();
    const text = "x".repeat(300 * 1024);
    const sent = await disturbed(
      () => undefined,
      () => commit(creations(pk, 0, 25, { text })),
    );
    expect(sent.filter(isChunk)).toHaveLength(2);
    expect(await namesIn(pk)).toHaveLength(25);
  });

  test("of a thousand small items takes twelve requests, as many to finish, and nearly four times their units", async () => {
    withRightUnits();
    const pk = aPartition();
    await settleAll();
    let calls: unknown[] = [];
    const counted = async (work: () => Promise<unknown>) => {
      const { read, written } = await costOf(async () => {
        calls = await disturbed(() => undefined, work);
      });
      return { calls: calls.length, read, written };
    };
    expect(await counted(() => commit(creations(pk, 0, 1000)))).toEqual({
      calls: 12,
      read: 0,
      written: 2000 + 10 * 2 + 4 + 2,
    });
    // the entries of the four shards, the commit and its entry, its chunks
    expect(await counted(settleAll)).toMatchObject({
      calls: 4 + 1 + 1 + 10 + 1,
      written: 901 * 2 + 10 * 2 + 4,
    });
  });

  test("two changes of one item are a bug of the caller", async () => {
    const pk = aPartition();
    await expect(commit([...creations(pk, 0, 120), removeKey({ pk, sk: name(5) })])).rejects.toThrow(
      "two changes",
    );
    expect(await namesIn(pk)).toEqual([]);
  });
});

describe("a commit of many changes that is refused", () => {
  test("leaves nothing, and names the refused changes of all its parts", async () => {
    const { pk, there } = await filled(3);
    const [a, b] = there as [Item, Item, Item];
    await commit([change(a, {})]);
    const changes = [...creations(pk, 1, 250), change(a, { n: 1 }), ...creations(pk, 400, 500)];
    const refused = await commit(changes).catch((error: Refused) => error.changes);
    expect(refused).toEqual([insert(anItem(pk, 1)), insert(anItem(pk, 2)), change(a, { n: 1 })]);
    expect(await readAll({ pk })).toEqual([{ ...a, version: 2 }, b, there[2]]);
    expect(await leftovers()).toEqual([]);
  });

  test.each([
    ["a checked item was changed", (item: Item) => check(item)],
    ["an item that must be absent exists", (item: Item) => checkAbsent(keyOf(item))],
  ])("%s", async (_, look) => {
    const { pk, there } = await filled(1);
    const [it] = there as [Item];
    await commit([change(it, {})]);
    expect(await outcomeOf([look(it), ...creations(pk, 1, 120)])).toBe("Refused");
    expect(await namesIn(pk)).toEqual([it.sk]);
  });
});

describe("before the decision", () => {
  test("no reader sees any of it; afterwards all readers see all of it", async () => {
    const { pk, there } = await filled(240, { n: 0 });
    const changes = [
      ...there.slice(0, 120).map((item) => change(item, { n: 1 })),
      ...there.slice(120).map(remove),
      ...creations(pk, 300, 310),
    ];
    const paused = await pausedAtFlip(changes);
    expect(await readAll({ pk })).toEqual(there);
    expect(await countItems({ pk })).toBe(240);
    expect(await get(there[0] as Item)).toEqual(there[0]);
    expect(await get({ pk, sk: name(300) })).toBeUndefined();
    expect(await paused.goOn()).toBe("done");
    expect(await namesIn(pk)).toEqual([...items(pk, 0, 120), ...items(pk, 300, 310)].map(({ sk }) => sk));
    expect(await countItems({ pk })).toBe(130);
  });

  test("a page reads on past hidden items until it is full; an empty page is the end", async () => {
    const { pk } = await filled(4);
    await commit(creations(pk, 600, 603));
    const paused = await pausedAtFlip(creations(pk, 10, 500));
    const first = await readPage({ pk, limit: 6 });
    expect(first).toMatchObject({ items: { length: 6 }, more: true });
    expect(first.items.map(({ sk }) => sk).slice(4)).toEqual([name(600), name(601)]);
    expect(await readPage({ pk, limit: 7, only: [] })).toMatchObject({ items: { length: 7 } });
    expect(await readPage({ pk, from: name(10), to: name(499), limit: 5 })).toEqual({
      items: [],
      more: false,
    });
    expect(await countItems({ pk })).toBe(7);
    expect(await paused.goOn()).toBe("done");
    expect(await readPage({ pk, from: name(10), limit: 5 })).toMatchObject({
      items: { length: 5 },
      more: true,
    });
  });

  test("a reader reads all commits of a page at once, and writes nothing", async () => {
    const pk = aPartition();
    await commit(creations(pk, 0, 120));
    await commit(creations(pk, 200, 320));
    const sent = await disturbed(
      () => undefined,
      () => readPage({ pk }),
    );
    expect(sent.map(({ command }) => command)).toEqual(["Query", "BatchGetItem"]);
  });

  test("a reader with an old page, whose commit has expired since, reads the items again", async () => {
    const pk = aPartition();
    await commit(creations(pk, 0, 120));
    let looked = 0;
    await disturbed(
      async ({ command }) => {
        if (command !== "BatchGetItem" || looked++ > 0) return undefined;
        // between reading the page and reading the commit it is finished, and its items have expired
        await settleAll();
        await forget();
        return undefined;
      },
      async () => expect(await readAll({ pk })).toHaveLength(120),
    );
    expect(looked).toBeGreaterThan(1);
  });
});

describe("a writer that meets an intent", () => {
  test("of an open commit waits for it, and then sees its outcome", async () => {
    const pk = aPartition();
    const paused = await pausedAtFlip(creations(pk, 0, 120));
    const ended: string[] = [];
    const writing = [
      [insert(anItem(pk, 107, { n: 1 }))],
      [check({ ...anItem(pk, 108), version: 1 }), insert(anItem(pk, 900))],
      [checkAbsent({ pk, sk: name(109) }), insert(anItem(pk, 901))],
    ].map(async (changes, i) => ended.push(`${i} ${await outcomeOf(changes)}`));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(ended).toEqual([]);
    expect(await paused.goOn()).toBe("done");
    await Promise.all(writing);
    expect(ended.sort()).toEqual(["0 Refused", "1 done", "2 Refused"]);
  });

  test("gets 409 with retry-after if the commit stays open", async () => {
    const pk = aPartition();
    const paused = await pausedAtFlip(creations(pk, 0, 120));
    // no pauses, so that the test does not wait
    const pauses = vi.spyOn(Math, "random").mockReturnValue(0);
    await expect(commit([removeKey({ pk, sk: name(107) })])).rejects.toMatchObject({
      status: 409,
      headers: { "retry-after": "1" },
    });
    pauses.mockRestore();
    expect(await paused.goOn()).toBe("done");
  });

  test("of a committed one finishes the items it needs, and continues", async () => {
    const { pk, there } = await filled(240, { n: 0 });
    await commit([
      ...there.slice(0, 120).map((item) => change(item, { n: 1 })),
      ...there.slice(120).map(remove),
      ...creations(pk, 300, 310),
    ]);
    const [changed] = (await getItems([keyOf(there[3] as Item)])) as [Item];
    await commit([change(changed, { n: 2 })]);
    await commit([insert(anItem(pk, 130, { n: 3 })), removeKey({ pk, sk: name(301) })]);
    const now = await getItems([3, 130, 301].map((i) => ({ pk, sk: name(i) })));
    // they come in any order
    expect(now.toSorted((a, b) => (a.sk < b.sk ? -1 : 1))).toMatchObject([
      { n: 2, version: 3 },
      { n: 3, version: 1 },
    ]);
    const shown = await readAll({ pk });
    await settleAll();
    expect(await readAll({ pk })).toEqual(shown);
    expect(await leftovers()).toEqual([]);
  });

  test.each(["before", "after"] as const)(
    "of one whose writer was killed right %s its decision settles it after its lease",
    async (when) => {
      const { pk, there } = await filled(240, { n: 0 });
      await killedAtFlip(
        [
          ...there.slice(0, 120).map((item) => change(item, { n: 1 })),
          ...there.slice(120).map(remove),
          ...creations(pk, 300, 310),
        ],
        when,
      );
      const committed = when === "after";
      const clock = laterThanLeases();
      const [old] = (await getItems([keyOf(there[3] as Item)])) as [Item];
      expect(old).toMatchObject({ n: committed ? 1 : 0, version: committed ? 2 : 1 });
      expect(await outcomeOf([change(old, { n: 9 })])).toBe("done");
      expect(await outcomeOf([insert(anItem(pk, 130))])).toBe(committed ? "done" : "Refused");
      expect(await outcomeOf([insert(anItem(pk, 301))])).toBe(committed ? "Refused" : "done");
      expect(await countItems({ pk })).toBe(committed ? 131 : 241);
      await settleAll();
      clock.mockRestore();
      expect(await countItems({ pk })).toBe(committed ? 131 : 241);
      expect(await leftovers()).toEqual([]);
    },
  );

  test("of two commits with the same items one is written and one refused, neither in part", async () => {
    const pk = aPartition();
    const outcomes = await Promise.all([
      outcomeOf(creations(pk, 0, 220, { n: 1 })),
      outcomeOf(creations(pk, 100, 320, { n: 2 })),
    ]);
    expect(outcomes.sort()).toEqual(["Refused", "done"]);
    expect(await namesIn(pk)).toHaveLength(220);
    expect(new Set(await attributesIn(pk)).size).toBe(1);
  });

  test.each([1, 120])(
    "of two commits that each change what the other has checked, one is refused: %i changes each",
    async (size) => {
      const { pk, there } = await filled(2 * size, { n: 0 });
      const [some, others] = [there.slice(0, size), there.slice(size)];
      const changing = (own: Item[], looked: Item[], from: number) => [
        ...own.map((item) => change(item, { n: 1 })),
        check(looked[0] as Item),
        ...creations(pk, from, from + 110),
      ];
      const first = await pausedAtFlip(changing(some, others, 500));
      const second = await pausedAtFlip(changing(others, some, 700));
      expect((await Promise.all([first.goOn(), second.goOn()])).sort()).toEqual(["Refused", "done"]);
    },
  );
});

describe("killed or cut off", () => {
  test("a commit that was aborted stays aborted, even if its last chunk arrives later", async () => {
    const pk = aPartition();
    const late: (() => Promise<unknown>)[] = [];
    const { killed } = await process(
      (sent) => {
        if (!JSON.stringify(sent.input).includes('"sk":"CHUNK#2"')) return undefined;
        late.push(() => client().send(new TransactWriteCommand(sent.input as never)));
        return "killed before";
      },
      () => commit(creations(pk, 0, 396)),
    );
    expect(killed).toBe(true);
    await settleAll();
    for (const arrive of late) await expect(arrive()).rejects.toThrow(/cancelled|canceled/i);
    expect(await namesIn(pk)).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });

  test("a decision whose answers are all lost is done, also if other writers finish it meanwhile", async () => {
    const pk = aPartition();
    let flips = 0;
    const { result } = await process(
      async (sent) => {
        if (!isFlip(sent)) return undefined;
        if (flips++ === 1) await settleAll();
        return "answer lost";
      },
      () => outcomeOf(creations(pk, 0, 120)),
    );
    expect({ result, flips }).toEqual({ result: "done", flips: 6 });
    expect(await namesIn(pk)).toHaveLength(120);
  });

  test("503 if neither the decision nor its abort is answered", async () => {
    const pk = aPartition();
    const { result } = await process(
      (sent) => (isFlip(sent) || isAbort(sent) ? lost() : undefined),
      () => outcomeOf(creations(pk, 0, 120)),
    );
    expect(result).toBe("503");
    expect(await namesIn(pk)).toEqual([]);
  });

  test("a commit that another writer aborted is started again", async () => {
    const pk = aPartition();
    let flips = 0;
    const { result } = await process(
      async (sent) => {
        if (!isFlip(sent) || flips++ > 0) return undefined;
        await settleAll();
        return undefined;
      },
      () => outcomeOf(creations(pk, 0, 120)),
    );
    expect({ result, flips }).toEqual({ result: "done", flips: 2 });
    expect(await namesIn(pk)).toHaveLength(120);
  });

  test("a decision is kept as long as a reader may need it", async () => {
    const pk = aPartition();
    await killedAtFlip(creations(pk, 0, 120), "after");
    // committed and not finished: it must not expire
    await forget();
    expect(await namesIn(pk)).toHaveLength(120);
    const [intent] = (await getRawItems([{ pk, sk: name(119) }])) as [Item & { commit: string }];
    await settle(intent.commit);
    const [decision] = await getRawItems([{ pk: `COMMIT#${intent.commit}`, sk: "COMMIT" }]);
    expect(decision).toMatchObject({ state: "committed", expiresAt: expect.any(Number) });
  });
});
