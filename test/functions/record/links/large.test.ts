/* Cells with more links than a record keeps. */
import { beforeAll, expect, test } from "vitest";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { settleAll } from "#test/support/events/commits";
import { findDisagreements } from "#test/support/links/check-links";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { idsOf, linked } from "./support.ts";

inProcessOnly("looks into the store");
beforeAll(useOwnStore);

type World = Awaited<ReturnType<typeof linked>>;
const count = 250;

/** As many records that link to Ann, as ids. */
async function manyFilms({ films, make, ann }: World, cell: object): Promise<string[]> {
  const records = Array.from({ length: count }, (_, i) => ({ Title: `${i}`, Cast: cell }));
  const made = idsOf(await make(films, records));
  await settleAll();
  expect(ann).toBeDefined();
  return made;
}

const titlesOf = (cell: unknown) => (cell as { title: string }[]).map(({ title }) => title);
const all = Array.from({ length: count }, (_, i) => `${i}`);

test("a cell that grew from the other side is shown in full, in lists and alone", async () => {
  const world = await linked({ relationship: "manyOne" });
  const { as, films, people, ann, bob, update } = world;
  const ids = await manyFilms(world, { id: ann });
  const params = { tableId: people.tableId, recordId: ann };
  const inFull = async () =>
    titlesOf((await call(getRecord, { as, params })).body.fields.Films).sort(byNumber);
  expect(await inFull()).toEqual(all);
  const { body } = await call(listRecords, { as, params: { tableId: people.tableId } });
  expect(titlesOf(body.records[0].fields.Films).sort(byNumber)).toEqual(all);
  await update(ids[7] as string, { id: bob });
  await update(ids[200] as string, null);
  expect(await inFull()).toEqual(all.filter((each) => each !== "7" && each !== "200"));
  expect(await findDisagreements([films.tableId, people.tableId])).toEqual([]);
});

const byNumber = (one: string, other: string) => Number(one) - Number(other);

test("a cell that is sent with many links is answered, kept and changed in full", async () => {
  const world = await linked();
  const { as, films, people, make, update } = world;
  const people250 = idsOf(
    await make(
      people,
      all.map((Name) => ({ Name })),
    ),
  );
  const cell = people250.map((id) => ({ id }));
  const { body } = await make(films, [{ Title: "Up", Cast: cell }]);
  const [{ id: up, fields }] = body.records;
  expect(titlesOf(fields.Cast)).toEqual(all);
  await settleAll();
  const changed = await update(up, cell.toReversed().slice(10));
  const wanted = all.toReversed().slice(10);
  expect(titlesOf(changed.body.fields.Cast)).toEqual(wanted);
  await settleAll();
  const params = { tableId: films.tableId, recordId: up };
  expect(titlesOf((await call(getRecord, { as, params })).body.fields.Cast)).toEqual(wanted);
  const renamed = await world.rename(films, up, { Title: "Upper" });
  expect(titlesOf(renamed.body.fields.Cast)).toEqual(wanted);
  const text = await call(getRecord, { as, params, query: { cellFormat: "text" } });
  expect(text.body.fields.Cast).toBe(wanted.join(", "));
});

test("a copy links what the record links, except where only one record can", async () => {
  const world = await linked();
  const { as, films, people, make } = world;
  const ids = idsOf(
    await make(
      people,
      all.map((Name) => ({ Name })),
    ),
  );
  const [up] = idsOf(await make(films, [{ Title: "Up", Cast: ids.map((id) => ({ id })) }]));
  await settleAll();
  const params = { tableId: films.tableId, recordId: up };
  const copy = await call(duplicateRecord, { as, params, body: {} });
  expect(titlesOf(copy.body.fields[world.field.id])).toEqual(all);
  await settleAll();
  const own = await linked({ relationship: "oneOne" });
  const [her] = idsOf(await own.make(own.films, [{ Title: "Her", Cast: { id: own.ann } }]));
  const alone = { as: own.as, params: { tableId: own.films.tableId, recordId: her }, body: {} };
  expect((await call(duplicateRecord, alone)).body.fields).not.toHaveProperty(own.field.id);
});
