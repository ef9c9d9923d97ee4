/* The parts in which npm run test:deployed can run the endpoints' tests. */
import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { countsOf } from "#test/support/run/counts";
import { describePart, filesOfPart, readPart } from "../../bin/test-deployed/part.ts";
import { shareOf } from "../../bin/test-deployed/tests.ts";

const files = globSync("test/{functions,every-endpoint}/**/*.test.ts", { cwd: projectFolder });
const parts = (of: number) => Array.from({ length: of }, (_, i) => filesOfPart(files, { number: i + 1, of }));

describe("a part of the tests", () => {
  test.each([1, 2, 4, 7])("%i parts have every file once, and are of one size", (of) => {
    expect(parts(of).flat().toSorted()).toEqual(files.toSorted());
    const sizes = parts(of).map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  test("each of four has some of every folder with four files or more", () => {
    const folders = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf("/")));
    for (const [folder, { length }] of folders)
      if (length >= 4)
        for (const part of parts(4))
          expect(
            part.some((file) => file.startsWith(`${folder}/`)),
            folder,
          ).toBe(true);
  });

  test("does not depend on the order in which files are found", () => {
    const part = { number: 2, of: 4 };
    expect(filesOfPart(files.toReversed(), part)).toEqual(filesOfPart(files, part));
  });

  test("the end of a run says what was not run", () => {
    expect(describePart("3/4")).toBe(
      "only part 3/4 of the endpoints' tests ran, and all of test/deployed; not run: 1/4, 2/4, 4/4",
    );
    expect(describePart("1/1")).toMatch("all of them");
  });

  test.each(["1/1", "4/4", "99/99"])("%s is one", (text) => {
    const [number, of] = text.split("/").map(Number);
    expect(readPart(text)).toEqual({ number, of });
  });

  test.each(["", "x", "0/4", "5/4", "1", "1/", "/4", "1/0", "1/100", "1/4 ", "01/4", "-1/4", "1.5/4"])(
    "%j is refused",
    (text) => expect(() => readPart(text)).toThrow("--part must be a part and how many there are"),
  );
});

test.each([
  ["1/1", 90, true],
  ["1/1", 89, false],
  ["2/4", 50, true],
  ["2/4", 49, false],
])("part %s: whether %i of 100 tests that ran deployed are enough: %s", (part, passed, isEnough) => {
  const none = countsOf([]);
  const report = { all: none, endpoints: { ...none, passed, skipped: 100 - passed } };
  expect(shareOf(report, readPart(part))).toMatchObject({ isEnough });
});
