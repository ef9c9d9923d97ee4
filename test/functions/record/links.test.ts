/* Cells of link fields, over HTTP: both sides of each relationship after every change. */
import { describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { relationships } from "#lib/engine/field-types/shared/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const text = (name: string) => ({ type: "singleLineText", name });

/** Films that link to people, each with some records; `link` is the field of films, `back` that of people. */
async function linked(options: object = {}) {
  const people = await aTable({ name: "People", fields: [text("Name")], records: [] });
  const films = await aTable({ name: "Films", fields: [text("Title")], records: [] }, people.owner, people);
  const { owner: as } = people;
  const { status, body: field } = await call(createField, {
    as,
    params: { tableId: films.tableId },
    body: {
      type: "link",
      name: "Cast",
      options: { foreignTableId: people.tableId, relationship: "manyMany", ...options },
    },
  });
  expect(status).toBe(201);
  const make = async ({ tableId }: { tableId: string }, records: object[]) =>
    call(createRecords, {
      as,
      params: { tableId },
      body: { records: records.map((fields) => ({ fields })) },
    });
  const { body: made } = await make(people, [{ Name: "Ann" }, { Name: "Bob" }, { Name: "Cid" }]);
  const [ann, bob, cid] = made.records.map(({ id }: { id: string }) => id);
  const cells = async ({ tableId }: { tableId: string }) => {
    const { body } = await call(listRecords, { as, params: { tableId } });
    return Object.fromEntries(
      body.records.map(({ name, fields }: { name: string; fields: object }) => [name, fields]),
    );
  };
  const update = (recordId: string, cast: unknown, more: object = {}) =>
    call(updateRecord, {
      as,
      params: { tableId: films.tableId, recordId },
      body: { record: { fields: { Cast: cast } }, ...more },
    });
  return { as, people, films, field, make, ann, bob, cid, cells, update };
}

describe("two-way", () => {
  test("manyMany: both sides show the links, in the order sent, with titles", async () => {
    const { films, people, make, ann, bob, cells, update } = await linked();
    const { status, body } = await make(films, [
      { Title: "Up", Cast: [{ id: bob }, { id: ann }] },
      { Title: "Her" },
    ]);
    expect(status).toBe(201);
    expect(body.records[0].fields.Cast).toEqual([
      { id: bob, title: "Bob" },
      { id: ann, title: "Ann" },
    ]);
    const [up, her] = body.records.map(({ id }: { id: string }) => id);
    expect(await cells(people)).toEqual({
      Ann: { Name: "Ann", Films: [{ id: up, title: "Up" }] },
      Bob: { Name: "Bob", Films: [{ id: up, title: "Up" }] },
      Cid: { Name: "Cid" },
    });
    expect((await update(her, [{ id: bob, title: "ignored" }])).body.fields.Cast).toEqual([
      { id: bob, title: "Bob" },
    ]);
    expect((await update(up, [{ id: ann }])).status).toBe(200);
    expect(await cells(people)).toEqual({
      Ann: { Name: "Ann", Films: [{ id: up, title: "Up" }] },
      Bob: { Name: "Bob", Films: [{ id: her, title: "Her" }] },
      Cid: { Name: "Cid" },
    });
    expect((await update(up, null)).body.fields).toEqual({ Title: "Up" });
    expect((await cells(people))["Ann"]).toEqual({ Name: "Ann" });
  });
});
