/* Values in requests become cells, and cells become values in answers that can be sent again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type FieldType, Refusal, type StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Samples } from "../samples/index.ts";
import { no, none } from "../samples/shared/samples.ts";
import { anyValue, context, typeNamed } from "../support.ts";
import { initialOptions, storedOptions } from "./options.ts";

const runs = { numRuns: 200 };

export type Read = StoredCell | undefined | Refusal;
export const isCell = (cell: Read): cell is StoredCell => cell !== undefined && !(cell instanceof Refusal);

/** Removes what every reading makes anew: the last letters of attachment ids. */
export const content = (cell: Read) =>
  Array.isArray(cell)
    ? cell.map((each) => (typeof each === "object" ? { ...each, id: each.id.slice(0, 13) } : each))
    : cell;

/** What was read, as samples name it: `no`, `none`, or as answers show the cell; of files the name and token. */
export function shownAs(type: FieldType, cell: Read, options: unknown): unknown {
  if (cell instanceof Refusal) return no;
  if (cell === undefined || cell === false) return none;
  if (type.filesIn)
    return (cell as { name: string; token: string }[]).map(({ name, token }) => ({ name, token }));
  return type.json(cell, options, context);
}

export function describeValues(name: string, samples: Samples): void {
  const type = typeNamed(name);
  const options = storedOptions(name, samples);

  for (const { options: sent, rows } of samples.rows ?? [])
    test.each(rows)(`with ${JSON.stringify(sent)} reads %s: %j`, (_, value, read, typecast) => {
      const seen = (["read", "typecast"] as const).map((how) => {
        const own = type.options.parse(sent);
        return shownAs(type, type[how](value, own, context), own);
      });
      expect({ read: seen[0], typecast: seen[1] }).toEqual({ read, typecast });
    });

  if (samples.computedBy)
    test("ignores values", () => {
      fc.assert(
        fc.property(options, anyValue, (stored, value) => {
          expect(type.read(value, stored, context)).toBeUndefined();
          expect(type.typecast(value, stored, context)).toBeUndefined();
        }),
        runs,
      );
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
    const stored = initialOptions(name, samples);
    for (const value of [deep, [deep], { id: deep }])
      for (const make of [type.read, type.typecast])
        expect(make(value, stored, context)).toSatisfy(
          (cell) =>
            cell === undefined || cell instanceof Refusal || cell === true || typeof cell === "string",
        );
    expect(() => type.peopleIn?.([deep])).not.toThrow();
  });

  const { bench } = samples;
  if (!bench) return;
  test("the values of the benchmark are cells", () => {
    const { options: sent, ...values } = bench;
    const own = sent ? type.options.parse(sent) : type.initialOptions();
    expect(type.read(values.read, own, context)).toSatisfy(isCell);
    if ("typecast" in values) expect(type.typecast(values.typecast, own, context)).toSatisfy(isCell);
  });
}
