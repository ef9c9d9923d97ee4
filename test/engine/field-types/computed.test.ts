import { describe, expect, test } from "vitest";
import type { RecordMembers } from "#lib/engine/field-types/shared/field-type";
import { aField, ann, bob, formatting, typeNamed } from "./support.ts";

const created: RecordMembers = { autoNumber: 7, createdTime: "2024-01-31T23:00:00.000Z", createdBy: ann.id };
const edited: RecordMembers = {
  ...created,
  lastModifiedTime: "2024-02-01T00:00:00.000Z",
  lastModifiedBy: bob.id,
};
const inBerlin = formatting("Europe/Berlin", "D.M.YYYY", "HH:mm");

describe.each([
  ["autoNumber", "AUTO_NUMBER()", {}, 7, 7, "7", 7],
  [
    "createdTime",
    "CREATED_TIME()",
    { formatting: inBerlin },
    created.createdTime,
    created.createdTime,
    "1.2.2024 00:00",
    created.createdTime,
  ],
  [
    "lastModifiedTime",
    "LAST_MODIFIED_TIME()",
    { formatting: inBerlin },
    undefined,
    edited.lastModifiedTime,
    "1.2.2024 01:00",
    edited.lastModifiedTime,
  ],
  ["createdBy", undefined, {}, ann.id, ann.id, "Ann", { id: ann.id, title: "Ann" }],
  ["lastModifiedBy", undefined, {}, undefined, bob.id, "Bob", { id: bob.id, title: "Bob" }],
])("%s", (name, expression, sent, atFirst, later, text, json) => {
  const type = typeNamed(name);
  const field = aField(name, sent);

  test("is computed from the record", () => {
    expect(type.compute?.(created)).toBe(atFirst);
    expect(type.compute?.(edited)).toBe(later);
    expect(field.text(later ?? "")).toBe(text);
    if (typeof json === "object") expect(field.json(later ?? "")).toMatchObject(json);
    else expect(field.json(later ?? "")).toEqual(json);
  });

  test("drops what is sent", () => {
    expect(field.read("x")).toBeUndefined();
    expect(field.typecast({ id: ann.id })).toBeUndefined();
    expect(field.initial()).toBeUndefined();
  });

  test("has its own expression and takes no other", () => {
    expect((field.options as { expression?: string }).expression).toBe(expression);
    expect((type.initialOptions() as { expression?: string }).expression).toBe(expression);
    if (expression) expect(aField(name, { ...sent, expression }).options).toEqual(field.options);
    expect(() => aField(name, { ...sent, expression: "NOW()" })).toThrow();
  });
});

test.each(["createdTime", "lastModifiedTime"])("%s options without formatting are refused", (name) => {
  expect(() => aField(name, {})).toThrow();
  expect(typeNamed(name).initialOptions()).toMatchObject({
    formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" },
  });
});
