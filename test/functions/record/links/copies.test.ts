/* Duplicating records with links, and upserting by a link. */
import { expect, test } from "vitest";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { idsOf, linked } from "./support.ts";

type Linked = Awaited<ReturnType<typeof linked>>;

const duplicate = ({ as }: { as: Linked["as"] }, { tableId }: { tableId: string }, recordId: string) =>
  call(duplicateRecord, { as, params: { tableId, recordId }, query: { fieldKeyType: "name" }, body: {} });

test.each(["manyMany", "manyOne"])("%s: the copy links what the original links", async (relationship) => {
  const world = await linked({ relationship });
  const cast = relationship === "manyMany" ? [{ id: world.bob }, { id: world.ann }] : { id: world.bob };
  const [up] = idsOf(await world.make(world.films, [{ Title: "Up", Cast: cast }]));
  const copy = await duplicate(world, world.films, up);
  expect(copy.status).toBe(201);
  const shown = relationship === "manyMany" ? [{ title: "Bob" }, { title: "Ann" }] : { title: "Bob" };
  expect(copy.body.fields).toMatchObject({ Title: "Up", Cast: shown });
  expect((await world.cells(world.people))["Bob"]?.["Films"]).toEqual([
    { id: up, title: "Up" },
    { id: copy.body.id, title: "Up" },
  ]);
});

test.each(["oneOne", "oneMany"])(
  "%s: records that can be linked once stay with the original",
  async (relationship) => {
    const world = await linked({ relationship });
    const cast = relationship === "oneMany" ? [{ id: world.bob }] : { id: world.bob };
    const [up] = idsOf(await world.make(world.films, [{ Title: "Up", Cast: cast }]));
    const copy = await duplicate(world, world.films, up);
    expect(copy.body.fields).toEqual({ Title: "Up" });
    expect((await world.cells(world.people))["Bob"]?.["Films"]).toEqual({ id: up, title: "Up" });
  },
);

test("all links are copied, also those that a record does not keep", async () => {
  const world = await linked();
  const people: string[] = [];
  for (const some of cutIntoPieces(
    Array.from({ length: 130 }, (_, i) => ({ Name: `${i}` })),
    65,
  ))
    people.push(...idsOf(await world.make(world.people, some)));
  const cast = people.map((id) => ({ id }));
  const [up] = idsOf(await world.make(world.films, [{ Title: "Up", Cast: cast }]));
  const copy = await duplicate(world, world.films, up);
  expect(copy.body.fields.Cast).toEqual(people.map((id, i) => ({ id, title: `${i}` })));
  expect((await world.cells(world.films))["Up"]?.["Cast"]).toEqual(copy.body.fields.Cast);
});

test("upsert: a link of one record finds the record that has it, by id and by title", async () => {
  const world = await linked({ relationship: "manyOne" });
  const { as, films, ann, bob, cid, make, cells } = world;
  const [up] = idsOf(await make(films, [{ Title: "Up", Cast: { id: ann } }]));
  const upsert = (Cast: unknown, Title: string, typecast = false) =>
    call(updateRecords, {
      as,
      params: { tableId: films.tableId },
      body: { upsert: { fieldKeys: ["Cast"] }, typecast, records: [{ fields: { Cast, Title } }] },
    });
  expect((await upsert({ id: ann }, "Her")).body).toMatchObject({ updated: [up], created: [] });
  expect((await upsert("Ann", "Her 2", true)).body).toMatchObject({ updated: [up], created: [] });
  const { body } = await upsert({ id: bob }, "Brazil");
  expect(body).toMatchObject({ updated: [], created: [expect.any(String)] });
  expect(await cells(films)).toEqual({
    "Her 2": { Title: "Her 2", Cast: { id: ann, title: "Ann" } },
    Brazil: { Title: "Brazil", Cast: { id: bob, title: "Bob" } },
  });
  expect(refusal(await upsert(null, "None"))).toMatchObject({ status: 400 });
  await make(films, [
    { Title: "Two", Cast: { id: cid } },
    { Title: "Three", Cast: { id: cid } },
  ]);
  expect(refusal(await upsert({ id: cid }, "Four"))).toEqual({ status: 400, paths: ["records[0]"] });
});

test("upsert: a field with several links cannot identify records", async () => {
  const { as, films, ann } = await linked();
  const answer = await call(updateRecords, {
    as,
    params: { tableId: films.tableId },
    body: { upsert: { fieldKeys: ["Cast"] }, records: [{ fields: { Cast: [{ id: ann }] } }] },
  });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["upsert.fieldKeys[0]"] });
});
