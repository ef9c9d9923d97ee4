/* A PATCH of a field with what GET answered changes nothing, for lookups, filtered and one-way links, and fields that were converted. */
import { beforeAll, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

async function theFields() {
  const people = await aTable();
  const { owner: as, baseId, spaceId } = people;
  const films = await aTable({}, as, { baseId, spaceId });
  const add = async (tableId: string, body: object) => {
    const { status, body: field } = await call(createField, { as, params: { tableId }, body });
    expect(status, JSON.stringify(field)).toBe(201);
    return field;
  };
  const foreign = [
    await add(people.tableId, {
      type: "user",
      name: "Owner",
      options: { isMultiple: true, shouldNotify: false },
    }),
    await add(people.tableId, {
      type: "rating",
      name: "Stars",
      options: { icon: "star", color: "redBright", max: 4 },
    }),
    await add(people.tableId, { type: "attachment", name: "Files" }),
    await add(people.tableId, {
      type: "number",
      name: "Sum",
      options: { formatting: { type: "decimal", precision: 3 } },
    }),
  ];
  const foreignTableId = people.tableId;
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: foreign[1].id, operator: "isGreater", value: 1 }],
  };
  const link = (name: string, options: object) =>
    add(films.tableId, {
      type: "link",
      name,
      options: { relationship: "manyMany", foreignTableId, ...options },
    });
  const links = [
    await link("Plain", {}),
    await link("One way", { isOneWay: true }),
    await link("Filtered", { filter }),
  ];
  const made = [...links];
  for (const { id: linkFieldId, name } of links)
    for (const { id: lookupFieldId, type, name: source } of foreign)
      made.push(
        await add(films.tableId, {
          type,
          name: `${source} of ${name}`,
          isLookup: true,
          lookupOptions: { foreignTableId, linkFieldId, lookupFieldId },
        }),
      );
  for (const [from, to] of [
    [{ type: "rating", options: { icon: "star", color: "redBright", max: 4 } }, { type: "number" }],
    [
      { type: "number", options: { defaultValue: 2 } },
      { type: "rating", options: { icon: "star", color: "redBright", max: 7 } },
    ],
    [
      { type: "singleSelect", options: { choices: [{ name: "a, b" }], defaultValue: "a, b" } },
      { type: "multipleSelect" },
    ],
    [{ type: "singleLineText" }, { type: "user", options: { isMultiple: true } }],
  ]) {
    const { id: fieldId } = await add(films.tableId, { name: `From ${from?.type} to ${to?.type}`, ...from });
    const params = { tableId: films.tableId, fieldId };
    const { status, body } = await call(convertField, { as, params, body: to });
    expect(status, JSON.stringify(body)).toBe(200);
    made.push(body);
  }
  return { as, tableId: films.tableId, made };
}

test("what GET answered changes nothing as a PATCH, and one option of it leaves the others", async () => {
  const { as, tableId, made } = await theFields();
  for (const { id: fieldId, name } of made) {
    const params = { tableId, fieldId };
    const { lastModifiedTime: _then, ...before } = (await call(getField, { as, params })).body;
    const each = Object.entries(before.options ?? {}).map(([key, value]) => ({ [key]: value }));
    for (const options of [before.options, ...each]) {
      const { status, body } = await call(updateField, { as, params, body: { options } });
      const about = `${name}: ${JSON.stringify(options)}: ${JSON.stringify(body)}`;
      expect.soft(status, about).toBe(200);
      const { lastModifiedTime: _now, ...after } = (await call(getField, { as, params })).body;
      expect.soft(after, about).toEqual(before);
    }
  }
});
