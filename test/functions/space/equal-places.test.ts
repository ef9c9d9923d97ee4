/* Backups in which two things have one place: imported or refused at once, never tried again. */
import { expect, test } from "vitest";
import { exported, imported } from "#test/support/backups";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { unzipped, zipped } from "#test/support/zips";

interface Schema {
  order: number;
  views: { columnMeta: Record<string, object> }[];
  fields: { name: string; options: { choices: { id: string; name: string }[] } }[];
}

async function withSchema(change: (schema: Schema) => void) {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "singleSelect", name: "Choice", options: { choices: [{ name: "a" }, { name: "b" }] } },
    ],
    records: [{ fields: { Name: "x", Choice: "a" } }],
  });
  const entries = await unzipped((await exported(made.owner, made.baseId)).bytes);
  const schema = JSON.parse(entries.get("tables/1/schema.json")?.toString() ?? "");
  change(schema);
  entries.set("tables/1/schema.json", Buffer.from(JSON.stringify(schema)));
  return { ...made, bytes: await zipped(entries) };
}

const choicesOf = ({ fields }: Schema) => fields.find(({ name }) => name === "Choice")?.options.choices ?? [];

test.each([
  ["the id", "id"],
  ["the name", "name"],
] as const)("two choices with %s of one are refused with the schema", async (_, key) => {
  const { owner, spaceId, bytes } = await withSchema((schema) => {
    const [first, second] = choicesOf(schema);
    if (first && second) second[key] = first[key];
  });
  const { job } = await imported(owner, spaceId, bytes);
  expect(job).toMatchObject({ state: "failed", error: expect.stringContaining("tables/1/schema.json") });
});

test("columns with one place in a view are imported", async () => {
  const { owner, spaceId, bytes } = await withSchema(({ views }) => {
    for (const { columnMeta } of views)
      for (const column of Object.values(columnMeta)) Object.assign(column, { order: 1 });
  });
  expect((await imported(owner, spaceId, bytes)).job).toMatchObject({
    state: "done",
    counts: { records: 1 },
  });
});

test("a record that a link of a line names twice is refused with the line", async () => {
  const owner = await someone();
  const place = await aBase(owner);
  const { add, make } = actionsOf(owner);
  const fields = [{ type: "singleLineText", name: "Name" }];
  const there = await aTable({ name: "There", fields, records: [{ fields: { Name: "x" } }] }, owner, place);
  const here = await aTable({ name: "Here", fields, records: [] }, owner, place);
  await add(here, aLinkNamed("Links", there));
  await make(here, [{ Name: "a", Links: [{ id: there.table.records[0].id }] }]);
  const entries = await unzipped((await exported(owner, place.baseId)).bytes);
  const [name = "", lines] = [...entries].find(([, text]) => text.toString().includes('"Links":[')) ?? [];
  const twice = lines?.toString().replace(/"Links":\[(\{[^}]*\})\]/, '"Links":[$1,$1]') ?? "";
  expect(twice).not.toBe(lines?.toString());
  entries.set(name, Buffer.from(twice));
  const { job } = await imported(owner, place.spaceId, await zipped(entries));
  expect(job).toMatchObject({ state: "failed", error: expect.stringContaining(`${name}, line 1`) });
});
