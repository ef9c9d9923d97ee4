import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { fieldTypeNames, findFieldType } from "#lib/engine/field-types/index";
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { optionsOf, typeNamed } from "./support.ts";

const camelCase = (file: string) =>
  file.replace(/\.ts$/, "").replace(/-(.)/g, (_, letter) => letter.toUpperCase());

test("every file in the folder is a field type of that name", () => {
  const files = readdirSync(new URL("../../../lib/engine/field-types", import.meta.url));
  const names = files.filter((file) => file.endsWith(".ts") && file !== "index.ts").map(camelCase);
  expect([...fieldTypeNames].sort()).toEqual(names.sort());
  for (const name of names) expect(findFieldType(name)?.type).toBe(name);
});

test("the property tests know the options of every type", () => {
  expect(Object.keys(optionsOf).sort()).toEqual([...fieldTypeNames].sort());
});

test.each(["__proto__", "toString", "", "Number"])("%j is not a field type", (name) => {
  expect(findFieldType(name)).toBeUndefined();
});

test.each([
  ["singleLineText", "Label", "string", "TEXT", true, true, true],
  ["longText", "Notes", "string", "TEXT", true, true, true],
  ["number", "Number", "number", "REAL", true, true, true],
  ["singleSelect", "Select", "string", "TEXT", true, false, true],
  ["multipleSelect", "Tags", "string", "JSON", true, false, true],
  ["user", "Collaborator", "string", "JSON", true, false, true],
  ["attachment", "Attachments", "string", "JSON", false, false, true],
  ["date", "Date", "dateTime", "DATETIME", true, true, true],
  ["checkbox", "Done", "boolean", "BOOLEAN", false, false, false],
  ["rating", "Rating", "number", "REAL", true, false, true],
  ["button", "Button", "string", "JSON", false, false, false],
  ["autoNumber", "ID", "number", "INTEGER", true, false, false],
  ["createdTime", "Created Time", "dateTime", "DATETIME", true, false, false],
  ["lastModifiedTime", "Last Modified Time", "dateTime", "DATETIME", true, false, false],
  ["createdBy", "Created by", "string", "JSON", true, false, false],
  ["lastModifiedBy", "Last modified by", "string", "JSON", true, false, false],
])(
  "%s has the properties of the contract",
  (name, defaultName, cellValueType, dbFieldType, primary, unique, notNull) => {
    const type = typeNamed(name);
    const options = type.initialOptions();
    expect(type.defaultName(options)).toBe(defaultName);
    expect(type.cellValueType).toBe(cellValueType);
    expect(type.dbFieldType(options)).toBe(dbFieldType);
    expect(type.isMultiple(options)).toBe(["multipleSelect", "attachment"].includes(name));
    expect(type.canBe).toEqual({ primary, unique, notNull });
    const typical: Record<string, string> = { multipleSelect: "hasAnyOf", attachment: "isEmpty" };
    if (name === "button") expect(operatorsOf[type.family(options)]).toEqual([]);
    else expect(operatorsOf[type.family(options)]).toContain(typical[name] ?? "is");
    expect(type.statistics(options)).toContain("count");
  },
);
