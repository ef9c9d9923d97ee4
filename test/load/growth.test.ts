/* A reader takes steps in proportion to what it reads: twice the text is never more than three times the steps. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startCounting } from "#test/support/hostile/count-steps";

const stepsOf = await startCounting();
const { readAnyhow, readers } = await import("#test/support/hostile/readers");

/** What texts are made of: all that some reader treats in its own way. */
const words = [
  ...[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "/",
    "\\",
    "'",
    '"',
    ",",
    ";",
    "\t",
    "\n",
    "\r\n",
    " ",
    "\u00a0",
  ],
  ...["a", "1", "0", "-", "+", ".", ":", "%", "&", "=", "!", "*", "é", "😀", "\0"],
  ...["AND ", "OR ", "NOT ", "{a} = 1 AND ", "IF(1,", "1+", '"a"&', "<a>", "</a>", " x='1'", "&amp;", "<!--"],
  ...["<![CDATA[", "]]>", "1,2\n", '"a",', '""', "a=1&", "%20", "yyyy", "General;", "AM/PM"],
];
const few = fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((parts) => parts.join(""));
const unit = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(""));

const times = 400;

describe("twice as long is at most three times the steps", () => {
  test.each(Object.entries(readers))("%s", async (_, read) => {
    // what a reader does once
    for (const text of ["", "a", "1", "{a} = 1"]) await readAnyhow(read, text);
    await fc.assert(
      fc.asyncProperty(few, unit, few, async (start, unit, end) => {
        const of = (count: number) => `${start}${unit.repeat(count)}${end}`;
        await readAnyhow(read, of(times));
        const [once, twice] = [
          await stepsOf(() => readAnyhow(read, of(times))),
          await stepsOf(() => readAnyhow(read, of(2 * times))),
        ];
        expect(twice).toBeLessThanOrEqual(3 * once + 2000);
      }),
      { numRuns: 20 },
    );
  });
});

test("a reader that looks at all before for each letter is found", async () => {
  const quadratic = (text: string) => {
    let seen = 0;
    for (let i = 0; i < text.length; i++) for (let j = 0; j < i; j++) if (text[i] === text[j]) seen++;
    return seen;
  };
  const [once, twice] = [
    await stepsOf(() => quadratic("ab".repeat(times))),
    await stepsOf(() => quadratic("ab".repeat(2 * times))),
  ];
  expect(twice).toBeGreaterThan(3.5 * once);
});
