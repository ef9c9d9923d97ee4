import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const text = (more?: object) => field("Name", "singleLineText", more);
const select = (names: string[], more: object = {}) => ({
  options: { choices: names.map((name) => ({ name })), ...more },
});

describe("choices that typecast creates", () => {
  const fields = [text(), field("One", "singleSelect"), field("Some", "multipleSelect")];

  test("201: they are added to the field", async () => {
    const { create, list } = await aSheet({ fields });
    const { body } = await create([{ One: "a", Some: "b, c" }, { One: " a " }], { typecast: true });
    expect(body.records.map((record: { fields: object }) => record.fields)).toEqual([
      { One: "a", Some: ["b", "c"] },
      { One: "a" },
    ]);
    expect((await create([{ One: "a", Some: ["c"] }])).status).toBe(201);
    expect((await list()).body.records[0].fields).toEqual({ One: "a", Some: ["b", "c"] });
  });

  test("201: twenty concurrent calls with the same new choice create one", async () => {
    const { create, list, owner, params } = await aSheet({ fields });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        create([{ One: "new", Some: `new, own ${i}` }], { typecast: true }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const [, one, some] = (await call(listFields, { as: owner, params })).body;
    const namesOf = ({ options }: { options: { choices: { name: string }[] } }) =>
      options.choices.map(({ name }) => name).sort();
    expect(namesOf(one)).toEqual(["new"]);
    expect(namesOf(some)).toEqual(["new", ...Array.from({ length: 20 }, (_, i) => `own ${i}`)].sort());
    for (const { fields } of (await list()).body.records)
      expect(fields).toMatchObject({ One: "new", Some: expect.arrayContaining(["new"]) });
  });

  test("201, 200: fifty concurrent creations, updates and upserts with the same new choice create one", async () => {
    const { create, updateMany, upsert, list, owner, params } = await aSheet({ fields });
    const made = await create(Array.from({ length: 16 }, () => ({})));
    const ids = made.body.records.map(({ id }: { id: string }) => id) as string[];
    const typecast = { typecast: true };
    const answers = await Promise.all([
      ...Array.from({ length: 17 }, () => create([{ One: "new", Some: ["new"] }], typecast)),
      ...ids.map((id) => updateMany([{ id, fields: { One: " new ", Some: "new" } }], typecast)),
      ...Array.from({ length: 17 }, (_, i) =>
        upsert(["Name"], [{ Name: `n${i}`, One: ["new"], Some: "new, new" }], typecast),
      ),
    ]);
    for (const { status, body } of answers) expect([200, 201], JSON.stringify(body)).toContain(status);
    const [, one, some] = (await call(listFields, { as: owner, params })).body;
    for (const { options } of [one, some])
      expect(options.choices).toEqual([expect.objectContaining({ name: "new" })]);
    const { records } = (await list("take=100")).body;
    expect(records).toHaveLength(50);
    for (const { fields } of records) expect(fields).toMatchObject({ One: "new", Some: ["new"] });
  });

  test("400: no choice is created if the field prevents it", async () => {
    const { create } = await aSheet({
      fields: [
        text(),
        field("One", "singleSelect", select(["a"], { preventAutoNewOptions: true })),
        field("Some", "multipleSelect", select(["a"], { preventAutoNewOptions: true })),
      ],
    });
    const answer = await create([{ One: "b", Some: "a, b" }], { typecast: true });
    expect(refusal(answer)).toEqual({
      status: 400,
      paths: ["records[0].fields.One", "records[0].fields.Some"],
    });
    const { body } = await create([{ One: " a ", Some: "a" }], { typecast: true });
    expect(body.records[0].fields).toEqual({ One: "a", Some: ["a"] });
  });

  test.each([
    ["another cell is wrong", [{ One: "a" }, { Name: "x".repeat(100_001) }]],
    ["there are too many records", Array.from({ length: 1001 }, () => ({ One: "a" }))],
    ["a field is unknown", [{ One: "a", Nope: 1 }]],
  ])("400 or 404: no choice is created when %s", async (_, records) => {
    const { create } = await aSheet({ fields });
    expect((await create(records, { typecast: true })).status).toBeGreaterThanOrEqual(400);
    expect(refusal(await create([{ One: "a" }])).paths).toEqual(["records[0].fields.One"]);
  });

  test("400: more choices than a field may have, named at the cell", async () => {
    const { create } = await aSheet({ fields });
    const names = Array.from({ length: 501 }, (_, i) => `c${i}`);
    const answer = await create([{ Some: names.slice(0, 500) }, { Some: names.slice(500) }], {
      typecast: true,
    });
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths).toEqual(["records[1].fields.Some"]);
  });
});
