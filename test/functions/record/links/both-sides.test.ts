/* Both sides of a link field in one call, as only records of one table can have them. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateRecords } from "#functions/record/update-records";
import { findDisagreements } from "#test/support/links/check-links";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { idsOf, linked } from "./support.ts";

inProcessOnly("what is checked is read from the store");
beforeAll(useOwnStore);

/** Three films with the field Next, which the field Films shows from the other side. */
async function films(relationship: string, isOneWay = false) {
  const { as, films, people, make, cells } = await linked();
  const { tableId } = films;
  const options = { relationship, isOneWay, foreignTableId: tableId };
  const { body } = await call(createField, {
    as,
    params: { tableId },
    body: { type: "link", name: "Next", options },
  });
  const before = body.options.symmetricFieldId as string;
  const ids = idsOf(await make(films, [{ Title: "Up" }, { Title: "Her" }, { Title: "Alien" }]));
  const update = (records: { id: string; fields: object }[]) =>
    call(updateRecords, { as, params: { tableId }, body: { fieldKeyType: "id", records } });
  return {
    ...{ ids, next: body.id as string, before, update },
    agree: async () => expect(await findDisagreements([tableId, people.tableId])).toEqual([]),
    shown: async () => Object.values(await cells(films)),
  };
}

test("one takes a link away, another one moves it: it is taken away on both sides", async () => {
  const { ids, next, before, update, agree } = await films("manyOne");
  const [up, her, alien] = ids.map((id) => ({ id })) as [{ id: string }, { id: string }, { id: string }];
  expect((await update([{ id: up.id, fields: { [before]: [up, her, alien] } }])).status).toBe(200);
  await agree();
  const both = await update([
    { id: up.id, fields: { [before]: [alien, her, up] } },
    { id: her.id, fields: { [next]: null } },
  ]);
  expect(both.status).toBe(200);
  await agree();
  // also within one record
  const self = { [before]: [up, alien], [next]: null };
  expect((await update([{ id: up.id, fields: self }])).status).toBe(200);
  await agree();
});

test.each(["manyOne", "oneOne"])(
  "%s: a record that only one can link to is not linked twice in one call",
  async (relationship) => {
    const { ids, next, before, update, agree, shown } = await films(relationship);
    const [up, her, alien] = ids;
    const cell = (id: string) => (relationship === "manyOne" ? [{ id }] : { id });
    const both = await update([
      { id: up, fields: { [before]: cell(her) } },
      { id: her, fields: { [next]: { id: alien } } },
    ]);
    expect([both.status, both.body.data.issues.length]).toEqual([400, 1]);
    expect(await shown()).toEqual([{ Title: "Up" }, { Title: "Her" }, { Title: "Alien" }]);
    // both sides of the same link
    const same = await update([
      { id: up, fields: { [before]: cell(her) } },
      { id: her, fields: { [next]: { id: up } } },
    ]);
    expect(same.status).toBe(200);
    await agree();
  },
);

test.each([true, false])(
  "a record is handed from one to another in one call, one-way: %s",
  async (isOneWay) => {
    const { ids, next, update, agree } = await films("oneMany", isOneWay);
    const [up, her, alien] = ids;
    for (const [from, to] of [
      [up, her],
      [her, up],
    ]) {
      const cells = { [from as string]: [], [to as string]: [{ id: alien }] };
      const records = [up, her].map((id) => ({ id, fields: { [next]: cells[id] } }));
      expect((await update(records)).status).toBe(200);
      await agree();
    }
  },
);
