/* The stacks of a field: with the server, each record is in one of them, and its cell is what a card gets that is moved there. */
import { expect, test } from "vitest";
import { handler as groupPoints } from "#functions/aggregation/list-group-points";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import type { Field } from "#lib/schemas/tables/field";
import { countByStack, groupsIn, isStackable, stackKeyOf, stacksOf } from "#lib/web/browser/kanban/stacks";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const choices = [{ name: "one, two" }, { name: "three" }, { name: "never" }];

test("each record is in one stack, by the filter of the stack and by its cell; the server counts alike", async () => {
  const owner = await someone("Ada");
  const place = await aTable({ name: "People", records: [{ fields: { Name: "Ada" } }] }, owner);
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "singleSelect", name: "choice", options: { choices } },
    { type: "multipleSelect", name: "choices", options: { choices } },
    { type: "checkbox", name: "boolean" },
    { type: "number", name: "number" },
    { type: "rating", name: "rating" },
    { type: "user", name: "person", options: { isMultiple: false } },
    { type: "user", name: "people", options: { isMultiple: true } },
  ];
  const { tableId } = await aTable({ fields }, owner, place);
  const options = { relationship: "manyOne", foreignTableId: place.tableId };
  const linked = await call(createField, {
    as: owner,
    params: { tableId },
    body: { type: "link", name: "link", options },
  });
  expect(linked.status).toBe(201);
  const { body: people } = await call(listRecords, {
    as: owner,
    params: { tableId: place.tableId },
    query: {},
  });
  const me = { id: owner.userId };
  const records = [
    { Title: "empty" },
    { choice: "one, two", choices: ["three", "one, two"], number: 0, boolean: true, link: people.records[0] },
    { choice: "three", choices: ["one, two", "three"], number: -1.5, person: me, people: [me], rating: 2 },
    { choice: "three", choices: ["three"], number: 0, person: me, boolean: false },
  ].map((cells) => ({ fields: "link" in cells ? { ...cells, link: { id: cells.link.id } } : cells }));
  const made = await call(createRecords, { as: owner, params: { tableId }, body: { records } });
  expect([made.status, made.body.issues]).toEqual([201, undefined]);
  const { body: all } = await call(listFields, { as: owner, params: { tableId }, query: {} });
  const stackable: Field[] = all.filter(isStackable);
  expect(stackable.map(({ name }) => name)).toEqual([...fields.slice(1).map(({ name }) => name), "link"]);
  for (const field of stackable) {
    const groupBy = JSON.stringify([{ fieldId: field.id, order: "asc" }]);
    const query = { fieldKeyType: "id", groupBy };
    const { body } = await call(groupPoints, { as: owner, params: { tableId }, query });
    const groups = groupsIn(body);
    const counts = countByStack(groups);
    const seen: string[] = [];
    for (const { key, value, filter } of stacksOf(field, groups, [])) {
      const which = { fieldKeyType: "id", filter: JSON.stringify(filter) };
      const answer = await call(listRecords, { as: owner, params: { tableId }, query: which });
      const found: { id: string; fields: Record<string, unknown> }[] = answer.body.records;
      expect([field.name, key, found.length]).toEqual([field.name, key, counts.get(key) ?? 0]);
      for (const record of found) {
        seen.push(record.id);
        expect(stackKeyOf(record.fields[field.id])).toBe(key);
        expect(stackKeyOf(value)).toBe(key);
      }
    }
    expect([field.name, seen.sort()]).toEqual([
      field.name,
      made.body.records.map(({ id }: { id: string }) => id).sort(),
    ]);
  }
});

test("choices come in their order, then what else records have, then people without a record", () => {
  const [choice, person] = [
    { id: "fldA", type: "singleSelect", cellValueType: "string", options: { choices } },
    { id: "fldB", type: "user", cellValueType: "string", options: {} },
  ] as unknown as [Field, Field];
  const texts = (stacks: { text: string }[]) => stacks.map(({ text }) => text);
  const groups = [
    { value: "three", count: 2 },
    { value: "gone", count: 1 },
  ];
  expect(texts(stacksOf(choice, groups, []))).toEqual(["No value", "one, two", "three", "never", "gone"]);
  const ada = { id: "usrA", title: "Ada" };
  const known = [
    { id: "usrA", name: "Ada" },
    { id: "usrB", name: "Bob" },
  ];
  expect(texts(stacksOf(person, [{ value: ada, count: 1 }], known))).toEqual(["No value", "Ada", "Bob"]);
});
