import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import type { Field } from "#lib/engine/fields/field";
import { editField } from "#lib/engine/fields/field-edit";
import { mergeOptions } from "#lib/engine/fields/merge-options";
import { parsedOptions } from "#lib/engine/fields/new-fields";
import { samplesOf } from "#test/engine/field-types/samples/index";
import { typeNamed } from "#test/engine/field-types/support";

const runs = { numRuns: 100 };
// their options are completed by what else there is in the base: test/functions/field/merge-options.test.ts
const whole = fieldTypeNames.filter((name) => !["link", "formula", "rollup"].includes(name));

const fieldOf = (type: string, options: unknown) =>
  ({ id: "fldA000000000000000", name: "F", type, dbFieldName: "F", options }) as Field;
const edited = (field: Field, options: unknown) => editField(field, { options } as never, [field]);

describe.each(whole)("%s", (name) => {
  const type = typeNamed(name);
  const fields = (samplesOf.get(name)?.options ?? fc.constant({})).map((sent) =>
    fieldOf(name, parsedOptions(type, sent ?? type.initialOptions(), [], [])),
  );

  test("options that are sent back as they are change nothing, nor does any one of them, nor none", () => {
    fc.assert(
      fc.property(fields, (field) => {
        const options = JSON.parse(JSON.stringify(field.options));
        const each = Object.entries(options).map(([member, value]) => ({ [member]: value }));
        for (const sent of [options, ...each, {}])
          expect(edited(field, sent)).toEqual({ changes: { options }, issues: [] });
      }),
      runs,
    );
  });

  test("null takes away what a field need not have, and nothing else", () => {
    fc.assert(
      fc.property(fields, (field) => {
        const options = field.options as Record<string, unknown>;
        for (const member of Object.keys(options)) {
          const { changes, issues } = edited(field, { [member]: null });
          if (issues.length > 0) continue;
          const { [member]: _, ...others } = options;
          expect(changes.options).toMatchObject(others);
          expect(changes.options).not.toMatchObject({ [member]: null });
        }
      }),
      runs,
    );
  });
});

test("each member that may be left out can be taken away", () => {
  const workflow = { id: "wfl4mSa1Cw6nZ8tQ0Yh", name: "W", isActive: true };
  const all: [string, object, string[]][] = [
    ["singleLineText", { showAs: { type: "url" }, defaultValue: "a" }, ["showAs", "defaultValue"]],
    ["longText", { defaultValue: "a" }, ["defaultValue"]],
    [
      "number",
      { showAs: { type: "bar", color: "blue", showValue: true, maxValue: 9 }, defaultValue: 1 },
      ["showAs", "defaultValue"],
    ],
    [
      "singleSelect",
      { choices: [{ name: "a" }], defaultValue: "a", preventAutoNewOptions: true },
      ["defaultValue", "preventAutoNewOptions"],
    ],
    ["multipleSelect", { choices: [{ name: "a" }], defaultValue: ["a"] }, ["defaultValue"]],
    [
      "date",
      { formatting: { date: "YYYY", time: "None", timeZone: "UTC" }, defaultValue: "now" },
      ["defaultValue"],
    ],
    ["checkbox", { defaultValue: true }, ["defaultValue"]],
    ["user", { defaultValue: "me" }, ["defaultValue"]],
    [
      "button",
      { label: "B", color: "teal", maxCount: 2, resetCount: true, workflow },
      ["maxCount", "resetCount", "workflow"],
    ],
  ];
  for (const [name, sent, members] of all) {
    const field = fieldOf(name, parsedOptions(typeNamed(name), sent, [], []));
    for (const member of members) {
      const { [member]: _, ...others } = field.options as Record<string, unknown>;
      expect(edited(field, { [member]: null })).toEqual({ changes: { options: others }, issues: [] });
    }
  }
});

test("choices are removed by a list, never by null", () => {
  const field = fieldOf(
    "singleSelect",
    parsedOptions(typeNamed("singleSelect"), { choices: [{ name: "a" }] }, [], []),
  );
  expect(edited(field, { choices: null }).issues).toMatchObject([{ path: "options.choices" }]);
  expect(edited(field, { choices: [] }).changes.options).toEqual({ choices: [] });
});

const choice = (id: string, name: string) => ({ id: `cho${id}0000000`.slice(0, 11), name, color: "blue" });
const [a, b, c] = [choice("A", "a"), choice("B", "b"), choice("C", "c")] as const;

test.each([
  ["renamed", [{ ...a, name: "x" }, b], {}, ["x", "b"]],
  [
    "renamed, and the default is sent as it was",
    [{ ...a, name: "x" }, b],
    { defaultValue: ["a", "b"] },
    ["x", "b"],
  ],
  ["in another order and color", [b, { ...a, color: "red" }], {}, ["a", "b"]],
  ["sent by name", [{ name: "b" }, { name: "a" }, { name: "new" }], {}, ["a", "b"]],
  [
    "exchanged",
    [
      { ...a, name: "b" },
      { ...b, name: "a" },
    ],
    {},
    ["b", "a"],
  ],
  [
    "exchanged, and the names of the request come first",
    [
      { ...a, name: "b" },
      { ...b, name: "a" },
    ],
    { defaultValue: ["a"] },
    ["a"],
  ],
  ["one is gone", [b, c], {}, ["b"]],
  ["all are gone", [c], {}, undefined],
])("the default follows choices that are %s", (_, choices, more, expected) => {
  const field = fieldOf("multipleSelect", { choices: [a, b, c], defaultValue: ["a", "b"] });
  const { changes, issues } = edited(field, { choices, ...more });
  expect(issues).toEqual([]);
  expect((changes.options as { defaultValue?: unknown }).defaultValue).toEqual(expected);
});

test("a default that the request names must be a choice", () => {
  const field = fieldOf("singleSelect", { choices: [a, b], defaultValue: "a" });
  expect(edited(field, { choices: [b], defaultValue: "a" }).issues).toMatchObject([
    { path: "options.defaultValue" },
  ]);
  expect(edited(field, { defaultValue: "zzz" }).issues).toMatchObject([{ path: "options.defaultValue" }]);
});

test.each([
  ["by id", { id: a.id, name: "x" }],
  ["by name", { name: "a" }],
])("a choice that is sent %s without a color keeps its color, also in a conversion", (_, sent) => {
  const field = fieldOf("singleSelect", { choices: [b, { ...a, color: "red" }] });
  const kept = { choices: [{ ...a, ...sent, color: "red" }] };
  expect(edited(field, { choices: [sent] }).changes.options).toEqual(kept);
  expect(mergeOptions(field, { choices: [sent] }, { isConversion: true })).toEqual(kept);
});

test("a conversion drops how cells are shown and the default, and keeps the rest", () => {
  const field = fieldOf("singleSelect", { choices: [a], defaultValue: "a", preventAutoNewOptions: true });
  expect(mergeOptions(field, {}, { isConversion: true })).toEqual({
    choices: [a],
    preventAutoNewOptions: true,
  });
});
