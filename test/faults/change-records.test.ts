/* Changing and deleting 250 records with unique values, with an accident at any request to the store. */
import { expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { accidents, everyRequest } from "./support.ts";

const fields = [field("Name", "singleLineText", { unique: true }), field("No", "number")];
const all = 250;
const names = Array.from({ length: all }, (_, i) => `n${i}`);
/** One half rotates its values, the other half gets new ones. */
const newNames = names.map((_, i) => (i < 125 ? names[(i + 1) % 125] : `m${i}`));
const headers = { "idempotency-key": "one" };

async function filled() {
  const sheet = await aSheet({ fields });
  const { body } = await sheet.create(names.map((Name) => ({ Name })));
  await settleAll();
  return { ...sheet, ids: (body.records as Answered[]).map(({ id }) => id) };
}

async function toChange() {
  const sheet = await filled();
  const records = sheet.ids.map((id, i) => ({ id, fields: { Name: newNames[i], No: 1 } }));
  const send = () => sheet.sendUpdates({ records }, { headers });
  const look = async () => (await sheet.walk()).records.filter(({ fields }) => fields["No"] === 1).length;
  return { ...sheet, send, look };
}

const patient = { timeout: 300_000 };

test.each(accidents)(
  "changing, %s: all or nothing, each value has one owner, and a retry does not do it twice",
  patient,
  async (accident) => {
    await everyRequest(accident, { name: `changing ${all} records`, success: 200, all }, toChange, {
      async check(there, itemsOf, sheet) {
        const owners = new Map(itemsOf("unique").map(({ pk, recordId }) => [pk, recordId]));
        expect(owners.size).toBe(all);
        expect(new Set(owners.values()).size).toBe(all);
        const { records } = await sheet.walk();
        expect(records.map(({ name }) => name)).toEqual(there ? newNames : names);
        // taken values are refused
        const taken = await sheet.create([{ Name: "n3" }, { Name: there ? "m200" : "n200" }]);
        expect(taken.body.data.total).toBe(2);
      },
      async checkAgain(again, itemsOf, sheet) {
        expect(itemsOf("record").map(({ version }) => version)).toEqual(names.map(() => 2));
        expect(again.body).toEqual((await sheet.walk()).records);
        expect(again.body.map(({ name }: Answered) => name)).toEqual(newNames);
        // old values are free again, all others are taken
        expect((await sheet.create([{ Name: "n200" }])).status).toBe(201);
        expect((await sheet.create([{ Name: "n3" }, { Name: "m200" }])).body.data.total).toBe(2);
      },
    });
  },
);

async function toDelete() {
  const sheet = await filled();
  const send = () => sheet.removeMany(sheet.ids, headers);
  return { ...sheet, send, look: async () => all - (await sheet.count()) };
}

test.each(accidents)(
  "deleting, %s: all or nothing, and a retry does not do it twice",
  patient,
  async (accident) => {
    await everyRequest(accident, { name: `deleting ${all} records`, success: 200, all }, toDelete, {
      check(gone, itemsOf) {
        const ids = itemsOf("record").map(({ id }) => id);
        expect(ids).toHaveLength(gone ? 0 : all);
        // exactly the deleted records can be restored
        const [deletion] = itemsOf("deletion");
        expect(Object.keys(deletion?.["records"] ?? {})).toHaveLength(gone ? all : 0);
        expect(itemsOf("unique")).toHaveLength(ids.length);
        expect(new Set(itemsOf("unique").map(({ recordId }) => recordId))).toEqual(new Set(ids));
      },
      async checkAgain(again, itemsOf, sheet) {
        // the response has the records before the deletion
        expect(again.body.records.map(({ name }: Answered) => name)).toEqual(names);
        expect([...itemsOf("record"), ...itemsOf("unique")]).toEqual([]);
        // another retry does not delete records made since
        expect((await sheet.create([{ Name: "n3" }])).status).toBe(201);
        expect((await sheet.send()).body).toEqual(again.body);
        expect(await sheet.count()).toBe(1);
      },
    });
  },
);
