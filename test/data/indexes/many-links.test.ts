/* Indexes that look at links, where records have more of them than they keep. */
import { expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateRecords } from "#functions/record/update-records";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { compareLists, countIndexReads } from "#test/support/indexes/compare-lists";
import { aLinkedWorld, makeAll } from "#test/support/indexes/linked-world";
import { call } from "#test/support/requests/call";

test("an index by a filter of links shows what a scan shows, while a cell grows over what is kept", async () => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  const world = await aLinkedWorld();
  const { films, people, as } = world;
  const ids = await people.make(Array.from({ length: 103 }, (_, i) => ({ Name: `p${i}`, Size: i })));
  const cast = await films.field("Cast");
  const filterBy = (operator: string, id: string | undefined) => ({
    conjunction: "and",
    filterSet: [{ fieldId: cast.id, operator, value: [id] }],
  });
  const length = await call(createField, {
    ...{ as, params: films.params },
    body: { type: "formula", name: "Length", options: { expression: `LEN(ARRAY_JOIN({${cast.id}}))` } },
  });
  expect(length.status).toBe(201);
  await films.addView("without", { sort: ["Size"], filter: filterBy("hasNoneOf", ids[102]) });
  await films.addView("with", { sort: ["Size"], group: ["Status"], filter: filterBy("hasAnyOf", ids[102]) });
  await films.addView("lengths", { sort: ["Length"] });
  await films.addView("grouped", { group: ["Length"] });
  const cellOf = (count: number) => ids.slice(0, count).map((id) => ({ id }));
  const made = await films.make(
    [0, 1, 100, 101, 103, 100, 2].map((count, i) => ({
      ...{ Name: `f${i}`, Size: 10 - i, Status: i % 2 ? "todo" : "done" },
      ...(count > 0 && { Cast: cellOf(count) }),
    })),
  );
  await films.grow();
  await makeAll(world);
  const compare = () =>
    countIndexReads(async () =>
      compareLists({ as, tableId: films.tableId, fields: await films.fields() }, await films.views()),
    );
  const check = async () => {
    for (const report of await checkIndexes(films.tableId, async () => {}))
      expect(report).toMatchObject({ wrong: 0 });
  };
  expect(await compare()).toBeGreaterThan(0);
  await check();
  // beyond what is kept from this side, and from the other one; and back
  for (const cells of [cellOf(103), cellOf(3)]) {
    const records = [{ id: made[2], fields: { Cast: cells } }];
    await call(updateRecords, { as, params: films.params, body: { records } });
    expect(await compare()).toBeGreaterThan(0);
    await makeAll(world);
    expect(await compare()).toBeGreaterThan(0);
    await check();
  }
  const back = (cast.options as { symmetricFieldId: string }).symmetricFieldId;
  for (const films100 of [[made[5]], []]) {
    const records = [{ id: ids[102], fields: { [back]: films100.map((id) => ({ id })) } }];
    const body = { fieldKeyType: "id", records };
    expect((await call(updateRecords, { as, params: people.params, body })).status).toBe(200);
    await makeAll(world);
    expect(await compare()).toBeGreaterThan(0);
    await check();
  }
});
