/* Batches of changes, upserts and deletions against a plain Map, and against one another. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";

const fields = [
  field("Name", "singleLineText", { unique: true }),
  field("No", "number", { unique: true }),
  field("Note", "singleLineText"),
];
const letters = ["a", "b", "c", "d", "e"];

type Cells = { [key in "Name" | "No" | "Note"]?: string | number | null };
type Step =
  | { op: "update"; edits: { at: number; cells: Cells }[] }
  | { op: "upsert"; records: Cells[] }
  | { op: "remove"; at: number[] };

const anyName = fc.constantFrom(...letters);
const anyCells: fc.Arbitrary<Cells> = fc.record(
  {
    Name: fc.option(anyName, { nil: null }),
    No: fc.option(fc.nat({ max: 4 }), { nil: null }),
    Note: anyName,
  },
  { requiredKeys: [] },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    op: fc.constant("update" as const),
    edits: fc.array(fc.record({ at: fc.nat(), cells: anyCells }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    op: fc.constant("upsert" as const),
    records: fc.array(
      fc.tuple(anyName, anyCells).map(([Name, cells]) => ({ ...cells, Name })),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({ op: fc.constant("remove" as const), at: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }) }),
);

type Model = Map<string, Cells>;
const merged = (before: Cells, cells: Cells): Cells =>
  Object.fromEntries(Object.entries({ ...before, ...cells }).filter(([, cell]) => cell !== null));
const isUnique = (values: (string | number | null | undefined)[]) => {
  const held = values.filter((value) => value !== undefined);
  return new Set(held).size === held.length;
};
/** Whether all records of a model may be there together. */
const holds = (model: Model) =>
  (["Name", "No"] as const).every((key) => isUnique([...model.values()].map((cells) => cells[key])));

test("any batches, one after another, leave what a plain Map holds, or change nothing", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 15 }), async (steps) => {
      const { create, updateMany, upsert, removeMany, list } = await aSheet({ fields });
      const three = [{ Name: "a", No: 0 }, { Name: "b" }, { No: 1 }];
      const made = (await create(three)).body.records as Answered[];
      let model: Model = new Map(made.map(({ id, fields }) => [id, fields as Cells]));

      for (const step of steps) {
        const ids = [...model.keys()];
        const idAt = (at: number) => ids[at % (ids.length || 1)] ?? "rec0000020000000000";
        const next = new Map(model);
        if (step.op === "remove") {
          const chosen = [...new Set(step.at.map(idAt))];
          const { status } = await removeMany(chosen);
          expect(status).toBe(ids.length > 0 ? 200 : 404);
          for (const id of chosen) next.delete(id);
          model = next;
        } else if (step.op === "update") {
          const edits = [...new Map(step.edits.map(({ at, cells }) => [idAt(at), cells]))];
          for (const [id, cells] of edits) next.set(id, merged(next.get(id) ?? {}, cells));
          const { status } = await updateMany(edits.map(([id, fields]) => ({ id, fields })));
          if (ids.length > 0) expect(status).toBe(holds(next) ? 200 : 400);
          if (status === 200) model = next;
        } else {
          const named = isUnique(step.records.map(({ Name }) => Name));
          const targets = step.records.map(
            ({ Name }, i) => ids.find((id) => model.get(id)?.Name === Name) ?? `new${i}`,
          );
          for (const [i, id] of targets.entries())
            next.set(id, merged(next.get(id) ?? {}, step.records[i] as Cells));
          const { status, body } = await upsert(["Name"], step.records);
          expect(status).toBe(named && holds(next) ? 200 : 400);
          if (status !== 200) continue;
          const shown = (body.records as Answered[]).map(({ id }) => id);
          expect(body.updated).toEqual(targets.filter((id) => model.has(id)));
          model = new Map([...next].map(([id, cells]) => [shown[targets.indexOf(id)] ?? id, cells]));
        }
      }
      const { records } = (await list()).body;
      expect(records.map(({ id, fields }: Answered) => [id, fields])).toEqual([...model]);
    }),
    { numRuns: 15 },
  );
});

test("whatever batches many do at once, no value is twice there, and none stays taken by nobody", {
  timeout: 60_000,
}, async () => {
  const { create, updateMany, upsert, removeMany, walk } = await aSheet({ fields });
  const known = ((await create(letters.map((Name) => ({ Name })))).body.records as Answered[]).map(
    ({ id }) => id,
  );
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  const some = <Of>(list: readonly Of[]) => list.filter(() => below(3) === 0).slice(0, 3);
  async function writer() {
    for (let i = 0; i < 12; i++) {
      const [ids, names, kind] = [some(known), some(letters), below(4)];
      if (ids.length === 0 || names.length === 0) continue;
      if (kind === 0) expect([200, 404, 409]).toContain((await removeMany(ids)).status);
      else if (kind === 1) {
        const { status, body } = await upsert(
          ["Name"],
          names.map((Name) => ({ Name, Note: "x" })),
        );
        expect([200, 409]).toContain(status);
        for (const id of body.created ?? []) known.push(id);
      } else {
        const edits = ids.map((id, i) => ({ id, fields: { Name: names[i] ?? null } }));
        expect([200, 400, 404, 409]).toContain((await updateMany(edits)).status);
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, writer));

  const { records } = await walk();
  const held = records.flatMap(({ fields }) => fields["Name"] ?? []);
  expect(isUnique(held as string[])).toBe(true);
  for (const Name of letters) expect((await create([{ Name }])).status).toBe(held.includes(Name) ? 400 : 201);
});
