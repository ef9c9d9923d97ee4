/*
 * Several clients at once on one table: what they saw of each record is explained by one order of what they did, so no edit is lost
 * and none is seen that is not there. GRIDLESS_MODEL_RUNS: how many tables; a failure prints its seed and what was seen.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { leftovers, settleAll } from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { explain, type Happened } from "./histories.ts";

inProcessOnly("all that is in the store is looked at, and commits are finished here");
beforeAll(useOwnStore);

const numRuns = Number(process.env["GRIDLESS_MODEL_RUNS"] ?? 4);
const fields = [
  field("Name", "singleLineText", { unique: true }),
  field("Count", "number"),
  field("Status", "singleSelect", { options: { choices: [{ name: "open" }] } }),
];
/** As many as make a change of all names a staged commit. */
const many = 40;

const which = fc.nat(11);
const acts = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("update"), which) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("updateIfMatch"), which) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("updateSome"), which) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("renameAll"), which) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("upsert"), which) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("remove"), which) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("get"), which) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("list"), which) },
);
const clients = fc.array(fc.array(acts, { minLength: 4, maxLength: 8 }), { minLength: 3, maxLength: 5 });

type Cells = Record<string, unknown>;
const outcomes = new Map<string, number>();

async function aWatchedTable() {
  const sheet = await aSheet({ fields });
  const histories = new Map<string, Happened[]>();
  const numbers = new Map<number, string>();
  const ids: string[] = [];
  const gone = new Set<string>();
  let given = 0;
  const unique = () => ++given;
  const idOf = (index: number) => ids[index % ids.length] ?? "";

  const note = (id: string, happened: Happened) =>
    histories.set(id, [...(histories.get(id) ?? []), happened]);
  const seenIn = (record: Answered, tag?: string): Happened["seen"] => ({
    cells: record.fields,
    time: record.lastModifiedTime ?? record.createdTime,
    tag,
  });
  const made = ({ id, autoNumber }: Answered) => {
    expect(numbers.get(autoNumber) ?? id, `number ${autoNumber} is given twice`).toBe(id);
    numbers.set(autoNumber, id);
    ids.push(id);
  };

  /** Does it, and gives when it was, with what may be told of it. */
  async function timed<Answer extends { status: number }>(what: string, work: () => Promise<Answer>) {
    const begun = performance.now();
    const answer = await work();
    const outcome = `${what} ${answer.status}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    expect(answer.status, `${what}: ${JSON.stringify(answer)}`).toBeLessThan(500);
    return { answer, when: { begun, ended: performance.now(), what: outcome } };
  }

  async function create(records: Cells[]): Promise<void> {
    const { answer, when } = await timed("create", () => sheet.create(records));
    expect(answer.status).toBe(201);
    for (const record of answer.body.records as Answered[]) {
      made(record);
      note(record.id, { ...when, wrote: "new", seen: seenIn(record) });
    }
  }
  async function get(index: number): Promise<{ tag?: string | undefined }> {
    const id = idOf(index);
    const { answer, when } = await timed("get", () => sheet.get(id));
    const { etag: tag } = answer.headers;
    note(id, { ...when, seen: answer.status === 200 ? seenIn(answer.body, tag) : undefined });
    return { tag };
  }
  async function update(index: number, headers: Record<string, string> = {}): Promise<void> {
    const id = idOf(index);
    const wrote: Cells = { Count: unique(), ...(index % 2 && { Status: "open" }) };
    const what = headers["if-match"] ? "update by If-Match" : "update";
    const { answer, when } = await timed(what, () => sheet.update(id, wrote, {}, headers));
    const { etag } = answer.headers;
    if (answer.status === 200) note(id, { ...when, wrote, seen: seenIn(answer.body, etag) });
    else if (answer.status === 404) note(id, { ...when, seen: undefined });
    else if (answer.status !== 409)
      expect([answer.status, etag === headers["if-match"]]).toEqual([412, false]);
    // of who knew the state it was in, it is the next
    if (answer.status === 200 && headers["if-match"])
      expect(Number.parseInt(etag?.slice(1) ?? "", 10)).toBe(
        Number.parseInt(headers["if-match"].slice(1), 10) + 1,
      );
  }
  async function updateMany(what: string, records: { id: string; fields: Cells }[]): Promise<void> {
    const { answer, when } = await timed(what, () => sheet.updateMany(records));
    if (answer.status === 404)
      for (const { path } of answer.body.data.issues as { path: string }[])
        note(records[Number.parseInt(path.slice("records[".length), 10)]?.id ?? "", {
          ...when,
          seen: undefined,
        });
    else if (answer.status !== 409) expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (answer.status !== 200) return;
    for (const [i, record] of (answer.body as Answered[]).entries())
      note(record.id, { ...when, wrote: records[i]?.fields ?? {}, seen: seenIn(record) });
  }

  const act = {
    get,
    update: (index: number) => update(index),
    async updateIfMatch(index: number) {
      const { tag } = await get(index);
      await update(index, { "if-match": tag ?? "*" });
    },
    updateSome: (index: number) =>
      updateMany(
        "update some",
        [...new Set([0, 1, 2].map((next) => idOf(index + next)))].map((id) => ({
          id,
          fields: { Count: unique() },
        })),
      ),
    /** A staged commit. */
    renameAll: () =>
      updateMany(
        "rename all",
        ids
          .filter((id) => !gone.has(id))
          .slice(0, many)
          .map((id) => ({ id, fields: { Name: `renamed ${unique()}` } })),
      ),
    async upsert(index: number) {
      const wrote = { Name: `shared ${index % 3}`, Count: unique() };
      const { answer, when } = await timed("upsert", () => sheet.upsert(["Name"], [wrote]));
      if (answer.status === 409) return;
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const [record] = answer.body.records as [Answered];
      const isNew = answer.body.created.length > 0;
      if (isNew) made(record);
      note(record.id, { ...when, wrote: isNew ? "new" : wrote, seen: seenIn(record) });
    },
    async remove(index: number) {
      const id = idOf(4 + index);
      const { answer, when } = await timed("remove", () => sheet.remove(id));
      if (answer.status === 200) {
        gone.add(id);
        note(id, { ...when, wrote: "gone", seen: seenIn(answer.body) });
      } else if (answer.status === 404) note(id, { ...when, seen: undefined });
      else expect(answer.status).toBe(409);
    },
    async list() {
      const known = [...ids];
      const begun = performance.now();
      const { records } = await sheet.walk(15);
      const when = { begun, ended: performance.now(), what: "list" };
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
      const found = new Map(records.map((record) => [record.id, record]));
      for (const id of known) {
        const record = found.get(id);
        note(id, { ...when, seen: record && seenIn(record) });
      }
      return records;
    },
  };
  return { ...sheet, histories, create, act };
}

test("what several clients saw of each record is explained by one order; guards agree with the records", async () => {
  await fc.assert(
    fc.asyncProperty(clients, async (all) => {
      const table = await aWatchedTable();
      await table.create(Array.from({ length: many }, (_, i) => ({ Name: `first ${i}`, Count: -i })));
      await Promise.all(
        all.map(async (list, i) => {
          if (i === 0) await table.act.renameAll();
          for (const [name, index] of list) await table.act[name as "get"](index);
        }),
      );
      // nobody is in its way any more
      await table.act.renameAll();
      const records = await table.act.list();
      for (const [id, history] of table.histories)
        if (!explain(history)) throw new Error(`${id}: no order explains\n${told(history)}`);
      await settleAll();
      expect(await leftovers()).toEqual([]);
      const guards = (await itemsWith(table.tableId)).filter(({ entity }) => entity === "unique");
      const held = records.filter(({ fields }) => fields["Name"]);
      expect(guards.map(({ recordId }) => recordId).sort()).toEqual(held.map(({ id }) => id).sort());
      expect(new Set(held.map(({ fields }) => fields["Name"])).size).toBe(held.length);
    }),
    // another time it would come otherwise
    { numRuns, endOnFailure: true },
  );
  console.log(Object.fromEntries([...outcomes].sort()));
  expect(outcomes.get("rename all 200")).toBeGreaterThan(0);
}, 600_000);

const told = (history: Happened[]) =>
  history
    .toSorted((a, b) => a.begun - b.begun)
    .map(
      ({ begun, ended, what, seen }) =>
        `${begun.toFixed(0)}–${ended.toFixed(0)} ${what} ${JSON.stringify(seen)}`,
    )
    .join("\n");

describe("the explanation itself", () => {
  const at = (
    begun: number,
    ended: number,
    cells: object | undefined,
    wrote?: Happened["wrote"],
  ): Happened => ({
    begun,
    ended,
    what: "test",
    seen: cells && { cells, time: JSON.stringify(cells) },
    ...(wrote && { wrote }),
  });
  const made = at(0, 1, { a: 0, b: 0 }, "new");
  test.each<[string, boolean, Happened[]]>([
    [
      "two edits at once, each seen by the other or not",
      true,
      [at(2, 5, { a: 1, b: 0 }, { a: 1 }), at(3, 4, { a: 1, b: 2 }, { b: 2 })],
    ],
    ["a lost edit", false, [at(2, 5, { a: 1, b: 0 }, { a: 1 }), at(3, 4, { a: 0, b: 2 }, { b: 2 })]],
    [
      "a read of what was before, at once",
      true,
      [at(2, 5, { a: 1, b: 0 }, { a: 1 }), at(3, 4, { a: 0, b: 0 })],
    ],
    ["a stale read", false, [at(2, 5, { a: 1, b: 0 }, { a: 1 }), at(6, 7, { a: 0, b: 0 })]],
    [
      "reads that go back",
      false,
      [at(2, 9, { a: 1, b: 0 }, { a: 1 }), at(3, 4, { a: 1, b: 0 }), at(5, 6, { a: 0, b: 0 })],
    ],
    ["gone, and there again", false, [at(2, 3, { a: 0, b: 0 }, "gone"), at(4, 5, { a: 0, b: 0 })]],
    [
      "gone while it is read",
      true,
      [at(2, 5, { a: 0, b: 0 }, "gone"), at(3, 4, { a: 0, b: 0 }), at(6, 7, undefined)],
    ],
    ["deleted twice", false, [at(2, 5, { a: 0, b: 0 }, "gone"), at(3, 4, { a: 0, b: 0 }, "gone")]],
  ])("%s: %s", (_, isExplained, history) => {
    expect(explain([made, ...history]) !== undefined).toBe(isExplained);
  });
});
