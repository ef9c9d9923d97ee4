import { describe, expect, test } from "vitest";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import { aField } from "./support.ts";

const long = "é".repeat(100_000);

describe.each(["singleLineText", "longText"])("%s", (name) => {
  const field = aField(name);

  test.each([
    [" a b ", name === "longText" ? " a b " : "a b"],
    ["", undefined],
    [" \n\t ", undefined],
    ["a\0b", "ab"],
    ["\ud83d!", "\ufffd!"],
    [long, long],
    ["😀".repeat(100_000), "😀".repeat(100_000)],
  ])("reads %j", (value, cell) => {
    expect(field.read(value)).toBe(cell);
    expect(field.typecast(value)).toBe(cell);
  });

  test.each([1, true, ["a"], { a: 1 }])("refuses %j without typecast", (value) => {
    expect(field.read(value)).toEqual(new Refusal("must be text"));
  });

  test.each([
    [1.5, "1.5"],
    [0, "0"],
    [false, "false"],
    [["a", 1, null, "", ["b"], { c: 1 }], 'a, 1, ["b"], {"c":1}'],
    [{ a: "b" }, '{"a":"b"}'],
    [[], undefined],
  ])("typecasts %j", (value, cell) => {
    expect(field.typecast(value)).toBe(cell);
  });

  test("text over the limit is refused, not cut", () => {
    const refusal = new Refusal("must have at most 100000 characters; got 100001");
    expect(field.read(`${long}é`)).toEqual(refusal);
    expect(field.typecast([`${long}é`])).toEqual(refusal);
  });

  test("a default is a cell", () => {
    expect(aField(name, { defaultValue: "a\0" }).initial()).toBe("a");
    expect(aField(name, { defaultValue: " " }).initial()).toBeUndefined();
    expect(field.initial()).toBeUndefined();
  });
});

test("a single line has no line breaks or tabs", () => {
  expect(aField("singleLineText").read("a\r\nb\tc\nd\u2028e")).toBe("a b c d e");
});

test("long text keeps its lines, and white space at its ends", () => {
  expect(aField("longText").read("\na\r\n\tb\n")).toBe("\na\r\n\tb\n");
});

test.each([
  ["singleLineText", { showAs: { type: "fax" } }],
  ["singleLineText", { showAs: { type: "url", color: "red" } }],
  ["longText", { showAs: { type: "url" } }],
])("%s refuses the options %j", (name, options) => {
  expect(() => aField(name, options)).toThrow();
});
