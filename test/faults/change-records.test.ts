/* Changing and deleting 250 records with a unique value each, whatever happens to any one request to the store. */
import { expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { accidents, everyRequest } from "./support.ts";

const fields = [field("Name", "singleLineText", { unique: true }), field("No", "number")];
const all = 250;
const names = Array.from({ length: all }, (_, i) => `n${i}`);
/** One half passes its values on in a ring, the other takes new ones. */
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
  "changing, %s: all or nothing, each value has one owner, and sent again it is done once",
  patient,
  async (accident) => {
    await everyRequest(accident, { name: `changing ${all} records`, success: 200, all }, toChange, {
      async check(there, itemsOf, sheet) {
        const owners = new Map(itemsOf("unique").map(({ pk, recordId }) => [pk, recordId]));
        expect(owners.size).toBe(all);
        expect(new Set(owners.values()).size).toBe(all);
        const { records } = await sheet.walk();
        expect(records.map(({ name }) => name)).toEqual(there ? newNames : names);
        // what is taken is taken, and by whom it is said
        const taken = await sheet.create([{ Name: "n3" }, { Name: there ? "m200" : "n200" }]);
        expect(taken.body.data.total).toBe(2);
      },
      async checkAgain(again, itemsOf, sheet) {
        expect(itemsOf("record").map(({ version }) => version)).toEqual(names.map(() => 2));
        expect(again.body).toEqual((await sheet.walk()).records);
        expect(again.body.map(({ name }: Answered) => name)).toEqual(newNames);
        // what was given up is free, and nothing else
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
  "deleting, %s: all or nothing, and sent again it is done once",
  patient,
  async (accident) => {
    await everyRequest(accident, { name: `deleting ${all} records`, success: 200, all }, toDelete, {
      check(gone, itemsOf) {
        const ids = itemsOf("record").map(({ id }) => id);
        expect(ids).toHaveLength(gone ? 0 : all);
        // what can be brought back is what is gone
        const [deletion] = itemsOf("deletion");
        expect(Object.keys(deletion?.["records"] ?? {})).toHaveLength(gone ? all : 0);
        expect(itemsOf("unique")).toHaveLength(ids.length);
        expect(new Set(itemsOf("unique").map(({ recordId }) => recordId))).toEqual(new Set(ids));
      },
      async checkAgain(again, itemsOf, sheet) {
        // as they were
        expect(again.body.records.map(({ name }: Answered) => name)).toEqual(names);
        expect([...itemsOf("record"), ...itemsOf("unique")]).toEqual([]);
        // and what is made since is not deleted by the same call
        expect((await sheet.create([{ Name: "n3" }])).status).toBe(201);
        expect((await sheet.send()).body).toEqual(again.body);
        expect(await sheet.count()).toBe(1);
      },
    });
  },
);
