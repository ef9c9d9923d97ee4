/* Creating 250 records with a unique value each, whatever happens to any one request to the store. */
import { expect, test } from "vitest";
import { aSheet, field } from "#test/functions/record/support";
import { accidents, everyRequest } from "./support.ts";

const fields = [field("Name", "singleLineText", { unique: true })];
const records = Array.from({ length: 250 }, (_, i) => ({ Name: `n${i}` }));

test.each(accidents)("%s: all or nothing", async (accident) => {
  const { points, statuses } = await everyRequest(
    accident,
    250,
    async () => {
      const sheet = await aSheet({ fields });
      return { ...sheet, act: async () => (await sheet.create(records)).status, look: sheet.count };
    },
    async (there, itemsOf, sheet) => {
      const [made, guards] = [itemsOf("record"), itemsOf("unique")];
      const ids = made.map(({ id }) => id).sort();
      expect(guards.map(({ recordId }) => recordId).sort()).toEqual(ids);
      expect(ids).toHaveLength(there ? 250 : 0);
      // what was not done can be done; what was done is refused; and no number is given twice
      const next = await sheet.create([{ Name: there ? "other" : "n3" }]);
      expect(next.status).toBe(201);
      const numbers = made.map(({ autoNumber }) => autoNumber as number);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(next.body.records[0].autoNumber).toBeGreaterThan(Math.max(0, ...numbers));
    },
  );
  expect(points).toBeGreaterThan(10);
  console.log(`creating 250 records, ${accident}: ${points} points tried, answers`, statuses);
});
