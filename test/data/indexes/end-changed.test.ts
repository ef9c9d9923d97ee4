/* An index ends in the commit that changes what its entries are made of, and in no other. */
import { describe, expect, test } from "vitest";
import { endChangedIndexes } from "#lib/data/indexes/end-changed";
import { basisOf, defineIndex, type IndexDefinition } from "#lib/data/indexes/index-definition";
import type { IndexItem } from "#lib/data/schema/table-schema";
import { connectFields } from "#lib/engine/cells/connect-fields";
import { connection, type Field } from "#lib/engine/fields/field";
import type { LookupSource } from "#lib/engine/fields/lookups";
import { compileTable } from "#lib/engine/fields/table-formulas";

const ids = {
  color: "fldColor00000000000",
  upper: "fldUpper00000000000",
  note: "fldNote000000000000",
  link: "fldLink000000000000",
  shown: "fldShown00000000000",
};
const red = { id: "cho00000001", name: "red", color: "red" };
const blue = { id: "cho00000002", name: "blue", color: "blue" };

/** A select, a formula of it, a text, a link and what it looks up. */
async function aTable(): Promise<Field[]> {
  const link = {
    ...{ id: ids.link, name: "Link", type: "link" },
    options: { relationship: "manyOne", foreignTableId: "tbl1", isOneWay: true },
    carries: {
      id: "one",
      since: "2026-01-01T00:00:00.000Z",
      fields: [{ id: "fldThere", shape: 0 }],
      watched: [],
    },
  };
  const there = { id: "fldThere", name: "There", type: "singleLineText", options: {} };
  const stored = [
    { id: ids.color, name: "Color", type: "singleSelect", options: { choices: [red, blue] } },
    { id: ids.upper, name: "Upper", type: "formula", options: { expression: `UPPER({${ids.color}})` } },
    { id: ids.note, name: "Note", type: "singleLineText", options: {} },
    link,
    {
      ...{ id: ids.shown, name: "Shown", type: "singleLineText", options: {}, isLookup: true },
      lookupOptions: { foreignTableId: "tbl1", lookupFieldId: "fldThere", linkFieldId: ids.link },
    },
  ];
  const { fields, issues } = await compileTable(JSON.parse(JSON.stringify(stored)) as Field[]);
  expect(issues).toEqual([]);
  await connectFields(fields);
  const others = JSON.parse(JSON.stringify([there])) as Field[];
  return fields.map((field) => {
    if (!field.lookupOptions) return field;
    const over = fields.find(({ id }) => id === ids.link) as LookupSource["link"];
    const source = { link: over, field: others[0] as Field, fields: others };
    return { ...field, [connection]: { link: over, source } };
  });
}

function anIndex(definition: IndexDefinition, fields: Field[]): IndexItem {
  const defined = defineIndex(definition, fields);
  if (!defined) throw new Error("no index can be made of these");
  return {
    ...{ pk: "TABLE#tbl", sk: "INDEX#a", entity: "index", version: 1, id: "a", ...definition },
    ...{ state: "ready", basis: basisOf(defined), createdTime: "", jobId: "job" as IndexItem["jobId"] },
  };
}

const by = (id: string): IndexDefinition => ({ orders: [{ fieldId: id as Field["id"], order: "asc" }] });
const byNoteOf = (id: string): IndexDefinition => ({
  ...by(ids.note),
  filter: {
    conjunction: "and",
    filterSet: [{ fieldId: id as Field["id"], operator: "is", value: "red" }],
  },
});
const isEnded = async (definition: IndexDefinition, become: (field: Field) => Field | []) => {
  const fields = await aTable();
  const changes = await endChangedIndexes([anIndex(definition, fields)], fields.flatMap(become));
  return changes.length > 0;
};
const changing =
  (id: string, members: object) =>
  (field: Field): Field =>
    field.id === id ? { ...field, ...members } : field;
const without =
  (id: string) =>
  (field: Field): Field | [] =>
    field.id === id ? [] : field;

const turned = changing(ids.color, { options: { choices: [blue, red] } });
const carriesOther = changing(ids.link, {
  carries: {
    id: "two",
    since: "2026-01-02T00:00:00.000Z",
    fields: [{ id: "fldThere", shape: 0 }],
    watched: [],
  },
});

const green = { ...red, id: "cho00000003", name: "green" };
const withGreen = changing(ids.color, { options: { choices: [red, blue, green] } });

describe("ends", () => {
  test.each([
    ["of a select whose choices have another order", by(ids.color), turned],
    ["of a formula of such a select", by(ids.upper), turned],
    ["of a field that is deleted", by(ids.note), without(ids.note)],
    ["whose filter names a field that is deleted", byNoteOf(ids.color), without(ids.color)],
    ["of a lookup whose link is deleted", by(ids.shown), without(ids.link)],
    ["of a lookup whose link carries other cells", by(ids.shown), carriesOther],
    ["of a link whose table is in the trash", by(ids.link), changing(ids.link, { hasError: true })],
    ["of a lookup over such a link", by(ids.shown), changing(ids.link, { hasError: true })],
    ["of a lookup with another filter", by(ids.shown), changing(ids.shown, { lookupOptions: {} })],
  ])("an index %s", async (_, definition, become) => expect(await isEnded(definition, become)).toBe(true));
});

describe("stays", () => {
  test.each([
    ["of a select that gets a choice at the end", by(ids.color), withGreen],
    ["of a field with another name", by(ids.note), changing(ids.note, { name: "Other" })],
    ["of another field", by(ids.note), turned],
    ["of a link whose titles are written again", by(ids.link), changing(ids.link, { pending: "job" })],
    ["of a lookup over such a link", by(ids.shown), changing(ids.link, { pending: "job" })],
    ["whose filter names a choice of a select that gets another", byNoteOf(ids.color), withGreen],
  ])("an index %s", async (_, definition, become) => expect(await isEnded(definition, become)).toBe(false));
});
