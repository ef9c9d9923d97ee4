/* Cells as text, and that text read back. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type StoredCell, writeCell } from "#lib/engine/field-types/shared/field-type";
import { context as awkwardContext } from "#test/engine/support/awkward";
import type { Samples } from "../samples/index.ts";
import { context, typeNamed } from "../support.ts";
import { content, isCell } from "./values.ts";

const hint = 'a type whose text rounds has `written`, or its samples have `written: "as shown"`';

export function describeTexts(name: string, { texts = [], conversion, written, computedBy }: Samples): void {
  const type = typeNamed(name);

  test.each(texts)("with %j shows %j as the text %j", (sent, cell, text) => {
    const options = type.options.parse(sent);
    expect(type.text(cell, options, context)).toBe(text);
  });

  const cells = conversion?.options.chain((options) =>
    fc.record({
      options: fc.constant(options),
      cell: conversion.cell(options as never) as fc.Arbitrary<StoredCell>,
    }),
  );
  if (!cells || computedBy) return;

  const outcome = { never: "not at all", "as shown": "as it is shown", exactly: "exactly" };
  test(`its text is read back ${outcome[written ?? "exactly"]}`, () => {
    fc.assert(
      fc.property(cells, ({ options, cell }) => {
        // a person who is gone is named by an id that is no longer read
        if (type.peopleIn?.(cell).some((id) => !awkwardContext.people.byId(id))) return;
        const text = writeCell(type, cell, options, awkwardContext);
        const back = type.typecast(text, structuredClone(options), awkwardContext);
        if (written === "never") expect({ text, isRead: isCell(back) }).toEqual({ text, isRead: false });
        else if (written !== "as shown")
          expect({ text, back: content(back) }, hint).toEqual({ text, back: content(cell) });
        else {
          const again = isCell(back) ? writeCell(type, back, options, awkwardContext) : "refused";
          expect({ text, again }).toEqual({ text, again: text });
        }
      }),
      { numRuns: 200 },
    );
  });
}
