import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTexts } from "#lib/engine/order-keys/compare-texts";
import { textKey } from "#lib/engine/order-keys/text-key";
import { projectFolder } from "#lib/registry";
import { anyText, corpora, textOf } from "./corpora.ts";
import { isSound, signOf } from "./keys.ts";

const dictionary = new Intl.Collator("en");
const inOrder = (...texts: string[]) => texts.toSorted(compareTexts);

describe("the order of ICU for English", () => {
  test.each(Object.entries(corpora))("%s", (name, { characters, apart = 0 }) => {
    const texts = fc.sample(textOf(characters), { numRuns: 1500, seed: 18 });
    const sorted = [...new Set(texts)].sort(dictionary.compare);
    const pairs = sorted.flatMap((text, i) => [1, 2, 50].flatMap((by) => [[text, sorted[i + by] ?? text]]));
    const others = pairs.filter(
      ([a = "", b = ""]) => dictionary.compare(a, b) !== 0 && compareTexts(a, b) !== dictionary.compare(a, b),
    );
    console.log(`${name}: ${others.length} of ${pairs.length} pairs stand otherwise`);
    expect(others.length / pairs.length, JSON.stringify(others.slice(0, 5))).toBeLessThanOrEqual(apart);
  });

  test("a common text is a key of its own length, and needs no more for accents than they have", () => {
    expect(textKey("blue cheese 42")).toHaveLength(14);
    expect(Buffer.byteLength(textKey("crème brûlée"))).toBeLessThan(24);
  });
});

test("different texts have different keys, which bytes and JavaScript sort alike", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
      ),
      anyText,
      (a, b) => {
        const [one, other] = [textKey(a), textKey(b)];
        expect(isSound(one)).toBe(true);
        expect(signOf(one, other)).toBe(Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other))));
        expect(one === other).toBe(a === b);
        // composed in another way, it is another text
        for (const form of ["NFC", "NFD", "NFKC"])
          expect(textKey(a.normalize(form)) === one).toBe(a.normalize(form) === a);
      },
    ),
    { numRuns: 3000 },
  );
});

test("every character alone has a key of its own", () => {
  const keys = new Map<string, string>();
  for (let code = 1; code <= 0x10ffff; code++) {
    const c = String.fromCodePoint(code);
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}]/u.test(c)) continue;
    const key = textKey(c);
    expect(isSound(key), c).toBe(true);
    expect(keys.get(key), `${c} and ${keys.get(key)}`).toBeUndefined();
    keys.set(key, c);
  }
  expect(keys.size).toBeGreaterThan(150_000);
});

test("long texts: the first difference of letters decides, at any place", () => {
  const long = (end: string) => `${"Ä".repeat(400)}${end}`;
  expect(inOrder(long("b"), long("é"), long("a"), long("e"))).toEqual(["a", "b", "e", "é"].map(long));
});

test("the examples of the guide are in order", () => {
  const guide = readFileSync(path.join(projectFolder, "docs/guide/querying.md"), "utf8");
  const [, section = ""] = guide.split("### The order of texts");
  const rows = section.split("\n## ")[0]?.match(/^\|.*\|$/gm) ?? [];
  const lists = rows.flatMap((row) => row.split("|")[2]?.split("·") ?? []);
  const examples = lists.map((list) => [...list.matchAll(/`(.+?)`/g)].map(([, text = ""]) => text));
  expect(examples.flat().length).toBeGreaterThan(50);
  for (const texts of examples) expect(inOrder(...texts.toReversed())).toEqual(texts);
});
