/* A process dies at any request to the store: the one that deletes a link field, restores it, empties the trash, or runs the jobs of these. */
import { expect, test, vi } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as resetTrashItems } from "#functions/trash/reset-trash-items";
import { readSchema } from "#lib/data/schema/table-schema";
import { idsOf, linked } from "#test/functions/record/links/support";
import { bringBack, trashedIn } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { itemsWith, jobsOf, runJobsOf, turn } from "#test/support/events/jobs";
import { process } from "#test/support/events/processes";
import { findDisagreements } from "#test/support/links/check-links";
import { disagreements, fieldsOf } from "#test/support/makers/links";
import { call } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { expectAgreement } from "./support.ts";

const one = (id: string) => ({ id });
const shapes = [
  { relationship: "manyMany", isOneWay: false },
  { relationship: "oneMany", isOneWay: true },
  { relationship: "oneOne", isOneWay: false },
];
const accidents = ["killed after", "killed before", "answer lost"] as const;

test.each(shapes.flatMap((shape) => accidents.map((accident) => ({ ...shape, accident }))))(
  "$relationship, one-way: $isOneWay, $accident: deleted, restored, deleted, cleared",
  { timeout: 300_000 },
  async ({ accident, ...shape }) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const sample = aSample(10);
    let requests = 0;
    for (let n = sample.first, isIn = true; isIn; n += sample.every) {
      await useOwnStore();
      const world = await linked(shape);
      const { as, films, people, field, ann, bob, cid } = world;
      const isMany = /Many$/.test(shape.relationship);
      const cells = isMany ? [[one(ann), one(bob)], [one(cid)]] : [one(ann), one(bob)];
      const records = cells.map((Cast, i) => ({ Title: `f${i}`, Cast }));
      idsOf(await world.make(films, records));
      await settleAll();
      const tables = [films.tableId, people.tableId] as const;
      const before = [await world.cells(films), await world.cells(people)];
      let index = 0;
      const disturbed = <Result>(work: () => Promise<Result>) =>
        process(() => (index++ === n ? accident : undefined), work);
      const agree = async () => {
        await settleAll();
        expect([n, ...(await findDisagreements([...tables]))]).toEqual([n]);
        expect([n, ...(await disagreements(...tables))]).toEqual([n]);
      };
      const runDisturbed = async () => {
        for (const made of [films, people])
          for (const job of await jobsOf(made.tableId)) await disturbed(() => turn(job, made.baseId));
        await runJobsOf(films, people);
      };
      const params = { tableId: films.tableId, fieldId: field.id };
      const isThere = async () => (await fieldsOf(films)).some(({ id }) => id === field.id);
      /** Disturbed once; a person sends it again if it had no effect. */
      const remove = async () => {
        await disturbed(() => call(deleteField, { as, params }));
        await settleAll();
        if (await isThere()) expect((await call(deleteField, { as, params })).status).toBe(200);
        await agree();
        await runDisturbed();
      };
      await remove();
      const [item] = await trashedIn({ as }, films.tableId);
      const restore = () => bringBack(item?.id as string, { as });
      await disturbed(restore);
      await settleAll();
      expect((await restore()).status).toBe(201);
      await agree();
      await runDisturbed();
      await agree();
      expect([n, await world.cells(films), await world.cells(people)]).toEqual([n, ...before]);
      for (const made of [films, people])
        for (const each of await fieldsOf(made)) expect(each).not.toHaveProperty("isPending");

      await remove();
      const gone = () =>
        call(deleteListedRecords, { as, params: { tableId: people.tableId }, body: { recordIds: [ann] } });
      await disturbed(gone);
      await expectAgreement(world);
      const empty = () => call(resetTrashItems, { as, query: { resourceId: films.tableId } });
      await disturbed(empty);
      await settleAll();
      await empty();
      await runDisturbed();
      await runJobsOf(films, people);
      await settleAll();
      isIn = index > n;
      requests = index;
      for (const id of tables) {
        const { clearing, goneDependents, dependents } = await readSchema(id);
        expect({ n, clearing, goneDependents, dependents }).toEqual({
          ...{ n, clearing: [], goneDependents: [], dependents: [] },
        });
      }
      const left = (await itemsWith("LINKS#")).filter(
        ({ entity }) => entity === "link" || entity === "holder",
      );
      expect({ n, left }).toEqual({ n, left: [] });
    }
    expect(requests).toBeGreaterThan(30);
    console.log(`restoring links, ${accident}: ${told(sample, requests)}`);
  },
);
