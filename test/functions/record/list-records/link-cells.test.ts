/* Lists of what a link field links or may link. */
import { describe, expect, test } from "vitest";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as getRecordStatus } from "#functions/record/get-record-status";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listByBody } from "#functions/record/list-records-by-body";
import { relationships } from "#lib/engine/field-types/shared/links";
import { linkedTables } from "#test/support/makers/linked-tables";
import { aMember } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

async function asked(options: object = {}) {
  const sheet = await linkedTables(options);
  const { as, people, films, field, ann, bob } = sheet;
  const many = ["oneMany", "manyMany"].includes(field.options.relationship);
  const cell = (id: string) => (many ? [{ id }] : { id });
  const { body } = await sheet.make(films, [{ Title: "Up", Cast: cell(bob) }, { Title: "Her" }]);
  const [up, her] = body.records.map(({ id }: { id: string }) => id);
  const params = { tableId: people.tableId };
  const list = (query: Record<string, string | string[]>) => call(listRecords, { as, params, query });
  const names = async (query: Record<string, string | string[]>) =>
    (await list(query)).body.records.map(({ name }: { name: string }) => name);
  return { ...sheet, up, her, list, names, params, fld: field.id as string, ann, many };
}

describe.each([false, true])("one-way: %s", (isOneWay) => {
  test.each(relationships)("%s: candidates and linked records", async (relationship) => {
    const { names, fld, up, her } = await asked({ relationship, isOneWay });
    const isTaken = relationship === "oneOne" || relationship === "oneMany";
    const free = isTaken ? ["Ann", "Cid"] : ["Ann", "Bob", "Cid"];
    expect(await names({ filterLinkCellCandidate: fld })).toEqual(free);
    expect(await names({ "filterLinkCellCandidate[]": [fld, her] })).toEqual(free);
    // without what the cell holds
    expect(await names({ "filterLinkCellCandidate[]": [fld, up] })).toEqual(["Ann", "Cid"]);
    expect(await names({ filterLinkCellSelected: fld })).toEqual(["Bob"]);
    expect(await names({ "filterLinkCellSelected[]": [fld, up] })).toEqual(["Bob"]);
    expect(await names({ filterLinkCellSelected: JSON.stringify([fld, her]) })).toEqual([]);
  });
});

describe("the records of a cell", () => {
  const made = async () => {
    const sheet = await asked();
    const { ann, bob, cid, up, update } = sheet;
    await update(up, [{ id: cid }, { id: ann }, { id: bob }]);
    return { ...sheet, cell: { "filterLinkCellSelected[]": [sheet.fld, up] } };
  };

  test("come in its order, page by page, and sorted if the query sorts", async () => {
    const { names, cell, list } = await made();
    expect(await names(cell)).toEqual(["Cid", "Ann", "Bob"]);
    const first = (await list({ ...cell, take: "2" })).body;
    expect(first.records.map(({ name }: { name: string }) => name)).toEqual(["Cid", "Ann"]);
    expect(await names({ ...cell, take: "2", cursor: first.nextCursor })).toEqual(["Bob"]);
    expect(await names({ ...cell, skip: "1", take: "1" })).toEqual(["Ann"]);
    const orderBy = JSON.stringify([{ fieldId: "Name", order: "desc" }]);
    expect(await names({ ...cell, orderBy })).toEqual(["Cid", "Bob", "Ann"]);
  });

  test("are filtered, restricted and counted", async () => {
    const { as, names, cell, params, ann, cid } = await made();
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId: "Name", operator: "isNot", value: "Cid" }],
    });
    expect(await names({ ...cell, filter })).toEqual(["Ann", "Bob"]);
    expect(await names({ ...cell, "selectedRecordIds[]": [ann, cid] })).toEqual(["Cid", "Ann"]);
    expect((await call(countRecords, { as, params, query: cell })).body).toEqual({ rowCount: 3 });
    expect((await call(countRecords, { as, params, query: { ...cell, filter } })).body).toEqual({
      rowCount: 2,
    });
    const status = await call(getRecordStatus, { as, params: { ...params, recordId: ann }, query: cell });
    expect(status.body.isVisible).toBe(true);
  });

  test("a list by body takes the same", async () => {
    const { as, fld, up, params } = await made();
    for (const filterLinkCellSelected of [[fld, up], JSON.stringify([fld, up])]) {
      const { body } = await call(listByBody, { as, params, body: { filterLinkCellSelected } });
      expect(body.records.map(({ name }: { name: string }) => name)).toEqual(["Cid", "Ann", "Bob"]);
    }
  });
});

test("candidates: the field's view and filter count, and selected records are left out", async () => {
  const { names, fld, ann } = await asked();
  expect(await names({ filterLinkCellCandidate: fld, "selectedRecordIds[]": [ann] })).toEqual(["Bob", "Cid"]);
  const people = await linkedTables({}, (nameField) => ({
    filter: {
      conjunction: "and",
      filterSet: [{ fieldId: nameField, operator: "isNot", value: "Bob" }],
    },
  }));
  const { body } = await call(listRecords, {
    as: people.as,
    params: { tableId: people.people.tableId },
    query: { filterLinkCellCandidate: people.field.id },
  });
  expect(body.records.map(({ name }: { name: string }) => name)).toEqual(["Ann", "Cid"]);
});

describe("refused with 400", () => {
  const message = (id: string) => ({
    issues: [
      expect.objectContaining({ message: expect.stringContaining(`records of this table; got ${id}`) }),
    ],
  });

  test("both at once, and what is no cell", async () => {
    const { list, fld } = await asked();
    const both = await list({ filterLinkCellCandidate: fld, filterLinkCellSelected: fld });
    expect(both).toMatchObject({
      status: 400,
      body: { data: { issues: [{ path: "filterLinkCellSelected" }] } },
    });
    for (const wrong of ["x", "[", '["fld0000000000000000","x"]', "[]"])
      expect((await list({ filterLinkCellSelected: wrong })).status).toBe(400);
  });

  test("a field that does not exist, or links elsewhere", async () => {
    const { as, films, fld, list } = await asked();
    const none = "fld0000000000000000";
    expect(await list({ filterLinkCellSelected: none })).toMatchObject({
      status: 400,
      body: { data: message(none) },
    });
    const there = { as, params: { tableId: films.tableId }, query: { filterLinkCellSelected: fld } };
    expect(await call(listRecords, there)).toMatchObject({ status: 400, body: { data: message(fld) } });
  });

  test("a field of a base that the caller may not read, as if it did not exist", async () => {
    const { people, films, field, make, ann } = await linkedTables({}, undefined, { inOtherBase: true });
    const { body } = await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]);
    const query = { "filterLinkCellSelected[]": [field.id, body.records[0].id] };
    const ask = (as: { token: string }) =>
      call(listRecords, { as, params: { tableId: people.tableId }, query });
    expect((await ask(people.owner)).body.records).toHaveLength(1);
    const reader = await aMember(people.baseId, "editor");
    expect(await ask(reader)).toMatchObject({ status: 400, body: { data: message(field.id) } });
    const candidates = { as: reader, params: { tableId: people.tableId } };
    expect(
      await call(listRecords, { ...candidates, query: { filterLinkCellCandidate: field.id } }),
    ).toMatchObject({ status: 400, body: { data: message(field.id) } });
  });
});
