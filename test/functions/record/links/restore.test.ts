/* Deleted records with links come back from the trash. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as reset } from "#functions/trash/reset-trash-items";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { itemsWith, jobsOf, runToEnd } from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { idsOf, linked } from "./support.ts";

inProcessOnly("the stream's reader runs here");
beforeAll(useOwnStore);

async function remove({ as }: { as: { token: string } }, tableId: string, recordIds: string[]) {
  const { status } = await call(deleteListedRecords, { as, params: { tableId }, body: { recordIds } });
  expect(status).toBe(200);
  await tellNews();
  const [item] = await recordItems({ as }, tableId);
  return async () => expect((await bringBack(item?.id as string, { as })).status).toBe(201);
}

describe.each([true, false])("one-way: %s", (isOneWay) => {
  test.each(["manyMany", "manyOne", "oneMany", "oneOne"])(
    "%s: each side comes back",
    async (relationship) => {
      const world = await linked({ relationship, isOneWay });
      const { films, people, make, ann, bob, cells } = world;
      const isMany = relationship.endsWith("Many");
      const cast = isMany ? [{ id: bob }, { id: ann }] : { id: ann };
      const [up] = idsOf(await make(films, [{ Title: "Up", Cast: cast }]));
      const before = [await cells(films), await cells(people)];
      for (const [{ tableId }, id] of [
        [films, up],
        [people, ann],
      ] as const) {
        const restore = await remove(world, tableId, [id]);
        expect([await cells(films), await cells(people)]).not.toEqual(before);
        await restore();
        const after = [await cells(films), await cells(people)];
        // the order of the links of the other side is that of linking
        if (isMany) expect(after[0]?.["Up"]?.["Cast"]).toHaveLength(2);
        else expect(after[0]).toEqual(before[0]);
        expect(after[1]).toEqual(before[1]);
      }
    },
  );
});

test("what another record has taken meanwhile is not linked again", async () => {
  const world = await linked({ relationship: "oneOne" });
  const { films, people, make, ann, cells, update } = world;
  const [up, her] = idsOf(await make(films, [{ Title: "Up", Cast: { id: ann } }, { Title: "Her" }]));
  const restore = await remove(world, films.tableId, [up]);
  await update(her, { id: ann });
  await restore();
  expect(await cells(films)).toEqual({
    Up: { Title: "Up" },
    Her: { Title: "Her", Cast: { id: ann, title: "Ann" } },
  });
  expect((await cells(people))["Ann"]).toEqual({ Name: "Ann", Films: { id: her, title: "Her" } });
});

test("records of both sides that were deleted one after the other come back in the reverse order", async () => {
  const world = await linked();
  const { films, people, make, ann, cells } = world;
  const [up] = idsOf(await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]));
  const before = [await cells(films), await cells(people)];
  const restoreUp = await remove(world, films.tableId, [up]);
  const restoreAnn = await remove(world, people.tableId, [ann]);
  await restoreAnn();
  expect((await cells(people))["Ann"]).toEqual({ Name: "Ann" });
  await restoreUp();
  expect([await cells(films), await cells(people)]).toEqual(before);
});

test("titles are those of now", async () => {
  const world = await linked();
  const { films, people, make, ann, cells } = world;
  const [up] = idsOf(await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]));
  const restore = await remove(world, people.tableId, [ann]);
  await world.rename(films, up, { Title: "Upper" });
  await restore();
  expect((await cells(people))["Ann"]).toEqual({ Name: "Ann", Films: [{ id: up, title: "Upper" }] });
});

test("when the trash is emptied, nothing is left of the links of a deleted record", async () => {
  const world = await linked();
  const { as, films, field, make, ann, bob } = world;
  const [up] = idsOf(await make(films, [{ Title: "Up", Cast: [{ id: ann }, { id: bob }] }]));
  await remove(world, films.tableId, [up]);
  expect(await itemsWith(`LINKS#${field.id}`)).toHaveLength(2);
  const { tableId, baseId } = films;
  const { body } = await call(reset, { as, query: { resourceId: tableId } });
  await runToEnd(body.jobId, baseId);
  await tellNews();
  for (const job of await jobsOf(tableId)) await runToEnd(job, baseId);
  expect(await itemsWith(`LINKS#${field.id}`)).toEqual([]);
});
