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
      const body = { records: records.map((fields) => ({ fields })) };
      const send = () => sheet.send(body, { headers: { "idempotency-key": "one" } });
      return { ...sheet, send, act: async () => (await send()).status, look: sheet.count };
    },
    async (there, itemsOf, sheet) => {
      const [made, guards] = [itemsOf("record"), itemsOf("unique")];
      const ids = made.map(({ id }) => id).sort();
      expect(guards.map(({ recordId }) => recordId).sort()).toEqual(ids);
      expect(ids).toHaveLength(there ? 250 : 0);
      // the same request with its key is done once, whether it was done before or not
      const again = await sheet.send();
      expect([again.status, await sheet.count()]).toEqual([201, 250]);
      const records: { id: string; autoNumber: number }[] = again.body.records;
      if (there) expect(records.map(({ id }) => id).sort()).toEqual(ids);
      // and no number is given twice
      const next = await sheet.create([{ Name: "other" }]);
      expect(next.status).toBe(201);
      const numbers = records.map(({ autoNumber }) => autoNumber);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(next.body.records[0].autoNumber).toBeGreaterThan(Math.max(0, ...numbers));
    },
  );
  expect(points).toBeGreaterThan(10);
  console.log(`creating 250 records, ${accident}: ${points} points tried, answers`, statuses);
});
