/* Formulas through shares: the result of a formula shows, the fields that it uses stay hidden; a form does not ask for it. */
import { expect, test } from "vitest";
import { aShare } from "#test/functions/share/support";

const price = "fldSharePrice000000";
const fields = [
  { type: "singleLineText", name: "Name", id: "fldShareName0000000" },
  { type: "number", name: "Price", id: price },
  { type: "formula", name: "Cheap", options: { expression: `{${price}} < 777` } },
  { type: "formula", name: "Code", options: { expression: `RIGHT("" & ROUND({${price}} * 3), 1)` } },
  { type: "formula", name: "Open", options: { expression: `{fldShareName0000000} & "!"` } },
  { type: "formula", name: "Hidden", options: { expression: `{${price}} + 1` } },
];
const hidden = (idOf: (name: string) => string) => ({
  columnMeta: { [idOf("Price")]: { hidden: true }, [idOf("Hidden")]: { hidden: true } },
});

test("a grid shows results, and nothing of hidden fields", async () => {
  const share = await aShare({
    ...{ fields, view: hidden },
    records: [
      { Name: "a", Price: 4321 },
      { Name: "b", Price: 12 },
    ],
  });
  const answers = [
    await share.get(),
    await share.records({ fieldKeyType: "name" }),
    await share.records({ orderBy: JSON.stringify([{ fieldId: share.idOf("Code"), order: "asc" }]) }),
    await share.page(),
    await share.records({ "search[]": ["3", share.idOf("Code"), "true"] }),
  ];
  for (const { status } of answers) expect(status).toBe(200);
  expect(answers[1]?.body.records.map(({ fields }: { fields: object }) => fields)).toEqual([
    { Name: "a", Code: "3", Open: "a!" },
    { Name: "b", Cheap: true, Code: "6", Open: "b!" },
  ]);
  // a formula of shown fields shows how it is made
  expect(answers[0]?.body.fields.map(({ options }: { options: object }) => options)).toEqual([
    {},
    { expression: "" },
    { expression: "" },
    { expression: `{fldShareName0000000} & "!"` },
  ]);
  for (const { body } of answers) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    for (const secret of ["4321", "4322", "Price", price, share.idOf("Hidden")])
      expect(text).not.toContain(secret);
  }
  // the search does not look into the hidden fields
  const found = await share.records({ "search[]": ["4322", "", "true"] });
  expect(found.body.records).toEqual([]);
  const asked = await share.records({ "projection[]": share.idOf("Hidden"), fieldKeyType: "id" });
  expect(asked.status).toBe(404);
});

test("a form does not ask for a formula, and what is sent for it is ignored or refused", async () => {
  const form = await aShare({
    fields,
    view: (idOf: (name: string) => string) => ({
      type: "form",
      columnMeta: Object.fromEntries(
        ["Name", "Price", "Cheap"].map((name, order) => [idOf(name), { order, visible: true }]),
      ),
    }),
    shareMeta: { submit: { allow: true } },
  });
  const { fields: asked } = (await form.get()).body;
  expect(
    asked
      .filter(({ recordCreate }: { recordCreate: boolean }) => recordCreate)
      .map(({ name }: { name: string }) => name),
  ).toEqual(["Name", "Price"]);
  expect((await form.page()).status).toBe(200);
  const answer = await form.submit({ Name: "x", Price: 5, Cheap: false });
  expect(answer.status).toBe(201);
  expect((await form.list()).body.records[0].fields).toEqual({
    ...{ Name: "x", Price: 5, Cheap: true, Code: "5", Open: "x!", Hidden: 6 },
  });
});
