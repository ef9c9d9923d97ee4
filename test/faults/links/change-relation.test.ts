/* A process that changes the relationship of a link field dies at any request to the store: the call, or its job. */
import { expect, test, vi } from "vitest";
import { handler as updateField } from "#functions/field/update-field";
import { readSchema } from "#lib/data/schema/table-schema";
import { idsOf, linked } from "#test/functions/record/links/support";
import { settleAll } from "#test/support/events/commits";
import { jobsOf, runJobsOf, turn } from "#test/support/events/jobs";
import { process } from "#test/support/events/processes";
import { findDisagreements } from "#test/support/links/check-links";
import { disagreements } from "#test/support/makers/links";
import { call } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";

const one = (id: string) => ({ id });
const changes = [
  [{ relationship: "manyMany" }, { relationship: "oneOne" }],
  [{ relationship: "manyOne" }, { relationship: "oneMany", isOneWay: true }],
  [
    { relationship: "oneMany", isOneWay: true },
    { relationship: "manyMany", isOneWay: false },
  ],
] as const;

test.each(changes)("%o → %o", { timeout: 300_000 }, async (from, to) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const sample = aSample();
  for (const accident of ["killed after", "killed before", "answer lost"] as const) {
    let requests = 0;
    let wanted: string | undefined;
    for (let n = sample.first - 1, isIn = true; isIn; n += sample.every) {
      await useOwnStore();
      const world = await linked(from);
      const { as, films, people, field, ann, bob, cid } = world;
      const isMany = /Many$/.test(from.relationship);
      const cells = isMany ? [[one(ann), one(bob)], [one(cid)]] : [one(ann), one(ann)];
      idsOf(
        await world.make(
          films,
          cells.map((Cast, i) => ({ Title: `f${i}`, Cast })),
        ),
      );
      await settleAll();
      let index = 0;
      const disturbed = <Result>(work: () => Promise<Result>) =>
        process(() => (index++ === n ? accident : undefined), work);
      const params = { tableId: films.tableId, fieldId: field.id };
      const patch = () => call(updateField, { as, params, body: { options: to } });
      await disturbed(patch);
      await settleAll();
      // a person sends it again
      expect((await patch()).status).toBe(200);
      const [job = "" as never] = await jobsOf(films.tableId);
      while (index <= n && (await jobsOf(films.tableId)).includes(job))
        await disturbed(() => turn(job, films.baseId));
      isIn = index > n;
      requests = index;
      await settleAll();
      await runJobsOf(films, people);
      expect(await findDisagreements([films.tableId, people.tableId])).toEqual([]);
      expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
      // the cells of a deleted symmetric field are cleared too
      for (const { tableId } of [films, people]) expect((await readSchema(tableId)).clearing).toEqual([]);
      const left = JSON.stringify(
        Object.values(await world.cells(films)).map(({ Cast }) =>
          [Cast ?? []].flat().map((each) => (each as { title: string }).title),
        ),
      );
      wanted ??= left;
      expect(left).toBe(wanted);
    }
    expect(requests).toBeGreaterThan(15);
    console.log(`${accident}: ${told(sample, requests)}`);
  }
});
