/* A call that changes a thousand links: the other side shows it in every answer after that of the call. */
import { beforeAll, expect, test } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { idsOf, linked } from "./support.ts";

inProcessOnly("nothing follows later here: what is right is right with the answer");
beforeAll(useOwnStore);

const count = 1000;

/** A thousand people, and how many films each of them shows. */
async function crowd() {
  const world = await linked();
  const { as, people, make } = world;
  const { tableId } = people;
  const ids = idsOf(
    await make(
      people,
      Array.from({ length: count }, (_, i) => ({ Name: `p${i}` })),
    ),
  );
  const shown = async () => {
    const { body } = await call(listRecords, { as, params: { tableId }, query: { take: "1000", skip: "3" } });
    const counts = body.records.map(
      ({ fields }: { fields: Record<string, unknown[]> }) => fields["Films"]?.length ?? 0,
    );
    const recordId = ids.at(-1) as string;
    const { body: one } = await call(getRecord, { as, params: { tableId, recordId } });
    return [...counts, one.fields["Films"]?.length ?? 0] as number[];
  };
  const each = (films: number) => Array.from({ length: count + 1 }, () => films);
  return { ...world, ids, links: ids.map((id) => ({ id })), shown, each };
}

test("links of one record: added, removed, deleted with it and restored", async () => {
  const { as, films, make, update, links, shown, each } = await crowd();
  const [film = ""] = idsOf(await make(films, [{ Title: "Up" }]));
  expect((await update(film, links)).status).toBe(200);
  expect(await shown()).toEqual(each(1));
  expect((await update(film, null)).status).toBe(200);
  expect(await shown()).toEqual(each(0));
  expect((await update(film, links)).status).toBe(200);
  const params = { tableId: films.tableId, recordId: film };
  expect((await call(deleteRecord, { as, params })).status).toBe(200);
  expect(await shown()).toEqual(each(0));
  await tellNews();
  const [item] = await recordItems({ as }, films.tableId);
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  expect(await shown()).toEqual(each(1));
}, 120_000);

test("links of a thousand records with one each: made in one call, and some of them deleted", async () => {
  const { as, films, make, links, shown, each } = await crowd();
  const made = await make(
    films,
    links.map((link, i) => ({ Title: `f${i}`, Cast: [link] })),
  );
  expect(made.status).toBe(201);
  expect(await shown()).toEqual(each(1));
  const recordIds = idsOf(made).slice(-300);
  const params = { tableId: films.tableId };
  expect((await call(deleteRecords, { as, params, query: { recordIds } })).status).toBe(200);
  expect(await shown()).toEqual(each(1).map((films, i) => (i >= count - 300 ? 0 : films)));
}, 120_000);
