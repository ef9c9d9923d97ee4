/* Changing and deleting 250 records with a unique value each, whatever happens to any one request to the store. */
import { expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support";
import { settleAll } from "#test/support/commits";
import { accidents, everyRequest } from "./support.ts";

const fields = [field("Name", "singleLineText", { unique: true }), field("No", "number")];
const all = 250;
const names = Array.from({ length: all }, (_, i) => `n${i}`);

async function filled() {
  const sheet = await aSheet({ fields });
  const { body } = await sheet.create(names.map((Name) => ({ Name })));
  await settleAll();
  return { ...sheet, success: 200, ids: (body.records as Answered[]).map(({ id }) => id) };
}

test.each(accidents)(
  "changing, %s: all or nothing, and each value has one owner",
  { timeout: 300_000 },
  async (accident) => {
    const { points, statuses } = await everyRequest(
      accident,
      all,
      async () => {
        const sheet = await filled();
        // one half passes its values on in a ring, the other takes new ones
        const nameOf = (i: number) => (i < 125 ? names[(i + 1) % 125] : `m${i}`);
        const records = sheet.ids.map((id, i) => ({ id, fields: { Name: nameOf(i), No: 1 } }));
        return {
          ...sheet,
          act: async () => (await sheet.updateMany(records)).status,
          look: async () => (await sheet.walk()).records.filter(({ fields }) => fields["No"] === 1).length,
        };
      },
      async (there, itemsOf, sheet) => {
        const owners = new Map(itemsOf("unique").map(({ pk, recordId }) => [pk, recordId]));
        expect(owners.size).toBe(all);
        expect(new Set(owners.values()).size).toBe(all);
        const { records } = await sheet.walk();
        expect(records[0]?.name).toBe(there ? "n1" : "n0");
        // what is taken is taken, and by whom it is said; what was given up is free
        const taken = await sheet.create([{ Name: "n3" }, { Name: there ? "m200" : "n200" }]);
        expect(taken.body.data.total).toBe(2);
        expect((await sheet.create([{ Name: there ? "n200" : "m200" }])).status).toBe(201);
      },
    );
    expect(points).toBeGreaterThan(10);
    console.log(`changing ${all} records, ${accident}: ${points} points tried, answers`, statuses);
  },
);

test.each(accidents)("deleting, %s: all or nothing", { timeout: 300_000 }, async (accident) => {
  const { points, statuses } = await everyRequest(
    accident,
    all,
    async () => {
      const sheet = await filled();
      return {
        ...sheet,
        act: async () => (await sheet.removeMany(sheet.ids)).status,
        look: async () => all - (await sheet.count()),
      };
    },
    async (gone, itemsOf, sheet) => {
      const ids = itemsOf("record").map(({ id }) => id);
      expect(ids).toHaveLength(gone ? 0 : all);
      // what can be brought back is what is gone
      const [deletion] = itemsOf("deletion");
      expect(Object.keys(deletion?.["records"] ?? {})).toHaveLength(gone ? all : 0);
      expect(
        itemsOf("unique")
          .map(({ recordId }) => recordId)
          .sort(),
      ).toEqual(ids.sort());
      expect((await sheet.create([{ Name: "n3" }])).status).toBe(gone ? 201 : 400);
    },
  );
  expect(points).toBeGreaterThan(10);
  console.log(`deleting ${all} records, ${accident}: ${points} points tried, answers`, statuses);
});
