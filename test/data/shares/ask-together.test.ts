/* Many visitors ask a shared view of a large table at once. */
import { beforeAll, expect, test } from "vitest";
import { visitorId } from "#lib/data/identity/caller";
import { setRemembered } from "#lib/data/records/memory/remembered";
import { counterKey, partsOf } from "#lib/data/records/record-keys";
import { takeScanTurn } from "#lib/data/records/scan-turns";
import { aggregateShared, countShared, listSharedGroups } from "#lib/data/shares/shared-records";
import { countSharedHits, listSharedHits } from "#lib/data/shares/shared-search";
import { findShare, type Share } from "#lib/data/shares/shares";
import type { TableId } from "#lib/schemas/basics/ids";
import { SharedGroupPointsQuery, SharedSearchIndexQuery } from "#lib/schemas/shares/shared-records";
import { Stopped, stopReadsOn } from "#lib/store/stop-reading";
import { addToNumber } from "#lib/store/store";
import { somePeople } from "#test/functions/share/people";
import { disturbed } from "#test/support/store/faults";

let people: Awaited<ReturnType<typeof somePeople>>;
let share: Share;
let tableId: TableId;
const now = new Date().toISOString();
const search = (value: string) => ({ value, hideNotMatch: false });
const which = { fieldKeyType: "id" as const };

// as on AWS, where each read of a table asks the store
beforeAll(() => void setRemembered(undefined));
beforeAll(async () => {
  people = await somePeople();
  tableId = people.tableId as TableId;
  // a table of several parts
  await addToNumber(counterKey(tableId), 2000);
  share = await findShare({ params: { shareId: people.shareId }, cookie: undefined, now });
});

const hitsQuery = SharedSearchIndexQuery.parse({ ...which, search: JSON.stringify(["o"]) });
const asks: Record<string, () => Promise<unknown>> = {
  "search-index": () => listSharedHits(share, hitsQuery, now),
  "search-count": () => countSharedHits(share, { ...which, search: search("o") }, now),
  "row-count": () => countShared(share, which, now),
  "group-points": () => {
    const groupBy = JSON.stringify([{ fieldId: people.idOf("City"), order: "asc" }]);
    return listSharedGroups(share, SharedGroupPointsQuery.parse({ ...which, groupBy }), now);
  },
  aggregations: () => aggregateShared(share, which, now),
};

/** How often the table is read: each scan reads its first part once. */
async function scansOf(work: () => Promise<unknown>): Promise<number> {
  const [first = ""] = partsOf(tableId, 0);
  const calls = await disturbed(() => undefined, work);
  return calls.filter(
    ({ command, input }) => command === "Query" && JSON.stringify(input).includes(`"${first}"`),
  ).length;
}

/** Asks while both turns are taken, so that what is asked waits. */
async function whileBusy<Answer>(
  ask: () => Promise<Answer>[],
  meanwhile?: () => unknown,
): Promise<PromiseSettledResult<Answer>[]> {
  const gate = Promise.withResolvers<void>();
  const busy = [0, 1].map(() => takeScanTurn({ tableId, userId: visitorId }, () => gate.promise));
  const answers = Promise.allSettled(ask());
  await meanwhile?.();
  gate.resolve();
  await Promise.all(busy);
  return answers;
}

test.each(Object.keys(asks))("%s: fifty equal questions that wait are one read", async (name) => {
  const ask = asks[name] as () => Promise<unknown>;
  const value = await ask();
  expect(await scansOf(ask)).toBe(1);
  const scans = await scansOf(async () => {
    const answers = await whileBusy(() => Array.from({ length: 50 }, ask));
    expect(answers).toEqual(Array.from({ length: 50 }, () => ({ status: "fulfilled", value })));
  });
  expect(scans).toBe(1);
});

test("other questions are answered by reads of their own", async () => {
  const count = (text: string) => countSharedHits(share, { ...which, search: search(text) }, now);
  const answers = await whileBusy(() => ["o", "Bob"].map(count));
  expect(answers).toMatchObject([{ value: 4 }, { value: 1 }]);
});

test("who waits with others sees what was written before the read began", async () => {
  const before = await countShared(share, which, now);
  const answers = await whileBusy(
    () => [0, 1].map(() => countShared(share, which, now)),
    () => people.create([{ Name: "Eve", Age: 50 }]),
  );
  expect(answers).toMatchObject([{ value: before + 1 }, { value: before + 1 }]);
});

test("who waits with a visitor that leaves is answered", async () => {
  const left = new AbortController();
  const expected = await countShared(share, which, now);
  const answers = await whileBusy(
    () => [
      stopReadsOn(left.signal, () => countShared(share, which, now)),
      countShared(share, which, now),
      countShared(share, which, now),
    ],
    () => left.abort(new Stopped("the client has left")),
  );
  expect(answers).toMatchObject([{ status: "rejected" }, { value: expected }, { value: expected }]);
});
