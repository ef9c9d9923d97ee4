/* Lists by a link cell: who may ask, and where else than in lists. The lists themselves: ../list-records/link-cells.test.ts */
import { expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countSearchHits } from "#functions/aggregation/count-search-hits";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as listSearchHits } from "#functions/aggregation/list-search-hits";
import { handler as countTableComments } from "#functions/comment/count-table-comments";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getRecordStatus } from "#functions/record/get-record-status";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as saveQuery } from "#functions/record/save-query";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { allScopes } from "#lib/schemas/identity/scopes";
import { linkedTables } from "#test/support/makers/linked-tables";
import { aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Query = Record<string, string | string[]>;

/** Up has Cid and Ann as its cast, in this order. */
async function cast(options: object = {}, place: object = {}) {
  const sheet = await linkedTables(options, undefined, place);
  const { as, people, films, field, make, ann, cid } = sheet;
  const { body } = await make(films, [{ Title: "Up", Cast: [{ id: cid }, { id: ann }] }]);
  const up = body.records[0].id as string;
  const params = { tableId: people.tableId };
  const list = (query: Query, by: { token: string } = as) => call(listRecords, { as: by, params, query });
  const names = async (query: Query) =>
    (await list(query)).body.records.map(({ name }: { name: string }) => name);
  return { ...sheet, up, params, list, names, cell: { "filterLinkCellSelected[]": [field.id, up] } };
}

/** The answer for a field that does not exist, with its id in place of this one. */
const unknown = async ({ list }: Awaited<ReturnType<typeof cast>>, key: string, fieldId: string) => {
  const none = "fld0000000000000000";
  const { status, body } = await list({ [key]: none });
  return { status, body: JSON.parse(JSON.stringify(body).replaceAll(none, fieldId)) };
};

test("statistics, groups, searches and saved queries see the records of the cell only", async () => {
  const { as, params, people, cell, names, field } = await cast();
  const name = people.table.fields[0].id;
  const count = { "field[count][]": [name] };
  const counted = async (query: Query) =>
    (await call(aggregateRecords, { as, params, query: { ...count, ...query } })).body.aggregations[0].value;
  expect(await counted(cell)).toBe(2);
  expect(await counted({ filterLinkCellCandidate: field.id })).toBe(3);
  const groupBy = JSON.stringify([{ fieldId: "Name", order: "asc" }]);
  const points = await call(listGroupPoints, { as, params, query: { groupBy, ...cell } });
  expect(points.body.filter(({ type }: { type: number }) => type === 1)).toHaveLength(2);
  // Ann and no Bob: "b" is in neither of the two
  const search = { "search[]": ["b", "", "true"] };
  expect((await call(countSearchHits, { as, params, query: { ...search, ...cell } })).body).toEqual({
    count: 0,
  });
  const hits = await call(listSearchHits, { as, params, query: { "search[]": ["a", "", "true"], ...cell } });
  expect(hits.body).toHaveLength(1);
  const saved = await call(saveQuery, {
    as,
    body: { params: { filterLinkCellSelected: cell["filterLinkCellSelected[]"] } },
  });
  expect(await names({ queryId: saved.body.queryId })).toEqual(["Cid", "Ann"]);
});

const withoutRead = allScopes.filter((scope) => scope !== "record|read");

test.each(["filterLinkCellSelected", "filterLinkCellCandidate"])(
  "%s: a token that does not reach the base of the field gets the answer for an unknown field",
  async (key) => {
    const sheet = await cast({}, { inOtherBase: true });
    const { people, field, list } = sheet;
    const reach = { spaceIds: [], baseIds: [people.baseId] };
    const narrow = { token: await aToken(people.owner.userId, { reach }) };
    expect((await list({ [key]: field.id })).status).toBe(200);
    expect(await list({ [key]: field.id }, narrow)).toMatchObject(await unknown(sheet, key, field.id));
  },
);

test.each([false, true])(
  "without record|read no cell can be asked about; other base: %s",
  async (inOtherBase) => {
    const sheet = await cast({}, { inOtherBase });
    const { as, people, params, cell, field, ann } = sheet;
    const blind = { token: await aToken(people.owner.userId, { scopes: withoutRead }) };
    const counts = (by: { token: string }) => call(countTableComments, { as: by, params, query: cell });
    const exported = (by: { token: string }) => call(exportTable, { as: by, params, query: cell });
    expect((await counts(as)).status).toBe(200);
    expect((await exported(as)).status).toBeLessThan(400);
    const answer = await unknown(sheet, "filterLinkCellSelected", field.id);
    expect(await counts(blind)).toMatchObject(answer);
    expect(await exported(blind)).toMatchObject(answer);
    const status = { as: blind, params: { ...params, recordId: ann }, query: cell };
    expect((await call(getRecordStatus, status)).status).toBe(403);
  },
);

test("a field of a table in the trash is unknown; a record that does not exist links nothing", async () => {
  const sheet = await cast({ isOneWay: true });
  const { as, films, field, list, names } = sheet;
  expect(await names({ "filterLinkCellSelected[]": [field.id, "rec00000900000000Az"] })).toEqual([]);
  const params = { baseId: films.baseId, tableId: films.tableId };
  expect((await call(deleteTable, { as, params })).status).toBe(200);
  expect(await list({ filterLinkCellSelected: field.id })).toMatchObject(
    await unknown(sheet, "filterLinkCellSelected", field.id),
  );
});

test("candidates are those of the field's view; when the view is deleted, all", async () => {
  const { as, people, films, list, names } = await cast();
  const [name] = people.table.fields;
  const params = { tableId: people.tableId };
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: name.id, operator: "isNot", value: "Ann" }],
  };
  const { body: view } = await call(createView, { as, params, body: { type: "grid", filter } });
  const options = { foreignTableId: people.tableId, relationship: "manyOne", filterByViewId: view.id };
  const made = { as, params: { tableId: films.tableId }, body: { type: "link", name: "Lead", options } };
  const { body: lead } = await call(createField, made);
  expect(await names({ filterLinkCellCandidate: lead.id })).toEqual(["Bob", "Cid"]);
  await call(deleteView, { as, params: { ...params, viewId: view.id } });
  expect((await list({ filterLinkCellCandidate: lead.id })).status).toBe(200);
  expect(await names({ filterLinkCellCandidate: lead.id })).toEqual(["Ann", "Bob", "Cid"]);
});

test("the filter of the field leaves out what names a field that was deleted", async () => {
  const { as, people, films, names } = await cast();
  const params = { tableId: people.tableId };
  const { body: note } = await call(createField, {
    as,
    params,
    body: { type: "singleLineText", name: "Note" },
  });
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: note.id, operator: "isNotEmpty", value: null }],
  };
  const options = { foreignTableId: people.tableId, relationship: "manyOne", filter };
  const made = { as, params: { tableId: films.tableId }, body: { type: "link", name: "Lead", options } };
  const { body: lead } = await call(createField, made);
  expect(await names({ filterLinkCellCandidate: lead.id })).toEqual([]);
  expect((await call(deleteField, { as, params: { ...params, fieldId: note.id } })).status).toBe(200);
  expect(await names({ filterLinkCellCandidate: lead.id })).toEqual(["Ann", "Bob", "Cid"]);
});
