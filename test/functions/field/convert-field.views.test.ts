import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as filterView } from "#functions/view/filter-view";
import { handler as getView } from "#functions/view/get-view";
import { aFieldId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Made = Awaited<ReturnType<typeof aTable>>;

const name = { type: "singleLineText", name: "Name" };
const contains = (fieldId: string) => ({ fieldId, operator: "contains", value: "1" });
const filterOf = (conjunction: string, ...filterSet: unknown[]) => ({ conjunction, filterSet });
const other = (fieldId: string) => ({ fieldId, operator: "isNotEmpty", value: null });

async function withViews(views: object[], field: object, [id, nameId] = [aFieldId(), aFieldId()]) {
  const made = await aTable({
    fields: [
      { ...name, id: nameId },
      { name: "F", ...field, id },
    ],
    views,
    records: [],
  });
  const at = { as: made.owner, params: { tableId: made.tableId, fieldId: id } };
  const viewOf = async (i: number) => {
    const params = { tableId: made.tableId, viewId: made.table.views[i].id };
    return (await call(getView, { as: made.owner, params })).body;
  };
  return { ...made, id, at, viewOf };
}

test("200: a conversion takes out of filters what they can no longer mean, and its preview names the views", async () => {
  const [id, nameId] = [aFieldId(), aFieldId()];
  const views = [
    { type: "grid", filter: filterOf("and", contains(id), other(nameId)) },
    { type: "grid", filter: filterOf("and", filterOf("or", contains(id)), other(id)) },
    { type: "grid", filter: filterOf("and", contains(id)) },
    { type: "grid", filter: filterOf("and", other(id)), sort: { sortObjs: [{ fieldId: id, order: "asc" }] } },
  ];
  const made = await withViews(views, { type: "singleLineText" }, [id, nameId]);
  const body = { type: "number" };
  const { body: preview } = await call(previewConversion, { ...made.at, body });
  expect(preview.changedViews).toEqual(made.table.views.slice(0, 3).map((view: { id: string }) => view.id));
  const { body: converted } = await call(convertField, { ...made.at, body });
  expect(converted).not.toHaveProperty("endedShares");
  expect((await made.viewOf(0)).filter).toEqual(filterOf("and", other(nameId)));
  expect((await made.viewOf(1)).filter).toEqual(filterOf("and", other(id)));
  expect(await made.viewOf(2)).not.toHaveProperty("filter");
  expect(await made.viewOf(3)).toMatchObject({ filter: views[3]?.filter, sort: views[3]?.sort });
  // the view's own filter can be sent back with something more
  const { filter } = await made.viewOf(0);
  const params = { tableId: made.tableId, viewId: made.table.views[0].id };
  const more = { filter: { ...filter, filterSet: [...filter.filterSet, other(id)] } };
  expect((await call(filterView, { as: made.owner, params, body: more })).status).toBe(200);
});

test("200: a share ends if its view would show more without an item, and the answer names it", async () => {
  const [id, nameId] = [aFieldId(), aFieldId()];
  const shared = (filter: object) => ({
    type: "grid",
    enableShare: true,
    shareId: `shr${nameId.slice(3)}`,
    filter,
  });
  const cases: [object, boolean][] = [
    [filterOf("and", contains(id), other(nameId)), true],
    [filterOf("or", contains(id)), true],
    [filterOf("or", contains(id), other(nameId)), false],
    [filterOf("and", other(id)), false],
  ];
  for (const [i, [filter, isEnded]] of cases.entries()) {
    const share = { ...shared(filter), shareId: `shr${aFieldId().slice(3)}${i}`.slice(0, 19) };
    const made = await withViews([share], { type: "singleLineText" }, [id, nameId]);
    const body = { type: "number" };
    const ended = isEnded ? [made.table.views[0].id] : undefined;
    expect((await call(previewConversion, { ...made.at, body })).body.endedShares).toEqual(ended);
    expect((await call(convertField, { ...made.at, body })).body.endedShares).toEqual(ended);
    expect((await made.viewOf(0)).enableShare).toBe(isEnded ? undefined : true);
  }
});

test("200: a share ends if its filter names a choice that is removed, or a field that is deleted", async () => {
  for (const act of [
    (made: Awaited<ReturnType<typeof withViews>>) =>
      call(updateField, { ...made.at, body: { options: { choices: [{ name: "b" }] } } }),
    (made: Awaited<ReturnType<typeof withViews>>) => call(deleteField, made.at),
  ]) {
    const [id, nameId] = [aFieldId(), aFieldId()];
    const filter = filterOf("and", { fieldId: id, operator: "is", value: "a" });
    const view = { type: "grid", enableShare: true, shareId: `shr${aFieldId().slice(3)}`, filter };
    const field = { type: "singleSelect", options: { choices: [{ name: "a" }, { name: "b" }] } };
    const made = await withViews([view], field, [id, nameId]);
    expect((await act(made)).status).toBe(200);
    expect(await made.viewOf(0)).not.toHaveProperty("filter");
    expect(await made.viewOf(0)).not.toHaveProperty("enableShare");
  }
});

test.each([
  ["hasAllOf", true],
  ["HAS", true],
  ["isExactly", true],
  ["isNotExactly", true],
  ["hasNoneOf", true],
  ["NOT IN", true],
  ["hasAnyOf", false],
  ["IN", false],
])("200: a share ends if %s lets through more without a removed choice: %s", async (operator, isEnded) => {
  const [id, nameId] = [aFieldId(), aFieldId()];
  const symbol = { ...(operator === operator.toUpperCase() && { isSymbol: true }) };
  const filter = filterOf("and", { fieldId: id, operator, value: ["a", "b"], ...symbol });
  const view = { type: "grid", enableShare: true, shareId: `shr${aFieldId().slice(3)}`, filter };
  const field = { type: "multipleSelect", options: { choices: [{ name: "a" }, { name: "b" }] } };
  const made = await withViews([view], field, [id, nameId]);
  const removed = await call(updateField, { ...made.at, body: { options: { choices: [{ name: "a" }] } } });
  expect(removed.status).toBe(200);
  const left = await made.viewOf(0);
  expect(left.filter.filterSet).toMatchObject([{ operator, value: ["a"] }]);
  expect(left.enableShare).toBe(isEnded ? undefined : true);
});

const titles = ({ body }: { body: { records: { name: string }[] } }) =>
  body.records.map((record) => record.name);

test("200: a link whose filter names a converted field, or a choice that is gone, can be written, and lists candidates", async () => {
  const people: Made = await aTable({
    fields: [
      name,
      { type: "number", name: "X" },
      { type: "singleSelect", name: "S", options: { choices: [{ name: "a" }] } },
    ],
    records: [{ fields: { Name: "Ada", X: 5, S: "a" } }],
  });
  const [, x, s] = people.table.fields;
  const filter = filterOf("and", { fieldId: x.id, operator: "isGreater", value: 1 });
  const films = await aTable({}, people.owner, people as never);
  const as = people.owner;
  const options = { relationship: "manyMany", foreignTableId: people.tableId };
  const link = async (kept: object) =>
    (
      await call(createField, {
        as,
        params: { tableId: films.tableId },
        body: { type: "link", options: { ...options, isOneWay: true, filter: kept } },
      })
    ).body;
  const byNumber = await link(filter);
  const byChoice = await link(filterOf("or", { fieldId: s.id, operator: "is", value: "a" }));
  const there = { as, params: { tableId: people.tableId } };
  await call(convertField, {
    ...there,
    params: { ...there.params, fieldId: x.id },
    body: { type: "checkbox" },
  });
  await call(updateField, {
    ...there,
    params: { ...there.params, fieldId: s.id },
    body: { options: { choices: [] } },
  });
  for (const field of [byNumber, byChoice]) {
    const query = { filterLinkCellCandidate: field.id };
    expect((await call(listRecords, { ...there, query })).status).toBe(200);
    const [{ id }] = people.table.records;
    const body = { fieldKeyType: "id", records: [{ fields: { [field.id]: [{ id }] } }] };
    const answer = await call(createRecords, { as, params: { tableId: films.tableId }, body });
    expect(answer.status).toBe(201);
    const { body: shown } = await call(getField, {
      as,
      params: { tableId: films.tableId, fieldId: field.id },
    });
    expect(shown.options.filter).toBeNull();
    const sent = {
      as,
      params: { tableId: films.tableId, fieldId: field.id },
      body: { options: shown.options },
    };
    expect((await call(updateField, sent)).status).toBe(200);
    expect(titles(await call(listRecords, { ...there, query }))).toEqual(["Ada"]);
  }
});

test("200: lookups, rollups and links lose what a conversion ended in their filters, and the preview names them; shares that would show more end", async () => {
  const people: Made = await aTable({
    fields: [name, { type: "singleLineText", name: "X" }],
    records: [{ fields: { Name: "Ada", X: "1" } }, { fields: { Name: "Bob", X: "2" } }],
  });
  const [nameField, x] = people.table.fields;
  const films = await aTable({}, people.owner, people as never);
  const as = people.owner;
  const add = async (body: object) =>
    (await call(createField, { as, params: { tableId: films.tableId }, body })).body;
  const filter = filterOf("and", contains(x.id), other(nameField.id));
  const foreignTableId = people.tableId;
  const link = await add({ type: "link", options: { relationship: "manyMany", foreignTableId, filter } });
  const lookupOptions = { foreignTableId, linkFieldId: link.id, lookupFieldId: nameField.id, filter };
  const lookup = await add({ type: "singleLineText", isLookup: true, name: "Names", lookupOptions });
  const options = { expression: "countall({values})" };
  const rollup = await add({ type: "rollup", name: "Count", options, lookupOptions });
  const view = async (body: object) => {
    const { tableId } = films;
    const made = (await call(createView, { as, params: { tableId }, body })).body;
    const params = { tableId, viewId: made.id };
    const shared = await call(enableShare, { as, params });
    expect(shared.status).toBe(201);
    return async () => (await call(getView, { as, params })).body;
  };
  const shows = await view({ type: "grid" });
  const hides = await view({
    type: "grid",
    columnMeta: { [lookup.id]: { order: 5, hidden: true }, [rollup.id]: { order: 6, hidden: true } },
  });
  const form = await view({ type: "form", columnMeta: { [link.id]: { order: 1, visible: true } } });
  const at = { as, params: { tableId: people.tableId, fieldId: x.id }, body: { type: "number" } };
  const { body: preview } = await call(previewConversion, at);
  expect([...preview.changedFields].sort()).toEqual([link.id, lookup.id, rollup.id].sort());
  expect((await call(convertField, at)).status).toBe(200);
  const shown = async ({ id }: { id: string }) =>
    (await call(getField, { as, params: { tableId: films.tableId, fieldId: id } })).body;
  const left = filterOf("and", other(nameField.id));
  expect((await shown(link)).options.filter).toEqual(left);
  for (const each of [lookup, rollup]) {
    const found = await shown(each);
    expect(found.lookupOptions.filter).toEqual(left);
    expect(found).not.toHaveProperty("hasError");
  }
  expect(await shows()).not.toHaveProperty("enableShare");
  expect(await hides()).toMatchObject({ enableShare: true });
  expect((await form()).columnMeta[link.id]).toMatchObject({ visible: false });
});

test("200: a view loses what a formula can no longer mean, whether its expression changes or a field that it is made of", async () => {
  const [id, nameId, formulaId] = [aFieldId(), aFieldId(), aFieldId()];
  const made = await aTable({
    fields: [
      { ...name, id: nameId },
      { type: "singleLineText", name: "F", id },
      { type: "formula", name: "G", id: formulaId, options: { expression: `{${id}}` } },
    ],
    views: [{ type: "grid", filter: filterOf("and", contains(formulaId), other(nameId)) }],
    records: [],
  });
  const params = { tableId: made.tableId, viewId: made.table.views[0].id };
  const filterNow = async () => (await call(getView, { as: made.owner, params })).body.filter;
  const at = { as: made.owner, params: { tableId: made.tableId, fieldId: id }, body: { type: "number" } };
  expect((await call(previewConversion, at)).body.changedViews).toEqual([params.viewId]);
  expect((await call(convertField, at)).status).toBe(200);
  expect(await filterNow()).toEqual(filterOf("and", other(nameId)));
  const isNumber = filterOf("and", { fieldId: formulaId, operator: "isGreater", value: 1 });
  expect((await call(filterView, { as: made.owner, params, body: { filter: isNumber } })).status).toBe(200);
  const expression = { options: { expression: `{${nameId}}` } };
  const of = { as: made.owner, params: { tableId: made.tableId, fieldId: formulaId } };
  expect((await call(updateField, { ...of, body: expression })).status).toBe(200);
  expect(await filterNow()).toBeUndefined();
});
