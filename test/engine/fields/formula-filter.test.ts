/* A formula as a filter keeps the records for which the formula is true, whether it is translated or evaluated. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadFormulas } from "#lib/engine/cells/cell-reader";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { makeFormulaFilter } from "#lib/engine/fields/compile-formulas";
import type { Field } from "#lib/engine/fields/field";
import { makeMatcher } from "#lib/engine/query/filtering";
import { itemsOf } from "#lib/schemas/tables/filter";
import { context, formatting } from "../field-types/support.ts";
import { makeFormulaFields } from "../support/formula-fields.ts";
import { aRecord } from "../support/tables.ts";

const choicesOf = (prefix: string, ...names: string[]) =>
  names.map((name, i) => ({ id: `cho${prefix}000000${i}`, name, color: "red" }));
const status = choicesOf("s", "Done", "done", "Straße");
const truths = choicesOf("t", "False", "true");
const stored = [
  ["Text", "singleLineText", {}],
  ["Number", "number", { formatting: { type: "decimal", precision: 2 } }],
  ["Stars", "rating", { max: 5, icon: "star", color: "yellowBright" }],
  ["Status", "singleSelect", { choices: status }],
  ["Truth", "singleSelect", { choices: truths }],
  ["Tags", "multipleSelect", { choices: status }],
  ["Day", "date", { formatting: formatting("Europe/Berlin") }],
  ["Done", "checkbox", {}],
  ["Made", "createdTime", { formatting: formatting("Europe/Berlin") }],
] as const;
const formulas = {
  Sum: "{fldNumber} / 3 * 3",
  Whole: "INT({fldNumber})",
  Upper: "UPPER({fldText})",
  Next: 'DATE_ADD({fldDay}, 1, "day")',
  Any: "OR({fldDone}, {fldNumber})",
  Tagged: "ARRAY_UNIQUE({fldTags})",
  Late: "{fldDay} < NOW()",
};

let fields: Field[];
beforeAll(async () => {
  fields = await makeFormulaFields(stored, formulas);
});

async function matcherOf(formula: string) {
  const { filter, fieldOf, made } = await makeFormulaFilter(formula, fields);
  if (made) await (await loadFormulas()).loadRegexp([made]);
  return { filter, made, matches: makeMatcher(filter, fieldOf, context) };
}

const numbers = [
  0,
  1,
  -1,
  2,
  5,
  5.5,
  0.3,
  0.1 + 0.2,
  5 + 2 ** -50,
  5 - 2 ** -50,
  1e21,
  1e15 + 1,
  1e-20,
  1 / 3,
];
const days = ["1970-01-01T00:00:00.000Z", "2024-03-30T23:00:00.000Z", "2024-03-30T12:00:00.000Z"];
const ids = status.map(({ id }) => id);
const cells: fc.Arbitrary<StoredRecord> = fc
  .record(
    {
      fldText: fc.constantFrom("a", "A", "false", " False ", "5", "2024-03-31", "ß"),
      fldNumber: fc.constantFrom(...numbers),
      fldStars: fc.constantFrom(1, 2, 5),
      fldStatus: fc.constantFrom(...ids, "choGone00"),
      fldTruth: fc.constantFrom(...truths.map(({ id }) => id)),
      fldTags: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }),
      fldDay: fc.constantFrom(...days),
      fldDone: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .map((made) => ({ ...aRecord({}), cells: made }) as StoredRecord);

const literals = {
  number: numbers.map(String),
  text: ["", "a", "A", "Done", "done", "DONE", "Straße", "False", "5", "x"].map((text) =>
    JSON.stringify(text),
  ),
  date: ['"2024-03-31"', '"2024-03-31 01:00"', '"2024-03-30T12:00:00.000Z"', '"1970-01-01 01:00"', '"soon"'],
  boolean: ["TRUE", "FALSE"],
};
const kinds = {
  number: ["Number", "Stars", "Sum", "Whole"],
  text: ["Text", "Status", "Truth", "Tags", "Upper", "Tagged"],
  date: ["Day", "Next", "Made"],
  boolean: ["Done", "Any", "Late"],
};
type Kind = keyof typeof kinds;
const braces = (name: string) => `{${name}}`;
const comparisons = fc.constantFrom("=", "!=", "<", "<=", ">", ">=");

const compared = fc
  .constantFrom<Kind>("number", "text", "date", "boolean")
  .chain((kind) =>
    fc
      .tuple(
        fc.constantFrom(...kinds[kind]).map(braces),
        comparisons,
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...literals[kind]) },
          { weight: 1, arbitrary: fc.constantFrom('""', "BLANK()") },
          { weight: 1, arbitrary: fc.constantFrom(...literals.text, "TRUE") },
          { weight: 1, arbitrary: fc.constantFrom(...kinds[kind]).map(braces) },
        ),
        fc.boolean(),
      )
      .map(([field, name, constant, isFirst]) =>
        isFirst ? `${field} ${name} ${constant}` : `${constant} ${name} ${field}`,
      ),
  );
const alone = fc.constantFrom(...Object.values(kinds).flat()).map(braces);
const others = fc.constantFrom(
  ...["LEN({Text}) > 1", "1 / {Number} > 0", "IF({Done}, {Number}, 5)", "TRUE", "0", '"false"', "ERROR()"],
  ...["XOR({Done}, {Stars})", "{Number} + 1 > 5", "AND()", 'REGEXP_REPLACE({Text}, "[a-z]", "")', "BLANK()"],
);
const { formula } = fc.letrec<{ formula: string; part: string }>((tie) => ({
  part: fc.oneof(
    { weight: 6, arbitrary: compared },
    { weight: 2, arbitrary: alone },
    { weight: 1, arbitrary: others },
  ),
  formula: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("part"),
    tie("formula").map((of) => `NOT(${of})`),
    fc
      .tuple(fc.constantFrom("AND", "OR"), fc.array(tie("formula"), { minLength: 1, maxLength: 3 }))
      .map(([name, parts]) => `${name}(${parts.join(", ")})`),
    fc
      .tuple(fc.array(tie("formula"), { minLength: 2, maxLength: 4 }), fc.array(fc.constantFrom("&&", "||")))
      .map(([parts, signs]) =>
        parts.map((part) => `(${part})`).reduce((a, b, i) => `${a} ${signs[i] ?? "&&"} ${b}`),
      ),
    tie("formula").map((of) => `(${of}) = TRUE`),
  ),
}));

test("a translated formula keeps the same records as the evaluated one", async () => {
  let [translated, partly] = [0, 0];
  await fc.assert(
    fc.asyncProperty(formula, fc.array(cells, { minLength: 8, maxLength: 20 }), async (source, records) => {
      const evaluated = await matcherOf(`IF(${source}, TRUE)`).catch(() => undefined);
      // a comparison may be of kinds that have none
      if (!evaluated) return;
      expect(evaluated.made).toBeDefined();
      const { filter, made, matches } = await matcherOf(source);
      if (!made) translated++;
      else if (itemsOf(filter).length > 1) partly++;
      for (const record of records) {
        const [result, expected] = [matches(record), evaluated.matches(record)];
        if (result !== expected)
          expect({ source, filter, cells: record.cells, result }).toEqual({
            source,
            filter,
            cells: record.cells,
            result: expected,
          });
      }
    }),
    { numRuns: 1500 },
  );
  expect(translated).toBeGreaterThan(100);
  expect(partly).toBeGreaterThan(30);
});

const filterOf = async (formula: string) => {
  const { filter, made } = await matcherOf(formula);
  return {
    items: itemsOf(filter).map(({ fieldId, operator, value }) => [fieldId.slice(3), operator, value]),
    made,
  };
};

test.each([
  ['{Status} = "Done"', [["Status", "is", "Done"]]],
  ['"Done" != {Status}', [["Status", "isNot", "Done"]]],
  ["{Number} > 5.5", [["Number", "isGreater", expect.closeTo(5.5, 12)]]],
  ["5 <= {Stars}", [["Stars", "isGreaterEqual", 5]]],
  ["{Stars} = 2", [["Stars", "is", 2]]],
  ["{Sum} = 2", [["Sum", "is", 2]]],
  ["{Done}", [["Done", "is", true]]],
  ["NOT({Done})", [["Done", "is", false]]],
  ['{Text} = ""', [["Text", "isEmpty", null]]],
  ["BLANK() != {Text}", [["Text", "isNotEmpty", null]]],
  ["{Day}", [["Day", "isNotEmpty", null]]],
  [
    '{Day} < "2024-03-31" || {Done}',
    [
      ["Day", "isBefore", { mode: "exactDate", exactDate: "2024-03-30T23:00:00.000Z", timeZone: "UTC" }],
      ["Done", "is", true],
    ],
  ],
])("%s is the filter %j", async (source, items) => {
  expect(await filterOf(source)).toEqual({ items, made: undefined });
});

test("of parts that must all be true, those with a translation are asked first", async () => {
  const { items, made } = await filterOf("AND({Stars} > 2, LEN({Text}) > 3, OR({Done}, LEN({Text}) > 5))");
  expect(items).toEqual([
    ["Stars", "isGreater", 2],
    [expect.any(String), "is", true],
  ]);
  expect(made?.formula?.uses).toEqual(["fldStars", "fldText", "fldDone"]);
});

describe("is refused", () => {
  test.each([
    ["{Nope} > 1", "line 1, column 1: no field of this table has the id or name Nope"],
    ["{Numbr} > 1", "did you mean {Number}?"],
    ["SUMM({Number})", "did you mean SUM?"],
    ["{Number} >", "the formula ends"],
    ["{__proto__}", "no field of this table has the id or name __proto__"],
    ["{constructor} = 1", "no field of this table has the id or name constructor"],
    ["__proto__()", "no function is called __PROTO__"],
    [`${"(".repeat(2000)}1${")".repeat(2000)}`, "nested at most 100 deep"],
    [`{Number} = ${"1".repeat(10_001)}`, "at most 10000 characters"],
    ['REGEXP_REPLACE({Text}, "(", "")', "the regular expression is invalid"],
    ["{Day} > 5", "cannot be compared"],
  ])("%s", async (source, message) => {
    await expect(makeFormulaFilter(source, fields)).rejects.toMatchObject({
      data: { issues: [{ path: "filterByFormula", message: expect.stringContaining(message) }] },
    });
  });
});

test("thousands of parts are translated without a deep stack", async () => {
  const many = (sign: string) => Array.from({ length: 900 }, () => "{Stars}=1").join(sign);
  for (const sign of ["&&", "||"]) {
    const { filter, made } = await matcherOf(many(sign));
    expect([itemsOf(filter).length, made]).toEqual([900, undefined]);
  }
  const deep = `${"NOT(".repeat(98)}{Stars} > 1${")".repeat(98)}`;
  expect((await filterOf(deep)).items).toEqual([["Stars", "isGreater", 1]]);
});

test("a field with an error keeps no record, whatever the formula makes of it", async () => {
  const broken = fields.map((field) =>
    field.id === "fldSum" ? { ...field, hasError: true as const } : field,
  );
  const record = { ...aRecord({}), cells: { fldStars: 2 } } as StoredRecord;
  for (const source of ["NOT({Sum})", "OR({Stars} = 2, {Sum} = 1)"]) {
    const { filter, fieldOf } = await makeFormulaFilter(source, broken);
    expect(makeMatcher(filter, fieldOf, context)(record)).toBe(false);
  }
});
