import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRoom } from "#lib/engine/values/list-order";

/** The list after a move, as the store would have it. */
function inserted(places: number[], index: number): number[] {
  const { place, moved } = makeRoom(places, index);
  const after = [...places];
  for (const { index, place } of moved) after[index] = place;
  return after.toSpliced(index, 0, place);
}
const isSorted = (places: number[]) => places.every((place, i) => i === 0 || place >= (places[i - 1] ?? 0));

test("between two is half-way, past an end one more; nobody moves", () => {
  expect(makeRoom([0, 1], 1)).toEqual({ place: 0.5, moved: [] });
  expect(makeRoom([0, 1], 0)).toEqual({ place: -1, moved: [] });
  expect(makeRoom([0, 1], 2)).toEqual({ place: 2, moved: [] });
  expect(makeRoom([], 0)).toEqual({ place: 0, moved: [] });
});

test("among equals the neighbours move apart", () => {
  expect(inserted([5, 5], 1)).toEqual([0, 1, 2]);
  expect(inserted([1, 5, 5, 9], 2)).toEqual([1, 3, 5, 7, 9]);
});

const place = fc.oneof(
  fc.constantFrom(-1e12, 0, 1e-130, 1e-9, 1, 1e12),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
);

test("what is put in stands where it was put, and what was in order stays so", () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 40 }), fc.nat(), (list, seed) => {
      const places = list.toSorted((a, b) => a - b);
      const index = seed % (places.length + 1);
      const after = inserted(places, index);
      expect(isSorted(after)).toBe(true);
      const [before, own, next] = [after[index - 1], after[index] ?? Number.NaN, after[index + 1]];
      expect(before === undefined || before < own).toBe(true);
      expect(next === undefined || own < next).toBe(true);
    }),
  );
});

test("always at the same place, few move at a time", () => {
  let places = [0, 1, 2, 3];
  const moves: number[] = [];
  for (let i = 0; i < 2000; i++) {
    moves.push(makeRoom(places, 2).moved.length);
    places = inserted(places, 2);
  }
  expect(new Set(places).size).toBe(2004);
  expect(Math.max(...moves)).toBeLessThan(50);
});
