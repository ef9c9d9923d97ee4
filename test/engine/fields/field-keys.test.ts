import fc from "fast-check";
import { expect, test } from "vitest";
import {
  answerKeyType,
  findNamedTwice,
  makeFieldKeys,
  makeViewKeys,
  valueFor,
} from "#lib/engine/fields/field-keys";

interface Keyed {
  id: string;
  name: string;
  dbFieldName: string;
}

// few texts, so that names often look like the ids of other fields
const ids = ["fldA", "fldB", "fldC", "fldD"];
const text = fc.constantFrom(...ids, "Name", "Count", "__proto__", "toString");
const tables = fc
  .tuple(
    fc.shuffledSubarray(ids),
    fc.uniqueArray(text, { minLength: 4 }),
    fc.uniqueArray(text, { minLength: 4 }),
  )
  .map(([own, names, dbNames]) =>
    own.map((id, i): Keyed => ({ id, name: names[i] as string, dbFieldName: dbNames[i] as string })),
  );
const kinds = fc.constantFrom("name", "id", "dbFieldName");

test("a key is the field with that name, id or dbFieldName, else the field with that id", () => {
  fc.assert(
    fc.property(tables, kinds, text, (fields, kind, key) => {
      const expected = fields.find((field) => field[kind] === key) ?? fields.find(({ id }) => id === key);
      expect(makeFieldKeys(fields, kind).get(key)).toBe(expected);
    }),
  );
});

test("the keys of a field are those that name it", () => {
  fc.assert(
    fc.property(tables, kinds, (fields, kind) => {
      const keys = makeFieldKeys(fields, kind);
      for (const field of fields) {
        const all = fields.flatMap((each) => [each[kind], each.id]).filter((key) => keys.get(key) === field);
        expect(new Set(keys.keysOf(field))).toEqual(new Set(all));
        expect(keys.keysOf(field)[0]).toBe(field[kind]);
      }
    }),
  );
});

test("the value of a field is found under either key; names of object members are no keys", () => {
  fc.assert(
    fc.property(tables, kinds, fc.uniqueArray(text), (fields, kind, sent) => {
      const keys = makeFieldKeys(fields, kind);
      const values = Object.fromEntries(sent.map((key) => [key, key]));
      for (const field of fields) {
        const value = valueFor(keys, field)(values);
        const named = sent.filter((key) => keys.get(key) === field);
        if (named.length === 0) expect(value).toBeUndefined();
        else expect(named).toContain(value);
      }
    }),
  );
});

test("fields that two of the keys name are found", () => {
  fc.assert(
    fc.property(tables, kinds, fc.uniqueArray(text), (fields, kind, sent) => {
      const keys = makeFieldKeys(fields, kind);
      const twice = fields.filter((field) => sent.filter((key) => keys.get(key) === field).length > 1);
      expect(new Set(findNamedTwice(keys, sent).map(({ key }) => keys.get(key)))).toEqual(new Set(twice));
    }),
  );
});

test("an answer has ids if every key of the cells is an id, else names; or what the call says", () => {
  const fields = [
    { id: "fldA", name: "Name", dbFieldName: "a" },
    { id: "fldB", name: "Count", dbFieldName: "b" },
    { id: "fldC", name: "fldA", dbFieldName: "c" },
  ];
  expect(answerKeyType(fields, undefined, [{ fldB: 1 }, {}, { fldC: 2 }])).toBe("id");
  expect(answerKeyType(fields, undefined, [{ fldB: 1 }, { Name: 1 }])).toBe("name");
  expect(answerKeyType(fields, undefined, [{ fldB: 1, Name: 1 }])).toBe("name");
  expect(answerKeyType(fields, undefined, [{ fldA: 1 }])).toBe("name"); // the name of fldC
  expect(answerKeyType(fields, undefined, [{}])).toBe("name");
  expect(answerKeyType(fields, "name", [{ fldB: 1 }])).toBe("name");
  expect(answerKeyType(fields, "dbFieldName", [{ fldB: 1 }])).toBe("dbFieldName");
});

test("views name fields by id first, then by name", () => {
  const fields = [
    { id: "fldA", name: "fldB" },
    { id: "fldB", name: "Name" },
  ];
  const keys = makeViewKeys(fields);
  expect(["fldA", "fldB", "Name", "x"].map((key) => keys.get(key)?.id)).toEqual([
    "fldA",
    "fldB",
    "fldB",
    undefined,
  ]);
  expect(findNamedTwice(keys, ["fldB", "Name"])).toMatchObject([{ key: "Name" }]);
});

test("a typo is explained with the most similar name, an id and an unlike text are not", () => {
  const fields = ["Name", "Count", "Start date"].map((name, i) => ({ id: `fld${i}`, name }));
  const { explain } = makeFieldKeys(fields, "name");
  expect(explain("Nmae")).toBe('no field is called "Nmae"; did you mean "Name"?');
  expect(explain("start_date")).toBe('no field is called "start_date"; did you mean "Start date"?');
  expect(explain("Telephone")).toBe("is not a field of this table");
  expect(makeFieldKeys(fields, "id").explain("fld9")).toBe("is not a field of this table");
});

test("after 20 different keys of a call no similar name is looked for", () => {
  const { explain } = makeFieldKeys([{ id: "fldA", name: "Name" }], "name");
  const messages = Array.from({ length: 30 }, (_, i) => explain(`Name${i}`));
  expect(messages.map((message) => message.includes("did you mean")).lastIndexOf(true)).toBe(19);
});
