import type { DynamoDBRecord } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { readChunks } from "#lib/data/changes/chunks";
import { findFollowed } from "#lib/data/changes/followed";
import { readChanges } from "#lib/data/changes/read-changes";
import * as users from "#lib/data/identity/users";
import type { BaseId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { settleAll } from "#test/support/events/commits";
import { append, appendNew, changesOf, cursorOfNow, readStream } from "#test/support/events/log";
import { type Accident, process } from "#test/support/events/processes";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { chance } from "#test/support/run/chance";
import { areAllAsked, isWhole } from "#test/support/run/sample";
import type { Sent } from "#test/support/store/faults";

// each failed append is logged
beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());

const now = () => new Date().toISOString();

/** What is new in the stream after a place. */
function since(place: { last: number }): DynamoDBRecord[] {
  const { records, last } = readStream(place.last);
  place.last = last;
  return records;
}

test("an update costs one unit more, a batch of 1,000 two in a hundred at most, a base that is not followed none", async () => {
  const made = await aTable({ records: [{ fields: { Name: "a" } }] });
  const { make, update } = actionsOf(made.owner);
  const quiet = await aTable({ records: [{ fields: { Name: "a" } }] });
  await cursorOfNow(made.owner, made.baseId);
  const place = { last: readStream(0).last };
  await update(made, made.table.records[0].id, { Name: "b" });
  const one = since(place);
  await append(one);
  expect(await costOf(() => append(one))).toMatchObject({ written: 1, read: 2 });
  const records = Array.from({ length: 1000 }, (_, i) => ({ fields: { Name: `record ${i}`, Count: i } }));
  const body = { records };
  const params = { tableId: made.tableId };
  const batch = await costOf(async () => {
    await call(createRecords, { as: made.owner, params, body });
    // what is finished after the answer
    await settleAll();
  });
  const images = since(place);
  // the stream brings 100 records at a time
  const logged = { written: 0 };
  for (let i = 0; i < images.length; i += 100)
    logged.written += (await costOf(() => append(images.slice(i, i + 100)))).written;
  expect(batch.written).toBeGreaterThan(3000);
  expect(logged.written).toBeLessThanOrEqual(0.02 * batch.written);
  await actionsOf(quiet.owner).make(quiet, [{ Name: "b" }]);
  expect(await costOf(async () => append(since(place)))).toMatchObject({ written: 0 });
  await make(made, [{}]);
});

test("another name costs the lists of the person's spaces and bases; a field that looks different its table and those that show it; others nothing", async () => {
  const { owner, baseId, spaceId, tableId, table } = await aTable();
  const { add, edit } = actionsOf(owner);
  const near = await aTable({ name: "Near" }, owner, { baseId, spaceId });
  const link = await add(near, aLinkNamed("Far", { tableId }));
  const count = table.fields[1];
  const lookup = { type: "number", name: "Counts", isLookup: true };
  await add(near, { ...lookup, ...overLink(link, { tableId }, count.id) });
  await cursorOfNow(owner, baseId);
  await appendNew();
  const place = { last: readStream(0).last };
  const costOfNext = async () => {
    const images = since(place);
    // the process knows the base and the end of its log
    await append(images);
    const { requests, read, written } = await costOf(() => append(images));
    return { requests, read, written };
  };
  const logging = { requests: 3, read: 2, written: 1 };
  const more = (requests: number, read: number) => ({
    ...{ requests: logging.requests + requests, read: logging.read + read },
    written: logging.written,
  });
  const changePerson = async (changes: Parameters<typeof users.update>[1]) => {
    const person = await users.find(owner.userId);
    if (person) await users.update(person, changes);
  };
  await changePerson({ name: "Lovelace" });
  expect(await costOfNext()).toEqual(more(3, 3));
  await changePerson({ notifyMeta: { email: false } });
  expect(await costOfNext()).toEqual({ requests: 0, read: 0, written: 0 });
  await edit({ tableId }, count.id, { name: "Number" });
  expect(await costOfNext()).toEqual(logging);
  await edit({ tableId }, count.id, { options: { formatting: { type: "decimal", precision: 3 } } });
  // of each of the two tables a get and a Query
  expect(await costOfNext()).toEqual(more(4, 4));
});

test("a connection begins to watch while a dispatcher appends: the chunk is in its answer, or is a hint", async () => {
  for (const moment of ["before", "after"]) {
    const made = await aTable();
    const { owner, baseId, tableId } = made;
    const id = baseId;
    const cursor = await cursorOfNow(owner, baseId);
    const place = { last: readStream(0).last };
    await actionsOf(owner).make({ tableId }, [{ Name: "a" }]);
    const watch = () =>
      readChanges({ baseId, id, since: cursor, take: 10 }, now(), { isWatched: true }).then(
        ({ changes }) => changes.length,
      );
    let inAnswer = 0;
    const isChunk = ({ command, input }: Sent) =>
      /^Put/.test(command) && JSON.stringify(input).includes(`CHANGES#${baseId}`);
    let isMet = false;
    await process(
      async (sent) => {
        if (isMet || !isChunk(sent)) return undefined;
        isMet = true;
        if (moment === "before") inAnswer = await watch();
        return undefined;
      },
      () => append(since(place)),
    );
    expect(isMet).toBe(true);
    if (moment === "after") inAnswer = await watch();
    const hints = since(place).filter(({ dynamodb }) => dynamodb?.NewImage?.["entity"]?.S === "heardChanges");
    expect({ moment, inAnswer, hints: hints.length }).toEqual(
      moment === "before" ? { moment, inAnswer: 0, hints: 1 } : { moment, inAnswer: 1, hints: 0 },
    );
  }
});

test("numbers go on after all chunks have expired, and cursors from before the base was followed anew are reset", async () => {
  const made = await aTable();
  const { make } = actionsOf(made.owner);
  const first = await cursorOfNow(made.owner, made.baseId);
  await make(made, [{}]);
  await appendNew();
  const mark = await findFollowed(made.baseId, now());
  expect(mark?.head).toBe(mark?.start);
  // as after nine days without a follower
  if (mark) await commit([change(mark, { until: "2026-01-01T00:00:00.000Z" })]);
  await make(made, [{}]);
  await appendNew();
  const { reset, cursor } = await changesOf(made.owner, made.baseId, { since: first });
  expect(reset).toBe(true);
  await make(made, [{}]);
  await appendNew();
  expect((await changesOf(made.owner, made.baseId, { since: cursor })).changes).toHaveLength(1);
  const again = await findFollowed(made.baseId, now());
  expect(again?.start).toBeGreaterThan(mark?.start ?? 0);
});

const rounds = areAllAsked ? 10_000 : isWhole ? 1000 : 150;

test("who takes a cursor and then writes finds it in the log, in a base that was not followed before too, whatever the dispatcher does meanwhile", async () => {
  const made = await aTable();
  const { owner } = made;
  const place = { last: readStream(0).last };
  for (let round = 0; round < rounds; round++) {
    // each third is a base that nothing has followed
    const { baseId, tableId } = round % 3 === 0 ? await aTable({}, owner) : made;
    const { make } = actionsOf(owner);
    await make({ tableId }, [{ Name: "before" }]);
    // the dispatcher is at work on what was before
    const before = append(since(place));
    const { cursor } = await changesOf(owner, baseId);
    const [id] = await make({ tableId }, [{ Name: "after" }]);
    await Promise.all([before, append(since(place))]);
    const found = await changesOf(owner, baseId, { since: cursor });
    expect(found.changes.map(({ recordId }) => recordId)).toContain(id);
  }
}, 600_000);

const accidents: (Accident | undefined)[] = ["not sent", "answer lost", "killed before", "killed after"];

/** The records of a table by its list: id → name. */
async function listed(as: { token: string }, tableId: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (let cursor: string | undefined; ; ) {
    const query = { take: "20", ...(cursor && { cursor }) };
    const { body } = await call(listRecords, { as, params: { tableId }, query });
    for (const { id, fields } of body.records) found.set(id, fields.Name);
    cursor = body.nextCursor ?? undefined;
    if (!cursor) return found;
  }
}

/** Keeps a copy of a table: the cursor first, then the pages, then what follows the cursor. */
async function aCopy(made: { owner: { token: string }; baseId: BaseId; tableId: string; nameId: string }) {
  let copy = new Map<string, unknown>();
  let cursor = "";
  async function begin(): Promise<void> {
    ({ cursor } = await changesOf(made.owner, made.baseId));
    copy = await listed(made.owner, made.tableId);
  }
  async function next(): Promise<void> {
    const page = await changesOf(made.owner, made.baseId, { since: cursor, records: "cells", take: "7" });
    if (page.reset) return begin();
    for (const { recordId, record } of page.changes) {
      if (!recordId) continue;
      if (record) copy.set(recordId, record.fields[made.nameId]);
      else copy.delete(recordId);
    }
    // at times its answer is lost: it asks again
    if (chance() < 0.8) ({ cursor } = page);
    if (page.more) await next();
  }
  await begin();
  return { next, copy: () => copy };
}

test("copies are right in the end, whatever happens to the dispatchers, and each version that they show existed", async () => {
  for (let run = 0; run < 6; run++) {
    const made = await aTable({
      records: Array.from({ length: 12 }, (_, i) => ({ fields: { Name: `n${i}` } })),
    });
    const { owner, baseId, tableId, table } = made;
    const nameId = table.fields[0].id;
    const { make } = actionsOf(owner);
    const ids = new Map<string, Set<unknown>>();
    const note = (id: string, name: unknown) => ids.set(id, (ids.get(id) ?? new Set()).add(name));
    for (const { id, fields } of table.records) note(id, fields.Name);
    const place = { last: readStream(0).last };
    const copies = [await aCopy({ owner, baseId, tableId, nameId })];
    const batches: DynamoDBRecord[][] = [];
    const dispatch = async (batch: DynamoDBRecord[]) => {
      for (let attempt = 0; attempt < 3; attempt++) {
        const ended = await process(
          () => (chance() < 0.15 ? accidents[Math.floor(chance() * accidents.length)] : undefined),
          () => append(batch),
        ).catch(() => undefined);
        if (ended?.result?.batchItemFailures.length === 0) return;
      }
      // the stream gives it again until it is taken
      await append(batch);
    };
    const pending: Promise<void>[] = [];
    for (let step = 0; step < 40; step++) {
      const known = [...ids.keys()];
      const some = known[Math.floor(chance() * known.length)] ?? "";
      const kind = chance();
      if (kind < 0.4) {
        note(some, `u${step}`);
        await call(updateRecord, {
          as: owner,
          params: { tableId, recordId: some },
          body: { record: { fields: { Name: `u${step}` } } },
        });
      } else if (kind < 0.7)
        for (const id of await make(made, [{ Name: `c${step}` }, { Name: `c${step}` }])) note(id, `c${step}`);
      else if (kind < 0.8) await call(deleteRecord, { as: owner, params: { tableId, recordId: some } });
      if (chance() < 0.5) {
        const batch = since(place);
        batches.push(batch);
        pending.push(dispatch(batch));
        // another reader gets it too, or some of it again, late or in another order
        if (chance() < 0.3) pending.push(dispatch(batch.toReversed()));
        if (chance() < 0.3) pending.push(dispatch(batches[Math.floor(chance() * batches.length)] ?? []));
      }
      if (chance() < 0.1) copies.push(await aCopy({ owner, baseId, tableId, nameId }));
      const each = copies[Math.floor(chance() * copies.length)];
      await each?.next();
      for (const [id, name] of each?.copy() ?? []) expect([...(ids.get(id) ?? [])]).toContain(name);
    }
    await Promise.all(pending);
    // what is finished after the answer
    await settleAll();
    await append(since(place));
    const right = await listed(owner, tableId);
    for (const each of copies) {
      await each.next();
      await each.next();
      expect(new Map([...each.copy()].sort())).toEqual(new Map([...right].sort()));
    }
    const { chunks } = await readChunks(baseId, 0, 1000);
    expect(new Set(chunks.map(({ number }) => number)).size).toBe(chunks.length);
  }
});
