/* Link cells: what is read by id and by title, what is refused and where, and how cells are shown. */
import { describe, expect, test } from "vitest";
import { link } from "#lib/engine/field-types/link";
import { type LinkedRecord, type LinkTargets, Refusal } from "#lib/engine/field-types/shared/field-type";
import { relationships } from "#lib/engine/field-types/shared/links";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { context } from "./support.ts";

const idOf = (n: number) => `rec${String(n).padStart(16, "0")}` as RecordId;
const [ann, bob, doe]: LinkedRecord[] = [
  { id: idOf(1), title: "Ann" },
  { id: idOf(2), title: "Bob" },
  { id: idOf(3), title: "Doe, Jane" },
] as const;
const nameless = { id: idOf(4) };
const everybody = [ann, bob, doe, nameless] as LinkedRecord[];
const targets: LinkTargets = {
  byId: (id) => everybody.find((each) => each.id === id),
  byTitle: (title) => everybody.find((each) => each.title === title),
};

function aField(relationship: string, known = targets) {
  const options = { relationship } as Parameters<typeof link.read>[1];
  const at = { ...context, targetsOf: () => known };
  return {
    options,
    read: (value: unknown) => link.read(value, options, at),
    typecast: (value: unknown) => link.typecast(value, options, at),
    json: (cell: LinkedRecord[]) => link.json(cell, options, at),
    text: (cell: LinkedRecord[]) => link.text(cell, options, at),
  };
}
const refused = (value: unknown) => {
  if (!(value instanceof Refusal)) throw new Error(`not refused: ${JSON.stringify(value)}`);
  return [value, ...value.more].map(({ at, message }) => [at, message]);
};

describe.each(["oneOne", "manyOne"])("%s holds one", (relationship) => {
  const { read, typecast, json, text } = aField(relationship);

  test.each([
    ["by id; a sent title is ignored", { id: bob?.id, title: "X" }, [bob], [bob]],
    ["by title", "Ann", "no", [ann]],
    ["an id alone", idOf(2), "no", [bob]],
    ["a title with a comma", "Doe, Jane", "no", [doe]],
    ["white space around it", "  Ann ", "no", [ann]],
    ["by a title in an object", { title: "Bob" }, "no", [bob]],
    ["a list of two is not one", [bob, ann], "no", "no"],
    ["a title that nobody has", "Nobody", "no", "no"],
    ["a list as text is one title", "Ann, Bob", "no", "no"],
    ["another case", "ann", "no", "no"],
    ["nothing", "", "no", undefined],
    ["an empty list", [], "no", undefined],
    ["a yes", true, "no", "no"],
    ["an unknown id", { id: idOf(9) }, "no", "no"],
    ["no id of a record", { id: 7 }, "no", "no"],
  ])("%s", (_, value, asRead, asTypecast) => {
    const seen = (cell: unknown) => (cell instanceof Refusal ? "no" : cell);
    expect(seen(read(value))).toEqual(asRead);
    expect(seen(typecast(value))).toEqual(asTypecast);
  });

  test("shown as one record", () => {
    expect(json([ann] as LinkedRecord[])).toEqual(ann);
    expect(json([nameless])).toEqual(nameless);
    expect(text([doe] as LinkedRecord[])).toBe("Doe, Jane");
  });

  test("refused where it is wrong", () => {
    expect(refused(read({ id: idOf(9) }))).toEqual([
      [["id"], `"${idOf(9)}" is no record that this field can link to`],
    ]);
    expect(refused(read([ann]))).toEqual([[[], 'must be a record: {"id":"rec…"}']]);
  });
});

describe.each(["oneMany", "manyMany"])("%s holds many", (relationship) => {
  const { read, typecast, json, text } = aField(relationship);

  test.each([
    ["by id, in the order sent", [{ id: bob?.id }, { id: ann?.id, title: "X" }], [bob, ann], [bob, ann]],
    ["titles with commas between", "Bob, Ann", "no", [bob, ann]],
    ["each once", "Bob,Bob", "no", [bob]],
    ["a title that holds a comma, alone", "Doe, Jane", "no", [doe]],
    ["and quoted in a list", '"Doe, Jane", Ann', "no", [doe, ann]],
    ["ids and titles", [idOf(1), "Bob", { title: "Doe, Jane" }], "no", [ann, bob, doe]],
    ["one record alone", { id: ann?.id }, "no", [ann]],
    ["an unknown title among others", "Ann, Nobody", "no", "no"],
    ["an empty list", [], undefined, undefined],
    ["nothing", "", "no", undefined],
  ])("%s", (_, value, asRead, asTypecast) => {
    const seen = (cell: unknown) => (cell instanceof Refusal ? "no" : cell);
    expect(seen(read(value))).toEqual(asRead);
    expect(seen(typecast(value))).toEqual(asTypecast);
  });

  test("every wrong element is refused by its path", () => {
    expect(refused(read([{ id: ann?.id }, { id: idOf(9) }, 7, { id: ann?.id }]))).toEqual([
      [[1, "id"], `"${idOf(9)}" is no record that this field can link to`],
      [[2], 'must be a record: {"id":"rec…"}'],
      [[3, "id"], `must not repeat ${ann?.id}`],
    ]);
    expect(refused(read({ id: ann?.id }))).toEqual([[[], 'must be an array of records: [{"id":"rec…"}]']]);
    const tooMany = Array.from({ length: limits.linksPerCell + 1 }, (_, i) => ({ id: idOf(i) }));
    expect(refused(read(tooMany))).toEqual([[[], "at most 1000 links per cell; got 1001"]]);
  });

  test("shown as a list; the text has the titles", () => {
    expect(json([ann, nameless] as LinkedRecord[])).toEqual([ann, nameless]);
    expect(text([doe, nameless, ann] as LinkedRecord[])).toBe("Doe, Jane, Ann");
  });
});

test.each(relationships)("%s: a field that cannot be written says why", (relationship) => {
  const { read, typecast } = aField(relationship, { ...targets, refusal: "cannot be changed" });
  expect(refused(read([{ id: ann?.id }]))).toEqual([[[], "cannot be changed"]]);
  expect(refused(typecast("Ann"))).toEqual([[[], "cannot be changed"]]);
});

test.each(relationships)("%s: statistics do not count distinct values", (relationship) => {
  const { options } = aField(relationship);
  expect(link.statistics(options)).toEqual(["count", "empty", "filled", "percentEmpty", "percentFilled"]);
});
