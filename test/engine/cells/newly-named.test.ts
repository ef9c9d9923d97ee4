import fc from "fast-check";
import { expect, test } from "vitest";
import type { Cells } from "#lib/engine/cells/cells";
import { findNewMentions } from "#lib/engine/cells/newly-named";
import type { Field } from "#lib/engine/fields/field";
import { newUserId, type RecordId } from "#lib/schemas/basics/ids";

const people = Array.from({ length: 4 }, newUserId);
const [doer = newUserId()] = people;
const field = (id: string, type: string, shouldNotify: boolean) =>
  ({ id, name: id, type, options: { isMultiple: true, shouldNotify } }) as unknown as Field;
const fields = [
  field("A", "user", true),
  field("B", "user", true),
  field("Silent", "user", false),
  field("Text", "singleLineText", true),
];

const cells = fc
  .record(
    {
      A: fc.constantFrom(...people),
      B: fc.subarray(people, { minLength: 1 }),
      Silent: fc.subarray(people, { minLength: 1 }),
      Text: fc.constantFrom(...people),
    },
    { requiredKeys: [] },
  )
  .map((each) => each as Cells);

test("of each field: who is in the new cell and was not in the old one; each person once, with the records counted", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.option(cells), cells), { maxLength: 6 }), (pairs) => {
      const changes = pairs.map(([before, after], i) => ({
        id: `rec${i}` as RecordId,
        after,
        ...(before && { before }),
      }));
      const isIn = (cell: unknown, id: string) => [cell].flat().includes(id);
      const isNew = (id: string, i: number) =>
        (["A", "B"] as const).some(
          (key) =>
            isIn(Reflect.get(pairs[i]?.[1] ?? {}, key), id) &&
            !isIn(Reflect.get(pairs[i]?.[0] ?? {}, key), id),
        );
      const expected = people
        .filter((id) => id !== doer)
        .map((id) => ({ id, in: pairs.flatMap((_, i) => (isNew(id, i) ? [i] : [])) }))
        .filter((each) => each.in.length > 0)
        .map((each) => ({ id: each.id, count: each.in.length, recordId: `rec${each.in[0]}` }));
      const found = findNewMentions(fields, changes, doer).map(({ fieldId: _, ...each }) => each);
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      expect(found.sort(byId)).toEqual(expected.sort(byId));
    }),
  );
});
