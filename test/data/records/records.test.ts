import fc from "fast-check";
import { expect, test } from "vitest";
import {
  completeDrafts,
  type DraftContext,
  draftRecords,
  toRecordInputs,
} from "#lib/engine/cells/new-records";
import { makePresenter } from "#lib/engine/cells/present";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type FieldId, newFieldId, newRecordId, newUserId, type UserId } from "#lib/schemas/basics/ids";
import type { NewRecord } from "#lib/schemas/records/record";
import { aSheet, field } from "#test/functions/record/support/records";

const day = (milliseconds: number) => new Date(milliseconds).toISOString();
/** Text as a cell stores it: trimmed, and on single lines control characters become spaces. */
const anyText = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((text) => text.trim() === text && !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed());
const anyCells = fc.record(
  {
    Name: anyText,
    Notes: anyText,
    No: fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
      .map((n) => (Math.abs(n) < 1e-130 ? 0 : n)),
    Done: fc.constant(true),
    Stars: fc.integer({ min: 1, max: 5 }),
    Day: fc.integer({ min: 0, max: 4e12 }).map(day),
    One: fc.constantFrom("red", "green", "a, b"),
    Some: fc.uniqueArray(fc.constantFrom("red", "green", "a, b"), { minLength: 1 }),
  },
  { requiredKeys: [] },
);

const choices = ["red", "green", "a, b"].map((name, i) => ({ id: `cho0000000${i}`, name, color: "red" }));
const fields = (
  [
    ["Name", "singleLineText", {}],
    ["Notes", "longText", {}],
    ["No", "number", { formatting: { type: "decimal", precision: 2 } }],
    ["Done", "checkbox", {}],
    ["Stars", "rating", { max: 5 }],
    ["Day", "date", { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } }],
    ["One", "singleSelect", { choices }],
    ["Some", "multipleSelect", { choices }],
  ] as const
).map(
  ([name, type, options], i): Field => ({
    id: newFieldId() as FieldId,
    name,
    type,
    options,
    dbFieldName: `db_${name}`,
    ...(i === 0 && { isPrimary: true }),
  }),
);
const context: CellContext = {
  now: day(0),
  me: newUserId() as UserId,
  people: { byId: () => undefined, byText: () => undefined },
  files: { byToken: () => undefined, byId: () => undefined },
  targetsOf: () => ({ byId: () => undefined, byTitle: () => undefined }),
  addressOf: () => "",
  showEmails: true,
};

/** What a request that creates these records would store. */
const prepare = (records: NewRecord[], given: DraftContext) =>
  completeDrafts(draftRecords(toRecordInputs(records), given), given);

test("cells of a request are shown as they were sent, with typecast and without", () => {
  fc.assert(
    fc.property(fc.array(anyCells, { maxLength: 5 }), fc.boolean(), (records, typecast) => {
      const { cells, issues, unknown } = prepare(
        records.map((each) => ({ fields: each })),
        { fields, keys: makeFieldKeys(fields, "name"), typecast, context },
      );
      expect([issues, unknown]).toEqual([[], []]);
      const show = { fields, fieldKeyType: "name", cellFormat: "json", context } as const;
      const present = makePresenter({ ...show, may: { update: true, delete: true } });
      const members = { createdTime: day(0), createdBy: context.me };
      const shown = cells.map((each, i) =>
        present({ id: newRecordId(i + 1), autoNumber: i + 1, cells: each, ...members }),
      );
      expect(shown.map((record) => record.fields)).toEqual(records);
      expect(shown.map(({ name }) => name)).toEqual(records.map(({ Name }) => Name ?? ""));
    }),
  );
});

test("any record is read, or gives issues with paths; it never throws", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.dictionary(
          fc.constantFrom("Name", "No", "Done", "Stars", "Day", "One", "Some", "Foo"),
          fc.jsonValue(),
        ),
      ),
      fc.boolean(),
      (records, typecast) => {
        const prepared = prepare(
          records.map((each) => ({ fields: each })),
          { fields: structuredClone(fields), keys: makeFieldKeys(fields, "name"), typecast, context },
        );
        expect(prepared.cells).toHaveLength(records.length);
        expect(prepared.unknown.map(({ path }) => path)).toEqual(
          records.flatMap((each, i) => (Object.hasOwn(each, "Foo") ? [`records[${i}].fields.Foo`] : [])),
        );
        for (const { path } of prepared.issues) expect(path).toMatch(/^records\[\d+\]\.fields\.\w+$/);
      },
    ),
  );
});

type Step =
  | { op: "create"; names: (string | null)[] }
  | { op: "update"; at: number; Name?: string | null; No?: number | null }
  | { op: "remove"; at: number };

const anyName = fc.option(fc.constantFrom("a", "b", "c", "d", "e"), { nil: null });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ op: fc.constant("create" as const), names: fc.array(anyName, { minLength: 1, maxLength: 3 }) }),
  fc.record(
    {
      op: fc.constant("update" as const),
      at: fc.nat(),
      Name: anyName,
      No: fc.option(fc.integer(), { nil: null }),
    },
    { requiredKeys: ["op", "at"] },
  ),
  fc.record({ op: fc.constant("remove" as const), at: fc.nat() }),
);

test("any sequence of creations, edits and deletions gives the same records and unique names as a plain Map", {
  timeout: 30_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { create, update, remove, list } = await aSheet({
        fields: [field("Name", "singleLineText", { unique: true }), field("No", "number")],
      });
      const model = new Map<string, { Name?: string; No?: number }>();
      const gone: string[] = [];
      const isTaken = (name: string, by?: string) =>
        [...model].some(([id, cells]) => id !== by && cells.Name === name);
      const without = (cells: object) =>
        Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null));

      for (const step of steps) {
        if (step.op === "create") {
          const names = step.names.filter((name) => name !== null);
          const fails = new Set(names).size < names.length || names.some((name) => isTaken(name));
          const { status, body } = await create(step.names.map((Name) => ({ Name })));
          expect(status).toBe(fails ? 400 : 201);
          for (const { id, fields } of body.records ?? []) model.set(id, fields);
          continue;
        }
        // sometimes a record that was deleted before
        const ids = [...model.keys(), ...gone];
        const id = ids[step.at % (ids.length || 1)] ?? newRecordId(99);
        const before = model.get(id);
        if (step.op === "remove") {
          expect((await remove(id)).status).toBe(before ? 200 : 404);
          if (model.delete(id)) gone.push(id);
        } else {
          const { op: _, at: __, ...cells } = step;
          const fails = cells.Name != null && isTaken(cells.Name, id);
          const { status } = await update(id, cells);
          expect(status).toBe(!before ? 404 : fails ? 400 : 200);
          if (status === 200) model.set(id, without({ ...before, ...cells }));
        }
      }
      const { records } = (await list()).body;
      expect(records.map(({ id, fields }: { id: string; fields: object }) => [id, fields])).toEqual([
        ...model,
      ]);
    }),
    { numRuns: 15 },
  );
});

test("concurrent operations never duplicate a unique name, lose one, or keep one reserved without a record", {
  timeout: 30_000,
}, async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const { create, update, remove, walk } = await aSheet({
    fields: [field("Name", "singleLineText", { unique: true }), field("No", "number", { unique: true })],
  });
  // a small random generator, so that a run can be repeated
  let seed = 42;
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  const ids: string[] = [];
  async function writer() {
    for (let i = 0; i < 15; i++) {
      const Name = names[below(names.length)] as string;
      const id = ids[below(ids.length)];
      const kind = below(4);
      if (kind === 0 && id) expect([200, 404]).toContain((await remove(id)).status);
      else if (kind > 1 && id)
        expect([200, 400, 404]).toContain((await update(id, { Name, No: below(5) })).status);
      else {
        const { status, body } = await create([{ Name }, { No: below(5) }]);
        expect([201, 400]).toContain(status);
        for (const record of body.records ?? []) ids.push(record.id);
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer));

  const { records } = await walk();
  for (const key of ["Name", "No"]) {
    const held = records.flatMap(({ fields }) => fields[key] ?? []);
    expect(new Set(held).size).toBe(held.length);
    for (const value of key === "Name" ? names : [0, 1, 2, 3, 4])
      expect((await create([{ [key]: value }])).status).toBe(held.includes(value) ? 400 : 201);
  }
});
