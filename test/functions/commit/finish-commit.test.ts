import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler } from "#functions/commit/finish-commit";
import { change, commit, insert } from "#lib/store/commit";
import { commitKey } from "#lib/store/commit-items";
import { getRawItems } from "#lib/store/raw-reads";
import { type Item, readAll } from "#lib/store/store";
import { isChunk, killedAtFlip, leftovers, settleAll } from "#test/support/events/commits";
import { disturbed, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

/** What is left of a commit: its items, and the intents in the partition. On the stack others commit at the same time. */
const leftOf = async (pk: string, id: string): Promise<Item[]> =>
  (await leftovers()).filter((item) => item.pk === pk || JSON.stringify(item).includes(id));

let made = 0;
const creations = (pk: string, size: number) =>
  Array.from({ length: size }, (_, i) => insert({ pk, sk: `${1000 + i}`, entity: "test" }));
const aPartition = () => `FINISH#${++made}`;
/** The commit whose intents are in a partition: those that its decision does not write itself. */
async function commitIn(pk: string): Promise<string> {
  const [intent] = (await getRawItems([{ pk, sk: "1110" }])) as [Item & { commit: string }];
  return intent.commit;
}
/** The stream event of a decided commit. */
const eventOf = (id: string) => {
  const body = JSON.stringify({ kind: "changed", entity: "commit", key: commitKey(id), version: 1 });
  return { Records: [{ messageId: "m", body }] } as SQSEvent;
};

test("a decided commit is finished: only the decision stays, for an hour", async () => {
  const pk = aPartition();
  await commit(creations(pk, 250));
  const id = await commitIn(pk);
  const shown = await readAll({ pk });
  expect(await handler(eventOf(id))).toEqual({ batchItemFailures: [] });
  expect(await getRawItems(shown)).toEqual(expect.arrayContaining(shown));
  expect(await leftOf(pk, id)).toEqual([]);
  const [decision] = (await getRawItems([commitKey(id)])) as [Item & { expiresAt: number }];
  expect(decision).toMatchObject({ state: "committed", entity: "endedCommit" });
  expect(decision.expiresAt * 1000 - Date.now()).toBeGreaterThan(3_500_000);
});

test("delivered twice, or several times at once, it keeps later changes", async () => {
  const pk = aPartition();
  await commit(creations(pk, 250));
  const id = await commitIn(pk);
  const last = (await readAll({ pk })).at(-1) as Item;
  await commit([change(last, { n: 1 })]);
  await Promise.all([1, 2, 3].map(() => handler(eventOf(id))));
  await handler(eventOf(id));
  expect((await readAll({ pk })).map(({ version }) => version)).toEqual([...Array(249).fill(1), 2]);
  expect(await leftOf(pk, id)).toEqual([]);
});

test("after an interruption, the next call continues", async () => {
  const pk = aPartition();
  await commit(creations(pk, 500));
  const id = await commitIn(pk);
  let chunks = 0;
  await expect(
    disturbed(
      (sent) => (isChunk(sent) && ++chunks > 3 ? storeError("ResourceNotFoundException") : undefined),
      () => handler(eventOf(id)),
    ),
  ).rejects.toThrow();
  const left = (await leftovers()).filter(({ pk: of }) => of === pk).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(401);
  await handler(eventOf(id));
  expect(await leftovers()).toEqual([]);
  expect(await readAll({ pk })).toHaveLength(500);
});

test("a commit that is still running is left alone; an unknown commit does nothing", async () => {
  const pk = aPartition();
  await killedAtFlip(creations(pk, 120), "before");
  const before = await leftovers();
  // 21 intents that the decision does not write itself, their index, and the commit
  expect(before).toHaveLength(23);
  await handler(eventOf(await commitIn(pk)));
  await handler(eventOf("none"));
  expect(await leftovers()).toEqual(before);
  await settleAll();
  expect(await leftovers()).toEqual([]);
});
