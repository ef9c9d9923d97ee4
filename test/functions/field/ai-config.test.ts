/* How a language model fills a field: set when the field is created or updated, returned with the field. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteFields } from "#functions/field/delete-fields";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createTable } from "#functions/table/create-table";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { aFieldId, noField } from "#test/support/makers/ids";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const summaryOf = (sourceFieldId: string) => ({ modelKey: "m", type: "summary", sourceFieldId });
const custom = (attachmentFieldIds: string[]) => ({
  modelKey: "m",
  type: "customization",
  prompt: "?",
  attachmentFieldIds,
});

async function someFields(fields: object[]) {
  const made = await aTable({ fields });
  const { owner: as, tableId } = made;
  const ask = { as, params: { tableId } };
  const at = (fieldId: string) => ({ as, params: { tableId, fieldId } });
  return {
    ...made,
    ids: made.table.fields.map(({ id }: { id: string }) => id) as string[],
    create: (body: object) => call(createField, { ...ask, body }),
    update: (fieldId: string, body: object) => call(updateField, { ...at(fieldId), body }),
    get: async (fieldId: string) => (await call(getField, at(fieldId))).body,
    list: async () => (await call(listFields, ask)).body,
    remove: (ids: string[]) => call(deleteFields, { ...ask, query: { "fieldIds[]": ids } }),
  };
}

const text = { type: "longText" };

test("201: the fields of a table have it, and may refer to each other by ids that the client chose", async () => {
  const [a, b] = [aFieldId(), aFieldId()];
  const { table, list } = await someFields([
    { ...text, id: a, aiConfig: summaryOf(b) },
    { ...text, id: b, aiConfig: null },
  ]);
  expect(table.fields[0].aiConfig).toEqual(summaryOf(b));
  expect(table.fields[1]).not.toHaveProperty("aiConfig");
  expect(await list()).toEqual(table.fields);
});

test("201, 200: a field gets, changes, keeps and loses it", async () => {
  const { ids, create, update, get } = await someFields([text]);
  const [source = ""] = ids;
  const { status, body } = await create({ ...text, aiConfig: { ...summaryOf(source), more: 1 } });
  expect({ status, config: body.aiConfig }).toEqual({ status: 201, config: summaryOf(source) });
  expect(await get(body.id)).toEqual(body);

  const changed = { ...summaryOf(source), type: "improvement", isAutoFill: false };
  expect((await update(body.id, { aiConfig: changed })).status).toBe(200);
  expect(await get(body.id)).toEqual({ ...body, aiConfig: changed });
  await update(body.id, { name: "Other", options: {} });
  expect((await get(body.id)).aiConfig).toEqual(changed);
  await update(body.id, { aiConfig: null });
  expect(await get(body.id)).not.toHaveProperty("aiConfig");
});

test("400: a prompt that names an unknown field; one that is deleted later is named in words, and copies name their own", async () => {
  const {
    ids,
    create,
    update,
    get,
    remove,
    list,
    baseId,
    tableId,
    owner: as,
  } = await someFields([text, text]);
  const [first = "", second = ""] = ids;
  const asking = (prompt: string) => ({ modelKey: "m", type: "customization", prompt });
  const refused = { status: 400, paths: ["aiConfig.prompt"] };
  expect(refusal(await create({ ...text, aiConfig: asking(`of {${noField()}}`) }))).toEqual(refused);
  expect(refusal(await update(first, { aiConfig: asking(`{${second}} {${noField()}}`) }))).toEqual(refused);
  const table = { fields: [{ ...text, aiConfig: asking(`{${second}}`) }] };
  expect(refusal(await call(createTable, { as, params: { baseId }, body: table }))).toEqual({
    status: 400,
    paths: ["fields[0].aiConfig.prompt"],
  });
  const { body } = await create({ ...text, aiConfig: asking(`{not a field} {${first}} {${second}}`) });
  const copy = await call(duplicateTable, { as, params: { baseId, tableId }, body: { name: "Copy" } });
  const { fields } = copy.body;
  expect(fields[2].aiConfig.prompt).toBe(`{not a field} {${fields[0].id}} {${fields[1].id}}`);
  const { name } = (await list())[1];
  await remove([second]);
  const { aiConfig } = await get(body.id);
  expect(aiConfig).toEqual(asking(`{not a field} {${first}} ${name}`));
  expect((await update(body.id, { aiConfig })).status).toBe(200);
});

test("400: all errors in those of a table, with other errors of the request", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const fields = [
    { type: "singleLineText", aiConfig: summaryOf(noField()) },
    { type: "checkbox", aiConfig: summaryOf(noField()) },
    { type: "number", aiConfig: {}, options: { foo: 1 } },
    { type: "date", aiConfig: 1 },
  ];
  const ask = async (some: object[]) =>
    refusal(await call(createTable, { as: owner, params: { baseId }, body: { fields: some } }));
  expect(await ask(fields)).toEqual({ status: 400, paths: ["fields[3].aiConfig"] });
  expect((await ask(fields.slice(0, 3))).paths.sort()).toEqual(
    [
      "fields[0].aiConfig.sourceFieldId",
      "fields[1].aiConfig",
      "fields[2].aiConfig.type",
      "fields[2].options.foo",
    ].sort(),
  );
});

test("400: a source that is not a field of this table, when a field is created or updated", async () => {
  const { ids, create, update, get } = await someFields([text]);
  const [only = ""] = ids;
  const elsewhere = (await aTable()).table.fields[0].id as string;
  const paths = ["aiConfig.sourceFieldId"];
  expect(refusal(await create({ ...text, aiConfig: summaryOf(elsewhere) }))).toEqual({ status: 400, paths });
  expect(refusal(await update(only, { aiConfig: summaryOf(elsewhere) }))).toEqual({ status: 400, paths });
  const { body } = await create({ type: "user" });
  expect(refusal(await update(body.id, { aiConfig: summaryOf(only) })).paths).toEqual(["aiConfig"]);
  expect(await get(only)).not.toHaveProperty("aiConfig");
});

test("200: it is removed with its source field, and no longer names deleted attachment fields", async () => {
  const { ids, create, remove, get } = await someFields([text, text, text]);
  const [, b = "", c = ""] = ids;
  const summary = (await create({ ...text, aiConfig: summaryOf(b) })).body.id;
  const free = (await create({ ...text, aiConfig: custom([b, c]) })).body.id;
  const other = (await create({ ...text, aiConfig: summaryOf(c) })).body.id;
  expect((await remove([b])).status).toBe(200);
  expect(await get(summary)).not.toHaveProperty("aiConfig");
  expect((await get(free)).aiConfig).toEqual(custom([c]));
  expect((await get(other)).aiConfig).toEqual(summaryOf(c));
  // fields that are deleted together with their source
  expect((await remove([c, other])).status).toBe(200);
  expect((await get(free)).aiConfig).toEqual(custom([]));
});

test("400: more fields than a table has", async () => {
  const { create } = await someFields([text]);
  const attachmentFieldIds = Array(501).fill(aFieldId());
  const answer = await create({ ...text, aiConfig: custom(attachmentFieldIds) });
  expect(refusal(answer).paths).toEqual(["aiConfig.attachmentFieldIds"]);
});
