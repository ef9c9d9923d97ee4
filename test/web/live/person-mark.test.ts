/* How people are marked where others see them. */
import { expect, test } from "vitest";
import { colorOfPerson, initialsOf } from "#lib/web/browser/live/person-mark";

test.each([
  ["Ada Lovelace", "AL"],
  ["  ada  ", "A"],
  ["Ada King of Lovelace", "AL"],
  ["王小明", "王"],
  ["👩‍💻 dev", "👩D"],
  ["", ""],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("a person has one colour, and two people mostly have two", () => {
  const colors = Array.from({ length: 100 }, (_, i) => colorOfPerson(`usr${i * 7919}abcdefghijkl`));
  expect(colorOfPerson("usr0abcdefghijkl")).toBe(colors[0]);
  expect(new Set(colors).size).toBeGreaterThan(60);
});
