/*
 * Links that carry cells, while clients change the cells, link other records and delete them: whoever reads sees what was acknowledged before
 * the call, and in the end every record carries what its linked records have.
 *
 * GRIDLESS_CARRIED_SECONDS sets how long it runs.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as settleNotes } from "#functions/link/settle-notes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as restore } from "#functions/trash/restore-trash-item";
import { followLeft } from "#lib/data/links/left-notes";
import { recordItems } from "#test/functions/trash/support";
import { carry, findCarrying } from "#test/support/links/carried";
import { openNotes } from "#test/support/links/open-notes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { calmDown } from "./together.ts";

beforeAll(useOwnStore);

const seconds = Number(process.env["GRIDLESS_CARRIED_SECONDS"] ?? 3);
const text = (name: string) => ({ type: "singleLineText", name });
const pick = <Each>(all: readonly Each[]) => all[Math.floor(chance() * all.length)] as Each;
const some = <Each>(all: readonly Each[]) => all.filter(() => chance() < 0.3);

test("reads see what was written before them, while links and cells change", {
  timeout: 120_000,
}, async () => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  vi.spyOn(console, "error").mockImplementation(() => {});
  const people = await aTable({ fields: [text("Name"), { type: "number", name: "Count" }], records: [] });
  const { owner: as } = people;
  const tasks = await aTable({ fields: [text("Title")], records: [] }, as, people);
  const params = { tableId: tasks.tableId };
  const options = { foreignTableId: people.tableId, relationship: "manyMany" };
  const link = (await call(createField, { as, params, body: { type: "link", name: "Who", options } })).body;
  const lookupOptions = {
    ...{ foreignTableId: people.tableId, linkFieldId: link.id },
    lookupFieldId: people.table.fields[1].id,
  };
  const lookup = { type: "number", isLookup: true, name: "Counts", lookupOptions };
  expect((await call(createField, { as, params, body: lookup })).status).toBe(201);
  await carry(tasks, people);

  const make = async (tableId: string, records: object[]) => {
    const { body } = await call(createRecords, { as, params: { tableId }, body: { records } });
    return body.records.map(({ id }: { id: string }) => id) as string[];
  };
  const ids = await make(
    people.tableId,
    Array.from({ length: 8 }, (_, i) => ({ fields: { Name: `p${i}`, Count: 0 } })),
  );
  const rows = await make(
    tasks.tableId,
    Array.from({ length: 6 }, (_, i) => ({
      fields: { Title: `t${i}`, Who: some(ids).map((id) => ({ id })) },
    })),
  );
  /** What is acknowledged of each person: counts only grow. */
  const known = new Map<string, number>(ids.map((id) => [id, 0]));
  const end = Date.now() + seconds * 1000;
  const counts = { writes: 0, links: 0, reads: 0, shown: 0 };
  const loop = async (work: (i: number) => Promise<unknown>) => {
    for (let i = 1; Date.now() < end; i++) await work(i);
  };
  const update = (tableId: string, recordId: string, fields: object) =>
    call(updateRecord, { as, params: { tableId, recordId }, body: { record: { fields } } });
  const writer = (own: string[]) =>
    loop(async (i) => {
      const id = pick(own);
      const { status } = await update(people.tableId, id, { Count: i });
      expect(status).toBeLessThan(500);
      if (status === 200) known.set(id, i);
      counts.writes++;
    });
  const linker = () =>
    loop(async () => {
      const { status } = await update(tasks.tableId, pick(rows), { Who: some(ids).map((id) => ({ id })) });
      expect(status).toBeLessThan(500);
      counts.links++;
    });
  const reader = () =>
    loop(async () => {
      const floor = new Map(known);
      const { body } = await call(listRecords, { as, params });
      for (const { fields } of body.records) {
        const linked = (fields.Who ?? []).map(({ id }: { id: string }) => id);
        const shown = fields.Counts ?? [];
        for (const [i, id] of linked.entries()) {
          expect({
            id,
            shown: shown[i] >= (floor.get(id) ?? 0),
            at: [shown[i], floor.get(id)],
          }).toMatchObject({
            shown: true,
          });
          counts.shown++;
        }
      }
      counts.reads++;
    });
  const follower = () =>
    loop(async () => {
      for (const { pk, sk } of await openNotes()) await followLeft({ pk, sk }, new Date().toISOString());
      await settleNotes();
    });
  const gardener = () =>
    loop(async (i) => {
      const [id] = await make(tasks.tableId, [
        { fields: { Title: `x${i}`, Who: some(ids).map((each) => ({ id: each })) } },
      ]);
      if (id) await call(deleteRecord, { as, params: { ...params, recordId: id } });
      await tellNews();
      const [item] = await recordItems({ as }, tasks.tableId);
      if (item) await call(restore, { as, params: { trashId: item.id } });
    });
  await Promise.all([
    ...[0, 1, 2, 3].map((i) => writer(ids.slice(i * 2, i * 2 + 2))),
    ...[linker(), linker(), reader(), reader(), follower(), gardener()],
  ]);
  await tellNews();
  await calmDown();
  expect(await findCarrying(tasks.tableId, people.tableId)).toMatchObject({ wrong: [], marked: [] });
  expect(counts.shown).toBeGreaterThan(100);
});
