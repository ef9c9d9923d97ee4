/* Conditions of links and lookups in the editor of fields, in a real browser: set, refused without a value, and taken away. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, phone } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

/** Films with a link to people, and a lookup of their names. */
async function openFilms(options: object = desk) {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const names = [
    { type: "singleLineText", name: "Name" },
    { type: "singleSelect", name: "Role", options: { choices: [{ name: "actor" }, { name: "writer" }] } },
  ];
  const rows = [{ fields: { Name: "Grace", Role: "actor" } }, { fields: { Name: "Edsger", Role: "writer" } }];
  const people = await aTable({ name: "People", fields: names, records: rows }, owner, place);
  const [named] = people.table.fields;
  const link = {
    ...{ type: "link", name: "Cast" },
    options: { relationship: "manyMany", foreignTableId: people.tableId, isOneWay: true },
  };
  const records = [
    { fields: { Title: "Film", Cast: people.table.records.map(({ id }: { id: string }) => ({ id })) } },
  ];
  const fields = [{ type: "singleLineText", name: "Title" }, link];
  const { tableId, table } = await aTable({ name: "Films", fields, records }, owner, place);
  const lookupOptions = {
    linkFieldId: table.fields[1]?.id,
    foreignTableId: people.tableId,
    lookupFieldId: named?.id,
  };
  const lookup = { type: "singleLineText", name: "Names", isLookup: true, lookupOptions };
  expect((await call(createField, { as: owner, params: { tableId }, body: lookup })).status).toBe(201);
  const fieldOf = async (wanted: string) => {
    const { body } = await call(listFields, { as: owner, params: { tableId } });
    return body.find(({ name }: { name: string }) => name === wanted);
  };
  const visited = await openAppAs(owner.userId, `/app/${place.baseId}/${tableId}`, options);
  const { page } = visited;
  await page.getByRole("gridcell", { name: "Film" }).waitFor();
  await page.getByRole("button", { name: "Manage fields" }).click();
  const change = async (field: string) => {
    await page.getByRole("button", { name: `More for the field ${field}` }).click();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("dialog", { name: `Change the field ${field}` }).waitFor();
  };
  const end = (field: string) =>
    page.getByRole("dialog", { name: `Change the field ${field}` }).waitFor({ state: "detached" });
  return { ...visited, fieldOf, change, end };
}

test("a link says which records can be linked, a lookup which of them count; both are taken away again", async () => {
  const { page, fieldOf, change, end, wrong, close } = await openFilms();
  const save = page.getByRole("button", { name: "Save" });
  const addCondition = page.getByRole("button", { name: "Add a condition" });
  await change("Cast");
  await addCondition.click();
  // a condition without its value is named, and nothing is written
  await page.getByLabel("Field", { exact: true }).selectOption("Role");
  await page.getByLabel("How", { exact: true }).selectOption("is any of");
  await save.click();
  await page.getByText("condition 1 has no value").waitFor();
  await page.getByRole("checkbox", { name: "actor" }).check();
  await save.click();
  await end("Cast");
  expect((await fieldOf("Cast"))?.options.filter).toMatchObject({
    conjunction: "and",
    filterSet: [{ operator: "isAnyOf", value: ["actor"] }],
  });

  await change("Names");
  await addCondition.click();
  await page.getByLabel("Value", { exact: true }).fill("Grace");
  await page.getByText("Of 1 cells with a value").waitFor();
  await save.click();
  await end("Names");
  await expect
    .poll(() => page.getByRole("gridcell").allTextContents())
    .toEqual(["Film", "GraceEdsger", "Grace"]);

  // what was set is shown, and goes with its last condition
  await change("Cast");
  expect(await page.getByRole("checkbox", { name: "actor" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Remove condition 1" }).click();
  await save.click();
  await end("Cast");
  expect((await fieldOf("Cast"))?.options.filter ?? null).toBeNull();
  expect(wrong).toEqual([]);
  await close();
});

test.each([
  ["light", desk],
  ["dark", phone],
] as const)("axe finds nothing in the conditions of a link: %s, %o", async (colorScheme, size) => {
  const { page, change, wrong, close } = await openFilms({ ...size, colorScheme });
  await change("Cast");
  await page.getByRole("button", { name: "Add a group" }).click();
  await page.getByRole("group", { name: "Which records can be linked" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(wrong).toEqual([]);
  await close();
});
