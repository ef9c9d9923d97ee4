/* Creating 250 records with a unique value each, whatever happens to any one request to the store. */
import { expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { accidents, everyRequest } from "./support.ts";

const fields = [field("Name", "singleLineText", { unique: true })];
const records = Array.from({ length: 250 }, (_, i) => ({ fields: { Name: `n${i}` } }));

async function prepare() {
  const sheet = await aSheet({ fields });
  const headers = { "idempotency-key": "one" };
  return { ...sheet, send: () => sheet.send({ records }, { headers }), look: sheet.count };
}

test.each(accidents)("%s: all or nothing, and sent again it is done once", async (accident) => {
  await everyRequest(accident, { name: "creating 250 records", success: 201, all: 250 }, prepare, {
    check(there, itemsOf) {
      const ids = itemsOf("record").map(({ id }) => id);
      expect(ids).toHaveLength(there ? 250 : 0);
      expect(new Set(itemsOf("unique").map(({ recordId }) => recordId))).toEqual(new Set(ids));
      expect(itemsOf("unique")).toHaveLength(ids.length);
    },
    async checkAgain(again, itemsOf, sheet) {
      const made: Answered[] = again.body.records;
      const ids = new Set(made.map(({ id }) => id));
      expect(new Set(itemsOf("record").map(({ id }) => id))).toEqual(ids);
      expect(new Set(itemsOf("unique").map(({ recordId }) => recordId))).toEqual(ids);
      // and no number is given twice
      const next = await sheet.create([{ Name: "other" }]);
      expect(next.status).toBe(201);
      const numbers = made.map(({ autoNumber }) => autoNumber);
      expect(new Set(numbers).size).toBe(250);
      expect(next.body.records[0].autoNumber).toBeGreaterThan(Math.max(...numbers));
    },
  });
});
