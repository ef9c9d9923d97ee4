/* Where a column is put that is moved. */
import { expect, test } from "vitest";
import { orderBeside, placeColumn } from "#lib/web/browser/headers/place-columns";

type Given = Parameters<typeof placeColumn>;
const make = (orders: { [id: string]: number }, hidden: string[] = []) => {
  const fields = Object.keys(orders).map((id) => ({ id, isPrimary: id === "name" })) as unknown as Given[0];
  const columnMeta = Object.fromEntries(
    Object.entries(orders).map(([id, order]) => [
      id,
      { order, ...(hidden.includes(id) && { hidden: true }) },
    ]),
  );
  const view = { columnMeta } as unknown as Given[1];
  const shown = fields.filter(({ id }) => !hidden.includes(id));
  const place = (id: string, gap: number) => {
    const moved = fields.find((field) => field.id === id);
    return moved && placeColumn(fields, view, shown, moved, gap);
  };
  return { fields, view, place };
};

test("a column gets a number between those of its new neighbours", () => {
  const { place } = make({ name: 0, a: 1, b: 2, c: 3 });
  expect(place("c", 2)).toEqual({ c: { order: 1.5 } });
  expect(place("c", 1)).toEqual({ c: { order: 0 } });
  expect(place("a", 4)).toEqual({ a: { order: 4 } });
  // before the first column is behind it
  expect(place("b", 0)).toEqual({ b: { order: 0 } });
});

test("it stays where it is, and so does the first column", () => {
  const { place } = make({ name: 0, a: 1, b: 2 });
  expect([place("b", 2), place("b", 3), place("name", 3)]).toEqual([undefined, undefined, undefined]);
});

test("hidden columns keep their places", () => {
  const { place } = make({ name: 0, a: 1, secret: 2, b: 3, c: 4 }, ["secret"]);
  expect(place("c", 2)).toEqual({ c: { order: 1.5 } });
});

test("all get new numbers when there is none in between", () => {
  const { place } = make({ name: 0, a: 1, b: 1, c: 2 });
  expect(place("c", 2)).toEqual({ a: { order: 1 }, c: { order: 2 }, b: { order: 3 } });
});

test("a new field is put beside another one", () => {
  const { fields, view } = make({ name: 0, a: 1, b: 2 });
  const at = (i: number, side: "left" | "right") => {
    const beside = fields[i];
    return beside && orderBeside(fields, view, beside, side);
  };
  expect([at(1, "left"), at(1, "right"), at(2, "right"), at(0, "right")]).toEqual([0, 1.5, 3, 0]);
});
