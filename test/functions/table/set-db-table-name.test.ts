import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getTable } from "#functions/table/get-table";
import { handler as setDbTableName } from "#functions/table/set-db-table-name";
import { disagreements, fieldsOf, linkTo, twoTables } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const { owner: as, baseId, spaceId, tableId } = await aTable({ name: "One" });
const params = { baseId, tableId };
const set = (dbTableName: unknown) => call(setDbTableName, { as, params, body: { dbTableName } });
const name = async () => (await call(getTable, { as, params })).body.dbTableName;

test("200: the name for programs", async () => {
  const { status, body } = await set("Tasks_1");
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect(await name()).toBe(`${baseId}.Tasks_1`);
  expect((await set("tasks_1")).status).toBe(200);
});

test("400: a name that is taken, in any case", async () => {
  await aTable({ name: "Two", dbTableName: "Two" }, as, { baseId, spaceId });
  const answer = await set("TWO");
  expect(refusal(answer)).toEqual({ status: 400, paths: ["dbTableName"] });
  expect(answer.body.message).toContain("TWO is taken by another table of this base");
});

test.each(["", "1a", "a-b", "é", "x".repeat(64), 5, undefined])("400: %j", async (dbTableName) => {
  expect(refusal(await set(dbTableName))).toEqual({ status: 400, paths: ["dbTableName"] });
});

test("200: link fields on both sides, and lookups over them, name the table as it is called now", async () => {
  for (const relationship of ["manyOne", "oneMany", "manyMany"]) {
    const { films, people } = await twoTables();
    const link = await linkTo(films, people, { relationship });
    const lookupOptions = {
      ...{ foreignTableId: people.tableId, linkFieldId: link.id },
      lookupFieldId: people.table.fields[0].id,
    };
    const lookup = { type: "singleLineText", isLookup: true, lookupOptions };
    await call(createField, { as: films.owner, params: { tableId: films.tableId }, body: lookup });
    const hosts = async () => {
      const fields = [...(await fieldsOf(films)), ...(await fieldsOf(people))];
      return fields.flatMap(({ options, lookupOptions }) => {
        const { fkHostTableName: host } = (lookupOptions ?? options) as { fkHostTableName?: string };
        return host ?? [];
      });
    };
    const before = await hosts();
    expect(before).toHaveLength(3);
    for (const made of [films, people]) {
      const { dbTableName } = (
        await call(getTable, { as: made.owner, params: { baseId: made.baseId, tableId: made.tableId } })
      ).body;
      const body = { dbTableName: `renamed_${made.table.id}` };
      expect(
        (
          await call(setDbTableName, {
            as: made.owner,
            params: { baseId: made.baseId, tableId: made.tableId },
            body,
          })
        ).status,
      ).toBe(200);
      const after = `${made.baseId}.${body.dbTableName}`;
      before.splice(0, 3, ...before.map((host) => (host === dbTableName ? after : host)));
      expect(await hosts()).toEqual(before);
    }
    expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
  }
});
