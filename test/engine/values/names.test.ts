import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { Icon } from "#lib/schemas/basics/icon";
import { limits } from "#lib/schemas/basics/limits";
import { Name } from "#lib/schemas/basics/text";

const anyName = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.stringMatching(/^[ab] ?\d{0,2}$/),
  fc.integer({ min: 250, max: 260 }).map((length) => "😀".repeat(length)),
);

describe("uniqueName", () => {
  test.each([
    ["Plan", [], "Plan"],
    ["Plan", ["plan"], "Plan"],
    ["Plan", ["Plan"], "Plan 2"],
    ["Plan", ["Plan", "Plan 2", "Plan 3"], "Plan 4"],
    ["table 2", ["table 2"], "table 3"],
    ["table 2", ["table 2", "table 3"], "table 4"],
    ["table 9", ["table 9"], "table 10"],
    ["table2", ["table2"], "table2 2"],
    ["2", ["2"], "2 2"],
    ["a 007", ["a 007"], "a 8"],
    ["a 9999999999999999", ["a 9999999999999999"], "a 9999999999999999 2"],
    ["two\nlines 2", ["two\nlines 2"], "two\nlines 3"],
    ["x".repeat(255), ["x".repeat(255)], `${"x".repeat(253)} 2`],
    ["😀".repeat(255), [], "😀".repeat(255)],
    ["😀".repeat(255), ["😀".repeat(255)], `${"😀".repeat(253)} 2`],
    ["x".repeat(300), [], "x".repeat(255)],
    [`${"x".repeat(252)} 😀`, [`${"x".repeat(252)} 😀`], `${"x".repeat(252)} 2`],
  ])("%j beside %j is %j", (wanted, taken, expected) => {
    expect(uniqueName(wanted, taken)).toBe(expected);
  });

  test("never taken, never too long, never half a character", () => {
    fc.assert(
      fc.property(anyName, fc.array(anyName), fc.nat({ max: 20 }), (wanted, others, copies) => {
        const taken = new Set(others);
        for (let i = 0; i < copies; i++) taken.add(uniqueName(wanted, taken));
        const name = uniqueName(wanted, taken);
        expect(taken.has(name)).toBe(false);
        expect([...name].length).toBeLessThanOrEqual(limits.nameLength);
        expect(name.isWellFormed()).toBe(wanted.isWellFormed());
        expect(Name.safeParse(wanted).success && !Name.safeParse(name).success).toBe(false);
      }),
    );
  });

  test("a free name stays as it is", () => {
    fc.assert(
      fc.property(anyName, fc.array(anyName), (wanted, taken) => {
        const name = uniqueName(wanted, taken);
        expect(uniqueName(name, taken)).toBe(name);
        if ([...wanted].length <= limits.nameLength && !taken.includes(wanted)) expect(name).toBe(wanted);
      }),
    );
  });
});

describe("dbName", () => {
  test.each([
    ["Name", [], "Name"],
    ["Full name", [], "Full_name"],
    ["Größe (cm)", [], "Groesse_cm_"],
    ["Привет мир", [], "Privet_mir"],
    ["2024", [], "t2024"],
    ["_id", [], "t_id"],
    ["", [], "unnamed"],
    ["名前", [], "unnamed"],
    ["🎉🎉", [], "unnamed"],
    ["名前", ["unnamed"], "unnamed_2"],
    ["名前 2", [], "t_2"],
    ["Name", ["name"], "Name_2"],
    ["name", ["NAME", "Name_2"], "name_3"],
    ["x".repeat(60), [], "x".repeat(40)],
    ["x".repeat(60), ["x".repeat(40)], `${"x".repeat(40)}_2`],
  ])("%j beside %j is %j", async (name, taken, expected) => {
    expect(await dbName(name, taken)).toBe(expected);
  });

  test("always a name for a database, which no other is but for its case", async () => {
    const text = fc.oneof(anyName, fc.string({ unit: "binary", maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(text, fc.nat({ max: 20 }), async (name, copies) => {
        const taken: string[] = [];
        for (let i = 0; i <= copies; i++) taken.push(await dbName(i % 2 ? name.toUpperCase() : name, taken));
        for (const one of taken) expect(one).toMatch(/^[A-Za-z]\w{0,62}$/);
        expect(new Set(taken.map((one) => one.toLowerCase())).size).toBe(taken.length);
      }),
    );
  });
});

describe("Icon", () => {
  test.each(["📦", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1️⃣", "📦📦", "👍🏽".repeat(60)])("%s is one", (icon) => {
    expect(Icon.safeParse(icon).success).toBe(true);
  });

  test.each(["", " ", "a", "1", "📦a", "a📦", "📦 📦", "🇩", `${"👍🏽".repeat(60)}x`, "📦".repeat(256)])(
    "%j is none",
    (text) => {
      expect(Icon.safeParse(text).success).toBe(false);
    },
  );
});
