import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { Refusal, type StoredCell } from "#lib/engine/field-types/shared/field-type";
import { anyValue, context, optionsOf, typeNamed } from "./support.ts";

const runs = { numRuns: 200 };
const isCell = (cell: StoredCell | undefined | Refusal): cell is StoredCell =>
  cell !== undefined && !(cell instanceof Refusal);

/** Removes what every reading makes anew: the last letters of attachment ids. */
const content = (cell: StoredCell | undefined | Refusal) =>
  Array.isArray(cell)
    ? cell.map((each) => (typeof each === "object" ? { ...each, id: each.id.slice(0, 13) } : each))
    : cell;

describe.each(fieldTypeNames)("%s", (name) => {
  const type = typeNamed(name);
  const options = (optionsOf[name] ?? fc.constant(undefined)).map((sent) => type.options.parse(sent));

  /** The options of a field that is created without any, or with as few as its type allows. */
  const initial: unknown = type.needsOptions ? fc.sample(options, 1)[0] : type.initialOptions();

  test("stored options are options", () => {
    fc.assert(
      fc.property(options, (stored) => {
        expect(type.options.parse(stored)).toEqual(stored);
        expect(type.options.parse(JSON.parse(JSON.stringify(stored)))).toEqual(
          JSON.parse(JSON.stringify(stored)),
        );
      }),
      runs,
    );
    expect(type.options.parse(initial)).toEqual(initial);
  });

  test("an unknown option is an error that names it", () => {
    const { error } = type.options.safeParse({ ...(initial as object), colour: "red" });
    expect(error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["colour"] }]);
  });

  test("a cell read without typecast can be read again from its response", () => {
    fc.assert(
      fc.property(options, anyValue, (stored, value) => {
        const cell = type.read(value, stored, context);
        if (!isCell(cell)) return;
        const json = type.json(cell, stored, context);
        expect(content(type.read(json, stored, context))).toEqual(content(cell));
        const again = type.typecast(json, structuredClone(stored), context);
        expect(content(again)).toEqual(content(cell));
      }),
      runs,
    );
  });

  test("a typecast cell can be read from its response, with and without typecast", () => {
    fc.assert(
      fc.property(options, anyValue, (original, value) => {
        const stored = structuredClone(original); // typecast may add choices
        const cell = type.typecast(value, stored, context);
        if (!isCell(cell)) return;
        const json = type.json(cell, stored, context);
        expect(content(type.typecast(json, stored, context))).toEqual(content(cell));
        expect(content(type.read(json, stored, context))).toEqual(content(cell));
        expect(typeof type.text(cell, stored, context)).toBe("string");
        expect(type.options.parse(stored)).toEqual(stored);
      }),
      runs,
    );
  });

  test("the initial cell can be read from its response", () => {
    fc.assert(
      fc.property(options, (stored) => {
        const cell = type.initialCell?.(stored, context);
        if (cell !== undefined)
          expect(type.read(type.json(cell, stored, context), stored, context)).toEqual(cell);
      }),
      runs,
    );
  });

  test("a value that is nested too deep for the stack does not throw", () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    const stored = initial;
    for (const value of [deep, [deep], { id: deep }])
      for (const make of [type.read, type.typecast])
        expect(make(value, stored, context)).toSatisfy(
          (cell) =>
            cell === undefined || cell instanceof Refusal || cell === true || typeof cell === "string",
        );
    expect(() => type.peopleIn?.([deep])).not.toThrow();
  });
});
