/*
 * A conversion never invents a value: every pair of types, with generated options and cells. A converted cell is what the reader of texts gives
 * for what the old cell says, or it is empty; what means something else afterwards is counted.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareMeanings } from "#lib/engine/cells/changed-meaning";
import { makeConversion, makeTypecast, type Side } from "#lib/engine/cells/convert-cells";
import { formulaOf } from "#lib/engine/field-types/formula";
import { Refusal, type StoredCell, writeCell } from "#lib/engine/field-types/shared/field-type";
import { oneLine } from "#lib/engine/field-types/shared/text";
import { type FormerField, typeOf } from "#lib/engine/fields/field";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import { splitList } from "#lib/engine/values/lists";
import { typeNamed } from "#test/engine/field-types/support";
import { context } from "#test/engine/support/awkward";
import {
  aliasesIn,
  type Column,
  columnsOf,
  convertColumn,
  formerPeople,
  targets,
} from "#test/engine/support/conversions";
import { isWhole } from "#test/support/run/sample";

const runs = { numRuns: isWhole ? 200 : 25 };
const isText = ({ type, options }: Side) => type.family(options) === "text";
const isValue = ({ type }: Side) => type.cellValueType !== "string";

/** The cell without the letters that are new for each cell of files. */
const content = (cell: unknown) =>
  Array.isArray(cell) ? cell.map((each) => (typeof each === "object" ? { ...each, id: "" } : each)) : cell;

function readText({ type, options }: Side, text: string, reading: ColumnReading = {}) {
  const own = structuredClone(options);
  const cell = type.readText ? type.readText(text, own, context, reading) : type.typecast(text, own, context);
  return cell instanceof Refusal ? undefined : cell;
}

/** The texts that a cell may be read as: a text, the items of its list and its lines; of others the names of what it has. */
function namesIn(was: Side, before: StoredCell, text: string): string[] {
  if (!isText(was)) return aliasesIn(was, before).flat();
  const items = splitList(text);
  return [text, ...items, ...items.flatMap((item) => item.split(/[\r\n]/))];
}

function expectSameNames(
  was: Side,
  into: Side,
  [before, after]: [StoredCell, StoredCell],
  text: string,
): void {
  // choices are the same by their id
  const ids = [before].flat();
  const own = namesIn(was, before, text);
  // an element that names no person is read as a list of people
  const all = [text, ...own, ...(into.type.peopleIn || into.type.filesIn ? own.flatMap(splitList) : [])];
  const known = new Set(all.map((each) => oneLine(each).toLowerCase()));
  const parts = [...known].map((each) => each.slice(0, 13));
  const made = aliasesIn(into, after).filter((_, i) => !ids.includes([after].flat()[i] as never));
  for (const aliases of made) {
    const isNamed = aliases.some(
      (each) => known.has(oneLine(each).toLowerCase()) || parts.includes(each.toLowerCase()),
    );
    expect(isNamed ? "named" : `none of ${aliases} is among ${[...known].join(" | ")}`).toBe("named");
  }
}

function expectSameValue(
  was: Side,
  into: Side,
  before: StoredCell,
  after: StoredCell,
  isOther: boolean,
): void {
  const values = [before].flat();
  expect(values).toHaveLength(1);
  const value = Number(values[0]);
  const { max } = into.options as { max: number };
  if (into.type.cellValueType === "dateTime") expect(after).toBe(values[0]);
  else if (into.type.type !== "rating")
    expect(Number(after), "only a rating is rounded: refuse in typecast what does not fit").toBe(value);
  else expect(after).toBe(was.type.type === "rating" ? Math.min(value, max) : Math.round(value));
  expect(isOther).toBe(into.type.cellValueType !== "dateTime" && Number(after) !== value);
}

describe.each(Object.keys(columnsOf))("from %s", (from) => {
  test.each(Object.keys(targets))("to %s", (to) => {
    const pairs = fc.tuple(columnsOf[from] as fc.Arbitrary<Column>, targets[to] as fc.Arbitrary<Side>);
    fc.assert(
      fc.property(pairs, ([was, into]) => {
        const { texts, reading, become, cells, isChanged } = convertColumn(was, into);
        for (const [i, before] of was.cells.entries()) {
          const [text = "", after] = [texts[i], cells[i]];
          if (after === undefined) {
            // a text that can be read is not lost
            if (isText(was))
              expect(readText({ ...into, options: become.options }, text, reading)).toBeUndefined();
            continue;
          }
          const isOther = isChanged(before, after);
          if (isText(into)) expect(after).toBe(to === "longText" ? text : oneLine(text));
          else if (isValue(was) && isValue(into)) expectSameValue(was, into, before, after, isOther);
          else if (isValue(into)) {
            const names = isText(was) ? [text] : aliasesIn(was, before).map(([one = "", name = one]) => name);
            expect(names).toHaveLength(1);
            expect(after).toEqual(readText(into, names[0] as string, reading));
            if (to !== "rating")
              expect({ before, after, isOther }).toEqual({ before, after, isOther: false });
          } else expectSameNames(was, become, [before, after], text);
          if (
            !isValue(was) &&
            !isValue(into) &&
            writeCell(become.type, after, become.options, context) === text
          )
            expect(isOther).toBe(false);
        }
      }),
      runs,
    );
  });

  // a formula is written as what it gave before it is converted
  test.skipIf(from.startsWith("formula")).each(Object.keys(targets))(
    "to %s: a cell that is read later is the one that was counted",
    (to) => {
      const pairs = fc.tuple(columnsOf[from] as fc.Arbitrary<Column>, targets[to] as fc.Arbitrary<Side>);
      fc.assert(
        fc.property(pairs, ([was, into]) => {
          const { reading, become, cells } = convertColumn(was, into);
          const former: FormerField = {
            ...{
              type: was.type.type,
              options: was.options as object,
              convertedTime: context.now,
              people: formerPeople,
            },
            ...(reading && { reading }),
          };
          const later = makeConversion(former, { type: to, options: become.options as object });
          const known = into.type.filesIn ? [] : was.cells;
          for (const [i, before] of known.entries())
            expect(content(later(before))).toEqual(content(cells[i] === false ? undefined : cells[i]));
        }),
        runs,
      );
    },
  );
});

describe.each(["singleLineText", "longText"])("%s and back", (name) => {
  test.each(Object.keys(targets))("over %s: the text reads the same, or it is counted", (over) => {
    const pairs = fc.tuple(columnsOf[name] as fc.Arbitrary<Column>, targets[over] as fc.Arbitrary<Side>);
    fc.assert(
      fc.property(pairs, ([was, into]) => {
        const { become, cells } = convertColumn(was, into);
        const back: Side = { type: was.type, options: was.options };
        for (const cell of cells) {
          if (cell === undefined || cell === false) continue;
          const column = { ...become, cells: [cell] };
          const again = convertColumn(column, back).cells[0];
          const isCounted = again === undefined || compareMeanings(become, back, context)(cell, again);
          const read = again === undefined ? undefined : readText(become, again as string);
          expect(isCounted).toBe(JSON.stringify(content(read)) !== JSON.stringify(content(cell)));
        }
      }),
      runs,
    );
  });
});

test("of several names, one with quotes is not the choice that has none", () => {
  const texts = { type: formulaOf({ kind: "text", isList: true } as never), options: {} };
  const choice = { id: "choQuoteless0001", name: "a, b", color: "blue" };
  const into = {
    type: typeOf({ type: "singleSelect" }),
    options: { choices: [choice], preventAutoNewOptions: true },
  };
  const convert = makeTypecast(texts, into, context);
  expect(convert(["0", '"a, b"'])).toBeUndefined();
  expect(convert(["0", "a, b"])).toBe(choice.id);
});

test("a text that a type of numbers reads in a way of its own means the same; a number that is rounded does not", () => {
  const rating = { type: typeNamed("rating"), options: { max: 9 } };
  const texts = { type: typeNamed("longText"), options: {} };
  const { readText: _, ...withoutReadText } = rating.type;
  const stars: Side = {
    ...rating,
    type: { ...withoutReadText, typecast: (value) => /^\*+$/.exec(String(value))?.[0].length },
  };
  expect(makeTypecast(texts, stars, context)("***")).toBe(3);
  expect(compareMeanings(texts, stars, context)("***", 3)).toBe(false);
  expect(compareMeanings(texts, rating, context)("4.6", 5)).toBe(true);
  expect(compareMeanings(texts, rating, context)("5", 5)).toBe(false);
});
