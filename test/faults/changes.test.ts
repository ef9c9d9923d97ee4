/* The log of changes with an accident at every request to the store: of the dispatcher that appends, of a follower that begins, of what raises the epoch. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { readChunks } from "#lib/data/changes/chunks";
import { noteGivenUp, readEpoch } from "#lib/data/changes/epoch";
import { findFollowed } from "#lib/data/changes/followed";
import * as users from "#lib/data/identity/users";
import { change, commit } from "#lib/store/commit";
import { append, changesOf, readStream } from "#test/support/events/log";
import { type Accident, process } from "#test/support/events/processes";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { accidents } from "./support.ts";

// each failed append is logged
beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());

const now = () => new Date().toISOString();
const owner = await someone();
const { make, update } = actionsOf(owner);

/** Calls `attempt` with an accident at its n-th request, for each n; `attempt` gives how many requests there were. */
async function atEachRequest(attempt: (n: number) => Promise<number>): Promise<void> {
  let [n, requests] = [0, 0];
  do requests = await attempt(n++);
  while (requests > n - 1);
  expect(n).toBeGreaterThan(2);
}

/** Work of a process with an accident at its n-th request: the requests it made, and its result, if there is one. */
async function disturbAt<Result>(n: number, accident: Accident, work: () => Promise<Result>) {
  let requests = 0;
  const ended = await process((_, i) => {
    requests = i + 1;
    return i === n ? accident : undefined;
  }, work).catch(() => undefined);
  return { requests, result: ended?.result };
}

describe.each(accidents)("%s", (accident) => {
  test("a dispatcher: what was not taken comes again; then all is in the log, without a gap in its numbers", async () => {
    await atEachRequest(async (n) => {
      const { baseId, tableId, table } = await aTable(
        { records: [{ fields: { Name: "a" } }, { fields: {} }] },
        owner,
      );
      const [first, second] = table.records.map(({ id }: { id: string }) => id);
      const { cursor: since } = await changesOf(owner, baseId);
      const { last } = readStream(0);
      const [third = ""] = await make({ tableId }, [{ Name: "c" }]);
      await update({ tableId }, first, { Name: "b" });
      await call(deleteRecord, { as: owner, params: { tableId, recordId: second } });
      const { records } = readStream(last);
      const { requests, result } = await disturbAt(n, accident, () => append(records));
      for (let taken = result; taken?.batchItemFailures.length !== 0; )
        taken = await append(records).catch(() => undefined);
      const { changes } = await changesOf(owner, baseId, { since });
      const told = new Set(changes.map(({ type, recordId }) => `${type} ${recordId}`));
      expect(told).toEqual(
        new Set([`record.created ${third}`, `record.updated ${first}`, `record.deleted ${second}`]),
      );
      const numbers = (await readChunks(baseId, 0, 100)).chunks.map(({ number }) => number);
      expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
      return requests;
    });
  });

  test("a dispatcher: another base is told what it shows of a field and of a person", async () => {
    // another name concerns all bases of a person: these are few
    const person = await someone();
    const { add, edit } = actionsOf(person);
    const far = await aTable({}, person);
    const near = await aTable({}, person);
    const count = far.table.fields[1];
    const link = await add(near, aLinkNamed("Far", far, { baseId: far.baseId, isOneWay: true }));
    const body = { type: "number", name: "Counts", isLookup: true, ...overLink(link, far, count.id) };
    const { id: fieldId } = await add(near, body);
    let precision = 0;
    await atEachRequest(async (n) => {
      const { baseId } = near;
      const { cursor: since } = await changesOf(person, baseId);
      const { last } = readStream(0);
      precision = (precision + 1) % 5;
      await edit(far, count.id, { options: { formatting: { type: "decimal", precision } } });
      const user = await users.find(person.userId);
      if (user) await users.update(user, { name: `Ada the ${n}th` });
      const { records } = readStream(last);
      const { requests, result } = await disturbAt(n, accident, () => append(records));
      for (let taken = result; taken?.batchItemFailures.length !== 0; )
        taken = await append(records).catch(() => undefined);
      const { changes } = await changesOf(person, baseId, { since });
      const told = new Set(changes.map(({ type, fieldId }) => `${type} ${fieldId ?? ""}`));
      expect(told).toEqual(new Set([`field.updated ${fieldId}`, "members.updated "]));
      return requests;
    });
  });

  test.each(["for the first time", "for longer", "after its log has ended"])(
    "a follower begins %s: once it has a cursor, what is written then is in the log",
    async (when) => {
      await atEachRequest(async (n) => {
        const { baseId, tableId } = await aTable({}, owner);
        if (when !== "for the first time") {
          await changesOf(owner, baseId);
          const mark = await findFollowed(baseId, now());
          const until =
            when === "for longer" ? new Date(Date.now() + 60_000).toISOString() : "2026-01-01T00:00:00.000Z";
          if (mark) await commit([change(mark, { until })]);
        }
        const { requests, result } = await disturbAt(n, accident, () => changesOf(owner, baseId));
        const { cursor: since } = result ?? (await changesOf(owner, baseId));
        const { last } = readStream(0);
        const [made] = await make({ tableId }, [{ Name: "a" }]);
        await append(readStream(last).records);
        const found = await changesOf(owner, baseId, { since });
        expect(found.changes.map(({ recordId }) => recordId)).toEqual([made]);
        expect((await findFollowed(baseId, now()))?.until).toMatch(/^20/);
        return requests;
      });
    },
  );

  test("a place in the stream is given up: once that is noted, cursors of before are reset, and those of after hold", async () => {
    let places = 1000 * (1 + accidents.indexOf(accident));
    await atEachRequest(async (n) => {
      const { baseId } = await aTable({}, owner);
      const { cursor: since } = await changesOf(owner, baseId);
      places++;
      const { requests, result } = await disturbAt(n, accident, async () => {
        await noteGivenUp(places);
        return "noted";
      });
      if (result !== "noted") await noteGivenUp(places);
      // other processes remember the epoch for ten seconds
      await readEpoch(Number.POSITIVE_INFINITY);
      const { reset, cursor } = await changesOf(owner, baseId, { since });
      expect(reset).toBe(true);
      expect(await changesOf(owner, baseId, { since: cursor })).toMatchObject({ reset: false });
      return requests;
    });
  });
});
