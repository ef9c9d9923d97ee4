/* What the app knows of the types of fields is what the engine says. */
import { expect, test } from "vitest";
import { fieldTypeNames, findFieldType } from "#lib/engine/field-types/index";
import { Color } from "#lib/engine/values/colors";
import { colorNames } from "#lib/web/browser/cells/colors";
import { findKinds, placeOfBest } from "#lib/web/browser/fields/find-kinds";
import { kindGroups, rulesOf } from "#lib/web/browser/fields/kinds";

const kinds = kindGroups.flatMap(([, each]) => each);

test("every type of the engine can be chosen, and two more: lookups and counts", () =>
  expect(kinds.toSorted()).toEqual([...fieldTypeNames, "lookup", "count"].toSorted()));

test.each(fieldTypeNames)("%s: what it can be, and whether a model fills it", (name) => {
  const { canBe, ai } = findFieldType(name) ?? {};
  const { primary = false, unique = false, notNull = false, ai: mine } = rulesOf(name);
  expect({ primary, unique, notNull, ai: mine }).toEqual({ ...canBe, ai });
});

test("the colours are those of the engine", () => {
  expect(colorNames).toHaveLength(50);
  for (const name of colorNames) expect(Color.safeParse(name).success).toBe(true);
});

test.each([
  ["", [], 21],
  ["email", [], 1],
  ["status dropdown", [], 1],
  ["dates", [], 3],
  ["no such thing", [], 0],
  ["dates", ["date"], 2],
])("%j without %j finds %i", (query, without, count) =>
  expect(findKinds(query, without).flatMap(([, found]) => found)).toHaveLength(count),
);

test.each([
  ["count", "count"],
  ["text", "singleLineText"],
  ["stars", "rating"],
])("%j finds %s at first, by its name if it has one", (query, kind) =>
  expect(findKinds(query, []).flatMap(([, found]) => found)[placeOfBest(query, [])]).toBe(kind),
);
