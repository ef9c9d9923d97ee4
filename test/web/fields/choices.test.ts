/* The steps by which choices are edited, and where the parts of a refusal are shown. */
import { expect, test } from "vitest";
import { placeIssues } from "#lib/web/browser/fields/issues";
import { followDefault, withMoved, withNames } from "#lib/web/browser/fields/options/choice-list";

const choices = ["a", "b", "c"].map((name, i) => ({ id: `cho${i}`, name }));
const names = (list: { name: string }[]) => list.map(({ name }) => name).join("");

test.each([
  [0, 1, "bac"],
  [2, -1, "acb"],
  [0, -1, "abc"],
  [0, 9, "bca"],
  [9, 1, "abc"],
])("the choice at %i moved by %i: %s", (place, step, after) =>
  expect(names(withMoved(choices, place, step))).toBe(after),
);

test.each([
  ["one line is one name, as it is typed", " x ", [" x ", "b", "c"]],
  ["several lines are several choices, each once", "x\r\ny\n\nx\nb\ny", ["x", "y", "b", "c"]],
])("%s", (_, text, after) => expect(withNames(choices, 0, text).map(({ name }) => name)).toEqual(after));

test("a renamed choice keeps its id", () =>
  expect(withNames(choices, 1, "new")[1]).toEqual({ id: "cho1", name: "new" }));

const renamed = choices.with(0, { id: "cho0", name: "x" });
test.each([
  ["follows its choice", "a", renamed, "x"],
  ["goes with it", "a", choices.slice(1), undefined],
  ["stays", "b", choices.slice(1), "b"],
  ["of several keeps the others", ["a", "b"], choices.slice(1), ["b"]],
  ["none stays none", undefined, choices, undefined],
])("the default %s", (_, value, after, expected) =>
  expect(followDefault(value, choices, after)).toEqual(expected),
);

test("the default of a new choice follows what is typed", () =>
  expect(followDefault("a", [{ name: "a" }], [{ name: "ab" }])).toBe("ab"));

const inputs = ["name", "options.choices", "options.choices[1]", "options.formatting"];
test.each([
  ["name", "name"],
  ["options.choices[1].name", "options.choices[1]"],
  ["options.choices[11].name", "options.choices"],
  ["options.formatting.precision", "options.formatting"],
])("an issue at %s is shown at %s", (path, input) =>
  expect(placeIssues([{ path, message: "wrong" }], inputs)).toEqual({
    placed: new Map([[input, "wrong"]]),
    left: [],
  }),
);

test("what belongs to no input is left, and two issues of one are together", () => {
  const issues = ["options", "names", "name", "name"].map((path, i) => ({ path, message: `${i}` }));
  expect(placeIssues(issues, inputs)).toEqual({ placed: new Map([["name", "2; 3"]]), left: ["0", "1"] });
});
