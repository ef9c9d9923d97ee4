import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beside,
  endOf,
  endOfAll,
  gapIn,
  isTooLong,
  numberOf,
  type Position,
  positionOf,
  positionsIn,
  type Side,
  slotIn,
  slotOf,
} from "#lib/engine/values/positions";
import { newRecordId, newViewId } from "#lib/schemas/basics/ids";
import { chance } from "#test/support/run/chance";

const view = { id: newViewId() };
const other = newViewId();

/** A view that is changed step by step, and the same as a plain list of numbers. */
class Sheet {
  readonly rows = new Map<number, { autoNumber: number; moved?: { [id: string]: Position } }>();
  list: number[] = [];
  private given = 0;

  create(): number {
    this.rows.set(++this.given, { autoNumber: this.given });
    this.list.push(this.given);
    return this.given;
  }

  remove(number: number): void {
    this.rows.delete(number);
    this.list = this.list.filter((each) => each !== number);
  }

  /** Puts rows beside another one. */
  move(numbers: number[], anchor: number, side: Side, anywhere?: () => number): Position[] {
    const looked = beside(this.positionOf(anchor), side);
    const taken = this.moved().filter((position) => position > looked.from && position < looked.to);
    const positions = positionsIn(
      gapIn(looked, side === "after" ? taken[0] : taken.at(-1)),
      numbers.length,
      anywhere,
    );
    for (const [i, number] of numbers.entries())
      this.rows.set(number, { autoNumber: number, moved: { [view.id]: positions[i] as Position } });
    this.list = this.list.filter((each) => !numbers.includes(each));
    this.list.splice(this.list.indexOf(anchor) + (side === "after" ? 1 : 0), 0, ...numbers);
    return positions;
  }

  positionOf = (number: number) => positionOf(this.rows.get(number) as { autoNumber: number }, view);
  moved = () => [...this.rows.values()].flatMap(({ moved }) => moved?.[view.id] ?? []).sort();
  inOrder = () => [...this.rows.keys()].sort((a, b) => (this.positionOf(a) < this.positionOf(b) ? -1 : 1));
}

const anySide = fc.constantFrom<Side>("before", "after");
const anyPlace = fc.nat(1000);
const anyStep = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("create" as const), many: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      what: fc.constant("move" as const),
      from: anyPlace,
      many: fc.integer({ min: 1, max: 4 }),
      to: anyPlace,
      side: anySide,
      again: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("remove" as const), which: anyPlace }) },
);

test("after any creates, moves and deletes, rows sorted by position equal the plain list", () => {
  let moves = 0;
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" }), (steps) => {
      const sheet = new Sheet();
      for (let i = 0; i < 8; i++) sheet.create();
      for (const step of steps) {
        const at = (place: number) => sheet.list[place % sheet.list.length] as number;
        if (step.what === "create") for (let i = 0; i < step.many; i++) sheet.create();
        else if (sheet.list.length < 2) continue;
        else if (step.what === "remove") sheet.remove(at(step.which));
        else {
          const anchor = at(step.to);
          const chosen = Array.from({ length: step.many }, (_, i) => at(step.from + i));
          const rows = [...new Set(chosen)].filter((number) => number !== anchor);
          sheet.move(rows, anchor, step.side, step.again ? chance : undefined);
          moves += rows.length;
        }
        expect(new Set(sheet.moved()).size).toBe(sheet.moved().length);
      }
      expect(sheet.inOrder()).toEqual(sheet.list);
    }),
    { numRuns: 300 },
  );
  expect(moves).toBeGreaterThan(1000);
});

describe("slots", () => {
  const anyNumber = fc.integer({ min: 1, max: 62 ** 6 - 2 });

  test("are part of record ids, sort by autoNumber, and end before the next slot", () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        expect(numberOf(slotOf(a))).toBe(a);
        expect(slotIn(newRecordId(a))).toBe(slotOf(a));
        expect(slotOf(a) < slotOf(b)).toBe(a < b);
        expect(endOf(a) > slotOf(a) && endOf(a) < slotOf(a + 1)).toBe(true);
        expect(endOf(a) < endOfAll).toBe(true);
      }),
    );
  });

  test("a row is moved in one view only", () => {
    const moved = { [view.id]: "00000caX", [other]: "000001a0" };
    expect(positionOf({ autoNumber: 7, moved }, view)).toBe("00000caX");
    expect(positionOf({ autoNumber: 7, moved }, { id: newViewId() })).toBe(slotOf(7));
    expect(positionOf({ autoNumber: 7 }, view)).toBe(slotOf(7));
  });

  test("there is room before the first row of a table", () => {
    const sheet = new Sheet();
    const first = sheet.create();
    for (let i = 0; i < 3; i++) sheet.move([sheet.create()], first, "before");
    expect(sheet.inOrder()).toEqual([2, 3, 4, 1]);
    expect(sheet.moved().every((position) => position.startsWith(slotOf(0)))).toBe(true);
  });
});

describe("positions in a gap", () => {
  test("keys in the wrong order and an empty gap are refused", () => {
    for (const [low, high] of [
      ["a1", "a0"],
      ["a1", "a1"],
    ] as const)
      expect(() => positionsIn({ slot: "000001", low, high }, 1)).toThrow("no position");
  });

  test("a thousand positions at once stay short", () => {
    const positions = positionsIn({ slot: "000001", low: "a0", high: "a1" }, 1000);
    expect(positions).toEqual([...new Set(positions)].sort());
    expect(positions.every((position) => position > "000001a0" && position < "000001a1")).toBe(true);
    expect(Math.max(...positions.map(({ length }) => length))).toBeLessThan(12);
  });

  test("two concurrent random picks mostly differ", () => {
    const gap = { slot: "000001", low: "", high: "a0" };
    const picked = new Set(Array.from({ length: 50 }, (_, i) => positionsIn(gap, 1, () => i / 50)[0]));
    expect(picked.size).toBeGreaterThan(40);
  });

  test("hundreds of rows put behind the same moved row get long positions, which is detected", () => {
    const sheet = new Sheet();
    const [fixed, second] = [sheet.create(), sheet.create(), sheet.create()];
    sheet.move([second as number], fixed as number, "after");
    let put = 0;
    for (; !sheet.moved().some(isTooLong); put++) sheet.move([sheet.create()], second as number, "after");
    expect(sheet.inOrder()).toEqual(sheet.list);
    expect(put).toBeGreaterThan(500);
  });
});
