/* Where a cell holds one value, no value of a list goes silently: a call refuses the list, a conversion counts the cell. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const text = (name: string) => ({ type: "singleLineText", name });
const rows = (name: string, cells: unknown[]) => cells.map((cell) => ({ fields: { [name]: cell } }));

/** A table with a text field of these cells, and in the same base a table with the titles Ann and Bob. */
async function aTextOf(cells: string[]) {
  const people = await aTable({ fields: [text("Name")], records: rows("Name", ["Ann", "Bob"]) });
  const { owner: as, baseId } = people;
  const made = await aTable({ fields: [text("N"), text("T")], records: rows("T", cells) }, as, people);
  const { tableId, table } = made;
  return { as, baseId, people, made, params: { tableId }, ofField: { tableId, fieldId: table.fields[1].id } };
}
const oneLink = (foreignTableId: string) => ({
  type: "link",
  options: { relationship: "manyOne", foreignTableId },
});
const onePerson = { type: "user", options: { isMultiple: false } };

describe("a conversion keeps the first that it can read, and counts the cell as changed", () => {
  test.each(["link", "person"])("one %s", async (kind) => {
    const { as, people, baseId, made, params, ofField } = await aTextOf([
      "Ann, Bob",
      "Ann",
      "Bob, nobody",
      "nobody",
    ]);
    const members = [await aMember(baseId, "editor"), await aMember(baseId, "editor")];
    const [ann, bob] = members.map(({ userId }) => userId);
    const body = kind === "link" ? oneLink(people.tableId) : onePerson;
    if (kind === "person") {
      const records = made.table.records.map(({ id }: { id: string }, i: number) => ({
        id,
        fields: { T: [`${ann}, ${bob}`, ann, `${bob}, nobody`, "nobody"][i] },
      }));
      expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
    }
    const preview = await call(previewConversion, { as, params: ofField, body });
    expect(preview.body).toMatchObject({ cells: 4, emptied: 1, changed: 2 });
    expect((await call(convertField, { as, params: ofField, body })).status).toBe(200);
    const { body: after } = await call(listRecords, { as, params });
    const shown = after.records.map(({ fields }: { fields: { T?: { id: string; title: string } } }) =>
      kind === "link" ? fields.T?.title : fields.T?.id,
    );
    const [first, second] = kind === "link" ? ["Ann", "Bob"] : [ann, bob];
    expect(shown).toEqual([first, first, second, undefined]);
  });
});

describe("400 with typecast: several for one", () => {
  test.each([
    ["a text of two titles", "link", () => "Ann, Bob"],
    ["an array of two titles", "link", () => ["Ann", "Bob"]],
    ["a text of two people", "person", (ids: string[]) => ids.join(", ")],
    ["an array of two people", "person", (ids: string[]) => ids],
  ])("%s", async (_, kind, sentFor) => {
    const { as, people, baseId, params } = await aTextOf([]);
    const ids = [(await aMember(baseId, "editor")).userId, as.userId];
    const field = kind === "link" ? oneLink(people.tableId) : onePerson;
    const created = await call(createField, { as, params, body: { ...field, name: "One" } });
    expect(created.status).toBe(201);
    const body = { typecast: true, records: [{ fields: { One: sentFor(ids) } }] };
    const { status, body: answer } = await call(createRecords, { as, params, body });
    expect(status).toBe(400);
    expect(answer.data.issues[0].path).toMatch(/^records\[0\]\.fields\.One/);
  });
});
