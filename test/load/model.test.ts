/*
 * Calls at random, one after another, against a table of plain data: each answer, refusals with all their paths too, is what that
 * says. GRIDLESS_MODEL_RUNS: how many tables; a failure prints the seed and the shortest list of calls that fails.
 */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { type Someone, someone } from "#test/support/makers/makers";
import { type Answer, call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { type Cells, newModel, type Refused, type Sent } from "./model.ts";

const numRuns = Number(process.env["GRIDLESS_MODEL_RUNS"] ?? 20);
const fields = [
  field("Name", "singleLineText", { unique: true }),
  field("Count", "number"),
  field("Status", "singleSelect", { options: { choices: [{ name: "open" }, { name: "done" }] } }),
];

const sent: fc.Arbitrary<Sent> = fc.record(
  {
    Name: fc.constantFrom("a", "b", "c", "d", "e", "f", "A", null),
    Count: fc.constantFrom(1, 2, 3, 4, "2", "5", "x", null),
    Status: fc.constantFrom("open", "done", "new", "newer", null),
  },
  { requiredKeys: [] },
);
const some = fc.array(sent, { minLength: 1, maxLength: 4 });
const typecast = fc.boolean();
const which = fc.nat(30);
const ifMatch = fc.constantFrom(undefined, "*", "current", "earlier");

const acts = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("create"), some, typecast, twice: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("update"), which, sent, typecast, ifMatch }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("updateMany"),
      typecast,
      edits: fc.uniqueArray(fc.record({ which, sent }), {
        minLength: 1,
        maxLength: 4,
        selector: (e) => e.which,
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("upsert"),
      key: fc.constantFrom("Name", "Count"),
      some,
      typecast,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("remove"), which, ifMatch }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("removeMany"),
      inQuery: fc.boolean(),
      of: fc.uniqueArray(which, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("duplicate"), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("list"), take: fc.integer({ min: 1, max: 7 }) }) },
);

let owner: Someone;
beforeAll(async () => {
  owner = await someone();
});

async function aTableAndItsModel() {
  const sheet = await aSheet({ fields }, owner);
  const model = newModel();
  /** All that ever were: calls name those too that are gone. */
  const ids: string[] = [];
  let highest = 0;
  const idOf = (index: number) => ids[index % Math.max(ids.length, 1)] ?? "rec0000014mSa1Cw6nZ";

  function refuses(answer: Answer, refused: Refused): void {
    const { status, paths } = refusal(answer);
    expect({ status, paths: paths.sort() }).toEqual(refused);
  }
  function isNew({ id, autoNumber, fields }: Answered, cells: Cells, tag?: string): void {
    expect(fields).toEqual(cells);
    expect(autoNumber, "a number is given again").toBeGreaterThan(highest);
    highest = autoNumber;
    ids.push(id);
    model.note(id, cells);
    learn(id, tag);
  }
  function learn(id: string, tag: string | undefined): void {
    const known = model.records.get(id);
    if (!known || !tag) return;
    if (known.tag) expect(tag).toBe(known.tag);
    expect(known.earlier).not.toContain(tag);
    known.tag = tag;
  }
  async function get(id: string): Promise<void> {
    const answer = await sheet.get(id);
    const known = model.records.get(id);
    if (!known) return refuses(answer, { status: 404, paths: [] });
    expect(answer.body).toMatchObject({ id, fields: known.cells });
    expect(Object.keys(answer.body.fields)).toHaveLength(Object.keys(known.cells).length);
    learn(id, answer.headers["etag"]);
  }
  /** The header, and what comes of it if the record is not in that state. */
  async function expecting(id: string, ifMatch: string | undefined) {
    if (ifMatch === "current" || ifMatch === "earlier") await get(id);
    const { tag = '"none"', earlier = [] } = model.records.get(id) ?? {};
    const header = ifMatch === "current" ? tag : ifMatch === "earlier" ? (earlier[0] ?? '"none"') : ifMatch;
    const refused: Refused | undefined = !model.records.has(id)
      ? { status: 404, paths: [] }
      : ifMatch === "earlier"
        ? { status: 412, paths: [] }
        : undefined;
    return { headers: header === undefined ? {} : { "if-match": header }, refused };
  }

  return {
    async create({ some, typecast, twice }: { some: Sent[]; typecast: boolean; twice: boolean }) {
      const asked = {
        as: sheet.owner,
        params: sheet.params,
        body: { typecast, records: some.map((fields) => ({ fields })) },
        headers: twice ? { "idempotency-key": crypto.randomUUID() } : {},
      };
      const answer = await call(createRecords, asked);
      const expected = model.create(some, typecast);
      if ("status" in expected) return refuses(answer, expected);
      expect(answer.status).toBe(201);
      for (const [i, cells] of expected.entries())
        isNew(answer.body.records[i], cells, answer.headers["etag"]);
      if (twice) expect(await call(createRecords, asked)).toMatchObject({ status: 201, body: answer.body });
    },
    async update(asked: { which: number; sent: Sent; typecast: boolean; ifMatch: string | undefined }) {
      const id = idOf(asked.which);
      const { headers, refused } = await expecting(id, asked.ifMatch);
      const answer = await sheet.update(id, asked.sent, { typecast: asked.typecast }, headers);
      const expected = refused ?? model.update([{ id, fields: asked.sent }], asked.typecast, "record");
      if (expected) return refuses(answer, expected);
      expect(answer).toMatchObject({ status: 200, body: { id } });
      expect(answer.body.fields).toEqual(model.records.get(id)?.cells);
      learn(id, answer.headers["etag"]);
    },
    async updateMany({ edits, typecast }: { edits: { which: number; sent: Sent }[]; typecast: boolean }) {
      const byId = new Map(edits.map(({ which, sent }) => [idOf(which), sent]));
      const records = [...byId].map(([id, fields]) => ({ id, fields }));
      const answer = await sheet.updateMany(records, { typecast });
      const expected = model.update(records, typecast);
      if (expected) return refuses(answer, expected);
      expect(answer.body.map(({ id, fields }: Answered) => [id, fields])).toEqual(
        records.map(({ id }) => [id, model.records.get(id)?.cells]),
      );
    },
    async upsert({ key, some, typecast }: { key: string; some: Sent[]; typecast: boolean }) {
      const answer = await sheet.upsert([key], some, { typecast });
      const expected = model.upsert(key as "Name" | "Count", some, typecast);
      if ("status" in expected) return refuses(answer, expected);
      expect(answer.status).toBe(200);
      const made: string[] = [];
      for (const [i, { id, cells }] of expected.entries()) {
        const record = answer.body.records[i] as Answered;
        if (id) expect([record.id, record.fields]).toEqual([id, cells]);
        else {
          isNew(record, cells);
          made.push(record.id);
        }
      }
      const updated = expected.flatMap(({ id }) => id ?? []);
      expect(answer.body).toMatchObject({ created: made, updated });
    },
    async remove({ which, ifMatch }: { which: number; ifMatch: string | undefined }) {
      const id = idOf(which);
      const { headers, refused } = await expecting(id, ifMatch);
      const answer = await sheet.remove(id, headers);
      if (refused) return refuses(answer, refused);
      expect(answer).toMatchObject({ status: 200, body: { id, fields: model.records.get(id)?.cells } });
      model.records.delete(id);
    },
    async removeMany({ of, inQuery }: { of: number[]; inQuery: boolean }) {
      const some = [...new Set(of.map(idOf))];
      const answer = await (inQuery ? sheet.removeInQuery(some) : sheet.removeMany(some));
      const paths = some.flatMap((id, i) => (model.records.has(id) ? [] : `recordIds[${i}]`));
      if (paths.length > 0) return refuses(answer, { status: 404, paths });
      expect(answer.body.records.map(({ id }: Answered) => id)).toEqual(some);
      for (const id of some) model.records.delete(id);
    },
    async duplicate({ which }: { which: number }) {
      const id = idOf(which);
      const answer = await sheet.duplicate(id);
      const known = model.records.get(id);
      if (!known) return refuses(answer, { status: 404, paths: [] });
      const { Name: _, ...cells } = known.cells;
      isNew(answer.body, cells, answer.headers["etag"]);
    },
    async list({ take }: { take: number }) {
      const { records } = await sheet.walk(take);
      const expected = ids.flatMap((id) => {
        const known = model.records.get(id);
        return known ? [[id, known.cells]] : [];
      });
      expect(records.map(({ id, fields }) => [id, fields])).toEqual(expected);
      expect(await sheet.count()).toBe(expected.length);
    },
    get,
    ids,
  };
}

test("each answer is what plain data says, and so is the table in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 24 }), async (list) => {
      const table = await aTableAndItsModel();
      for (const { act, ...asked } of list)
        await (table[act as "create"] as (asked: object) => Promise<void>)(asked);
      for (const id of table.ids) await table.get(id);
      await table.list({ take: 1000 });
    }),
    { numRuns, endOnFailure: numRuns <= 20 },
  );
}, 600_000);
