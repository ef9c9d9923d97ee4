import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CellContext, Refusal } from "#lib/engine/field-types/shared/field-type";
import { joinList, splitList } from "#lib/engine/values/lists";
import { aField, typeNamed } from "./support.ts";

const a = { id: "choAAAAAAAA", name: "A", color: "red" };
const b = { id: "choBBBBBBBB", name: "B", color: "blueDark1" };
const comma = { id: "choCCCCCCCC", name: 'x, "y"', color: "teal" };
const choices = [a, b, comma];
const notAChoice = new Refusal('"C" is not the name of a choice of this field');

interface Stored {
  choices: { id: string; name: string; color: string }[];
  defaultValue?: unknown;
}
const stored = (name: string, sent: unknown) => aField(name, sent).options as Stored;
const issuesOf = (name: string, sent: unknown) => typeNamed(name).options.safeParse(sent).error?.issues ?? [];

describe.each(["singleSelect", "multipleSelect"])("%s options", (name) => {
  test("choices get ids and distinct colors", () => {
    const made = stored(name, {
      choices: Array.from({ length: 50 }, (_, i) => ({ name: ` ${i}\n` })),
    }).choices;
    expect(made.map((choice) => choice.name)).toEqual(Array.from({ length: 50 }, (_, i) => String(i)));
    expect(new Set(made.map(({ color }) => color)).size).toBe(50);
    expect(new Set(made.map(({ id }) => id)).size).toBe(50);
    for (const { id } of made) expect(id).toMatch(/^cho[0-9A-Za-z]{8}$/);
  });

  test("a name is that of the choice that looks the same: cells, defaults, filters; it keeps the form in which it was made", () => {
    const cafe = { id: "choCafe", name: "Caf\u00e9", color: "red" };
    const other = "Cafe\u0301";
    const field = aField(name, { choices: [cafe, a], defaultValue: other });
    const isList = name === "multipleSelect";
    const cell = isList ? ["choCafe"] : "choCafe";
    expect(field.read(isList ? [other, "Caf\u00e9"] : other)).toEqual(cell);
    expect(field.typecast(other)).toEqual(cell);
    expect(field.typecast([other])).toEqual(cell);
    expect(field.initial()).toEqual(cell);
    expect((field.options as Stored).choices).toEqual([cafe, a]);
  });

  test("a given id and color stay", () => {
    expect(stored(name, { choices }).choices).toEqual(choices);
  });

  test("an id is any text of up to 64 characters", () => {
    const ids = ["1", "cho1", "todo", "a, b", " 🚀 ", "__proto__", "x".repeat(64)];
    const sent = ids.map((id, i) => ({ id, name: `Choice ${i}`, color: "red" }));
    expect(stored(name, { choices: sent }).choices).toEqual(sent);
  });

  test.each([
    [
      { choices: [{ name: "A" }, { name: " A " }, { name: "B" }, { name: "B" }] },
      [
        ["choices", 1, "name"],
        ["choices", 3, "name"],
      ],
    ],
    [{ choices: [a, { ...b, id: a.id }] }, [["choices", 1, "id"]]],
    // the same letters, as one character each and as two
    [{ choices: [{ name: "Caf\u00e9" }, { name: "Cafe\u0301" }] }, [["choices", 1, "name"]]],
    [{ choices: [{ name: " \n " }] }, [["choices", 0, "name"]]],
    [{ choices: [{ name: "a".repeat(256) }] }, [["choices", 0, "name"]]],
    [{ choices: [{ name: "A", id: "" }] }, [["choices", 0, "id"]]],
    [{ choices: [{ name: "A", id: "a".repeat(65) }] }, [["choices", 0, "id"]]],
    [{ choices: [{ name: "A", id: 1 }] }, [["choices", 0, "id"]]],
    [{ choices: [{ name: "A", color: "grey" }] }, [["choices", 0, "color"]]],
    [{ choices: [{ name: "A", colour: "red" }] }, [["choices", 0]]],
    [{ choices: [{}] }, [["choices", 0, "name"]]],
    [
      { choices: [{ name: "A" }, { name: "A", colour: "red" }, 7, { name: "" }, { name: "" }] },
      [
        ["choices", 1],
        ["choices", 2],
        ["choices", 3, "name"],
        ["choices", 4, "name"],
        ["choices", 1, "name"],
      ],
    ],
    [{ choices: "A" }, [["choices"]]],
  ])("%j is refused with all issues", (sent, paths) => {
    expect(issuesOf(name, sent).map(({ path }) => path)).toEqual(paths);
  });

  test("at most 500 choices", () => {
    const many = (length: number) => ({ choices: Array.from({ length }, (_, i) => ({ name: `${i}` })) });
    expect(stored(name, many(500)).choices).toHaveLength(500);
    expect(issuesOf(name, many(501))).toMatchObject([
      { path: ["choices"], message: "at most 500 choices; got 501" },
    ]);
  });
});

test.each([
  ["singleSelect", "B", "B", b.id],
  ["singleSelect", [" B ", "A"], "B", b.id],
  ["singleSelect", [], undefined, undefined],
  ["singleSelect", null, undefined, undefined],
  ["multipleSelect", "B", ["B"], [b.id]],
  ["multipleSelect", ["B", "A", "B"], ["B", "A"], [b.id, a.id]],
  ["multipleSelect", [], undefined, undefined],
  ["multipleSelect", null, undefined, undefined],
])("%s: the default %j", (name, sent, kept, cell) => {
  expect(stored(name, { choices, defaultValue: sent }).defaultValue).toEqual(kept);
  expect(aField(name, { choices, defaultValue: sent }).initial()).toEqual(cell);
});

test.each(["singleSelect", "multipleSelect"])("%s: a default that is no choice is refused", (name) => {
  for (const defaultValue of ["C", ["B", "C"]])
    expect(issuesOf(name, { choices, defaultValue })).toMatchObject([
      {
        path: ["defaultValue"],
        message: '"C" is not the name of a choice of this field; null means no default',
      },
    ]);
});

describe("singleSelect", () => {
  const field = () => aField("singleSelect", { choices });

  test("a cell is the id; response and text are the name", () => {
    expect(field().read("B")).toBe(b.id);
    expect(field().json(b.id)).toBe("B");
    expect(field().text(comma.id)).toBe(comma.name);
  });

  test.each([
    ["C", '"C" is not the name of a choice of this field; typecast: true creates choices'],
    ["a", '"a" is not the name of a choice of this field; typecast: true creates choices'],
    [["A"], "must be the name of a choice"],
    [1, "must be the name of a choice"],
  ])("refuses %j without typecast", (value, message) => {
    expect(field().read(value)).toEqual(new Refusal(message));
  });

  test("a removed choice leaves the cell empty", () => {
    expect(field().json("choGONE0000")).toBeUndefined();
    expect(field().text("choGONE0000")).toBe("");
  });

  test.each([
    [" B ", b.id],
    [["A", "B"], a.id],
    ["", undefined],
    [[], undefined],
    ['x, "y"', comma.id],
  ])("typecasts %j", (value, cell) => expect(field().typecast(value)).toBe(cell));

  test("typecast creates the choice, with an unused color", () => {
    const made = field();
    const cell = made.typecast(" C\n") as string;
    const { choices: now } = made.options as Stored;
    expect(now).toHaveLength(4);
    expect(now[3]).toMatchObject({ id: cell, name: "C" });
    expect(["red", "blueDark1", "teal"]).not.toContain(now[3]?.color);
    expect(made.typecast("C")).toBe(cell);
    expect(made.typecast(7)).not.toBe(cell);
    expect(made.json(cell)).toBe("C");
  });

  test("unless the field forbids it", () => {
    const fixed = aField("singleSelect", { choices, preventAutoNewOptions: true });
    expect(fixed.typecast("C")).toEqual(notAChoice);
    expect(fixed.typecast("A")).toBe(a.id);
    expect((fixed.options as Stored).choices).toHaveLength(3);
  });

  test("never a 501st choice, and never one with a too long name", () => {
    const full = aField("singleSelect", {
      choices: Array.from({ length: 500 }, (_, i) => ({ name: `${i}` })),
    });
    expect(full.typecast("new")).toEqual(
      new Refusal('cannot create the choice "new": a field may have at most 500 choices'),
    );
    expect(full.typecast("499")).toMatch(/^cho/);
    expect(field().typecast("x".repeat(256))).toEqual(
      new Refusal("the name of a choice must have at most 255 characters; got 256"),
    );
  });
});

test("objects are not names, with typecast too", () => {
  expect(aField("singleSelect").typecast({ name: "A" })).toEqual(new Refusal("must be the name of a choice"));
  for (const value of [{ A: 1 }, ["A", {}]])
    expect(aField("multipleSelect").typecast(value)).toEqual(
      new Refusal("must be names of choices, as an array or as text with commas"),
    );
});

describe("multipleSelect", () => {
  const field = () => aField("multipleSelect", { choices });

  test("cells are ids, responses are names, text is a list", () => {
    expect(field().read(["B", comma.name, "B"])).toEqual([b.id, comma.id]);
    expect(field().json([b.id, comma.id])).toEqual(["B", comma.name]);
    expect(field().text([b.id, comma.id, a.id])).toBe('B, "x, ""y""", A');
  });

  test.each<unknown>([[], "A", ["A", 1], [["A"]], {}])("refuses %j without typecast", (value) => {
    expect(field().read(value)).toEqual(new Refusal("must be an array of at least one choice name, or null"));
  });

  test("refuses a name that is not a choice", () => {
    expect(field().read(["A", "C"])).toEqual(
      new Refusal('"C" is not the name of a choice of this field; typecast: true creates choices'),
    );
  });

  test("removed choices are left out; without the others the cell is empty", () => {
    expect(field().json(["choGONE0000", a.id])).toEqual(["A"]);
    expect(field().json(["choGONE0000"])).toBeUndefined();
    expect(field().text(["choGONE0000"])).toBe("");
  });

  test.each([
    ["A,B", [a.id, b.id]],
    [" B ,, A, B ", [b.id, a.id]],
    [comma.name, [comma.id]],
    ['"x, ""y""", A', [comma.id, a.id]],
    [
      ["A", null, "B"],
      [a.id, b.id],
    ],
    ["", undefined],
    [[], undefined],
  ])("typecasts %j", (value, cell) => expect(field().typecast(value)).toEqual(cell));

  test("typecast creates choices, each once, or refuses unknown names if the field forbids it", () => {
    const made = field();
    const cell = made.typecast(["C", "A", " C ", "D, E", 7]);
    expect(made.json(cell as string[])).toEqual(["C", "A", "D, E", "7"]);
    const fixed = aField("multipleSelect", { choices, preventAutoNewOptions: true });
    expect(fixed.typecast("C, A")).toEqual(notAChoice);
    expect(fixed.typecast("C")).toEqual(notAChoice);
  });
});

test("a list as text is read as the same list", () => {
  const item = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[",a \n]{0,6}$/));
  fc.assert(
    fc.property(fc.array(item), fc.constantFrom(",", ", "), fc.boolean(), (items, separator, isTaken) => {
      expect(splitList(joinList(items, separator, () => isTaken))).toEqual(items);
    }),
  );
});

test.each([
  ['5", 6"', ['5"', '6"']],
  ['"a, b', ["a, b"]],
  ['"a" b, c', ["a b", "c"]],
])("the list %s", (text, items) => expect(splitList(text)).toEqual(items));

test("typecast depends on the value and the options only", () => {
  const unreachable = new Proxy({} as CellContext, { get: () => expect.unreachable() });
  const type = typeNamed("singleSelect");
  expect(type.typecast("A", stored("singleSelect", { choices }), unreachable)).toBe(a.id);
});

test("a text in quotes names a choice as an item of a list; an element of a list is a name as it is", () => {
  const type = typeNamed("singleSelect");
  const cellFor = (value: unknown) => {
    const options = stored("singleSelect", { choices: [a] });
    const id = type.typecast(value, options, {} as CellContext);
    return options.choices.find((choice) => choice.id === id)?.name;
  };
  expect(cellFor('"A"')).toBe("A");
  expect(cellFor(['"A"'])).toBe('"A"');
});
